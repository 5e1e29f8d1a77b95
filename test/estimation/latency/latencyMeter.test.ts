/** The meter alone, on wheels that answer as late as the test says. */
import { describe, expect, it } from 'vitest';
import {
  type LatencyMeter,
  MOST_LATENCY,
  meterRestarted,
  meterTurn,
  meterWays,
  noteSent,
  startMeter,
} from '../../../src/estimation/latencyMeter.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';
import { turnWheel } from '../../../src/math/wheel.js';

const fileOf = (declaredLatency: number) => ({ declaredLatency, compensates: true });
const RESPONSE = { lag: 0.06, breakaway: 0.03, acceleration: 2 };
const TRACK = 0.14;

interface Case {
  readonly delay?: number;
  readonly rate?: number;
  /** Way of a count; 0 is exact. */
  readonly count?: number;
  readonly gain?: { readonly left: number; readonly right: number };
  readonly seconds?: number;
  readonly by?: 'ways' | 'turn';
  /** Commands of a drive; each lasts 0.8 s. */
  readonly told?: (i: number) => { readonly left: number; readonly right: number };
  readonly declared?: number | null;
  /** From then on there is no power, for half a second. */
  readonly stopAt?: number;
}

const drawn = (() => {
  const random = resumeRandom(seedRandom(7));
  const all = Array.from({ length: 100 }, () => ({
    left: 0.4 * (random.uniform() - 0.2),
    right: 0.4 * (random.uniform() - 0.2),
  }));
  return (i: number) => all[i % all.length] as (typeof all)[number];
})();

/** Wheels as in the model, in steps of a millisecond, with counts as an encoder gives them. */
function driven({
  delay = 0.08,
  rate = 50,
  count = 0.0002,
  gain = { left: 1, right: 1 },
  seconds = 10,
  by = 'ways',
  told = drawn,
  declared = null,
  stopAt = Number.POSITIVE_INFINITY,
}: Case = {}): LatencyMeter {
  const sent: { at: number; left: number; right: number }[] = [];
  const wheels = { left: { speed: 0, way: 0 }, right: { speed: 0, way: 0 } };
  const read = { left: 0, right: 0 };
  let meter = startMeter;
  let next = 0;
  for (let i = 0; i < 1000 * seconds; i++) {
    const at = i / 1000;
    const off = at >= stopAt && at < stopAt + 0.5;
    if (at >= next) {
      const counted = (way: number) => (count > 0 ? Math.floor(way / count) * count : way);
      const ways = {
        left: counted(wheels.left.way) - read.left,
        right: counted(wheels.right.way) - read.right,
      };
      read.left += ways.left;
      read.right += ways.right;
      meter =
        by === 'ways'
          ? meterWays(meter, at, ways, RESPONSE)
          : meterTurn(meter, at, (ways.right - ways.left) / TRACK, { response: RESPONSE, track: TRACK });
      const command = off ? { left: 0, right: 0 } : told(Math.floor(at / 0.8));
      sent.push({ at, ...command });
      meter = noteSent(meter, at, off ? null : command, declared === null ? null : fileOf(declared));
      next += 1 / rate;
    }
    const working = off ? undefined : sent.findLast((command) => command.at + delay <= at);
    for (const side of ['left', 'right'] as const) {
      const wheel = wheels[side];
      const moved = turnWheel(wheel.speed, gain[side] * (working?.[side] ?? 0), 0.001, RESPONSE);
      wheel.speed = off ? 0 : moved.speed;
      wheel.way += off ? 0 : moved.travel;
    }
  }
  return meter;
}

const errorOf = (meter: LatencyMeter, delay: number): number =>
  Math.abs((meter.found?.value ?? Number.POSITIVE_INFINITY) - delay);

describe('a latency', () => {
  it.each([0, 0.011, 0.03, 0.08, 0.123, 0.2, 0.29])('of %d s is found within 3 ms', (delay) => {
    expect(errorOf(driven({ delay }), delay)).toBeLessThan(0.003);
  });

  it.each([10, 20, 33, 100, 200])('is found at %d Hz', (rate) => {
    expect(errorOf(driven({ rate }), 0.08)).toBeLessThan(rate < 20 ? 0.006 : 0.003);
  });

  it.each([
    [20, 0.011],
    [80, 0.005],
    [200, 0.004],
    [1437, 0.003],
  ])('is found with %d counts a revolution', (counts, within) => {
    expect(errorOf(driven({ count: 0.22 / counts }), 0.08)).toBeLessThan(within);
  });

  it('is found by turns alone', () => {
    expect(errorOf(driven({ by: 'turn', count: 0 }), 0.08)).toBeLessThan(0.003);
  });

  it('is found although wheels are weaker or stronger than told', () => {
    expect(errorOf(driven({ gain: { left: 0.9, right: 0.97 } }), 0.08)).toBeLessThan(0.007);
    expect(errorOf(driven({ gain: { left: 1.1, right: 1.05 } }), 0.08)).toBeLessThan(0.007);
  });

  it('lies within three of its standard deviations', () => {
    for (const delay of [0.02, 0.05, 0.11]) {
      const { found } = driven({ delay, count: 0.011 });
      expect(Math.abs((found?.value ?? 9) - delay)).toBeLessThan(3 * (found?.deviation ?? 0));
    }
  });

  it('does not change where left is right, or forward is back', () => {
    const value = driven().found?.value as number;
    const mirrored = (i: number) => ({ left: drawn(i).right, right: drawn(i).left });
    const back = (i: number) => ({ left: -drawn(i).left, right: -drawn(i).right });
    expect(driven({ told: mirrored, count: 0 }).found?.value).toBeCloseTo(value, 2.5);
    expect(driven({ told: back, count: 0 }).found?.value).toBeCloseTo(value, 2.5);
  });
});

describe('nothing is said', () => {
  it.each<[string, Case]>([
    ['standing', { told: () => ({ left: 0, right: 0 }) }],
    ['of one speed all the time', { told: () => ({ left: 0.3, right: 0.3 }), stopAt: 0, seconds: 3 }],
    ['of wheels that do not turn', { gain: { left: 0, right: 0 } }],
    ['of wheels that turn the wrong way', { gain: { left: -1, right: -1 } }],
    ['of one that came later than any model', { delay: 0.6 }],
    ['after a tenth of a second', { seconds: 0.1 }],
  ])('%s', (_, it) => {
    expect(driven(it).found).toBeNull();
  });

  it('by readings that are a second apart', () => {
    let meter = startMeter;
    for (let i = 0; i < 20; i++)
      meter = meterWays(noteSent(meter, i, drawn(i), null), i, { left: 0.1 * (i % 3), right: 0.1 }, RESPONSE);
    expect(meter.found).toBeNull();
  });
});

describe('what was learned', () => {
  it('outlives a stop, which is no answer to a command', () => {
    const meter = driven({ stopAt: 6.1, seconds: 12 });
    expect(errorOf(meter, 0.08)).toBeLessThan(0.004);
  });

  it('outlives a restart of the counters', () => {
    const before = driven();
    expect(meterRestarted(before, 11).found).toEqual(before.found);
    expect(meterRestarted(before, 11).cross).toEqual(before.cross);
  });

  it('is plain JSON', () => {
    const meter = driven({ seconds: 3 });
    expect(JSON.parse(JSON.stringify(meter))).toEqual(meter);
  });

  it('keeps no command longer than it is needed', () => {
    expect(driven({ seconds: 20, rate: 100 }).driven.length).toBeLessThan(200 * MOST_LATENCY + 5);
  });
});

describe('the latency that is used', () => {
  it('is nobody’s business where the file’s is used', () => {
    expect(driven().used).toBeNull();
  });

  it('goes from the declared one to the measured one, slowly', () => {
    const early = driven({ declared: 0.04, seconds: 1.6, delay: 0.2 });
    const late = driven({ declared: 0.04, seconds: 10, delay: 0.2 });
    expect(early.used ?? 0.04).toBeLessThan(0.04 + 0.05 * 1.6);
    expect(late.used).toBeCloseTo(0.2, 2);
  });

  it('stays when too little is known to say more', () => {
    const meter = driven({ declared: 0.04, delay: 0.1 });
    const still = noteSent(
      { ...meter, own: 0, cross: startMeter.cross },
      10.02,
      { left: 0, right: 0 },
      fileOf(0.04),
    );
    expect(still.found).toBeNull();
    expect(still.used).toBe(meter.used);
  });
});
