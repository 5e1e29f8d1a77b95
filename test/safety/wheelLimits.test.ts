/** The limits of the diagnosis of wheels: just below, at, and just above. */
import { describe, expect, it } from 'vitest';
import type { Ways, WindowSums } from '../../src/safety/motionWindow.js';
import { diagnose } from '../../src/safety/wheelDiagnosis.js';

const ways = (left: number, right: number): Ways => ({ left, right });

interface Seen {
  readonly quick: Ways;
  /** Default: as the quick model. */
  readonly slow?: Ways;
  readonly likely?: Ways;
  readonly counted: Ways;
  readonly turned?: number;
  readonly perCount?: Ways;
  readonly track?: number;
  readonly recent?: Partial<WindowSums>;
}

function found({
  quick,
  slow = quick,
  likely = quick,
  counted,
  turned,
  perCount,
  track = 0.15,
  recent = {},
}: Seen) {
  const sums = { lasting: 0.25, quick, slow, likely, counted, turned: turned ?? null, repeats: false };
  const body = { track, metersPerCount: perCount ?? ways(0.00015, 0.00015) };
  return diagnose(sums, () => ({ ...sums, lasting: 0.12, ...recent }), body);
}
const kind = (seen: Seen) => found(seen)?.kind;
const AHEAD = ways(0.1, 0.1);
const coarse = (perCount: number): Ways => ways(perCount, perCount);

const STANDS = ['encoderStuck', 'encoderSilent', 'motorDead', 'wheelsBlocked'];
const REVERSED = ['encoderReversed', 'motorReversed'];
const SWAPPED = ['encodersSwapped', 'motorsSwapped'];
const RUNS_ON = ['motorStuckOn', 'encoderJump'];

describe('a wheel', () => {
  it('is checked once it should have made four counts', () => {
    const standing = (way: number) =>
      kind({ quick: ways(way, way), counted: ways(0, 0), perCount: coarse(0.01) });
    expect([standing(0.039), standing(0.04), standing(0.041)]).toEqual([
      undefined,
      'wheelStands',
      'wheelStands',
    ]);
  });

  it('runs backwards from exactly three tenths of its way on, and hardly turns below 45 %', () => {
    expect(kind({ quick: AHEAD, counted: ways(-0.03, 0.1) })).toBe('wheelReversed');
    expect(kind({ quick: ways(1, 1), counted: ways(0.45, 1) })).toBeUndefined();
    expect(kind({ quick: ways(1, 1), counted: ways(0.449, 1) })).toBe('wheelStands');
  });

  it('runs on beyond 1.3 of the greater expected way, and 20 mm or three counts', () => {
    for (const [quick, slow] of [
      [AHEAD, ways(0.05, 0.1)],
      [ways(0.05, 0.1), AHEAD],
    ] as const) {
      for (const counted of [0.149, 1.3 * 0.1 + 0.02])
        expect(kind({ quick, slow, counted: ways(counted, 0.1) })).toBeUndefined();
      expect(kind({ quick, slow, counted: ways(0.151, 0.1) })).toBe('wheelRunsOn');
    }
    const still = (counted: number) =>
      kind({ quick: ways(0, 0), counted: ways(counted, 0), perCount: coarse(0.01) });
    expect([still(0.021), still(0.029), still(0.031)]).toEqual([undefined, undefined, 'wheelRunsOn']);
  });
});

describe('wheels that turn the body the wrong way', () => {
  const swapped = (left: number, right: number, more: Partial<Seen> = {}) =>
    kind({ quick: ways(left, right), counted: ways(right, left), ...more });

  it('show it from a commanded difference of 12 mm on', () => {
    expect([swapped(0, 0.0119), swapped(0, 0.012)]).toEqual([undefined, 'wheelsSwapped']);
  });

  it('show it from six counts on, of the coarser encoder', () => {
    for (const perCount of [ways(0.003, 0.001), ways(0.001, 0.003)])
      expect([swapped(0, 0.0179, { perCount }), swapped(0, 0.0181, { perCount })]).toEqual([
        undefined,
        'wheelsSwapped',
      ]);
  });

  it('show it from a fifth of the way of the faster wheel on', () => {
    expect([swapped(0.1, 0.124), swapped(0.1, 0.126)]).toEqual([undefined, 'wheelsSwapped']);
  });

  it('show it only where both models expect the same direction', () => {
    const seen = { quick: ways(0, 0.05), slow: ways(0.05, 0), counted: ways(0.057, 0) };
    expect(kind(seen)).toBeUndefined();
  });

  it('must go three tenths of the difference the other way', () => {
    const told = ways(0.1, 0.145);
    expect(kind({ quick: told, counted: ways(0.1293, 0.1157) })).toBe('wheelsSwapped');
    expect(kind({ quick: told, counted: ways(0.1291, 0.1159) })).toBeUndefined();
  });

  it('must go 3 mm the other way', () => {
    const small = { quick: ways(0, 0.012), slow: ways(0, 0.005) };
    expect(kind({ ...small, counted: ways(0.0031, 0) })).toBe('wheelsSwapped');
    for (const counted of [ways(0.0029, 0), ways(0.0005, 0.0022)])
      expect(kind({ ...small, counted })).toBeUndefined();
  });

  it('must go three counts the other way', () => {
    // All figures are multiples of a count, 1/256 m.
    const count = 2 ** -8;
    const turned = (counts: number) =>
      kind({
        quick: ways(18 * count, 27 * count),
        counted: ways((21 + counts) * count, 21 * count),
        perCount: coarse(count),
      });
    expect([turned(2.8), turned(3), turned(3.1)]).toEqual([undefined, 'wheelsSwapped', 'wheelsSwapped']);
  });

  it('must go farther the other way than motors that differ by 22 % explain, by two counts', () => {
    // The body that turns least, whichever of the three: 50 mm − 22 % of 1.05 m = −181 mm.
    const [more, less, other] = [ways(0.5, 0.63), ways(0.5, 0.55), ways(0.55, 0.6)];
    const [far, short] = [ways(1.3, 2), ways(0.1, 0.15)];
    for (const [quick, slow, likely, leastOf] of [
      [more, less, more, less],
      [more, other, more, other],
      [more, more, less, less],
      [far, short, short, far],
    ] as const) {
      const least = leastOf.right - leastOf.left - 0.22 * (leastOf.left + leastOf.right);
      const turned = (seen: number, perCount?: Ways) =>
        kind({
          quick,
          slow,
          likely,
          counted: ways(0.54 - seen / 2, 0.54 + seen / 2),
          ...(perCount && { perCount }),
        });
      expect([turned(least - 0.004), turned(least + 0.004)]).toEqual(['wheelsSwapped', undefined]);
      const perCount = coarse(0.02);
      expect([turned(least - 0.044, perCount), turned(least - 0.036, perCount)]).toEqual([
        'wheelsSwapped',
        undefined,
      ]);
    }
  });

  it('that fit no known fault are judged one by one', () => {
    expect(kind({ quick: ways(0, 0.015), counted: ways(0.018, -0.01) })).toBeUndefined();
    expect(kind({ quick: ways(0.02, 0.1), counted: ways(0.1, 0.06) })).toBe('wheelRunsOn');
  });
});

describe('the last 120 ms', () => {
  /** The left wheel has just stopped. */
  const stopped = (way: number, perCount?: number) =>
    found({
      quick: AHEAD,
      counted: ways(0.04, 0.1),
      recent: { quick: ways(way, way), slow: ways(way, way), counted: ways(0, way) },
      ...(perCount && { perCount: coarse(perCount) }),
    })?.after;

  it('show the fault, without any wait, once both wheels should have gone 15 mm and four counts', () => {
    expect([stopped(0.0149), stopped(0.015), stopped(0.02)]).toEqual([0.06, undefined, undefined]);
    expect([stopped(0.0199, 0.005), stopped(0.02, 0.005)]).toEqual([0.06, undefined]);
  });

  it('may fit several faults: then all their causes are possible', () => {
    const seen = { quick: ways(0.032, 0.1), counted: ways(-0.0121, 0.1), perCount: coarse(0.008) };
    expect(found(seen)).toMatchObject({ kind: 'wheelReversed', causes: [...REVERSED, ...STANDS] });
  });

  it('of up to 0.15 s with eight counts leave no doubt about swapped wheels; else one may run on', () => {
    const seen = { quick: ways(0.05, 0.1), counted: ways(0.1, 0.05) };
    const sharp = { kind: 'wheelsSwapped', causes: SWAPPED, after: 0.06 };
    const blurred = { kind: 'wheelsSwapped', causes: [...SWAPPED, ...RUNS_ON] };
    expect(found({ ...seen, recent: { lasting: 0.15 } })).toMatchObject(sharp);
    expect(found({ ...seen, recent: { lasting: 0.151 } })).toMatchObject(blurred);
    expect(found({ ...seen, recent: { lasting: 0.151 } })?.after).toBeUndefined();
    expect(found({ ...seen, perCount: coarse(0.00625) })).toMatchObject(sharp);
    expect(found({ ...seen, perCount: coarse(0.0063) })).toMatchObject(blurred);
  });

  it('leave no doubt that a wheel stands, with at most one and a half counts', () => {
    const standing = (counted: number, lasting = 0.12) =>
      found({ quick: AHEAD, counted: ways(counted, 0.1), perCount: coarse(0.002), recent: { lasting } })
        ?.causes;
    expect(standing(0.003)).toEqual(STANDS);
    expect(standing(0.0031)).toEqual([...STANDS, ...REVERSED]);
    expect(standing(0.003, 0.16)).toEqual([...STANDS, ...REVERSED]);
  });

  it('may show a wheel that ran on at rest: both stay possible', () => {
    const recent = { quick: ways(0.05, 0.05), slow: ways(0.05, 0.05), counted: ways(0, 0.05) };
    expect(found({ quick: AHEAD, counted: ways(0.16, 0.1), recent })?.causes).toEqual([
      ...STANDS,
      ...RUNS_ON,
    ]);
  });
});

describe('swapped wheels', () => {
  /** One wheel may also run on if the other does as it was told. */
  const runsOn = (seen: Seen) => {
    const { kind, causes } = found(seen) ?? {};
    expect(kind).toBe('wheelsSwapped');
    return causes?.includes('motorStuckOn');
  };
  const perCount = coarse(0.002);

  it.each([
    ['forward', 1],
    ['backward', -1],
  ] as const)('may be one that runs on, beyond 12 %%, two counts and 2 mm (%s)', (_, sign) => {
    const signed = (left: number, right: number) => ways(sign * left, sign * right);
    const quick = signed(0.03, 0.0425);
    const at = (left: number, right: number) => runsOn({ quick, counted: signed(left, right), perCount });
    // The left one beyond 30 mm + 3.6 mm + 6 mm, the right one not below 42.5 mm − 5.1 mm − 6 mm.
    expect([at(0.0395, 0.0315), at(0.0397, 0.0315)]).toEqual([false, true]);
    expect([at(0.041, 0.0315), at(0.041, 0.0313)]).toEqual([true, false]);
  });

  it('may be one that runs on beyond what both models expect', () => {
    const [far, near] = [ways(0.03, 0.0425), ways(0.027, 0.0395)];
    for (const [quick, slow] of [
      [far, near],
      [near, far],
    ] as const) {
      const at = (left: number, right: number) =>
        runsOn({ quick, slow, counted: ways(left, right), perCount });
      expect([at(0.0395, 0.0285), at(0.0397, 0.0285)]).toEqual([false, true]);
      expect([at(0.041, 0.0285), at(0.041, 0.0283)]).toEqual([true, false]);
    }
  });
});

describe('a gyroscope', () => {
  const ENCODERS = ['encoderStuck', 'encoderSilent'];
  const MOTORS = ['motorDead', 'wheelsBlocked'];
  /** Both wheels should turn the body, and stand. */
  const causes = (quick: Ways, turned: number, track?: number) =>
    found({ quick, counted: ways(0, 0), turned, ...(track && { track }) })?.causes;

  it('tells from a difference of 0.12 rad on whether encoders or motors fail', () => {
    // 17.9 mm and 18.1 mm at a track of 150 mm.
    expect(causes(ways(0.1, 0.1179), 0)).toEqual(STANDS);
    expect(causes(ways(0.1, 0.1181), 0)).toEqual(MOTORS);
    expect(causes(ways(0.1, 0.16), 0, 0.5)).toEqual(MOTORS);
  });

  it('must be twice as near to one as to the other', () => {
    // Told 4/3 rad, counted none.
    const turning = ways(-0.1, 0.1);
    expect([0.44, 0.45, 0.88, 0.9].map((turned) => causes(turning, turned))).toEqual([
      MOTORS,
      STANDS,
      STANDS,
      ENCODERS,
    ]);
    // Told 1 rad: exactly twice as near is not enough.
    expect([2, -1].map((turned) => causes(ways(-0.25, 0.25), turned, 0.5))).toEqual([STANDS, STANDS]);
  });
});

describe('the words', () => {
  it.each([
    [ways(0.1, 0.12), ways(0, 0.12), /^the left wheel hardly turns \(commanded 100 mm .* counted 0 mm\)/],
    [ways(0.12, 0.1), ways(0.12, 0), /^the right wheel hardly turns \(commanded 100 mm .* counted 0 mm\)/],
    [AHEAD, ways(0, 0), /^the wheels hardly turn \(/],
    [AHEAD, ways(-0.1, 0.1), /^the left wheel runs backwards \(/],
    [AHEAD, ways(-0.1, -0.1), /^the wheels run backwards \(/],
    [AHEAD, ways(0.16, 0.1), /^the left wheel turns more than commanded \(/],
    [AHEAD, ways(0.16, 0.16), /^the wheels turn more than commanded \(/],
    [ways(0.05, 0.1), ways(0.1, 0.05), /^the wheels turn the body the wrong way \(/],
  ])('told %j, counted %j: %s', (quick, counted, words) => {
    expect(found({ quick, counted })?.what).toMatch(words);
  });

  it('come at once where the counts fit a known fault', () => {
    for (const counted of [ways(-0.1, 0.1), ways(0.1, -0.1), ways(-0.1, -0.1), ways(0, 0.1)])
      expect(found({ quick: AHEAD, counted })?.after).toBeUndefined();
  });
});
