/** A robot whose only eye is an HC-SR04 on its emulated board, end to end: firmware, frames, driver, loop. */
import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EchoModule } from '../../../sim/avr/echoModule.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { simulate } from '../../../sim/engine/run.js';
import { EMPTY_FLOOR } from '../../../sim/scenario/scenario.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import { vec } from '../../../src/math/geometry.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { boardInputs } from '../../../src/sensors/boardInputs.js';
import type { RangeReading, Reading } from '../../../src/signals/signals.js';
import { itThorough } from '../../support/effort.js';
import { missionOf, sceneOf } from '../../support/runs.js';

const FILE = (sensors: string) => `
name: bat
board: uno
chassis: { mass: 450 g, radius: 90 mm, track: 141 mm }
wheels: { diameter: 70 mm }
motors: { left: { pwm: 9, dir: 7 }, right: { pwm: 10, dir: 8 }, noLoadSpeed: 0.6 m/s, deadband: 0.08, lag: 60 ms }
encoders: { left: { a: 2, b: 4, countsPerRevolution: 1437 }, right: { a: 3, b: 5, countsPerRevolution: 1437 } }
sensors: [${sensors}]
limits: { speed: 0.3 m/s, acceleration: 1 m/s² }
control: { rate: 50 Hz, latency: 40 ms }
`;
const FRONT = '{ id: front, type: hc-sr04, trigger: 12, echo: 13, at: [80 mm, 0], ideal: true }';
const ONE_LINE = '{ id: front, type: hc-sr04, trigger: A3, echo: A3, at: [80 mm, 0], ideal: true }';
const robotOf = (sensors = FRONT): RobotDefinition => parseRobot(FILE(sensors), 'bat.yaml');

const nextTurn = () => new Promise((done) => setImmediate(done));

/** The range readings of a board before whose sonar something stands. */
async function readingsOf(
  robot: RobotDefinition,
  pins: { trigger: number; echo: number },
  set: (module: EchoModule) => void,
) {
  const board = new AvrBoard(loadFirmware());
  const module = new EchoModule(board, pins);
  set(module);
  const options = { time: new VirtualTime(board), inputs: boardInputs(robot) };
  const driver = await untilSettled(board, openDriver(robot, new EmulatedPort(board), options), { nextTurn });
  const readings: RangeReading[] = [];
  driver.readings$.subscribe((reading: Reading) => {
    if (reading.kind === 'range') readings.push(reading);
  });
  const began = board.now;
  board.runUntil(began + 1);
  await driver.close();
  return { readings, began };
}

describe('an HC-SR04 on its board', () => {
  it.each([
    ['two lines', FRONT, { trigger: 12, echo: 13 }],
    ['one line', ONE_LINE, { trigger: 17, echo: 17 }],
  ])('with %s tells the distance, with the time at which the sound came back', async (_, sensors, pins) => {
    const { readings, began } = await readingsOf(robotOf(sensors), pins, (module) => {
      module.distance = 1.2;
    });
    expect(readings.length).toBeGreaterThanOrEqual(18);
    for (const { distances } of readings) expect(distances[0]).toBeCloseTo(1.2, 2);
    const times = readings.map(({ at }) => at);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
    for (const at of times) expect(at).toBeLessThan(began + 1);
  });

  it.each([
    [
      'hears nothing: there is no echo',
      (m: EchoModule) => {
        m.distance = null;
      },
      [null],
      undefined,
    ],
    [
      'is missing: nothing is known',
      (m: EchoModule) => {
        m.missing = true;
      },
      [Number.NaN],
      'missing',
    ],
    ['holds its line high: nothing is known', (m: EchoModule) => m.holdHigh(), [Number.NaN], 'stuck'],
  ] as const)('that %s', async (_, set, distances, trouble) => {
    const { readings } = await readingsOf(robotOf(), { trigger: 12, echo: 13 }, set);
    expect(readings.length).toBeGreaterThan(10);
    for (const reading of readings.slice(1)) {
      expect(reading.distances).toEqual(distances);
      expect(reading.trouble).toBe(trouble);
    }
  });
});

const avoiding = (robot: RobotDefinition, x: number) =>
  sceneOf({
    robot,
    sensing: 'odometry',
    duration: 25,
    mission: missionOf({ prioritize: [{ avoidObstacles: {} }, { arrive: { target: [x, 0] } }] }),
    world: { ...EMPTY_FLOOR, circles: [{ at: vec(1, 0.02), radius: 0.1 }] },
  });

describe('a robot that sees by an HC-SR04 alone', () => {
  itThorough('passes a post on its way, with the firmware on its emulated board', async () => {
    const scenario = avoiding(robotOf(), 2);
    const { robots } = await simulate(scenario, { bodyOf: await emulatedBodies(scenario) });
    expect(robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0, faults: [] });
  });

  it('passes a post on its way in simulation, with the errors of a typical one', async () => {
    const typical = robotOf(FRONT.replace(', ideal: true', ''));
    const { robots } = await simulate(avoiding(typical, 2));
    expect(robots[0]).toMatchObject({ contacts: 0 });
  });

  it('stops where its sonar is not connected, and says so', async () => {
    const robot = robotOf();
    const scenario = avoiding(robot, 2);
    const bodyOf = await emulatedBodies(scenario);
    const deaf = { ...robot, sensors: [] };
    const { robots } = await simulate(scenario, {
      bodyOf: (context) => bodyOf({ ...context, robot: deaf }),
    });
    expect(robots[0]?.faults).toContainEqual(expect.objectContaining({ kind: 'sonarMissing' }));
    expect(robots[0]?.distanceTravelled).toBeLessThan(0.2);
  });
});
