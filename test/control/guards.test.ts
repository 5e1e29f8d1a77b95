/** How the guard limits a wish: things seen, lost targets, and the limits of a mission. */
import { describe, expect, it } from 'vitest';
import { fromPolar } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command } from '../../src/signals/signals.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { TARGET_TIMEOUT } from '../../src/steering/target.js';
import { SCOUT } from '../sim/bodies.js';
import { STILL } from './fakeLoop.js';
import { changing, EYE, foldedLoop, saying } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;
const DIRECT: RobotDefinition = { ...BARE, control: { ...BARE.control, steering: 'direct' } };
const AHEAD = saying({ desiredVelocity: { x: 0.5, y: 0 } });
const LOOKING: RobotDefinition = { ...DIRECT, sensors: [EYE] };
const echo = (distance: number) => ({ kind: 'range', at: 0, sensor: 'eye', distances: [distance] }) as const;

describe('something in the way', () => {
  it('slows the robot to the speed that stops before it, a tick and a half later', () => {
    const loop = foldedLoop(LOOKING, AHEAD);
    loop.hear(echo(0.2));
    const [tick] = loop.run(1);
    const v = tick?.wanted.linear ?? Number.NaN;
    // It keeps 20 mm from its rim of 90 mm, and brakes with 0.85 of its 1 m/s².
    expect(v ** 2 / (2 * 0.85) + v * 1.5 * 0.02).toBeCloseTo(0.2 - 0.11, 9);
    expect(tick?.hold).toBe('something is in the way');
  });

  it('counts from 1.5 m before the robot on, and no earlier', () => {
    const fast = {
      ...LOOKING,
      limits: { ...LOOKING.limits, speed: 3 },
      motors: { ...LOOKING.motors, noLoadSpeed: 3 },
    };
    const hold = (distance: number) => {
      const loop = foldedLoop(fast, saying({ desiredVelocity: { x: 3, y: 0 } }));
      loop.hear(echo(distance));
      return loop.run(1)[0]?.hold;
    };
    expect([hold(1.6), hold(1.62)]).toEqual(['something is in the way', null]);
  });

  it('has no effect if it is far', () => {
    const loop = foldedLoop(LOOKING, AHEAD);
    loop.hear(echo(2));
    expect(loop.run(1)[0]).toMatchObject({ wanted: { linear: 0.5, angular: 0 }, hold: null });
  });

  it('makes the robot turn to where the mission wants to go, and by hand as the stick wants', () => {
    const loop = foldedLoop(LOOKING, saying({ desiredVelocity: fromPolar(0.1, deg(85)) }));
    loop.hear({ kind: 'pose', at: 0, pose: { x: 0, y: 0, heading: deg(25) } });
    loop.hear(echo(0.1101));
    const [mission] = loop.run(1);
    // √(2αθ): both wheels brake with 0.9 of 1 m/s² at the rim of the track.
    expect(mission?.wanted.angular).toBeCloseTo(Math.sqrt(((2 * 0.9 * 2) / 0.141) * deg(60)), 9);
    expect(mission?.wanted.linear).toBeLessThan(0.05);
    loop.say({ kind: 'teleop', twist: { linear: 0.1, angular: 1 } });
    expect(loop.run(1)[0]?.wanted.angular).toBeCloseTo(1, 12);
  });

  it('makes a robot that brakes, or drives backwards, turn nowhere', () => {
    const north = { kind: 'pose', at: 0, pose: { x: 0, y: 0, heading: deg(90) } } as const;
    const push = (y: number) => ({ force: { x: 0, y }, desiredVelocity: { x: 0, y: Math.max(0, y) } });
    const { behavior, say } = changing(push(0.45));
    const braking = foldedLoop({ ...BARE, sensors: [EYE] }, behavior);
    for (let n = 0; n < 20; n++) {
      braking.hear({ ...north, at: n / 50 });
      braking.run(1);
    }
    say(push(-0.45));
    braking.hear({ ...echo(0.1101), at: 0.4 });
    const [slower] = braking.run(1);
    expect(slower?.hold).toBe('something is in the way');
    expect(slower?.wanted.angular).toBeCloseTo(0, 6);
    const looksBack = {
      ...DIRECT,
      limits: { ...DIRECT.limits, reverse: true },
      sensors: [{ ...EYE, facing: Math.PI }],
    };
    const reversing = foldedLoop(looksBack, saying({ desiredVelocity: { x: -0.1, y: 0 } }));
    reversing.hear(echo(0.1101));
    const [tick] = reversing.run(1);
    expect(tick?.wanted.linear).toBeGreaterThan(-0.05);
    expect(tick?.wanted.angular).toBeCloseTo(0, 9);
    expect(tick?.hold).toBe('something is in the way');
  });
});

describe('a range sensor without valid readings', () => {
  const blind = (at: number) => ({ ...echo(Number.NaN), at });
  const WORDS = "range sensor 'eye' gives impossible values: check its wire and its power";
  const inLoop = (speed: number) => foldedLoop(LOOKING, saying({ desiredVelocity: { x: speed, y: 0 } }));

  it('halves the speed at once, and stops the robot after 200 ms', () => {
    const loop = inLoop(0.5);
    const wanted = Array.from({ length: 12 }, (_, n) => {
      loop.hear(blind(n / 50));
      const [tick] = loop.run(1);
      expect(tick?.hold).toBe(WORDS);
      return tick?.wanted.linear;
    });
    expect(wanted).toEqual([...Array(10).fill(0.25), 0, 0]);
  });

  it('leaves a robot alone that is slower than half its speed', () => {
    const loop = inLoop(0.2);
    loop.hear(blind(0));
    expect(loop.run(1)[0]).toMatchObject({ wanted: { linear: 0.2, angular: 0 }, hold: WORDS });
  });

  it.each([
    ['missing', /'eye' does not answer its trigger: check its two wires and its power$/],
    ['stuck', /'eye' holds its echo line high: its echo wire may be loose/],
  ] as const)('is named where it keeps a robot from being armed: %s', (trouble, words) => {
    const loop = inLoop(0.5);
    loop.say({ kind: 'stop' });
    for (let n = 0; n < 50; n++) {
      loop.hear({ ...blind(n / 50), trouble });
      loop.run(1);
    }
    loop.say({ kind: 'arm' });
    const [tick] = loop.run(1);
    expect(tick?.safety).toBe('stopped');
    expect(tick?.faults).toEqual([expect.objectContaining({ what: expect.stringMatching(words) })]);
  });

  it('is no fault of a robot that is stopped', () => {
    const loop = inLoop(0.5);
    loop.say({ kind: 'stop' });
    for (let n = 0; n < 150; n++) {
      loop.hear(blind(n / 50));
      loop.run(1);
    }
    expect(loop.run(1)[0]).toMatchObject({ safety: 'stopped', faults: [] });
  });
});

describe('a poor link', () => {
  const tickWith = (badFrames: number) => {
    const loop = foldedLoop(DIRECT, AHEAD);
    for (const [n, count] of [0, badFrames].entries())
      loop.hear({ kind: 'link', at: n / 10, badFrames: count });
    return loop.tickAt(0.1);
  };

  it('halves the speed, and a bad one stops the robot', () => {
    expect(tickWith(5)).toMatchObject({ wanted: { linear: 0.5 }, hold: null, faults: [] });
    expect(tickWith(6)).toMatchObject({
      wanted: { linear: 0.25 },
      hold: expect.stringContaining('bad frames'),
    });
    expect(tickWith(21)).toMatchObject({ safety: 'faulted', faults: [{ kind: 'linkPoor' }] });
  });
});

describe('commands that are lost on the line', () => {
  const loopWith = (lost: number) => {
    const loop = foldedLoop(DIRECT, AHEAD);
    loop.hear({ kind: 'link', at: 0, badFrames: 0, sent: 0, lost: 0 });
    loop.hear({ kind: 'link', at: 0.1, badFrames: 0, sent: 50, lost });
    return loop;
  };

  it('are told from a twentieth on, and slow the robot where they leave it blind', () => {
    const unslowed = { wanted: { linear: 0.5 }, hold: null };
    expect(loopWith(2).tickAt(0.1)).toMatchObject({ ...unslowed, faults: [] });
    expect(loopWith(5).tickAt(0.1)).toMatchObject({ ...unslowed, faults: [{ kind: 'commandsLost' }] });
    const half = loopWith(25).tickAt(0.1);
    expect(half).toMatchObject({ safety: 'driving', hold: 'commands are lost on the line' });
    expect(half?.wanted.linear).toBeCloseTo(0.251, 3);
  });

  it('are told once, though the figures change', () => {
    const loop = loopWith(5);
    loop.tickAt(0.1);
    loop.hear({ kind: 'link', at: 0.2, badFrames: 0, sent: 100, lost: 12 });
    expect(loop.tickAt(0.2)?.faults).toHaveLength(1);
  });
});

describe('a silent gyroscope', () => {
  it('is noted after 150 ms', () => {
    const gyro = { id: 'turn', type: 'mpu6050', at: [0, 0], facing: 0 } as const;
    for (const start of [0, 1]) {
      const loop = foldedLoop({ ...DIRECT, sensors: [gyro] }, AHEAD);
      loop.hear({ kind: 'turnRate', at: start, sensor: 'turn', turnRate: 0 });
      loop.tickAt(start);
      expect(loop.tickAt(start + 0.15).faults).toEqual([]);
      expect(loop.tickAt(start + 0.16)).toMatchObject({
        safety: 'driving',
        faults: [{ kind: 'gyroSilent' }],
      });
    }
  });
});

describe('a weak battery', () => {
  it('halves the speed on the same arc, forwards and backwards', () => {
    const battery = { pin: 'A1', divider: 2, low: 7, dead: 6 };
    const loop = foldedLoop({ ...DIRECT, battery }, AHEAD);
    const byHand = (linear: number, ticks: number) => {
      for (let n = 0; n < ticks; n++) {
        loop.hear({ kind: 'battery', at: loop.state.at ?? 0, volts: 6.5 });
        loop.say({ kind: 'teleop', twist: { linear, angular: 0.2 } });
        loop.run(1);
      }
      return loop.run(1)[0];
    };
    const angular = expect.closeTo((0.2 * 0.25) / 0.28, 9);
    expect(byHand(0.28, 50)).toMatchObject({
      wanted: { linear: expect.closeTo(0.25, 9), angular },
      hold: expect.stringContaining('battery'),
    });
    expect(byHand(-0.28, 2)?.wanted).toEqual({ linear: expect.closeTo(-0.25, 9), angular });
    expect(byHand(-0.2, 2)?.wanted).toEqual({ linear: -0.2, angular: 0.2 });
  });
});

describe('an empty battery', () => {
  it('is a fault of a robot that drives, and none of one that is stopped', () => {
    const battery = { pin: 'A1', divider: 2, low: 7, dead: 6 };
    const tickOf = (...commands: readonly Command[]) => {
      const loop = foldedLoop({ ...DIRECT, battery }, AHEAD);
      for (const command of commands) loop.say(command);
      for (let n = 0; n < 4; n++) {
        loop.hear({ kind: 'battery', at: n / 50, volts: 5 });
        loop.run(1);
      }
      return loop.run(1)[0];
    };
    expect(tickOf()).toMatchObject({ safety: 'faulted', faults: [{ kind: 'batteryDead' }] });
    expect(tickOf({ kind: 'stop' })).toMatchObject({ safety: 'stopped', faults: [] });
  });
});

describe('a target without news', () => {
  it('is noted, except the pointer, which only has news when it moves', () => {
    const loop = foldedLoop(DIRECT, AHEAD);
    for (const id of ['ball', 'pointer']) {
      const target = { id, at: 0, position: { x: 1, y: 0 }, velocity: { x: 0, y: 0 } };
      loop.fold({ kind: 'target', target });
    }
    loop.run(1);
    expect(loop.tickAt(TARGET_TIMEOUT).faults).toEqual([]);
    expect(loop.tickAt(TARGET_TIMEOUT + 0.01)).toMatchObject({
      safety: 'driving',
      faults: [{ kind: 'targetLost', what: "there is no more news of target 'ball'" }],
    });
  });
});

describe('a target of the mission that was never heard of', () => {
  const SLOW: RobotDefinition = { ...DIRECT, control: { ...DIRECT.control, rate: 5 } };
  const seeker = () => foldedLoop(SLOW, seek({ target: { mover: 'ball' } }));

  it('is noted after as long as one that is lost', () => {
    const loop = seeker();
    loop.tickAt(0);
    // The first tick counts as one period of 200 ms.
    loop.tickAt(TARGET_TIMEOUT - 0.2);
    expect(loop.tickAt(0.3).faults).toEqual([]);
    expect(loop.tickAt(0.31)).toMatchObject({
      safety: 'driving',
      faults: [{ kind: 'targetLost', what: "there is no news of target 'ball' yet" }],
    });
  });

  it('is not noted while it is there', () => {
    const loop = seeker();
    const target = { id: 'ball', at: 0.4, position: { x: 1, y: 0 }, velocity: { x: 0, y: 0 } };
    loop.tickAt(0.4);
    loop.fold({ kind: 'target', target });
    loop.tickAt(0.6);
    expect(loop.tickAt(0.8).faults).toEqual([]);
  });
});

describe('a limit of a mission', () => {
  const limited = (limits: Partial<RobotDefinition['limits']>): RobotDefinition => ({
    ...DIRECT,
    limits: { ...DIRECT.limits, ...limits },
  });

  it('of place is met where the body will be', () => {
    const robot = limited({ fence: { at: { x: 0, y: 0 }, radius: 0.3 } });
    const loop = foldedLoop({ ...robot, control: { ...robot.control, latency: 0.1 } }, AHEAD);
    const met = loop.run(100).find(({ safety }) => safety === 'braking');
    // It needs v²/2a = 0.1 m and more to stop.
    expect(met?.estimate.predicted.x).toBeLessThan(0.3);
    expect(met?.estimate.pose.x).toBeGreaterThan(0.1);
    expect(loop.run(100).at(-1)?.estimate.pose.x).toSatisfy((x: number) => x > 0.25 && x <= 0.3);
  });

  it('of time is measured by the clock, and only while the robot has power', () => {
    const loop = foldedLoop(limited({ time: 1 }), AHEAD);
    const drives = (from: number, ticks: number) => {
      let safety = '';
      for (let n = from; n < from + ticks; n++) ({ safety } = loop.tickAt(0.04 * n));
      return safety;
    };
    expect(drives(0, 15)).toBe('driving');
    loop.say({ kind: 'stop' });
    expect(drives(15, 50)).toBe('stopped');
    loop.say({ kind: 'arm' });
    expect(drives(65, 9)).toBe('driving');
    expect(drives(74, 3)).toBe('braking');
  });

  it('leaves the robot stopped as soon as its wheels stand, and not before', () => {
    const robot = limited({ distance: 0.2 });
    const atRest = (lag: number) => {
      const ticks = foldedLoop({ ...robot, motors: { ...robot.motors, lag } }, AHEAD).run(200);
      const [still, stopped] = [
        ticks.findLastIndex(({ granted }) => granted.left > 0) + 1,
        ticks.findIndex(({ safety }) => safety === 'stopped'),
      ];
      expect(ticks[stopped - 1]?.safety).toBe('braking');
      return stopped - still;
    };
    expect(atRest(0)).toBe(1);
    // 20 mm/s fall to 1 mm/s in three times the lag.
    expect(atRest(0.1)).toBeGreaterThanOrEqual(15);
    expect(atRest(0.1)).toBeLessThanOrEqual(25);
  });

  it('brakes until both wheels stand, also where one of them stood all the time', () => {
    for (const side of [1, -1]) {
      const loop = foldedLoop(limited({ time: 0.2 }), AHEAD);
      // One wheel turns round the other.
      const stick = { linear: 0.1, angular: (side * 0.2) / DIRECT.chassis.track };
      const ticks = Array.from({ length: 30 }, () => {
        loop.say({ kind: 'teleop', twist: stick });
        return loop.run(1)[0];
      });
      const limit = ticks.findIndex((tick) => tick?.safety === 'braking');
      const { left = 0, right = 0 } = ticks[limit]?.granted ?? {};
      expect([Math.min(left, right), Math.max(left, right)]).toEqual([0, expect.closeTo(0.16, 2)]);
      expect(ticks[limit + 5]?.safety).toBe('braking');
      expect(ticks.at(-1)?.safety).toBe('stopped');
    }
  });

  it('brakes to the end even if the encoders show that the robot stands', () => {
    const loop = foldedLoop({ ...SCOUT, ...limited({ time: 0.16 }) }, AHEAD);
    const ticks = Array.from({ length: 10 }, (_, n) => {
      loop.hear({ kind: 'encoders', at: n / 50, left: 0, right: 0 });
      return loop.run(1)[0];
    });
    const first = ticks.findIndex((tick) => tick?.safety === 'braking');
    expect(first).toBeGreaterThan(0);
    expect(ticks[first]?.estimate.wheels).toEqual(STILL);
    expect(ticks[first]?.granted.left).toBeGreaterThan(0.1);
  });
});
