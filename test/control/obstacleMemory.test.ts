import { describe, expect, it } from 'vitest';
import { knownAt, see, unseen } from '../../src/control/obstacleMemory.js';
import { rangersOf } from '../../src/sensors/echoes.js';
import type { Neighbor, RangeReading } from '../../src/signals/signals.js';

const rangers = rangersOf([
  { id: 'front', type: 'lidar', at: [0.1, 0], facing: 0, fieldOfView: 0, rays: 1, range: 5 },
]);
const front = rangers.front as NonNullable<typeof rangers.front>;
const NO_MAP = { at: 0, obstacles: [] };
const reading = (at: number, ...distances: (number | null)[]): RangeReading => ({
  kind: 'range',
  at,
  sensor: 'front',
  distances,
});
const facingUp = { x: 1, y: 2, heading: Math.PI / 2 };
const seenOnce = see(unseen(rangers, 0), front, reading(1, 0.5), facingUp, []);

describe('what a range sensor saw', () => {
  it('lies in the world where the body was, at the mount, and its distance ahead', () => {
    const [echo, ...others] = knownAt(1, NO_MAP, seenOnce).obstacles;
    expect(others).toEqual([]);
    expect(echo?.from.x).toBeCloseTo(1, 9);
    expect(echo?.from.y).toBeCloseTo(2 + 0.1 + 0.5, 9);
  });

  it('is there for two seconds more when the sensor looks elsewhere', () => {
    const facingDown = { x: 1, y: 2, heading: -Math.PI / 2 };
    const later = (at: number) =>
      knownAt(at, NO_MAP, see(seenOnce, front, reading(at, null), facingDown, [])).obstacles.length;
    expect([later(1.5), later(3), later(3.1)]).toEqual([1, 1, 0]);
  });

  it('is gone as soon as the sensor sees through it', () => {
    expect(knownAt(1.1, NO_MAP, see(seenOnce, front, reading(1.1, 2), facingUp, [])).obstacles).toHaveLength(
      1,
    );
    expect(
      knownAt(1.1, NO_MAP, see(seenOnce, front, reading(1.1, 2), facingUp, [])).obstacles[0]?.from.y,
    ).toBeCloseTo(4.1, 9);
  });

  it.each([[null], [2]])(
    'stays where the ray passes its edge by half a degree, and sees %s m',
    (distance) => {
      const beside = { ...facingUp, heading: facingUp.heading - 0.01 };
      const [edge] = knownAt(1.1, NO_MAP, see(seenOnce, front, reading(1.1, distance), beside, [])).obstacles;
      expect(edge?.from.y).toBeCloseTo(2.6, 9);
    },
  );

  it('stays where a sonar, which does not know the direction, has come nearer and its cone is narrower', () => {
    const { sonar } = rangersOf([{ id: 'sonar', type: 'sonar', at: [0, 0], facing: 0, range: 2 }]);
    const told = (at: number, distance: number): RangeReading => ({
      kind: 'range',
      at,
      sensor: 'sonar',
      distances: [distance],
    });
    const known = (at: number, x: number) => {
      const cone = sonar as NonNullable<typeof sonar>;
      const before = see({}, cone, told(1, 0.6), { x: 0, y: 0, heading: 0 }, []);
      const later = see(before, cone, told(at, 1.5), { x, y: 0, heading: 0 }, []);
      return knownAt(at, NO_MAP, later).obstacles.length;
    };
    expect(known(1.5, 0.2)).toBe(2);
    expect(known(1.5, 0)).toBe(1);
  });

  it('is not an obstacle where a neighbor is', () => {
    const robot: Neighbor = {
      id: 'b',
      at: 0.5,
      position: { x: 1, y: 2.5 },
      velocity: { x: 0, y: 0.2 },
      heading: 0,
      radius: 0.09,
    };
    const sights = see(unseen(rangers, 0), front, reading(1, 0.42), facingUp, [robot]);
    expect(knownAt(1, NO_MAP, sights).obstacles).toEqual([]);
  });
});

describe('a reading of many rays', () => {
  it('is kept whole', () => {
    const fan = rangersOf([{ id: 'fan', type: 'lidar', at: [0, 0], facing: 0, rays: 1000, range: 5 }]).fan;
    const all: RangeReading = { kind: 'range', at: 1, sensor: 'fan', distances: new Array(1000).fill(1) };
    const sights = see({}, fan as NonNullable<typeof fan>, all, facingUp, []);
    expect(sights.fan?.echoes).toHaveLength(1000);
  });
});

describe('the age of sight', () => {
  it('is that of the sensor that has been silent for the longest', () => {
    expect(knownAt(1.4, NO_MAP, seenOnce).age).toBeCloseTo(0.4, 9);
    expect(knownAt(1.4, NO_MAP, { ...seenOnce, rear: { at: 1.1, echoes: [] } }).age).toBeCloseTo(0.4, 9);
  });

  it('grows from the start for a sensor that never sends', () => {
    expect(knownAt(3, NO_MAP, unseen(rangers, 1)).age).toBe(2);
  });

  it('is nothing without sensors, and that of the map where there is one', () => {
    expect(knownAt(3, NO_MAP, {}).age).toBe(0);
    const post = { from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, radius: 0.1 };
    expect(knownAt(3, { at: 2.5, obstacles: [post] }, {}).age).toBe(0.5);
  });

  it('does not leave moving obstacles behind: they are moved on', () => {
    const ball = { from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, radius: 0.1, velocity: { x: 0.4, y: 0 } };
    expect(knownAt(3, { at: 2.5, obstacles: [ball] }, {}).obstacles[0]?.from).toEqual({ x: 0.2, y: 0 });
  });
});
