import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { PUSH_SPEED } from '../../src/safety/collisionMonitor.js';
import type { Sure } from '../../src/signals/hits.js';
import type { Tick } from '../../src/signals/signals.js';
import type { Behavior, Percept } from '../../src/steering/behavior.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { sensorsAt } from '../support/sensors.js';
import { EYE } from './foldedLoop.js';
import { BARE, loopOf, SCOUT } from './guardedLoop.js';

describe('the limits of a body', () => {
  it('cannot be raised by a behavior: it is stopped for trying', () => {
    const greedy: Behavior<null> = {
      start: () => null,
      steer: (percept: Percept) => {
        (percept.body as { maxWheelSpeed: number }).maxWheelSpeed = 99;
        return { memory: null, force: { x: 9, y: 0 } };
      },
    };
    const tick = loopOf(BARE, greedy).run(5);
    expect(tick).toMatchObject({ safety: 'faulted', faults: [{ kind: 'behavior' }] });
    expect(tick?.duties).toEqual({ left: 0, right: 0 });
  });
});

describe('a limit of the mission', () => {
  const limited = (limits: Partial<RobotDefinition['limits']>) =>
    loopOf({ ...BARE, limits: { ...BARE.limits, ...limits } });

  it.each([
    ['timeLimit', { time: 1 }],
    ['distanceLimit', { distance: 0.2 }],
    ['fence', { fence: { at: { x: 0, y: 0 }, radius: 0.3 } }],
  ] as const)('brakes the robot, and then it is stopped: %s', (kind, limits) => {
    const loop = limited(limits);
    let braked = false;
    let last = 1;
    for (let i = 0; i < 150; i++) {
      const tick = loop.run(1);
      if (tick?.safety === 'braking') {
        braked = true;
        expect(tick.granted.left).toBeLessThanOrEqual(last);
      }
      last = tick?.granted.left ?? 0;
    }
    expect(braked).toBe(true);
    expect(loop.tick).toMatchObject({ safety: 'stopped', granted: { left: 0, right: 0 } });
    expect(loop.tick?.faults).toMatchObject([{ kind }]);
    expect(loop.tick?.cause).toEqual({ kind, what: loop.tick?.faults[0]?.what });
  });

  it('still holds after arming', () => {
    const loop = limited({ time: 0.5 });
    loop.run(100);
    loop.say('arm');
    expect(loop.run(10)).toMatchObject({ safety: 'stopped', granted: { left: 0, right: 0 } });
  });
});

describe('an echo that is not sure', () => {
  const limits = { ...BARE.limits, speed: 0.5, acceleration: 0.15 };

  it.each([10, 5, 2, 1])('slows the robot until its sonar has denied it, at %d Hz', (rate) => {
    const sonar = sensorsAt([0.08, 0])('sonar', { range: 3, rate });
    const loop = loopOf({ ...BARE, limits, sensors: [sonar] });
    const period = 50 / rate;
    const told = (distance: number | null) => (at: number) =>
      Math.round(at * 50) % period === 0
        ? [{ kind: 'range' as const, at, sensor: 'sonar', distances: [distance] }]
        : [];
    loop.run(200, told(null));
    for (let i = 0; i < period; i++) expect(loop.run(1, told(0.7))?.hold).toBe('something is in the way');
    // The ends of its arc are no longer in the cone of the sonar, which drove on.
    expect(loop.run(Math.max(period, 15), told(null))?.hold).toBe(null);
  });
});

describe('a place of which a sonar doubts that something is still there', () => {
  /** The speeds of ticks after something was seen before the body, beside the cone of the sonar, which hears nothing. */
  function speedsAfter(sure: Sure, seenAt = 0): readonly number[] {
    const sonar = sensorsAt([0.08, 0])('sonar', { range: 3, rate: 50 });
    const model = prepareModel({ ...BARE, sensors: [sonar] }, seek({ target: [100, 0] }));
    let state = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
    const hits = { x: [0.25], y: [0.06], at: [seenAt], sure: [sure], heard: [0.3] };
    state = { ...state, around: { ...state.around, seen: { ...state.around.seen, hits } } };
    return Array.from({ length: 200 }, (_, i) => {
      const reading = { kind: 'range' as const, at: i / 50, sensor: 'sonar', distances: [null] };
      state = receive(model, state, { kind: 'reading', reading }).state;
      const { tick, state: next } = receive(model, state, { kind: 'clock', at: i / 50, lostPeriods: 0 });
      state = next;
      return (tick as Tick).granted.left;
    });
  }

  it('is met as slowly as a push for two seconds, and then is free', () => {
    const ahead = [40, 70] as const;
    for (const speed of speedsAfter(-1).slice(...ahead)) expect(speed).toBeCloseTo(PUSH_SPEED, 9);
    const [still, no] = [speedsAfter(-1, -1.1)[44] as number, speedsAfter(-1, -1.1)[60] as number];
    expect(still).toBeCloseTo(PUSH_SPEED, 9);
    expect(no).toBeGreaterThan(2 * PUSH_SPEED);
    expect(Math.min(...speedsAfter(0).slice(...ahead))).toBeGreaterThan(2 * PUSH_SPEED);
    expect(Math.max(...speedsAfter(1).slice(...ahead))).toBeLessThan(PUSH_SPEED / 2);
  });
});

describe('a clock that jumps ahead', () => {
  it('stops the robot, and the skipped time is not integrated', () => {
    const loop = loopOf();
    const before = loop.run(50)?.estimate;
    const { tick, state } = loop.fold({ kind: 'clock', at: 3600, lostPeriods: 0 });
    expect(tick).toMatchObject({ safety: 'faulted', faults: [{ kind: 'clockJump' }] });
    expect(tick?.estimate.pose.x).toBe(before?.pose.x);
    expect(tick?.estimate.wheels).toEqual({ left: 0, right: 0 });
    expect(state.estimator.at).toBe(3600);
  });

  it('back, or is not finite, stops the robot for good', () => {
    for (const at of [0.5, Number.NaN, Number.NEGATIVE_INFINITY]) {
      const loop = loopOf();
      loop.run(50);
      expect(loop.fold({ kind: 'clock', at, lostPeriods: 0 }).tick).toMatchObject({
        safety: 'faulted',
        at: 0.98,
        duties: { left: 0, right: 0 },
        faults: [{ kind: 'clockJump' }],
      });
      expect(loop.run(5)?.safety).toBe('faulted');
    }
  });

  it('does not count as a jump if the host stalled for less than half a second', () => {
    const loop = loopOf();
    loop.run(50);
    expect(loop.fold({ kind: 'clock', at: 1.4, lostPeriods: 20 }).tick?.safety).toBe('driving');
  });
});

describe('a loop that was made long before its clock runs', () => {
  /** Ticks at 50 Hz from 5 s on; what speaks is heard from then on. Ends when it is stopped, or after a time. */
  function started(robot: RobotDefinition, speaking: { encoders: number; range?: number }, until = 6) {
    const loop = loopOf(robot);
    for (let n = 0; 5 + n / 50 < until; n++) {
      const at = 5 + n / 50;
      if (at >= speaking.encoders) loop.hear({ kind: 'encoders', at, left: n, right: n });
      if (at >= (speaking.range ?? 0))
        loop.hear({ kind: 'range', at, sensor: 'front', distances: [null], raw: n });
      loop.fold({ kind: 'clock', at, lostPeriods: 0 });
      if (loop.tick?.safety !== 'driving') break;
    }
    return loop.tick;
  }

  const BLIND = { ...loadRobot('scout'), sensors: [] };

  it('gives the encoders time for their first report', () => {
    expect(started(BLIND, { encoders: 5.2 })?.faults[0]?.kind).not.toBe('encoderSilent');
  });

  it('is stopped if they send none', () => {
    const { at = 0, faults } = started(BLIND, { encoders: 9 }) ?? {};
    expect(faults).toMatchObject([{ kind: 'encoderSilent' }]);
    expect(at).toBeGreaterThan(5.28);
    expect(at).toBeLessThan(5.4);
  });

  it('gives the range sensors time for their first reading', () => {
    const tick = started(SCOUT, { encoders: 9, range: 5.1 });
    expect(tick).toMatchObject({ safety: 'driving', hold: null, faults: [] });
  });

  it('is held, and then stopped, if they send none', () => {
    const words = "range sensor 'front' sends no readings";
    expect(started(SCOUT, { encoders: 9, range: 9 }, 5.1)).toMatchObject({ hold: null });
    expect(started(SCOUT, { encoders: 9, range: 9 }, 6)).toMatchObject({ safety: 'driving', hold: words });
    const { at = 0, faults } = started(SCOUT, { encoders: 9, range: 9 }, 9) ?? {};
    expect(faults).toMatchObject([{ kind: 'rangeSilent', what: words }]);
    expect(at).toBeGreaterThan(7.1);
    expect(at).toBeLessThan(7.3);
  });
});

describe('a value that is not finite', () => {
  const robot = {
    id: 'b',
    at: 0,
    position: { x: 1, y: 0 },
    velocity: { x: 0, y: 0 },
    heading: 0,
    radius: 0.1,
  };
  it.each([
    [
      'a target',
      (loop: ReturnType<typeof loopOf>) =>
        loop.fold({ kind: 'target', target: { ...robot, position: { x: Number.NaN, y: 0 } } }),
      'notFinite',
    ],
    [
      'a neighbor',
      (loop: ReturnType<typeof loopOf>) =>
        loop.see({ at: 0, neighbors: [{ ...robot, heading: Number.NaN }] }),
      'notFinite',
    ],
    [
      'an obstacle',
      (loop: ReturnType<typeof loopOf>) =>
        loop.see({ at: 0, obstacles: [{ from: robot.position, to: { x: Number.NaN, y: 0 }, radius: 0 }] }),
      'notFinite',
    ],
    [
      'a reading',
      (loop: ReturnType<typeof loopOf>) => loop.hear({ kind: 'battery', at: 0.2, volts: Number.NaN }),
      'reading',
    ],
  ] as const)('stops the robot: %s', (_what, tell, kind) => {
    const loop = loopOf();
    loop.run(10);
    tell(loop);
    expect(loop.run(1)).toMatchObject({
      safety: 'faulted',
      duties: { left: 0, right: 0 },
      faults: [{ kind }],
    });
  });
});

describe('a range sensor in the direction of motion', () => {
  const looking: RobotDefinition = { ...BARE, sensors: [EYE] };
  const sees = (distance: number | null) => (at: number) => [
    { kind: 'range', at, sensor: 'eye', distances: [distance] } as const,
  ];

  it('without valid readings slows the robot at once, holds it, and lets it go on when readings come again', () => {
    const loop = loopOf(looking);
    expect(loop.run(100, sees(null))?.granted.left).toBeCloseTo(0.5, 6);
    const struck = loop.run(5, sees(Number.NaN));
    expect(struck?.granted.left).toBeLessThan(0.42);
    expect(struck?.hold).toContain("'eye'");
    expect(loop.run(50, sees(Number.NaN))).toMatchObject({
      safety: 'driving',
      granted: { left: 0, right: 0 },
    });
    expect(loop.run(50, sees(null))?.granted.left).toBeGreaterThan(0.3);
  });

  it('without valid readings for two seconds is a fault', () => {
    const loop = loopOf(looking);
    loop.run(50, sees(null));
    expect(loop.run(105, sees(Number.NaN))).toMatchObject({
      safety: 'faulted',
      faults: [{ kind: 'rangeBlind' }],
    });
  });

  it.each([
    ['missing', 'sonarMissing', 'does not answer its trigger: check its two wires and its power'],
    [
      'stuck',
      'sonarStuck',
      'holds its echo line high: its echo wire may be loose; check its wires, or take another one',
    ],
    [
      'disturbed',
      'sonarDisturbed',
      "measures nothing: noise on an encoder's line keeps its echo from being timed; check the encoders' wires",
    ],
  ] as const)('whose ping comes back as %s is the fault %s after two seconds', (trouble, kind, words) => {
    const loop = loopOf(looking);
    loop.run(50, sees(null));
    const struck = (at: number) => [
      { kind: 'range', at, sensor: 'eye', distances: [Number.NaN], trouble } as const,
    ];
    expect(loop.run(105, struck)).toMatchObject({
      safety: 'faulted',
      faults: [{ kind, what: `range sensor 'eye' ${words}` }],
    });
  });

  it('keeps it, in teleop too, no faster than it can stop before what it sees', () => {
    for (const byHand of [false, true]) {
      const loop = loopOf(looking);
      let x = 0;
      for (let i = 0; i < 300; i++) {
        if (byHand)
          loop.fold({ kind: 'command', command: { kind: 'teleop', twist: { linear: 0.3, angular: 0 } } });
        x = loop.run(1, sees(Math.max(0.01, 1 - x)))?.estimate.pose.x ?? 0;
      }
      expect(x).toBeGreaterThan(0.8);
      expect(x).toBeLessThan(1 - 0.09);
    }
  });

  it('is not asked where the collision monitor is off', () => {
    const loop = loopOf({ ...looking, safety: { collisionMonitor: 'off' } });
    expect(loop.run(100, sees(0.12))?.granted.left).toBeCloseTo(0.5, 6);
  });
});

describe('a gyroscope', () => {
  it('that falls silent is noted, and the robot drives on by its wheels', () => {
    const turn = { id: 'turn', type: 'mpu6050', at: [0, 0], facing: 0 } as const;
    const loop = loopOf({ ...BARE, sensors: [turn] });
    const told = (at: number) => [{ kind: 'turnRate', at, sensor: 'turn', turnRate: 0 } as const];
    loop.run(100, told);
    expect(loop.run(20)).toMatchObject({ safety: 'driving', faults: [{ kind: 'gyroSilent' }] });
  });
});
