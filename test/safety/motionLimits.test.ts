/** The limits of the motion monitor: just below, at, and just above. */
import { describe, expect, it } from 'vitest';
import { type MonitoredBody, monitoredBody } from '../../src/safety/monitoredBody.js';
import { countWheels, watchMotion } from '../../src/safety/motionMonitor.js';
import { type MotionState, type Sample, startMotion, type Ways } from '../../src/safety/motionWindow.js';

const both = (way: number): Ways => ({ left: way, right: way });
const STILL = both(0);

function bodyWith({ period = 0.02, breakaway = 0.03, perCount = both(0.00015) } = {}): MonitoredBody {
  const response = { lag: 0.06, breakaway, acceleration: 1 };
  return monitoredBody({
    track: 0.15,
    noLoadSpeed: 0.6,
    latency: 0.04,
    period,
    response,
    metersPerCount: perCount,
  });
}
const BODY = bodyWith();
const { metersPerCount: _, ...WITHOUT } = BODY;

/** All models expect 100 mm of each wheel since a sample; the left one counted this. */
const sample = (at: number, told: number, left: number): Sample => ({
  at,
  quick: both(told),
  likely: both(told),
  slow: both(told),
  counted: { left, right: told },
  turned: null,
});
const healthySample = (at: number, told: number) => sample(at, told, told);

/** A state with these samples; the wheels have just come to rest, so nothing is added to the last one. */
const stateWith = (samples: readonly Sample[], more: Partial<MotionState> = {}): MotionState => ({
  ...startMotion(-9, STILL),
  samples,
  now: samples.at(-1) as Sample,
  countedAt: 0,
  ...more,
});
const STANDS = [healthySample(-0.25, 0), sample(-0.02, 0.1, 0)];
const kind = (state: MotionState, at: number, body = BODY) => watchMotion(state, at, body).finding?.kind;

describe('counts', () => {
  const heard = (at: number) => countWheels(startMotion(at, STILL), at, STILL, BODY).state;
  const jump = (way: number, perCount: number) =>
    countWheels(heard(0), 0.02, { left: 0, right: -way }, bodyWith({ perCount: both(perCount) })).finding
      ?.kind;

  it('jump beyond one and a half times the no-load speed in the time passed and 20 ms, and four counts', () => {
    // 1.5 · 0.6 m/s · 0.04 s = 36 mm, and 4 mm.
    const most = 1.5 * 0.6 * (0.02 + 0.02) + 4 * 0.001;
    expect([0.0399, most, 0.0401].map((way) => jump(way, 0.001))).toEqual([
      undefined,
      undefined,
      'encoderJump',
    ]);
  });

  it('cannot jump before the first report, or without encoders', () => {
    expect(countWheels(startMotion(0, STILL), 0.02, both(5), BODY).finding).toBeUndefined();
    const state = heard(0);
    expect(countWheels(state, 0.02, both(5), WITHOUT)).toEqual({ state });
  });

  it('are compared with the time since the last report, whatever the clock says', () => {
    expect(countWheels(heard(10), 10.02, both(0.05), BODY).finding?.kind).toBe('encoderJump');
    expect(countWheels(heard(10), 9, both(0.05), BODY).finding?.kind).toBe('encoderJump');
  });

  it('end the silence', () => {
    const { unheard, countedAt } = countWheels({ ...heard(0), unheard: 5 }, 1, STILL, BODY).state;
    expect({ unheard, countedAt }).toEqual({ unheard: 0, countedAt: 1 });
  });
});

describe('the window', () => {
  const since = (at: number, body = BODY) =>
    kind(stateWith([healthySample(at, 0), sample(-0.02, 0.1, 0)]), 0, body);

  it('is a quarter of a second long', () => {
    expect([since(-0.24), since(-0.25), since(-0.26)]).toEqual([undefined, 'wheelStands', 'wheelStands']);
  });

  it('is longer for coarse encoders only, and for a turn without encoders', () => {
    const samples = [healthySample(-0.7, 0), sample(-0.25, 0.1, 0), sample(-0.02, 0.1, 0)];
    expect(kind(stateWith(samples), 0)).toBeUndefined();
    expect(kind(stateWith(samples), 0, bodyWith({ perCount: both(0.01) }))).toBe('wheelStands');
    const turns = (at: number, way: number, turned: number) => {
      const ways = { left: -way, right: way };
      return { at, quick: ways, likely: ways, slow: ways, counted: STILL, turned };
    };
    const turning = [turns(-2, 0, 0), turns(-0.25, 0.19, 0), turns(-0.02, 0.2, 0)];
    expect(watchMotion(stateWith(turning), 0, WITHOUT, { turned: 0 }).finding?.kind).toBe('noProgress');
  });

  it('shows a fault of the last quarter of a second also with coarse encoders', () => {
    const samples = [healthySample(-0.4, 0), healthySample(-0.25, 0.2), sample(-0.02, 0.3, 0.2)];
    expect(kind(stateWith(samples), 0, bodyWith({ perCount: both(0.005) }))).toBe('wheelStands');
  });

  it('shows in its last 120 ms what a wheel does now', () => {
    const samples = [
      healthySample(-0.25, 0),
      healthySample(-0.12, 0.04),
      sample(-0.06, 0.09, 0.04),
      sample(-0.02, 0.1, 0.04),
    ];
    // Since −0.12 s the left wheel has stood; 10 mm since −0.06 s would tell nothing.
    expect(kind(stateWith(samples), 0)).toBe('wheelStands');
  });
});

describe('samples', () => {
  /** After five seconds of standing. */
  function kept(body: MonitoredBody) {
    let state = startMotion(0, STILL);
    for (let n = 1; n * body.period <= 5; n++) {
      const at = n * body.period;
      if (body.metersPerCount) state = countWheels(state, at, STILL, body).state;
      state = watchMotion(state, at, body).state;
    }
    const { samples, now } = state;
    const gaps = samples.slice(1).map(({ at }, i) => at - (samples[i] as Sample).at);
    return { age: now.at - (samples[0] as Sample).at, gaps, count: samples.length };
  }

  it.each([
    ['fine encoders', BODY, 0.25],
    ['four counts at 50 mm/s', bodyWith({ perCount: { left: 0.01, right: 0.005 } }), 0.8],
    ['four counts at 50 mm/s of the coarser one', bodyWith({ perCount: { left: 0.005, right: 0.01 } }), 0.8],
    ['very coarse encoders, two seconds', bodyWith({ perCount: both(0.05) }), 2],
    ['no encoders, two seconds', WITHOUT, 2],
  ])('go back as far as is needed: %s', (_, body, window) => {
    const { age } = kept(body);
    expect(age).toBeGreaterThan(window - 1e-6);
    expect(age).toBeLessThan(window + 0.1);
  });

  it('are at least 20 ms apart, and a 24th of a long window', () => {
    const fine = kept(bodyWith({ period: 0.004 }));
    for (const gap of fine.gaps) expect(gap).toBeCloseTo(0.02, 9);
    const coarse = kept(bodyWith({ period: 0.004, perCount: both(0.05) }));
    // 83.3 ms, in whole periods of 4 ms.
    for (const gap of coarse.gaps) expect(gap).toBeCloseTo(0.084, 9);
    expect(coarse.count).toBeLessThanOrEqual(26);
  });

  it('that are too old are dropped, but for the last', () => {
    const state = stateWith([healthySample(-3, 0), healthySample(-2, 0), healthySample(-1, 0)]);
    expect(watchMotion(state, 5, BODY).state.samples.map(({ at }) => at)).toEqual([-1, 5]);
  });
});

describe('a wheel that fails its check', () => {
  it.each([
    // Two and a half periods, at least 60 ms.
    [0.02, 0.06, 'wheelStands'],
    [0.02, 0.061, undefined],
    [0.04, 0.1, 'wheelStands'],
    [0.04, 0.101, undefined],
  ])('with a period of %d s counts if the last report is %d s old: %s', (period, at, found) => {
    expect(kind(stateWith(STANDS), at, bodyWith({ period }))).toBe(found);
  });

  it('before the first report is no finding', () => {
    expect(kind(stateWith(STANDS, { countedAt: null, begun: 0 }), 0.05)).toBeUndefined();
  });

  it('after three ticks without a report is a silent encoder; healthy wheels are not', () => {
    expect(kind(stateWith(STANDS, { unheard: 1 }), 0.05)).toBe('wheelStands');
    expect(kind(stateWith(STANDS, { unheard: 2 }), 0.05)).toBe('encoderSilent');
    const healthy = [healthySample(-0.25, 0), healthySample(-0.02, 0.1)];
    expect(kind(stateWith(healthy, { unheard: 2 }), 0.05)).toBeUndefined();
  });
});

describe('an unclear finding', () => {
  const unclear = [healthySample(-0.25, 0), sample(-0.02, 0.1, 0.04)];
  const lasting = (since: number | null, period = 0.02) =>
    watchMotion(stateWith(unclear, { unclearSince: since }), 0, bodyWith({ period }));

  it('must last 60 ms', () => {
    expect(lasting(null)).toMatchObject({ state: { unclearSince: 0 } });
    expect([null, -0.059, -0.06, -0.061].map((since) => lasting(since).finding?.kind)).toEqual([
      undefined,
      undefined,
      'wheelStands',
      'wheelStands',
    ]);
  });

  it('does not wait for another tick if a period is at least as long', () => {
    expect([0.059, 0.06, 0.1].map((period) => lasting(null, period).finding?.kind)).toEqual([
      undefined,
      'wheelStands',
      'wheelStands',
    ]);
  });

  it('is forgotten once the wheels are as they should be', () => {
    const healthy = [healthySample(-0.25, 0), healthySample(-0.02, 0.1)];
    expect(watchMotion(stateWith(healthy, { unclearSince: -0.05 }), 0, BODY).state.unclearSince).toBe(null);
  });
});

describe('encoders without a report', () => {
  /** When a body that stands finds them silent, from its last report or, without any, from its start on. */
  function silentAt(body: MonitoredBody, begun: number, heardAt: number | null) {
    let state = startMotion(begun, STILL);
    if (heardAt !== null) state = countWheels(state, heardAt, STILL, body).state;
    for (let n = 1; n < 200; n++) {
      const at = (heardAt ?? begun) + n * body.period;
      const { state: next, finding } = watchMotion(state, at, body);
      if (finding) return { kind: finding.kind, after: Number((n * body.period).toFixed(6)) };
      state = next;
    }
    return undefined;
  }

  it.each([
    // More than 0.3 s, and more than two periods.
    [0.02, 0.32],
    [0.2, 0.6],
    [0.25, 0.75],
  ])('with a period of %d s are silent after %d s', (period, after) => {
    const body = bodyWith({ period });
    expect(silentAt(body, 0, 1)).toEqual({ kind: 'encoderSilent', after });
    expect(silentAt(body, 5, null)).toEqual({ kind: 'encoderSilent', after });
  });

  it('are not silent if only the clock made a leap', () => {
    const heard = countWheels(startMotion(0, STILL), 1, STILL, BODY).state;
    const leapt = watchMotion(heard, 2, BODY);
    expect(leapt.finding).toBeUndefined();
    expect(watchMotion(leapt.state, 2.02, BODY).finding?.kind).toBe('encoderSilent');
  });
});
