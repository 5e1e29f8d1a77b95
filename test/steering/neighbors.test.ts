import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, dot, fromPolar, length, sub, type Vec2, vec, ZERO } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import type { Neighbor } from '../../src/signals/signals.js';
import { awayFrom, NeighborGrid, neighborsWithin } from '../../src/steering/neighbors.js';
import { drawn } from '../support/effort.js';
import { PLAIN, percept } from '../support/percept.js';
import { robot as robotAt } from './among.js';
import { near } from './near.js';

const robot = (x: number, y: number, changes: Partial<Neighbor> = {}) =>
  robotAt(x, y, { id: `${x}, ${y}`, ...changes });

const ids = (neighbors: readonly Neighbor[]) => neighbors.map(({ id }) => id);

describe('neighborsWithin', () => {
  it('keeps those within the radius, the edge included, in the order in which they were heard of', () => {
    const neighbors = [robot(3, 4), robot(0, 5.001), robot(-1, 0), robot(0, 0)];
    expect(ids(neighborsWithin(percept({ neighbors }), 5))).toEqual(['3, 4', '-1, 0', '0, 0']);
    expect(neighborsWithin(percept(), 5)).toEqual([]);
  });

  it('keeps those in the field of view, half of it to each side of the heading', () => {
    const sides = [robot(1, 1.01), robot(1, 0.99), robot(-1, 1.01), robot(-1, 0.99)];
    const neighbors = [robot(0, 1), ...sides, robot(0, -1), robot(0, 0)];
    const pose = { x: 0, y: 0, heading: deg(90) };
    const seen = (degrees: number) => ids(neighborsWithin(percept({ neighbors, pose }), 5, deg(degrees)));
    expect(seen(90)).toEqual(['0, 1', '1, 1.01', '-1, 1.01', '0, 0']);
    expect(seen(80)).toEqual(['0, 1', '0, 0']);
    expect(seen(359)).not.toContain('0, -1');
    expect(seen(360)).toHaveLength(7);
    expect(seen(720)).toHaveLength(7);
  });

  it('brings each to the instant that the pose is meant for', () => {
    const body = { ...PLAIN, reaction: 0.1 };
    const heard = robot(1, 0, { at: 2, velocity: vec(0.5, -1) });
    const [brought] = neighborsWithin(percept({ at: 2.3, body, neighbors: [heard] }), 5);
    expect(brought).toEqual({ ...heard, position: near(1.2, -0.4) });
    expect(neighborsWithin(percept({ at: 2.3, body, neighbors: [heard] }), 1.25)).toEqual([]);
  });

  it('lets one that was not heard of for long go on for half a second, and no farther', () => {
    const heard = robot(1, 0, { at: 2, velocity: vec(0.5, -1) });
    const placeAt = (at: number) => neighborsWithin(percept({ at, neighbors: [heard] }), 50)[0]?.position;
    expect(placeAt(2.5)).toEqual(near(1.25, -0.5));
    expect(placeAt(9)).toEqual(near(1.25, -0.5));
  });

  it('finds all at any distance with an infinite radius', () => {
    expect(neighborsWithin(percept({ neighbors: [robot(1e9, 0)] }), Number.POSITIVE_INFINITY)).toHaveLength(
      1,
    );
  });
});

describe('awayFrom', () => {
  it('is a unit vector from the neighbor to the robot, next to it too', () => {
    expect(awayFrom(percept(), robot(3, 4))).toEqual(near(-0.6, -0.8));
    for (const tiny of [1e-160, Number.MIN_VALUE]) {
      expect(awayFrom(percept(), robot(tiny, 0))).toEqual(near(-1, 0));
    }
  });

  it('parts two in the same place: the first goes left of its heading, the other right of the same', () => {
    const [a, b] = [robot(1, 1, { id: 'a', heading: 2 }), robot(1, 1, { id: 'b', heading: -1 })];
    const awayOf = (one: Neighbor, other: Neighbor): Vec2 =>
      awayFrom(percept({ id: one.id, pose: { ...one.position, heading: one.heading } }), other);
    expect(dot(awayOf(a, b), fromPolar(1, 2 + deg(90)))).toBeCloseTo(1, 12);
    expect(awayOf(b, a)).toEqual(near(-awayOf(a, b).x, -awayOf(a, b).y));
  });
});

/** Multiples of 1/64: sums and differences of them are exact, and many lie just on the edge. */
const exact = (limit: number) => fc.integer({ min: -limit * 64, max: limit * 64 }).map((n) => n / 64);
const place = fc.oneof(
  { weight: 9, arbitrary: fc.record({ x: exact(4), y: exact(4) }) },
  { weight: 1, arbitrary: fc.record({ x: exact(1e6), y: exact(1e6) }) },
);
const crowd = fc
  .array(place, { maxLength: 40 })
  .map((places) => places.map(({ x, y }, i) => robot(x, y, { id: `${i}` })));
const cells = fc.constantFrom(1 / 64, 0.25, 1, 3, 100);

describe('a grid of neighbors', () => {
  it('finds those within a radius: the same as a linear search', () => {
    fc.assert(
      fc.property(crowd, cells, place, exact(8), (neighbors, cell, at, reach) => {
        const radius = Math.abs(reach);
        const wanted = neighbors.filter(({ position }) => distance(position, at) <= radius);
        expect(ids(new NeighborGrid(neighbors, cell).within(at, radius)).sort()).toEqual(ids(wanted).sort());
      }),
      { numRuns: drawn(1000, 100) },
    );
  });

  it('finds all but the one that asks, in columns', () => {
    fc.assert(
      fc.property(crowd, cells, exact(8), (neighbors, cell, reach) => {
        const grid = new NeighborGrid(neighbors, cell);
        for (const asking of neighbors) {
          const { count, which, who, x, y } = grid.near(asking.position, Math.abs(reach), asking);
          const found = [...which.slice(0, count)].map((i) => who[i] as Neighbor);
          const wanted = neighbors.filter(
            (one) => one !== asking && length(sub(one.position, asking.position)) <= Math.abs(reach),
          );
          expect(ids(found).sort()).toEqual(ids(wanted).sort());
          which.slice(0, count).forEach((i) => {
            expect({ x: x[i], y: y[i] }).toEqual((who[i] as Neighbor).position);
          });
        }
      }),
    );
  });

  it('is empty without neighbors, and finds a single one', () => {
    expect(new NeighborGrid([], 1).within(ZERO, 5)).toEqual([]);
    const one = robot(-3, -4);
    expect(new NeighborGrid([one], 1).within(ZERO, 5)).toEqual([one]);
    expect(new NeighborGrid([one], 1).within(ZERO, 4.99)).toEqual([]);
    expect(new NeighborGrid([one], 1).within(vec(-3, -4), 0)).toEqual([one]);
  });

  it.each([
    ['in a row', [robot(0, 0), robot(1e18, 0), robot(0.5, 0)]],
    ['in a column', [robot(0, 0), robot(0, -1e18), robot(0.5, 0)]],
    ['in a corner', [robot(0, 0), robot(1e150, -1e150), robot(0.5, 0)]],
  ])('takes no memory for the empty space around a neighbor far off %s', (_, neighbors) => {
    const grid = new NeighborGrid(neighbors, 0.5);
    expect(ids(grid.within(vec(0.2, 0), 0.5))).toEqual(['0, 0', '0.5, 0']);
  });
});
