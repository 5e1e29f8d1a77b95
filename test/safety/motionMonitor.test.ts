import { describe, expect, it } from 'vitest';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import { countWheels, recordTurnRate, watchMotion } from '../../src/safety/motionMonitor.js';
import { type Finding, type MotionState, startMotion, type Ways } from '../../src/safety/motionWindow.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

const PERIOD = 0.02;
const PER_COUNT = (Math.PI * 0.07) / 1437;
const declared = {
  track: 0.141,
  noLoadSpeed: 0.6,
  period: PERIOD,
  latency: 0.04,
  response: { lag: 0.06, breakaway: 0.03, acceleration: 1 },
};
const BODY = monitoredBody({ ...declared, metersPerCount: { left: PER_COUNT, right: PER_COUNT } });
const WITHOUT = monitoredBody(declared);

interface Course {
  /** What the wheels are told, and what they really roll at, from the start on. */
  readonly told: WheelSpeeds;
  readonly real?: WheelSpeeds;
  readonly seconds?: number;
  readonly body?: typeof BODY;
  /** Turn rate that a gyroscope tells. */
  readonly gyro?: number;
  readonly counts?: boolean;
  /** Time of the failure. */
  readonly since?: number;
  /** The gyroscope has no noise, or always tells the same. */
  readonly repeats?: boolean;
  /** Nothing is known yet of how late the body answers. */
  readonly isNew?: boolean;
}

/** When it is found, and what. */
function findings({ told, seconds = 3, body = BODY, gyro, counts = true, since = 0, ...more }: Course) {
  const { real = told, repeats = false, isNew = false } = more;
  let state: MotionState = startMotion(0, told);
  let found: Finding | undefined;
  for (let n = 1; n * PERIOD <= seconds && !found; n++) {
    const at = n * PERIOD;
    const rolls = at <= since ? told : real;
    const way: Ways = { left: rolls.left * PERIOD, right: rolls.right * PERIOD };
    if (counts && body.metersPerCount) {
      const counted = countWheels(state, at, way, body);
      state = counted.state;
      found = counted.finding;
    }
    const noise = repeats ? 0 : n;
    if (gyro !== undefined) state = recordTurnRate(state, at, gyro + 1e-6 * noise);
    const watched = watchMotion(state, at, body, {
      turned: gyro === undefined ? null : gyro * Math.max(0, at - since),
      isNew,
    });
    state = watched.state;
    found ??= watched.finding;
    if (found) return { at, ...found };
  }
  return undefined;
}

const AHEAD = { left: 0.5, right: 0.5 };
const LEFT = { left: -0.2, right: 0.2 };

describe('a wheel that has not moved yet', () => {
  it.each([true, false])('may only be late, where nothing is known of the latency: %s', (isNew) => {
    const found = findings({ told: AHEAD, real: { left: 0, right: 0.5 }, isNew });
    expect(found?.kind).toBe('wheelStands');
    expect(found?.causes?.[0] === 'bodyLate').toBe(isNew);
  });
});

describe('wheels that follow their commands', () => {
  it.each([0.9, 1, 1.1])('cause no fault when a motor turns at %s of its command', (share) => {
    for (const told of [AHEAD, LEFT, { left: 0.1, right: 0.5 }]) {
      expect(
        findings({ told, real: { left: told.left * share, right: told.right / share } }),
      ).toBeUndefined();
    }
  });

  it('may stand when commanded to', () => {
    expect(findings({ told: { left: 0, right: 0 } })).toBeUndefined();
  });
});

describe('wheels that do not follow their commands', () => {
  it.each([
    ['stand', { left: 0, right: 0.5 }, AHEAD, 'wheelStands', ['encoderStuck', 'motorDead', 'wheelsBlocked']],
    [
      'run backwards',
      { left: -0.5, right: 0.5 },
      AHEAD,
      'wheelReversed',
      ['encoderReversed', 'motorReversed'],
    ],
    [
      'are exchanged',
      { left: 0.5, right: 0.1 },
      { left: 0.1, right: 0.5 },
      'wheelsSwapped',
      ['encodersSwapped', 'motorsSwapped'],
    ],
    ['run on', { left: 0.6, right: 0.1 }, { left: 0.1, right: 0.1 }, 'wheelRunsOn', ['motorStuckOn']],
  ] as const)(
    'that %s are found within half a second, with all causes that fit',
    (_, real, told, kind, causes) => {
      const found = findings({ told, real });
      expect(found?.kind).toBe(kind);
      expect(found?.at).toBeLessThanOrEqual(0.5);
      for (const cause of causes) expect(found?.causes).toContain(cause);
    },
  );

  it('are distinguished by a gyroscope: an encoder is wrong, or the body really turns', () => {
    const stands = { left: 0, right: 0.5 };
    const encoder = findings({ told: AHEAD, real: stands, gyro: 0, since: 1 });
    expect(encoder?.causes).toEqual(['encoderStuck', 'encoderSilent']);
    const turning = 0.5 / 0.141;
    const motor = findings({ told: AHEAD, real: stands, gyro: turning, since: 1 });
    expect(motor?.causes).toEqual(['motorDead', 'wheelsBlocked']);
  });

  it('say one by one what they found, in words', () => {
    expect(findings({ told: AHEAD, real: { left: 0, right: 0.5 } })?.what).toMatch(
      /^the left wheel hardly turns? /,
    );
  });
});

describe('a body that slips', () => {
  it('is found by its gyroscope', () => {
    const found = findings({ told: AHEAD, gyro: 1.5 });
    expect(found).toMatchObject({ kind: 'wheelSlip' });
    expect(found?.at).toBeLessThanOrEqual(0.5);
  });

  it('is not one whose gyroscope repeats one value', () => {
    const found = findings({ told: AHEAD, gyro: 1.5, repeats: true });
    expect(found).toMatchObject({ kind: 'gyroStuck' });
    expect(found?.at).toBeLessThanOrEqual(0.5);
  });

  it('is not a body that turns a little differently', () => {
    expect(findings({ told: AHEAD, gyro: 0.3 })).toBeUndefined();
  });
});

describe('encoders', () => {
  it('without reports are found after 0.3 s', () => {
    const found = findings({ told: AHEAD, counts: false });
    expect(found).toMatchObject({ kind: 'encoderSilent' });
    expect(found?.at).toBeLessThanOrEqual(0.34);
  });

  it('that jump farther than a motor can turn are found at once', () => {
    const state = startMotion(0, AHEAD);
    const first = countWheels(state, 0.02, { left: 0.01, right: 0.01 }, BODY).state;
    expect(countWheels(first, 0.04, { left: 0.01, right: 0.03 }, BODY).finding).toBeUndefined();
    expect(countWheels(first, 0.04, { left: 0.01, right: 0.1 }, BODY).finding?.kind).toBe('encoderJump');
    // After a silence of a fifth of a second that is what a wheel can have rolled.
    expect(countWheels(first, 0.22, { left: 0.1, right: 0.1 }, BODY).finding).toBeUndefined();
  });

  it('that stand for two seconds of creeping commands are no progress', () => {
    const told = { left: 0.05, right: 0.05 };
    const found = findings({ told, real: { left: 0, right: 0 }, seconds: 5 });
    expect(found).toMatchObject({ kind: 'noProgress' });
    expect(found?.at).toBeLessThan(2.2);
  });

  it('that creep nowhere any more are no progress two seconds later, however far the robot crept before', () => {
    const told = { left: 0.05, right: 0.05 };
    const found = findings({ told, real: { left: 0, right: 0 }, since: 1, seconds: 6 });
    expect(found).toMatchObject({ kind: 'noProgress' });
    expect(found?.at).toBeGreaterThanOrEqual(3);
    expect(found?.at).toBeLessThan(3.3);
  });
});

describe('a robot without encoders', () => {
  it('proves nothing by itself', () => {
    expect(findings({ told: LEFT, real: { left: 0, right: 0 }, body: WITHOUT })).toBeUndefined();
  });

  it('makes no progress if a gyroscope does not see a commanded turn', () => {
    const found = findings({ told: LEFT, body: WITHOUT, gyro: 0 });
    expect(found).toMatchObject({ kind: 'noProgress' });
    expect(found?.at).toBeGreaterThan(0.4);
    expect(found?.at).toBeLessThan(0.6);
    expect(findings({ told: LEFT, body: WITHOUT, gyro: 0.4 / 0.141 })).toBeUndefined();
    expect(findings({ told: AHEAD, body: WITHOUT, gyro: 0 })).toBeUndefined();
  });

  it('turns the wrong way where its motors are wired so', () => {
    expect(findings({ told: LEFT, body: WITHOUT, gyro: -0.4 / 0.141 })).toMatchObject({
      kind: 'wheelReversed',
      causes: [
        'motorReversed',
        'motorsSwapped',
        'gyroReversed',
        'motorDead',
        'motorStuckOn',
        'wheelsBlocked',
        'wheelSlip',
      ],
    });
  });
});
