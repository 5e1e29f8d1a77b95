/** Laws of every behavior, and of their combinations. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { add, fromPolar, length, rotate, truncate, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import type { Behavior, Steering } from '../../src/steering/behavior.js';
import type { MarkWords } from '../../src/steering/entry.js';
import { leafNamed } from '../../src/steering/mission.js';
import { isFiniteSteering, steer } from '../../src/steering/steer.js';
import { drawn, itOnce as it, itInBoth } from '../support/effort.js';
import { SMALL } from '../support/percept.js';
import {
  behaviors,
  coordinate,
  crowd,
  feltIn,
  mapped,
  mirrored,
  normal,
  twice,
  vector,
  type World,
  worlds,
} from './worlds.js';

function expectMapped(one: Steering, other: Steering, to: (v: Vec2) => Vec2) {
  for (const key of ['force', 'desiredVelocity', 'acceleration'] as const) {
    const [a, b] = [one[key], other[key]];
    expect(b === undefined).toBe(a === undefined);
    if (!a || !b) continue;
    const wanted = to(a);
    const scale = 1 + length(wanted);
    expect(Math.abs(b.x - wanted.x)).toBeLessThan(1e-6 * scale);
    expect(Math.abs(b.y - wanted.y)).toBeLessThan(1e-6 * scale);
  }
  expect(other.arrived).toBe(one.arrived);
  expect(other.lookahead ?? 0).toBeCloseTo(one.lookahead ?? 0, 6);
}

/** Of all behaviors in a mission. */
const wordsOf = ({ name = '', parts = [] }: Behavior): MarkWords =>
  Object.assign({}, leafNamed(name, {})?.marks, ...parts.map(({ behavior }) => wordsOf(behavior)));

/** Robots that avoid each other turn right, all of them: in a mirror they would turn left. */
const RIGHT_HANDED = ['avoidNeighbors', 'avoidNeighbors after a goal'];

describe.each(Object.entries(behaviors))('%s', (name, make) => {
  it('turns and moves with the world', () => {
    fc.assert(
      fc.property(worlds, coordinate(3), vector(5), fc.nat(), (world, angle, shift, seed) => {
        const turn = (v: Vec2) => rotate(v, angle);
        const moved = mapped(
          world,
          (p) => add(turn(p), shift),
          turn,
          (h) => wrapAngle(h + angle),
        );
        const plain = twice(make, world, normal(seed));
        const turned = twice(make, moved, normal(seed));
        expectMapped(plain[0], turned[0], turn);
        expectMapped(plain[1], turned[1], turn);
      }),
    );
  });

  if (!RIGHT_HANDED.includes(name))
    it('swaps left and right in a mirror, its chance included', () => {
      fc.assert(
        fc.property(worlds, fc.nat(), (world, seed) => {
          const flip = ({ x, y }: Vec2): Vec2 => ({ x, y: -y });
          const plain = twice(make, world, normal(seed));
          const other = twice(
            make,
            mapped(world, flip, flip, (h) => -h),
            mirrored(normal(seed)),
          );
          expectMapped(plain[0], other[0], flip);
          expectMapped(plain[1], other[1], flip);
        }),
      );
    });

  it('says what each of its marks means', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), (world, seed) => {
        const words = wordsOf(make(world));
        for (const { marks = [], contributions = [] } of twice(make, world, normal(seed)))
          for (const { label } of [...marks, ...contributions.flatMap((part) => part.marks)])
            expect(words[label] ?? label).toMatch(/\.$/);
      }),
    );
  });

  itInBoth('is finite in every world, on its target, its path and its own place, too', () => {
    const number = fc.oneof(
      fc.constantFrom(0, 1, -1, Number.MIN_VALUE, 1e-160, 300),
      fc.double({ min: -9, max: 9, noNaN: true }),
    );
    const point = fc.record({ x: number, y: number });
    const place = fc.record({ x: number, y: number, heading: fc.double({ min: -3, max: 3, noNaN: true }) });
    const wild: fc.Arbitrary<World> = fc
      .record({
        pose: place,
        next: place,
        velocity: point.map((v) => truncate(v, SMALL.maxSpeed)),
        target: point,
        ball: fc.record({ position: point, velocity: point }),
        path: fc
          .array(point, { minLength: 1, maxLength: 4 })
          .map((points) => [...points, fromPolar(7, points.length)]),
        neighbors: crowd(fc.record({ position: point, velocity: point, heading: fc.constantFrom(0, 1, -3) })),
        obstacles: fc.array(
          fc.record({ from: point, to: point, radius: fc.constantFrom(0, 1e-9, 0.3), velocity: point }),
          { maxLength: 4 },
        ),
      })
      .map((world) => ({ ...world, felt: feltIn(world.target) }));
    fc.assert(
      fc.property(wild, fc.double({ min: 0.004, max: 0.2, noNaN: true }), fc.nat(), (world, dt, seed) => {
        for (const said of twice(make, world, normal(seed))) {
          expect(isFiniteSteering(said)).toBe(true);
          const { force, reference, mean } = steer(said, world.velocity, SMALL, dt);
          for (const { x, y } of [force, reference, mean]) expect(Number.isFinite(x + y)).toBe(true);
          expect(length(force)).toBeLessThanOrEqual(SMALL.maxForce * (1 + 1e-9));
          expect(length(reference)).toBeLessThanOrEqual(SMALL.maxSpeed * (1 + 1e-9));
        }
      }),
      { numRuns: drawn(300, 20) },
    );
  });

  itInBoth('answers the same for the same input, and does not change its input', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), (world, seed) => {
        const before = structuredClone(world);
        const [first, second] = twice(make, world, normal(seed));
        expect(twice(make, world, normal(seed))).toEqual([first, second]);
        expect(world).toEqual(before);
        expect(JSON.parse(JSON.stringify(first.memory))).toEqual(first.memory);
      }),
      { numRuns: drawn(100, 6) },
    );
  });
});
