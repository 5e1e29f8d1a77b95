import { describe, expect, it } from 'vitest';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, resumeStopped, startLoop } from '../../src/control/state.js';
import { zeroOf } from '../../src/estimation/heading.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, Reading, Tick } from '../../src/signals/signals.js';
import type { Percept } from '../../src/steering/behavior.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { SCOUT } from '../sim/bodies.js';
import { sensorsAt } from '../support/sensors.js';

const ORIGIN = { x: 0, y: 0, heading: 0 };
const sensor = sensorsAt([0.09, 0]);
const robotWith = (...sensors: SensorDefinition[]): RobotDefinition => ({ ...SCOUT, sensors });

/** A loop that gets the given events, and the last percept of its mission. */
function loopOf(robot: RobotDefinition) {
  let perceived: Percept | undefined;
  const mission = seek({ target: [5, 0] });
  const model = prepareModel(robot, {
    ...mission,
    steer: (percept, memory, soFar) => {
      perceived = percept;
      return mission.steer(percept, memory as never, soFar);
    },
  });
  let state: LoopState = startLoop(model, { at: 0, pose: ORIGIN, speed: 0, seed: 1 });
  return {
    hear: (reading: Reading) => {
      ({ state } = receive(model, state, { kind: 'reading', reading }));
    },
    say: (command: Command) => {
      ({ state } = receive(model, state, { kind: 'command', command }));
    },
    tick: (at: number): Tick => {
      const folded = receive(model, state, { kind: 'clock', at, lostPeriods: 0 });
      state = folded.state;
      return folded.tick as Tick;
    },
    resume: () => {
      state = resumeStopped(state);
    },
    get perceived() {
      return perceived;
    },
    get state() {
      return state;
    },
  };
}

describe('a bumper that is pressed', () => {
  const touched = loopOf(robotWith(sensor('bumper')));
  touched.hear({ kind: 'range', at: 0, sensor: 'bumper', distances: [0] });
  touched.tick(0.02);

  it('is an obstacle at its place', () => {
    const point = { x: expect.closeTo(0.09, 12), y: expect.closeTo(0, 12) };
    expect(touched.perceived?.obstacles).toEqual([{ from: point, to: point, radius: 0 }]);
    expect(touched.perceived?.sightAge).toBeCloseTo(0.02, 12);
  });

  it('is remembered for a minute after it was let go: nothing else tells that it is gone', () => {
    const known = (at: number) => {
      const loop = loopOf(robotWith(sensor('bumper')));
      for (let t = 0; t < at; t += 0.1) {
        loop.hear({ kind: 'range', at: t, sensor: 'bumper', distances: [t === 0 ? 0 : null] });
        loop.tick(t);
      }
      loop.hear({ kind: 'range', at, sensor: 'bumper', distances: [null] });
      loop.tick(at);
      return loop.state.around.seen.hits.x.length;
    };
    expect([known(5), known(59.9), known(60.1)]).toEqual([1, 1, 0]);
  });
});

describe('levels and the battery', () => {
  it('are known to behaviors by the sensor’s id, and are in the state', () => {
    const loop = loopOf({
      ...robotWith(sensor('light'), sensor('reflectance')),
      battery: { pin: 'A0', divider: 2, low: 6.6 },
    });
    loop.tick(0);
    expect(loop.perceived?.levels).toEqual({});
    loop.hear({ kind: 'level', at: 0.01, sensor: 'light', level: 0.4 });
    loop.hear({ kind: 'level', at: 0.01, sensor: 'reflectance', level: 0.1 });
    loop.hear({ kind: 'battery', at: 0.01, volts: 7.2 });
    const { estimate } = loop.tick(0.02);
    expect(loop.perceived?.levels.light?.level).toBe(0.4);
    expect(loop.perceived?.levels.reflectance?.level).toBe(0.1);
    expect(loop.state.guards.supply.volts).toBe(7.2);
    expect(estimate.ages).toMatchObject({ sensors: { light: 0.01, reflectance: 0.01 }, battery: 0.01 });
  });

  it('are not in a state without such readings', () => {
    const loop = loopOf(SCOUT);
    loop.tick(0);
    expect(loop.state.around.levels).toEqual({});
    expect(loop.state.guards.supply.volts).toBeNull();
  });
});

describe('readings of the floor, of lamps and of beacons', () => {
  const robot = robotWith(
    sensor('reflectance', { at: [0.1, 0.02] }),
    sensor('light', { facing: 0.5 }),
    sensor('beacon', { at: [0, 0], range: 5 }),
    sensor('pololu-beacon', { at: [0, 0], pin: 6, facing: 1 }),
  );

  it('come with where the sensor sits, and where the body was', () => {
    const loop = loopOf(robot);
    loop.hear({ kind: 'pose', at: 0.1, pose: { x: 1, y: 2, heading: 0.3 } });
    loop.hear({ kind: 'bearing', at: 0.1, sensor: 'beacon', bearing: 0.2 });
    loop.hear({ kind: 'level', at: 0.1, sensor: 'light', level: 0.4 });
    loop.tick(0.11);
    const from = { x: expect.closeTo(1, 9), y: expect.closeTo(2, 9), heading: expect.closeTo(0.3, 9) };
    expect(loop.perceived?.bearings.beacon).toMatchObject({ bearing: 0.2, from });
    expect(loop.perceived?.levels.light).toMatchObject({ level: 0.4, from });
    expect(loop.perceived?.mounts).toEqual({
      reflectance: { senses: 'reflectance', at: { x: 0.1, y: 0.02 }, facing: 0 },
      light: { senses: 'light', at: { x: 0.09, y: 0 }, facing: 0.5 },
      beacon: { senses: 'beacon', at: { x: 0, y: 0 }, facing: 0 },
      'pololu-beacon': { senses: 'beacon', at: { x: 0, y: 0 }, facing: 1, halfSector: Math.PI / 4 },
    });
  });

  it('that stay away for a second are noted, once and by name, and do not stop the robot', () => {
    const { encoders: _, ...uncounted } = robotWith(sensor('light'), sensor('beacon', { range: 5 }));
    const loop = loopOf(uncounted);
    let tick = loop.tick(0);
    for (let at = 0.02; at < 3; at += 0.02) {
      if (at < 1) loop.hear({ kind: 'level', at, sensor: 'light', level: 0.4 });
      tick = loop.tick(at);
      if (at < 0.9) expect(tick.faults).toEqual([]);
    }
    expect(tick.faults).toMatchObject([
      { kind: 'sensorSilent', what: "the beacon sensor 'beacon' sends no readings" },
      { kind: 'sensorSilent', what: "the light sensor 'light' sends no readings" },
    ]);
    expect(tick.safety).toBe('driving');
  });
});

describe('a heading or a turn rate', () => {
  it.each([
    [{ kind: 'heading', at: 0.1, sensor: 'bno055', heading: Number.NaN }, 'a heading that is not a number'],
    [
      { kind: 'turnRate', at: 0.1, sensor: 'mpu6050', turnRate: Number.NaN },
      'a turn rate that is not a number',
    ],
  ] as const)('that is not a number stops the robot', (reading, what) => {
    const loop = loopOf(robotWith(sensor('bno055')));
    loop.hear(reading);
    expect(loop.tick(0.1)).toMatchObject({
      safety: 'faulted',
      duties: { left: 0, right: 0 },
      faults: [{ what }],
    });
  });

  it('of a compass that the file names is compared with the estimate', () => {
    const loop = loopOf(robotWith(sensor('bno055')));
    loop.hear({ kind: 'heading', at: 0.1, sensor: 'bno055', heading: 0.5 });
    expect(zeroOf(loop.state.estimator.belief, 'bno055')).toBeCloseTo(-0.5, 12);
  });

  it('of a gyroscope is noted with its time: one that repeats a value is not healthy', () => {
    const loop = loopOf(robotWith(sensor('mpu6050')));
    for (const at of [0.1, 0.2]) loop.hear({ kind: 'turnRate', at, sensor: 'mpu6050', turnRate: 0.05 });
    expect(loop.state.guards.motion.rate).toEqual({ value: 0.05, since: 0.1 });
  });

  it('of a sensor that the file does not name only sets its age', () => {
    const loop = loopOf(robotWith(sensor('bno055')));
    for (const [at, heading] of [
      [0, 0],
      [0.1, 1],
    ] as const)
      loop.hear({ kind: 'heading', at, sensor: 'toString', heading });
    const { estimate } = loop.tick(0.1);
    expect(estimate.pose.heading).toBe(0);
    expect(loop.state.estimator.zeros).toEqual({});
    expect(estimate.ages.sensors.toString).toBeCloseTo(0, 12);
  });
});

describe('a robot with a gyroscope', () => {
  const GYRO = robotWith(sensor('mpu6050'));
  /** The first tick that drives, where the gyroscope speaks from some time on. */
  const begins = (speaksFrom: number, robot = GYRO) => {
    const loop = loopOf(robot);
    for (let i = 0; i <= 200; i++) {
      const at = i / 50;
      if (at >= speaksFrom) loop.hear({ kind: 'turnRate', at, sensor: 'mpu6050', turnRate: 0.05 });
      loop.hear({ kind: 'encoders', at, left: 0, right: 0 });
      if (loop.tick(at).duties.left !== 0) return at;
    }
    return Number.POSITIVE_INFINITY;
  };

  it('stands until its bias is learned, and does not ask its mission before', () => {
    expect(begins(0)).toBeCloseTo(0.74, 1);
    const loop = loopOf(GYRO);
    expect(loop.tick(0)).toMatchObject({
      contributions: [],
      wanted: { linear: 0, angular: 0 },
      arrived: false,
    });
    expect(loop.perceived).toBeUndefined();
  });

  it('waits at most 1.5 s for a silent one, and not at all without one', () => {
    expect(begins(Number.POSITIVE_INFINITY)).toBeCloseTo(1.5, 1);
    expect(begins(0, SCOUT)).toBe(0);
  });

  it('can be driven by hand while it learns', () => {
    const loop = loopOf(GYRO);
    loop.tick(0);
    loop.say({ kind: 'teleop', twist: { linear: 0.2, angular: 0 } });
    expect(loop.tick(0.02).duties.left).toBeGreaterThan(0);
  });

  it('does not stop again for it after its line was lost', () => {
    const loop = loopOf(GYRO);
    for (let i = 0; i <= 50; i++) {
      loop.hear({ kind: 'turnRate', at: i / 50, sensor: 'mpu6050', turnRate: 0.05 });
      if (i < 35) loop.tick(i / 50);
    }
    loop.resume();
    expect(loop.state.estimator.gyro?.bias).toBeCloseTo(0.05, 12);
    loop.hear({ kind: 'turnRate', at: 9.99, sensor: 'mpu6050', turnRate: 0.05 });
    loop.hear({ kind: 'encoders', at: 9.99, left: 0, right: 0 });
    loop.say({ kind: 'arm' });
    expect(loop.tick(10).duties.left).toBeGreaterThan(0);
  });

  it('whose pose is seen from outside has nothing to wait for', () => {
    const loop = loopOf(GYRO);
    loop.hear({ kind: 'pose', at: 0, pose: ORIGIN });
    expect(loop.tick(0).duties.left).toBeGreaterThan(0);
  });
});
