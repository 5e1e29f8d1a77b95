/** The watch over the wheels on a link that pauses. */
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { prepareModel } from '../../src/control/robotModel.js';
import type { SentCommand } from '../../src/math/wheel.js';
import { allowingPauses } from '../../src/safety/linkPauses.js';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import { countWheels, watchMotion } from '../../src/safety/motionMonitor.js';
import {
  type Finding,
  type MotionState,
  type Sample,
  startMotion,
  type WindowSums,
} from '../../src/safety/motionWindow.js';
import { missionBehavior } from '../../src/steering/mission.js';

const PERIOD = 0.02;
const SPEED = 0.15;

const bodyWith = (pause: number, quick = false) =>
  monitoredBody({
    track: 0.141,
    noLoadSpeed: 0.6,
    period: PERIOD,
    latency: 0.04,
    pause,
    response: { lag: quick ? 0.02 : 0.06, breakaway: 0.03, acceleration: quick ? 5 : 1 },
    metersPerCount: { left: 1.5e-4, right: 1.5e-4 },
  });

interface Course {
  readonly pause: number;
  /** A body that follows its commands at once. */
  readonly quick?: boolean;
  /** Both wheels' speed by time, as told and as rolled. */
  readonly told?: (at: number) => number;
  readonly rolled?: (at: number) => number;
  /** Counts of this time arrive together at its end. */
  readonly late?: readonly [from: number, to: number];
  /** They are lost: the next reading has them all. */
  readonly lost?: boolean;
  /** The host stands still meanwhile, and its first tick after it does not know them yet. */
  readonly held?: boolean;
}

function found({ pause, quick, told = () => SPEED, rolled = told, late = [9, 9], lost, held }: Course) {
  const body = bodyWith(pause, quick);
  let state: MotionState = startMotion(0, { left: told(0), right: told(0) });
  const waiting: number[] = [];
  const sent: SentCommand[] = [];
  for (let n = 1; n * PERIOD <= 3; n++) {
    const at = n * PERIOD;
    waiting.push(at);
    const isStill = held && at > late[0] && at < late[1];
    if (at < late[0] || at > late[1]) {
      const times = waiting.splice(0);
      const told = lost ? [times.at(-1) as number] : times;
      for (const time of told) {
        const way = (lost ? times : [time]).reduce((sum, one) => sum + rolled(one) * PERIOD, 0);
        const counted = countWheels(state, time, { left: way, right: way }, body);
        if (counted.finding) return { at, ...counted.finding };
        state = counted.state;
      }
    }
    if (isStill) continue;
    sent.push({ at, left: told(at), right: told(at) });
    const watched = watchMotion(state, at, body, { sent });
    if (watched.finding) return { at, ...(watched.finding as Finding) };
    state = watched.state;
  }
  return undefined;
}

describe('on a cable, a pause that is shorter than the dead-man time', () => {
  const ramp = (at: number) => Math.min(0.5, at);
  it.each([0.1, 0.13, 0.15, 0.17, 0.185, 0.2])('of %f s is no fault of a healthy robot', (long) => {
    for (const told of [() => 0.5, ramp])
      for (const from of [0.3, 0.4, 1, 1.5])
        for (const how of [{}, { lost: true }, { held: true }, { held: true, lost: true }])
          expect(found({ pause: 0, told, late: [from, from + long], ...how })).toBeUndefined();
  });

  it('hides no wheel that stands', () => {
    const rolled = (at: number) => (at < 1 ? 0.5 : 0);
    for (const how of [{}, { lost: true }, { held: true }])
      expect(found({ pause: 0, told: () => 0.5, rolled, late: [1, 1.17], ...how })).toMatchObject({
        kind: 'wheelStands',
        at: expect.toSatisfy((at: number) => at < 1.5),
      });
  });
});

describe('on a link that pauses for up to 300 ms', () => {
  it('counts that come 300 ms late, together, are no fault', () => {
    expect(found({ pause: 0.3, late: [1, 1.3] })).toBeUndefined();
  });

  it('a wheel that obeys a command 300 ms later than usual is none; on a cable it is', () => {
    const told = (at: number) => (at < 1 ? 0 : 0.3);
    const rolled = (at: number) => (at < 1.38 ? 0 : 0.3);
    expect(found({ pause: 0.3, told, rolled })).toBeUndefined();
    expect(found({ pause: 0, told, rolled })).toMatchObject({ kind: 'wheelStands' });
  });

  it('a short burst that comes late is none, although a quick body has finished it and a slow one has not begun', () => {
    const burst = (since: number) => (at: number) => (at >= since && at < since + 0.15 ? 0.5 : 0);
    expect(found({ pause: 0.3, quick: true, told: burst(1), rolled: burst(1.22) })).toBeUndefined();
  });

  it('encoders are silent after 0.6 s, not 0.3 s', () => {
    expect(found({ pause: 0, late: [1, 4] })).toMatchObject({
      kind: 'encoderSilent',
      at: expect.closeTo(1.3, 1),
    });
    expect(found({ pause: 0.3, late: [1, 4] })).toMatchObject({
      kind: 'encoderSilent',
      at: expect.closeTo(1.6, 1),
    });
  });

  it('a wheel that stands, runs on or runs backwards is found all the same', () => {
    const from = (speed: number) => (at: number) => (at < 1 ? SPEED : speed);
    for (const rolled of [from(0), from(-SPEED), from(0.5)]) {
      const { at = 9 } = found({ pause: 0.3, rolled }) ?? {};
      expect(at).toBeLessThan(1.5);
    }
  });

  it('a wheel that does not start, starts backwards or runs on is found within a second, on a cable within half of one', () => {
    const change = (from: number, to: number) => (at: number) => (at < 1 ? from : to);
    const courses: Omit<Course, 'pause'>[] = [
      { told: change(0, 0.3), rolled: () => 0 },
      { told: change(0, 0.3), rolled: change(0, -0.3) },
      { told: change(0.3, 0), rolled: () => 0.3 },
    ];
    for (const course of courses) {
      expect(found({ ...course, pause: 0 })?.at).toBeLessThan(1.5);
      const late = found({ ...course, pause: 0.3 })?.at ?? 9;
      expect(late).toBeGreaterThan(1.5);
      expect(late).toBeLessThan(2);
    }
  });
});

describe('the pauses of a link', () => {
  it('are what the dead-man time is longer than 200 ms', () => {
    const pauseOf = (deadMan: number) => {
      const scout = loadRobot('scout');
      const robot = { ...scout, control: { ...scout.control, deadMan } };
      return prepareModel(robot, missionBehavior({ behavior: 'prioritize', children: [] })).motionMonitor
        .pause;
    };
    expect([0.05, 0.2, 0.3, 0.5].map(pauseOf)).toEqual([
      0,
      0,
      expect.closeTo(0.1, 9),
      expect.closeTo(0.3, 9),
    ]);
  });
});

describe('the turn that all commands under way agree on', () => {
  const NO_WAY = { left: 0, right: 0 };
  const sample = (at: number): Sample => ({
    at,
    quick: NO_WAY,
    likely: NO_WAY,
    slow: NO_WAY,
    counted: NO_WAY,
    turned: 0,
  });
  const turning = (way: number) => ({ left: -way, right: way });
  const sums = (way: number): WindowSums => ({
    lasting: 1,
    quick: turning(way),
    slow: turning(way),
    likely: turning(way),
    counted: NO_WAY,
    turned: 0,
    repeats: false,
  });
  /** The last command of three is in effect; each may be. */
  const likelyOf = (ways: readonly number[], pause = 0.3) => {
    const sent = ways.map((way, i) => ({ at: 1.9 + 0.02 * i, ...turning(way) }));
    return allowingPauses(sums(ways.at(-1) as number), sample(2), sent, bodyWith(pause)).likely;
  };

  it.each([
    [[0.3, 0.1, 0.2], 0.1],
    [[0.1, 0.2, 0.3], 0.1],
    [[-0.3, -0.1, -0.2], -0.1],
    [[0.2, -0.1, 0.3], -0.1],
  ])('told %j it is that of the least turn, %d', (ways, least) => {
    expect(likelyOf(ways)).toEqual(turning(least));
  });

  it('is that of the command in effect on a cable', () => {
    expect(likelyOf([0.1, 0.2, 0.3], 0)).toEqual(turning(0.3));
  });
});
