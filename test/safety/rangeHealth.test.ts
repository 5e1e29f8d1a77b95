import { describe, expect, it } from 'vitest';
import { deg } from '../../src/math/units.js';
import {
  type RangeHealth,
  sightHold,
  startRangeHealths,
  unheardSince,
  unknownAt,
  updateRangeHealth,
} from '../../src/safety/rangeHealth.js';
import type { RangeReading } from '../../src/signals/signals.js';

const FRONT = { facing: 0, beam: { rays: [0], each: true, rate: 25 } };
/** A fan of 1° steps, 90° wide. */
const FAN = {
  facing: 0,
  beam: { rays: Array.from({ length: 91 }, (_, i) => deg(i - 45)), each: true, rate: 10 },
};
const reading = (at: number, distances: readonly (number | null)[], raw?: number): RangeReading => ({
  kind: 'range',
  at,
  sensor: 'front',
  distances,
  ...(raw !== undefined && { raw }),
});
const judged = (distances: readonly (number | null)[], mounted = FRONT) =>
  updateRangeHealth(undefined, mounted, reading(1, distances), 0.3);

describe('a reading of a range sensor', () => {
  it('without an echo means free: unknown describes a sensor, not space', () => {
    expect(judged([null])).toMatchObject({ unknown: [], since: null });
    for (const distance of [0, 0.4]) expect(judged([distance])).toMatchObject({ unknown: [], since: null });
  });

  it.each([[[Number.NaN]], [[Number.POSITIVE_INFINITY]], [[-1]], [[]]])('of %j is not valid', (bad) => {
    expect(judged(bad)).toMatchObject({ unknown: [0], since: 1, kind: 'rangeBlind' });
  });

  it('of a scan bridges what is unknown between known rays, up to 5 degrees', () => {
    const scan = (from: number, to: number) =>
      FAN.beam.rays.map((_, i) => (i >= from && i <= to ? Number.NaN : null));
    // Known rays at 39 and 44: 5° apart.
    expect(judged(scan(40, 43), FAN).unknown).toEqual([]);
    expect(judged(scan(40, 44), FAN).unknown).toHaveLength(5);
    // At the rim nothing is known beyond it.
    expect(judged(scan(0, 1), FAN).unknown).toHaveLength(2);
  });
});

describe('a range sensor whose raw value stays the same', () => {
  const repeated = (times: number, speed: number, before?: RangeHealth) => {
    let health = before;
    for (let i = 0; i < times; i++)
      health = updateRangeHealth(health, FRONT, reading(i / 25, [0.5], 200), speed);
    return health as RangeHealth;
  };

  it('is stuck after 20 readings at more than 0.1 m/s, and not before', () => {
    expect(repeated(19, 0.2).since).toBeNull();
    expect(repeated(20, 0.2)).toMatchObject({ kind: 'rangeStuck', unknown: [0] });
  });

  it('is not judged while the robot stands or creeps', () => {
    expect(repeated(200, 0).since).toBeNull();
    expect(repeated(200, 0.1).since).toBeNull();
  });

  it('stays unknown when the robot stands, until its value changes', () => {
    const stuck = repeated(21, 0.2);
    const standing = repeated(50, 0, stuck);
    expect(standing.kind).toBe('rangeStuck');
    expect(standing.since).not.toBeNull();
    expect(updateRangeHealth(standing, FRONT, reading(9, [0.5], 201), 0).since).toBeNull();
  });

  it('is not judged without raw counts: an ideal sensor always gives the same value', () => {
    let health: RangeHealth | undefined;
    for (let i = 0; i < 100; i++) health = updateRangeHealth(health, FRONT, reading(i / 25, [0.5]), 0.3);
    expect(health?.since).toBeNull();
  });
});

describe('a range sensor that is silent', () => {
  const rangers = { front: FRONT };
  it('is unknown after three of its periods, at least 0.15 s', () => {
    const healths = startRangeHealths(rangers, 1);
    expect(unknownAt(healths, rangers, 1.15)).toEqual([]);
    expect(unknownAt(healths, rangers, 1.16)).toMatchObject([{ sensor: 'front', kind: 'rangeSilent' }]);
    const slow = { front: FAN };
    expect(unknownAt(startRangeHealths(slow, 1), slow, 1.3)).toEqual([]);
    expect(unknownAt(startRangeHealths(slow, 1), slow, 1.31)).toHaveLength(91);
  });
});

describe('a direction of a swept sonar', () => {
  const rangers = { eye: { ...FRONT, beam: { ...FRONT.beam, rate: 0.5, swept: { silence: 3 } } } };

  it('is unknown until it is looked at for the first time', () => {
    const healths = unheardSince(startRangeHealths(rangers, 0), {}, 1);
    expect(unknownAt(healths, rangers, 1)).toEqual([
      { sensor: 'eye', direction: 0, since: 1, kind: 'rangeSilent' },
    ]);
    expect(sightHold(unknownAt(healths, rangers, 1.3), 0.3, 1.3).share).toBe(0);
  });

  it('is known from a look on, and unknown after its own time without another', () => {
    const eye = updateRangeHealth(startRangeHealths(rangers, 0).eye, rangers.eye, reading(1, [null]), 0);
    expect(unknownAt({ eye }, rangers, 4)).toEqual([]);
    expect(unknownAt({ eye }, rangers, 4.01)).toMatchObject([{ since: 4, kind: 'rangeSilent' }]);
  });
});

describe('the silence of a sensor', () => {
  const rangers = { front: FRONT, left: { ...FRONT, facing: 1 } };
  it('begins with the first tick for one that never reported, and with its last report for another', () => {
    const healths = unheardSince(startRangeHealths(rangers, 0), { left: 0 }, 5);
    expect(unknownAt(healths, rangers, 5)).toEqual([
      { sensor: 'left', direction: 1, since: 0.15, kind: 'rangeSilent' },
    ]);
    expect(unknownAt(healths, rangers, 5.16).map(({ sensor }) => sensor)).toEqual(['front', 'left']);
  });

  it('does not hide that its last reading was not valid, and since when', () => {
    const first = updateRangeHealth(undefined, FRONT, reading(1, [Number.NaN]), 0);
    const front = updateRangeHealth(first, FRONT, reading(1.1, [Number.NaN]), 0);
    expect(unknownAt({ front }, { front: FRONT }, 1.2)).toEqual([
      { sensor: 'front', direction: 0, since: 1, kind: 'rangeBlind' },
    ]);
    expect(unknownAt({ front }, { front: FRONT }, 1.3)).toEqual([
      { sensor: 'front', direction: 0, since: 1, kind: 'rangeSilent' },
    ]);
  });

  it('does not report a sensor that has just sent a reading', () => {
    const front = updateRangeHealth(undefined, FRONT, reading(3, [0.4]), 0);
    expect(front).toEqual({ heardAt: 3, same: 0, unknown: [], since: null, kind: 'rangeBlind' });
    expect(unknownAt({ front }, { front: FRONT }, 3.1)).toEqual([]);
    expect(unknownAt({}, { front: FRONT }, 3.1)).toEqual([]);
  });
});

describe('the directions that are unknown', () => {
  const LOOKING_LEFT = { ...FAN, facing: 1 };
  it('are those of the rays, turned as the sensor is', () => {
    const right = FAN.beam.rays.map((_, i) => (i >= 89 ? -1 : null));
    expect(judged(right, LOOKING_LEFT).unknown).toEqual([
      expect.closeTo(1 + deg(44), 9),
      expect.closeTo(1 + deg(45), 9),
    ]);
  });

  it('are all of them where rays are missing, and the one of a sensor that tells only the nearest', () => {
    expect(judged([0.4], LOOKING_LEFT).unknown).toHaveLength(91);
    const cone = { facing: 1, beam: { ...FAN.beam, each: false } };
    expect(judged([0.4], cone).unknown).toEqual([]);
    expect(judged([Number.NaN], cone).unknown).toEqual([1]);
  });

  it('of a silent sensor are those of its rays; of one that tells only the nearest, that of its middle', () => {
    const pair = { facing: 1, beam: { rays: [-0.1, 0.1], each: true, rate: 25 } };
    const silent = (mounted: typeof pair) =>
      unknownAt(startRangeHealths({ pair: mounted }, 0), { pair: mounted }, 1).map(
        ({ direction }) => direction,
      );
    expect(silent(pair)).toEqual([0.9, 1.1]);
    expect(silent({ ...pair, beam: { ...pair.beam, each: false } })).toEqual([1]);
  });

  it('of a sensor that reports are only those without a valid distance', () => {
    const pair = { facing: 0, beam: { rays: [-0.1, 0.1], each: true, rate: 25 } };
    const health = updateRangeHealth(undefined, pair, reading(1, [0.4, Number.NaN]), 0);
    expect(unknownAt({ pair: health }, { pair }, 1.01).map(({ direction }) => direction)).toEqual([0.1]);
  });

  it('may lie in several gaps, each judged by itself', () => {
    const gaps = new Set([10, 30, 31, 32, 33, 34, 60]);
    const unknown = judged(
      FAN.beam.rays.map((_, i) => (gaps.has(i) ? Number.NaN : 0.5)),
      FAN,
    ).unknown;
    expect(unknown).toEqual([30, 31, 32, 33, 34].map((i) => expect.closeTo(deg(i - 45), 9)));
  });
});

describe('motion towards what is unknown', () => {
  const beam = (direction: number) => [{ sensor: 'front', direction, since: 1, kind: 'rangeBlind' }] as const;

  it('is halved at once, ends within 0.3 s, and is a fault after 2 s', () => {
    expect(sightHold(beam(0), 0.3, 1)).toMatchObject({ share: 0.5, latched: false });
    expect(sightHold(beam(0), 0.3, 1.3)).toMatchObject({ share: 0, latched: false });
    expect(sightHold(beam(0), 0.3, 3.01)).toMatchObject({ share: 0, latched: true });
  });

  it('drives at half speed for 0.2 s, and is a fault from 2 s on', () => {
    const since = (at: number) =>
      sightHold([{ sensor: 'front', direction: 0, since: 0, kind: 'rangeBlind' }], 1, at);
    expect([0, 0.19, 0.2, 1.99, 2].map((at) => since(at).share)).toEqual([0.5, 0.5, 0, 0, 0]);
    expect([0.2, 1.99, 2].map((at) => since(at).latched)).toEqual([false, false, true]);
  });

  it('is judged by the beam ahead that is unknown for longest', () => {
    const [front, left, back] = [0.1, 0.5, 3].map((direction, i) => ({
      sensor: ['front', 'left', 'back'][i] ?? '',
      direction,
      since: [2, 1, 0][i] ?? 0,
      kind: 'rangeBlind' as const,
    }));
    if (!front || !left || !back) throw new Error('three');
    for (const beams of [
      [front, left, back],
      [back, left, front],
    ])
      expect(sightHold(beams, 0.3, 2.05)).toEqual({ share: 0, beam: left, latched: false });
    expect(sightHold([front, left], -0.3, 9)).toEqual({ share: 1, beam: null, latched: false });
  });

  it('is judged by the first of beams that are unknown for equally long', () => {
    const [left, right] = ['left', 'right'].map((sensor) => ({
      sensor,
      direction: 0,
      since: 1,
      kind: 'rangeBlind' as const,
    }));
    if (!left || !right) throw new Error('two');
    expect(sightHold([left, right], 0.3, 1).beam?.sensor).toBe('left');
  });

  it('does not hold a robot that stands, or whose sensors all work', () => {
    const free = { share: 1, beam: null, latched: false };
    expect(sightHold(beam(0), 0, 9)).toEqual(free);
    expect(sightHold(beam(Math.PI), 0, 9)).toEqual(free);
    expect(sightHold([], 0.3, 9)).toEqual(free);
  });

  it('is what is within 60 degrees of the beam, forwards or backwards', () => {
    expect(sightHold(beam(deg(60)), 0.3, 1).share).toBe(0.5);
    for (const off of [-1e-6, 1e-9]) expect(sightHold(beam(deg(60) + off), 0.3, 1).share).toBe(0.5);
    for (const off of [1.3e-9, 2.1e-9, deg(1)]) expect(sightHold(beam(deg(60) + off), 0.3, 1).share).toBe(1);
    expect(sightHold(beam(deg(60)), 1, 1).share).toBe(0.5);
    expect(sightHold(beam(deg(-60)), 0.3, 1).share).toBe(0.5);
    expect(sightHold(beam(0), -0.3, 1).share).toBe(1);
    expect(sightHold(beam(Math.PI), -0.3, 1).share).toBe(0.5);
  });
});
