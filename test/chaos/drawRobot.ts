/** Draws a robot: a preset as it is, or one with another rate, other encoders, sensors, battery and limits. */
import { sensorTypeOf, typesThatTell } from '../../src/kit/sensors/index.js';
import type { Chance } from './chance.js';
import { list, part, robotNames, type Written, writtenRobot } from './written.js';

/** Presets that an emulated board with Steerbot's firmware drives; the Adafruit shields have no dead-man. */
const isGuarded = (robot: Written): boolean =>
  robot.board !== undefined &&
  robot.board !== 'mega' &&
  robot.firmware === 'steerbot' &&
  !JSON.stringify(robot).includes('ADAFRUIT');

const RATES = [10, 10, 12, 20, 20, 25, 25, 50, 50, 50, 100];
const COUNTS = [20, 40, 80, 200, 585, 1437];
const LATENCIES = [0, 0.02, 0.04, 0.08, 0.15];

export function drawRobot(chance: Chance, firmware = false): Written {
  if (firmware) return varyOnBoard(chance, chance.oneOf(robotNames().map(writtenRobot).filter(isGuarded)));
  const robot = writtenRobot(chance.oneOf(robotNames()));
  if (chance.happens(0.25)) return robot;
  return vary(chance, withoutPins(robot));
}

/** A board keeps its pins: only numbers change. */
function varyOnBoard(chance: Chance, robot: Written): Written {
  robot.control = { ...part(robot, 'control'), rate: chance.oneOf([12, 20, 25, 50, 50]) };
  return robot;
}

/** Without a board a robot can have any sensors. */
function withoutPins(robot: Written): Written {
  const { board, firmware, ...rest } = robot;
  const { left, right, driver, standby, ...motors } = part(robot, 'motors');
  const sensors = list(robot, 'sensors').map(({ pin, ...sensor }) => sensor);
  const encoders = robot.encoders && {
    encoders: { left: countsOf(robot, 'left'), right: countsOf(robot, 'right') },
  };
  return { ...rest, motors, sensors, ...(encoders as object) };
}

function countsOf(robot: Written, side: string): Written {
  const { a, b, ...counts } = part(part(robot, 'encoders'), side);
  return counts;
}

function vary(chance: Chance, robot: Written): Written {
  const others = list(robot, 'sensors').filter(({ type }) => !isRanger(type));
  const rangers = chance.happens(0.3)
    ? list(robot, 'sensors').filter(({ type }) => isRanger(type))
    : drawRangers(chance);
  const gyroscope =
    others.some(({ type }) => typesThatTell('turnRate').includes(String(type))) || !chance.happens(0.4);
  return {
    ...robot,
    ...drawEncoders(chance, robot),
    ...(chance.happens(0.4) && { battery: { pin: 'A5', divider: 2, low: 6.6 } }),
    ...(chance.happens(0.1) && { safety: { collisionMonitor: 'off' } }),
    sensors: [...rangers, ...others, ...(gyroscope ? [] : [{ id: 'turn', type: 'mpu6050' }])],
    limits: { ...part(robot, 'limits'), ...drawLimits(chance) },
    control: { ...part(robot, 'control'), ...drawControl(chance) },
  };
}

function drawEncoders(chance: Chance, robot: Written): Written {
  if (chance.happens(0.3)) return {};
  if (!robot.encoders && chance.happens(0.3)) return {};
  const counts = chance.happens(0.7) ? chance.oneOf(COUNTS) : Math.round(chance.between(20, 1437));
  return { encoders: { left: { countsPerRevolution: counts }, right: { countsPerRevolution: counts } } };
}

const drawControl = (chance: Chance): Written => ({
  ...(chance.happens(0.6) && { rate: chance.oneOf(RATES) }),
  ...(chance.happens(0.5) && { latency: chance.oneOf(LATENCIES) }),
  ...(chance.happens(0.1) && { steering: 'direct' }),
});

const drawLimits = (chance: Chance): Written => ({
  ...(chance.happens(0.2) && { reverse: true }),
  ...(chance.happens(0.04) && { time: Math.round(chance.between(30, 200)) }),
  ...(chance.happens(0.04) && { distance: Math.round(chance.between(5, 60)) }),
  ...(chance.happens(0.06) && { fence: { at: [0, 0], radius: 1 + Math.round(10 * chance.uniform()) / 10 } }),
});

const isRanger = (type: unknown): boolean => sensorTypeOf(String(type))?.tells === 'range';

const sonarAt = (id: string, facing: number): Written => ({
  id,
  type: 'sonar',
  at: [0.02, 0],
  facing: `${facing} deg`,
  range: 2,
});

const RANGERS: readonly (readonly [number, readonly Written[]])[] = [
  [2, []],
  [3, [{ id: 'front', type: 'gp2y0a21', at: [-0.02, 0] }]],
  [1, [{ id: 'front', type: 'gp2y0a41', at: [0.01, 0] }]],
  [1, [{ id: 'front', type: 'maxsonar', at: [0.02, 0] }]],
  [2, [sonarAt('front', 0)]],
  [2, [sonarAt('left', 25), sonarAt('front', 0), sonarAt('right', -25)]],
  [2, [{ id: 'around', type: 'lidar', fieldOfView: '240 deg', rays: 121, range: 2.5 }]],
  [
    1,
    [
      { id: 'left', type: 'bumper', at: [0.05, 0.06], facing: '50 deg' },
      { id: 'front', type: 'bumper', at: [0.08, 0], facing: 0 },
      { id: 'right', type: 'bumper', at: [0.05, -0.06], facing: '-50 deg' },
    ],
  ],
];

const drawRangers = (chance: Chance): readonly Written[] => chance.weighted(RANGERS);
