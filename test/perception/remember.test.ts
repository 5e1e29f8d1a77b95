/** What a robot remembers of what its sensors hit. */
import { describe, expect, it } from 'vitest';
import type { Pose, Vec2 } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import { carried, remember } from '../../src/perception/remember.js';
import { nothingSeen, type Seen } from '../../src/perception/seen.js';
import type { Beam, Ranger } from '../../src/robot/ranger.js';
import type { Sure } from '../../src/signals/hits.js';
import type { Neighbor } from '../../src/signals/signals.js';

const spread = (degrees: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => deg(degrees) * (count > 1 ? i / (count - 1) - 0.5 : 0));
const beam = (more: Partial<Beam>): Beam => ({
  rays: [0],
  each: true,
  nearest: 0,
  farthest: 5,
  rate: 10,
  ...more,
});
const on = (sensor: Beam, at: Vec2 = { x: 0, y: 0 }): Ranger => ({ at, facing: 0, beam: sensor });
const LIDAR = on(beam({ rays: spread(180, 181) }));
const EYE = on(beam({}));
const SONAR = on(beam({ rays: spread(15, 9), each: false }));
const BUMPER = on(beam({ farthest: 0 }), { x: 0.1, y: 0 });

/** Looks from the origin along +x, unless moved. */
function look(
  seen: Seen,
  ranger: Ranger,
  distances: readonly (number | null)[],
  {
    at = 0,
    pose = { x: 0, y: 0, heading: 0 } as Pose,
    before = undefined as number | undefined,
    neighbors = [] as Neighbor[],
    radius = 0.1,
    poseAt = (_: number): Pose => pose,
  } = {},
): Seen {
  const reading = { kind: 'range' as const, at, sensor: 'eye', distances };
  const last = before === undefined ? undefined : { ...reading, distances: [before] };
  return remember(seen, [{ ranger, reading, last }], { poseAt, neighbors, radius });
}
const placesOf = ({ hits }: Seen): Vec2[] => hits.x.map((x, i) => ({ x, y: hits.y[i] as number }));
const fan = (far: (degrees: number) => number | null) => Array.from({ length: 181 }, (_, i) => far(i - 90));

describe('rays', () => {
  it('mark what they hit, in the world', () => {
    const pose = { x: 1, y: 2, heading: deg(90) };
    const [place] = placesOf(look(nothingSeen, EYE, [0.5], { pose }));
    expect(place?.x).toBeCloseTo(1, 4);
    expect(place?.y).toBeCloseTo(2.5, 4);
  });

  it('mark nothing where there was no echo, an invalid one, or a robot that says itself where it is', () => {
    for (const far of [null, Number.NaN, -1, 9]) expect(placesOf(look(nothingSeen, EYE, [far]))).toEqual([]);
    const other: Neighbor = {
      id: 'b',
      at: 0,
      position: { x: 0.6, y: 0 },
      velocity: { x: 0, y: 0 },
      heading: 0,
      radius: 0.1,
    };
    const met = look(nothingSeen, EYE, [0.5], { neighbors: [other] });
    expect(placesOf(met)).toEqual([]);
    // The collision monitor minds it all the same, until the next reading.
    expect(met.robots).toEqual({ eye: [{ x: 0.5, y: 0 }] });
    expect(look(met, EYE, [0.5]).robots).toEqual({});
  });

  it('keep one point a cell', () => {
    const seen = look(look(nothingSeen, EYE, [0.51]), EYE, [0.52], { at: 1 });
    expect(placesOf(seen)).toEqual([{ x: 0.52, y: 0 }]);
    expect(seen.hits.at).toEqual([1]);
  });

  it('erase what both rays at its sides see past by more than 0.15 m', () => {
    const post = look(
      nothingSeen,
      LIDAR,
      fan((degrees) => (degrees === 0 ? 1 : null)),
    );
    expect(placesOf(post)).toHaveLength(1);
    const left = (behind: number | null) =>
      placesOf(
        look(
          post,
          LIDAR,
          fan(() => behind),
        ),
      ).filter(({ x, y }) => x < 1.05 && Math.abs(y) < 0.01).length;
    expect([left(null), left(1.2), left(1.16)]).toEqual([0, 0, 0]);
    expect(left(1.1)).toBe(1);
  });

  it('erase nothing between rays that are farther apart than a cell, nor beside a single one', () => {
    const coarse = on(beam({ rays: spread(60, 11) }));
    const aside = { x: 1, y: 0, heading: 0 };
    const post = {
      ...nothingSeen,
      hits: { x: [1], y: [Math.tan(deg(3))], at: [0], sure: [1 as const], heard: [null] },
    };
    const free = Array(11).fill(null);
    // 6° between two rays: 105 mm at 1 m, 42 mm at 0.4 m.
    expect(placesOf(look(post, coarse, free))).toHaveLength(1);
    const near = { x: 0.6, y: Math.tan(deg(3)) - 0.4 * Math.tan(deg(3)), heading: 0 };
    expect(placesOf(look(post, coarse, free, { pose: near }))).toHaveLength(0);
    const beside = {
      ...nothingSeen,
      hits: { x: [0.5], y: [0.02], at: [0], sure: [1 as const], heard: [null] },
    };
    expect(placesOf(look(beside, EYE, [null]))).toHaveLength(1);
    const through = { pose: { ...aside, x: 0, y: 0.02 } };
    const once = look(beside, EYE, [null], through);
    expect(once.hits.sure).toEqual([-1]);
    expect(placesOf(look(once, EYE, [null], through))).toHaveLength(0);
  });

  it('stand where the robot was when the sensor measured, if its value is of a cycle before', () => {
    const held = on(beam({ lag: 0.04 }));
    const poseAt = (at: number): Pose => ({ x: at, y: 0, heading: 0 });
    expect(placesOf(look(nothingSeen, held, [0.5], { at: 1, poseAt }))).toEqual([{ x: 1.46, y: 0 }]);
  });

  it('stand each where the robot was at its own time', () => {
    const sweeping = on(beam({ rays: spread(180, 181), sweep: 0.1 }));
    // It drives 0.2 m towards a wall at x = 1 while its fan turns from right to left.
    const poseAt = (at: number): Pose => ({ x: 0.2 * (at / 0.1), y: 0, heading: 0 });
    const wall = fan((degrees) => {
      const x = 0.2 * ((degrees + 90) / 180);
      const far = (1 - x) / Math.cos(deg(degrees));
      return far > 0 && far < 2 ? far : null;
    });
    for (const { x } of placesOf(look(nothingSeen, sweeping, wall, { at: 0.1, poseAt })))
      expect(x).toBeCloseTo(1, 3);
  });
});

describe('a sensor that cannot measure what is near', () => {
  const infrared = on(beam({ nearest: 0.1, farthest: 0.8 }));
  const sorted = ({ hits }: Seen, sure: number): number[] =>
    hits.x
      .filter((_, i) => hits.sure[i] === sure)
      .map((x) => Number(x.toFixed(4)))
      .sort((a, b) => a - b);
  const seenOf = (seen: Seen) => sorted(seen, 1);
  const guessedOf = (seen: Seen) => sorted(seen, 2);
  const robot = (x: number): Neighbor => ({
    id: 'b',
    at: 1,
    position: { x, y: 0 },
    velocity: { x: 0, y: 0 },
    heading: 0,
    radius: 0.09,
  });

  it('does not erase a thing that it saw before and that is nearer: it then shows a wrong distance, which counts, too', () => {
    const wall = look(nothingSeen, infrared, [0.12]);
    const pose = { x: 0.06, y: 0, heading: 0 };
    const near = look(wall, infrared, [0.4], { at: 1, pose });
    expect(seenOf(near)).toEqual([0.12, 0.46]);
    // The nearest distance is shown for all that is nearer: the wall has not moved off.
    for (const x of [0.03, 0.05, 0.08])
      expect(seenOf(look(wall, infrared, [0.1], { at: 1, pose: { ...pose, x } }))).toEqual([0.12]);
    // After five seconds the nearest distance counts as that of something else.
    expect(seenOf(look(wall, infrared, [0.1], { at: 5.1, pose: { ...pose, x: 0.08 } }))).toEqual([
      0.12, 0.18,
    ]);
  });

  it('says nothing while a robot heard of is nearer', () => {
    expect(placesOf(look(nothingSeen, infrared, [0.4], { neighbors: [robot(0.14)], at: 1 }))).toEqual([]);
    expect(
      placesOf(look(nothingSeen, infrared, [0.4], { neighbors: [robot(-0.3)], at: 1 })).length,
    ).toBeGreaterThan(0);
  });

  it('sees what is ahead of it while a robot heard of touches the body from beside or behind', () => {
    // With the sensor in the middle of this body, of a radius of 10 cm, and behind the middle.
    for (const x of [0, -0.05])
      for (const degrees of [60, 90, 120, 180, -60, -90]) {
        const bearing = (degrees * Math.PI) / 180;
        const position = { x: 0.19 * Math.cos(bearing), y: 0.19 * Math.sin(bearing) };
        const eye = { ...infrared, at: { x, y: 0 } };
        const seen = look(nothingSeen, eye, [0.4], { neighbors: [{ ...robot(0), position }], at: 1 });
        expect([degrees, seenOf(seen)]).toEqual([degrees, [Number((0.4 + x).toFixed(4))]]);
      }
  });

  it('says nothing while its ray meets a robot before that distance, or passes its rim within 6 cm', () => {
    const ignores = (x: number, y: number) =>
      placesOf(
        look(nothingSeen, infrared, [0.6], {
          neighbors: [{ ...robot(0), position: { x, y } }],
          radius: 0.02,
          at: 1,
        }),
      ).length === 0;
    const reach = robot(0).radius + 0.06;
    expect([0.1 + reach - 0.001, 0.1 + reach + 0.001].map((x) => ignores(x, 0))).toEqual([true, false]);
    for (const side of [1, -1])
      expect([reach - 0.001, reach + 0.001].map((y) => ignores(0.08, side * y))).toEqual([true, false]);
  });

  it('sees what is there where a robot says that it is at the sensor’s own place: it is elsewhere', () => {
    const met = (x: number) => look(nothingSeen, infrared, [0.4], { neighbors: [robot(x)], at: 1 });
    const inside = robot(0).radius - 0.02;
    expect(placesOf(met(inside - 0.001)).length).toBeGreaterThan(0);
    expect(placesOf(met(inside + 0.001))).toEqual([]);
  });

  it('sees what is there where a robot says that it is where this body is: one of the two has drifted', () => {
    const eye = { ...infrared, at: { x: 0, y: 0.15 } };
    const met = (x: number) => look(nothingSeen, eye, [0.25], { neighbors: [robot(x)], radius: 0.3, at: 1 });
    // Its rim may seem to be 12 cm inside this body: messages and poses are not exact.
    const apart = 0.3 + robot(0).radius - 0.12;
    expect(placesOf(met(apart - 0.001)).length).toBeGreaterThan(0);
    expect(placesOf(met(apart + 0.001))).toEqual([]);
  });

  it('forgets what it took for a thing where a robot heard of is now', () => {
    const taken = look(nothingSeen, infrared, [0.4]);
    const elsewhere = { pose: { x: 0, y: 0, heading: 2 }, at: 1 };
    expect(seenOf(look(taken, infrared, [null], elsewhere))).toEqual([0.4]);
    expect(placesOf(look(taken, infrared, [null], { ...elsewhere, neighbors: [robot(0.45)] }))).toEqual([]);
  });

  it('takes a thing to be twelve centimeters deep, until its ray has passed there, and counts what it measures more', () => {
    const post = look(nothingSeen, infrared, [0.4]);
    expect(guessedOf(post)).toEqual([0.48, 0.52]);
    expect(seenOf(post)).toEqual([0.4]);
    // From its side it is seen to be thinner.
    const beside = { pose: { x: 0.48, y: -0.3, heading: Math.PI / 2 }, at: 1 };
    expect(guessedOf(look(post, infrared, [null], beside))).toEqual([0.52]);
    // What was measured there is kept, and replaces a guess.
    const behind = look(post, infrared, [0.12], { at: 1, pose: { x: 0.37, y: 0, heading: 0 } });
    expect(seenOf(behind)).toEqual([0.4, 0.49]);
    expect(guessedOf(look(behind, infrared, [0.4], { at: 1 }))).not.toContain(0.48);
    // Beyond what it could ever see again there is nothing to forget.
    expect(guessedOf(look(nothingSeen, infrared, [0.74]))).toEqual([0.78]);
    // It has gone: along the ray that saw it, all of it has. One look may only just have missed its end.
    const missed = look(post, infrared, [null], { at: 1 });
    expect(missed.hits.sure).toEqual([-1]);
    expect(placesOf(missed)).toEqual([{ x: 0.4, y: 0 }]);
    expect(placesOf(look(missed, infrared, [null], { at: 1.04 }))).toEqual([]);
  });
});

describe('a cone', () => {
  it('marks the arc that its echo may come from', () => {
    const places = placesOf(look(nothingSeen, SONAR, [1]));
    for (const { x, y } of places) {
      expect(Math.hypot(x, y)).toBeCloseTo(1, 3);
      expect(Math.abs(Math.atan2(y, x))).toBeLessThan(deg(7.6));
    }
    expect(places.length).toBeGreaterThan(4);
  });

  it('is sure of an echo that is near or that repeats the one before within 1.7 m, and of no other', () => {
    const sure = (far: number, before?: number) =>
      look(nothingSeen, SONAR, [far], before === undefined ? {} : { before }).hits.sure.every(
        (one) => one === 1,
      );
    expect([sure(0.59), sure(0.61), sure(1.6, 1.5), sure(1.6, 1.3), sure(1.75, 1.75)]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(placesOf(look(nothingSeen, SONAR, [2.6]))).toEqual([]);
  });

  it('frees what is nearer than its echo, and without an echo, up to 1.8 m', () => {
    const wall = look(nothingSeen, SONAR, [0.5]);
    expect(placesOf(look(wall, SONAR, [1], { at: 1 })).every(({ x }) => x > 0.9)).toBe(true);
    expect(placesOf(look(wall, SONAR, [0.52], { at: 1 })).length).toBeGreaterThan(0);
    expect(placesOf(look(wall, SONAR, [null], { at: 1 }))).toEqual([]);
    const far = look(nothingSeen, SONAR, [1.85]);
    expect(look(far, SONAR, [null], { at: 1 }).hits).toEqual(far.hits);
  });

  it('frees nothing sure that it would not hear: a face is silent at a slant', () => {
    const seen = look(nothingSeen, SONAR, [0.5]);
    // Where a hit of the wall at x = 0.5 comes to the middle of a cone that looks at it so much from the side.
    const from = (degrees: number): Pose => ({
      x: 0.5 - 0.4 * Math.cos(deg(degrees)),
      y: -0.4 * Math.sin(deg(degrees)),
      heading: deg(degrees),
    });
    const isLeft = (wall: Seen, degrees: number) =>
      placesOf(look(wall, SONAR, [null], { at: 1, pose: from(degrees) })).some(({ y }) => Math.abs(y) < 0.01);
    expect([0, 10, -10].map((degrees) => isLeft(seen, degrees))).toEqual([false, false, false]);
    expect([40, -40, 120].map((degrees) => isLeft(seen, degrees))).toEqual([true, true, true]);
    const weak = look(nothingSeen, SONAR, [0.61]);
    const { hits } = weak;
    expect(hits.sure.every((sure) => sure === 0)).toBe(true);
    const moved = { ...weak, hits: { ...hits, x: hits.x.map((x) => x - 0.11) } };
    expect(isLeft(moved, 40)).toBe(false);
  });

  it('is not sure of a near echo from where all was free, until it comes again: it may be another sonar’s', () => {
    const free = look(nothingSeen, SONAR, [1.5]);
    const surprised = look(free, SONAR, [0.4], { at: 0.2, before: 1.5 });
    const near = (seen: Seen) => seen.hits.sure.filter((_, i) => (seen.hits.x[i] as number) < 0.5);
    expect(near(surprised).length).toBeGreaterThan(2);
    expect(near(surprised).every((sure) => sure === 0)).toBe(true);
    const again = look(surprised, SONAR, [0.4], { at: 0.3, before: 0.4 });
    expect(near(again).every((sure) => sure === 1)).toBe(true);
  });

  it('marks nothing for a near echo of a thing that is known just beside the cone', () => {
    const post = (aside: number, far = 0.6, sure: Sure = 1): Seen => ({
      ...nothingSeen,
      hits: {
        x: [far * Math.cos(deg(aside))],
        y: [far * Math.sin(deg(aside))],
        at: [0],
        sure: [sure],
        heard: [null],
      },
    });
    const marks = (seen: Seen, far = 0.6) => look(seen, SONAR, [far], { at: 0.1 }).hits.x.length - 1;
    expect([marks(post(10)), marks(post(-14))]).toEqual([0, 0]);
    // Not in the cone itself, not farther beside it, at another distance, far away, or not sure.
    for (const seen of [post(20), post(10, 0.5), post(10, 0.6, 0), post(10, 0.6, -1)])
      expect(marks(seen)).toBeGreaterThan(2);
    expect(marks(post(10, 1), 1)).toBeGreaterThan(2);
  });

  it('does not mark what another look saw free in the last 3 s, unless all of its arc was free', () => {
    const turned = { x: 0, y: 0, heading: deg(10) };
    // Free up to 2 m straight ahead: an echo from 10° to the left comes from the left part of that cone.
    const first = look(nothingSeen, SONAR, [2]);
    const places = placesOf(look(first, SONAR, [1], { at: 1, pose: turned })).filter(({ x }) => x < 1.5);
    expect(places.length).toBeGreaterThan(2);
    for (const { x, y } of places) expect(Math.atan2(y, x)).toBeGreaterThan(deg(7.4));
    const late = placesOf(look(first, SONAR, [1], { at: 3.1, pose: turned })).filter(({ x }) => x < 1.5);
    expect(Math.min(...late.map(({ y }) => y))).toBeLessThan(0.06);
    const moved = look(first, SONAR, [0.5], { at: 1 });
    expect(placesOf(moved).filter(({ x }) => x < 0.6).length).toBeGreaterThan(2);
  });

  it('that reports all that is nearer at its nearest distance forgets nothing that may be there', () => {
    const near = {
      ...on(beam({ rays: spread(15, 9), each: false, nearest: 0.15 })),
      hides: { x: 0.1, y: 0 },
    };
    const nose = (seen: Seen) =>
      Math.min(...placesOf(seen).flatMap(({ x, y }) => (Math.abs(y) < 0.015 ? [x] : [])));
    let seen = look(nothingSeen, near, [0.25]);
    const wall = nose(seen);
    for (let i = 1; i <= 20; i++)
      seen = look(seen, near, [Math.max(0.15, 0.25 - 0.01 * i)], {
        at: i / 20,
        pose: { x: 0.01 * i, y: 0, heading: 0 },
      });
    expect(nose(seen)).toBeCloseTo(wall, 2);
    expect(seen.hits.sure).not.toContain(-1);
    // What it measures again is free up to there.
    expect(nose(look(seen, near, [0.8], { at: 2 }))).toBeGreaterThan(0.7);
    // Nor does it tell that something moves with the robot, which then would be nowhere else.
    let beside = look(nothingSeen, near, [0.2]);
    for (let i = 1; i <= 40; i++)
      beside = look(beside, near, [0.15], { at: i / 20, pose: { x: 0.01 * i, y: 0, heading: 0 } });
    expect(beside.echoes.eye?.moves).toBe(false);
  });

  it('says nothing with an invalid distance', () => {
    const wall = look(nothingSeen, SONAR, [0.5]);
    expect(look(wall, SONAR, [Number.NaN], { at: 1 })).toEqual(wall);
  });
});

describe('a bumper', () => {
  it('marks its own place while it is pressed, and nothing when it is released', () => {
    const touched = look(nothingSeen, BUMPER, [0]);
    expect(placesOf(touched)).toEqual([{ x: 0.1, y: 0 }]);
    expect(look(touched, BUMPER, [null], { at: 1 })).toEqual(touched);
  });

  it('is not sure for longer than two seconds of what it touched once: that may have moved away', () => {
    const touched = look(nothingSeen, BUMPER, [0]);
    const pressed = look(touched, BUMPER, [0], { at: 5 });
    expect(look(pressed, BUMPER, [null], { at: 6.9 }).hits.sure).toEqual([1]);
    const after = look(pressed, BUMPER, [null], { at: 7.1 });
    expect(after.hits.sure).toEqual([-1]);
    expect(placesOf(after)).toEqual(placesOf(touched));
  });

  it('is sure of what it touches again: that stands', () => {
    const after = look(look(nothingSeen, BUMPER, [0]), BUMPER, [null], { at: 2.1 });
    const near = { x: 0.04, y: 0.03, heading: 0 };
    const again = look(after, BUMPER, [0], { at: 8, pose: near });
    const later = look(again, BUMPER, [null], { at: 40 });
    expect(later.hits.sure).toContain(1);
    expect(look(later, BUMPER, [null], { at: 67.9 }).hits.sure).toContain(1);
  });
});

describe('the memory', () => {
  it('forgets after a minute, and what is 8 m away', () => {
    const seen = look(nothingSeen, EYE, [0.5]);
    const behind = { x: 1, y: 0, heading: 0 };
    expect(placesOf(look(seen, EYE, [null], { at: 59.9, pose: behind }))).toHaveLength(1);
    expect(placesOf(look(seen, EYE, [null], { at: 60.1, pose: behind }))).toHaveLength(0);
    expect(placesOf(look(seen, EYE, [null], { at: 1, pose: { ...behind, x: 8.6 } }))).toHaveLength(0);
  });

  it('keeps 1500 hits: the oldest go first, and of one time the farthest', () => {
    const grid = Array.from({ length: 1600 }, (_, i) => ({
      x: 0.1 + (i % 40) / 10,
      y: Math.floor(i / 40) / 10,
    }));
    const away = ({ x, y }: Vec2) => Math.hypot(x, y);
    const full = (newAt: (i: number) => number): Seen => ({
      ...nothingSeen,
      hits: {
        x: grid.map(({ x }) => x),
        y: grid.map(({ y }) => y),
        at: grid.map((_, i) => newAt(i)),
        sure: grid.map(() => 1 as const),
        heard: grid.map(() => null),
      },
    });
    const back = { pose: { x: 0, y: 0, heading: Math.PI }, at: 10 };
    const kept = placesOf(
      look(
        full(() => 9),
        EYE,
        [null],
        back,
      ),
    );
    expect(kept).toHaveLength(1500);
    const dropped = grid.filter((one) => !kept.some(({ x, y }) => x === one.x && y === one.y));
    expect(dropped).toHaveLength(100);
    expect(Math.max(...kept.map(away))).toBeLessThanOrEqual(Math.min(...dropped.map(away)));
    const { hits } = look(
      full((i) => (i < 50 ? 3 : 9)),
      EYE,
      [null],
      back,
    );
    expect(hits.at.every((at) => at === 9)).toBe(true);
  });

  it('turns with what the robot learns of its heading, also little by little: where a sonar heard a thing', () => {
    const pose = { x: 0, y: 0, heading: 0 };
    let seen = look(nothingSeen, SONAR, [0.5]);
    const heard = [...seen.hits.heard];
    for (let i = 0; i < 10; i++)
      seen = carried(seen, pose, { ...pose, heading: 0.02 }, { since: Number.NEGATIVE_INFINITY, at: 1 });
    for (const [i, from] of seen.hits.heard.entries())
      expect(from).toBeCloseTo((heard[i] as number) + 0.2, 3);
  });

  it('moves with what the robot learns of its pose: a hit by the share of the error that its time had', () => {
    const pose = { x: 2, y: 1, heading: 0 };
    const seen = {
      ...nothingSeen,
      hits: {
        x: [3, 3, 3],
        y: [1, 1, 1],
        at: [0, 1, 2],
        sure: [1 as const, 1 as const, 1 as const],
        heard: [null, null, null],
      },
    };
    const told = { x: 2.2, y: 1, heading: deg(90) };
    const { hits } = carried(seen, pose, told, { since: 0, at: 2 });
    expect([hits.x[0], hits.y[0]]).toEqual([3, 1]);
    expect(hits.x[1]).toBeCloseTo(2.1 + Math.SQRT1_2, 3);
    expect(hits.y[1]).toBeCloseTo(1 + Math.SQRT1_2, 3);
    expect([hits.x[2], hits.y[2]]).toEqual([2.2, 2]);
    // The first news of all tells where everything is.
    expect(carried(seen, pose, told, { since: Number.NEGATIVE_INFINITY, at: 2 }).hits.x).toEqual([
      2.2, 2.2, 2.2,
    ]);
  });

  it('of sixteen sonars in a full room, written down, takes at most 73 kB', () => {
    let seen = nothingSeen;
    for (let i = 0; i < 3000; i++) {
      const ranger = { ...SONAR, facing: (i % 16) * deg(22.5) };
      const at = i / 320;
      const reading = {
        kind: 'range' as const,
        at,
        sensor: `s${i % 16}`,
        distances: [0.5 + ((i * 7919) % 100) / 70],
      };
      const pose = { x: Math.sin(i / 300), y: i / 1000, heading: i / 200 };
      seen = remember(seen, [{ ranger, reading, last: reading }], {
        poseAt: () => pose,
        neighbors: [],
        radius: 0.1,
      });
    }
    expect(seen.looks.at.length).toBeGreaterThan(250);
    expect(JSON.stringify(seen).length).toBeLessThan(73_000);
  });

  it('of a lidar in a full room, written down, takes at most 64 kB', () => {
    let seen = nothingSeen;
    for (let i = 0; i < 200; i++)
      seen = look(
        seen,
        LIDAR,
        fan((degrees) => 1.5 + ((i * 7919 + degrees * 104729) % 1000) / 500),
        { at: i / 10, pose: { x: i / 100, y: 0, heading: i / 3 } },
      );
    expect(seen.hits.x.length).toBeGreaterThan(1000);
    expect(JSON.stringify(seen).length).toBeLessThan(64_000);
  });
});
