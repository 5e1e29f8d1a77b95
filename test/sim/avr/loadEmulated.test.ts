import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmulatedOptions, emulatedBodies, openEmulated } from '../../../sim/avr/loadEmulated.js';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { MotorPins, RobotDefinition } from '../../../src/robot/robot.js';
import type { WheelDuties } from '../../../src/signals/signals.js';
import { DriverError } from '../../../src/validation/errors.js';

const SCOUT = loadRobot('scout');

const { encoders: _, ...blind } = SCOUT;
const onShield = (motor: number, invert: boolean): MotorPins => ({ shield: 'ADAFRUIT_V2', motor, invert });
const ON_BUS: RobotDefinition = {
  ...blind,
  name: 'bus',
  motors: { ...SCOUT.motors, left: onShield(1, false), right: onShield(2, true) },
};

/** 98 of 255 steps, the last that gives less than 0.2 m/s by its figures. */
const SLOW = ((98 / 255 - 0.08) / 0.92) * 0.6;

describe('an emulated robot in real time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Armed, and driven for half a second: what is true of it then, and the most that its left PWM pin had. */
  async function driven(
    robot: RobotDefinition,
    options: EmulatedOptions = {},
    duties: WheelDuties = { left: 0.3, right: 0.3 },
  ) {
    const emulated = await openEmulated(robot, options);
    let power = 0;
    emulated.board.outputs.changes$.subscribe(({ pin, duty }) => {
      if (pin === 9) power = Math.max(power, duty);
    });
    const armed = emulated.arm();
    for (let i = 0; i < 50; i++) {
      vi.advanceTimersByTime(2);
      await new Promise((done) => setImmediate(done));
    }
    await armed;
    for (let i = 0; i < 25; i++) {
      emulated.drive(duties);
      vi.advanceTimersByTime(20);
    }
    const truth = emulated.truth();
    await emulated.close();
    return { ...emulated, truth, power };
  }

  it('moves as it is driven, and reports its true state', async () => {
    const { truth, kind } = await driven(SCOUT);
    expect(kind).toBe('emulated');
    expect(truth.wheelSpeeds.left).toBeGreaterThan(0.1);
    expect(truth.wheelSpeeds.right).toBeCloseTo(truth.wheelSpeeds.left, 6);
    expect(truth.pose.x).toBeGreaterThan(0.02);
  });

  it('may be wired in another way than its file says', async () => {
    const { left, right } = SCOUT.motors;
    const crossed = { ...SCOUT, motors: { ...SCOUT.motors, left: right, right: left } } as RobotDefinition;
    const { truth } = await driven(SCOUT, { body: crossed }, { left: 0.3, right: 0 });
    expect(truth.wheelSpeeds.left).toBe(0);
    expect(truth.wheelSpeeds.right).toBeGreaterThan(0.1);
    const backward = { ...SCOUT.motors, left: { pwm: 9, dir: 7, invert: true } };
    const turned = await driven(SCOUT, { body: { ...SCOUT, motors: backward } });
    expect(turned.truth.wheelSpeeds.left).toBeLessThan(-0.1);
    expect(turned.truth.wheelSpeeds.right).toBeGreaterThan(0.1);
  });

  it('stands without motor power', async () => {
    const { truth, power } = await driven(SCOUT, { unpowered: true });
    expect(power).toBeCloseTo(0.3, 2);
    expect(truth.wheelSpeeds).toEqual({ left: 0, right: 0 });
  });

  it('whose motors no dead-man reaches needs `withoutDeadman`, and is slow', async () => {
    await expect(openEmulated(ON_BUS)).rejects.toThrow('--without-deadman');
    const { truth, speedLimit, warning } = await driven(ON_BUS, { withoutDeadman: true });
    expect(speedLimit).toBeCloseTo(SLOW, 9);
    expect(warning).toMatch(/behind a bus/);
    expect(truth.wheelSpeeds.left).toBeGreaterThan(0.1);
    expect(truth.wheelSpeeds.right).toBeCloseTo(truth.wheelSpeeds.left, 3);
  });

  it('is refused as a mega, and as a board with other firmware', async () => {
    const mega = openEmulated({ ...SCOUT, board: 'mega' });
    await expect(mega).rejects.toThrow(DriverError);
    await expect(mega).rejects.toThrow(/has a mega; an uno or a nano/);
    const stock = openEmulated({ ...SCOUT, firmware: 'standard-firmata' });
    await expect(stock).rejects.toThrow(/set `firmware: steerbot`/);
  });
});

describe('a simulated robot with its firmware', () => {
  const seek = loadScenario('seek');
  const mission = { behavior: 'seek', parameters: { target: [1, 0.1], within: 0.05 } };
  const at = { x: 0, y: 0, heading: 0, speed: 0 };
  const robots = seek.robots.map(({ id }) => ({ id, robot: ON_BUS, mission, at }));
  const scenario = { ...seek, robots, sensing: 'odometry', duration: 20 } as const;

  it('drives without a dead-man too, and its model has the speed limit', async () => {
    const keyframes: Inputs['keyframe'][] = [];
    const { robots: results } = await simulate(scenario, {
      bodyOf: await emulatedBodies(scenario),
      onInputs: ({ keyframe }) => keyframe && keyframes.push(keyframe),
    });
    // By granted speeds: a model that took itself for quicker would believe to be there long before.
    expect(results[0]).toMatchObject({ outcome: 'arrived', faults: [] });
    expect(results[0]?.maxSpeed).toBeLessThanOrEqual(0.2);
    for (const keyframe of keyframes) expect(keyframe?.speedLimit).toBeCloseTo(SLOW, 9);
    expect(keyframes.length).toBeGreaterThan(1);
  });
});
