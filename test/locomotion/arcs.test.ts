import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, moveAlongArc, toWorld, vec, wrapAngle } from '../../src/math/geometry.js';
import { near } from '../steering/near.js';

const meters = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.record({ x: meters, y: meters });
const angle = fc.double({ min: -3 * Math.PI, max: 3 * Math.PI, noNaN: true });
const { PI } = Math;

describe('a pose', () => {
  it('places a point of the body in the world', () => {
    expect(toWorld({ x: 1, y: 2, heading: PI / 2 }, vec(0.3, 0.1))).toEqual(near(0.9, 2.3));
  });

  it('a quarter of a circle of radius 1 to the left ends at (1, 1) facing +y', () => {
    const end = moveAlongArc({ x: 0, y: 0, heading: 0 }, PI / 2, PI / 2);
    expect(end).toEqual({ ...near(1, 1), heading: expect.closeTo(PI / 2, 12) });
  });

  it.each([1.8e-6, 2.2e-6, -1.8e-6])(
    'an arc of %f rad over 100 m is a circle, too: x = R sin Δθ',
    (turned) => {
      const radius = 100 / turned;
      const end = moveAlongArc({ x: 0, y: 0, heading: 0 }, 100, turned);
      expect(end).toMatchObject(near(radius * Math.sin(turned), 2 * radius * Math.sin(turned / 2) ** 2));
    },
  );

  it('backwards along the same arc comes home', () => {
    fc.assert(
      fc.property(point, angle, meters, angle, ({ x, y }, heading, way, turned) => {
        const start = { x, y, heading: wrapAngle(heading) };
        const back = moveAlongArc(moveAlongArc(start, way, turned), -way, -turned);
        expect(back).toMatchObject(near(x, y, 6));
        expect(wrapAngle(back.heading - start.heading)).toBeCloseTo(0, 9);
      }),
    );
  });

  it('ends where two halves of the arc end, also where the arc is almost straight', () => {
    const turn = fc.oneof(angle, fc.double({ min: -1e-5, max: 1e-5, noNaN: true }));
    fc.assert(
      fc.property(point, angle, meters, turn, ({ x, y }, heading, way, turned) => {
        const start = { x, y, heading: wrapAngle(heading) };
        const whole = moveAlongArc(start, way, turned);
        const halves = moveAlongArc(moveAlongArc(start, way / 2, turned / 2), way / 2, turned / 2);
        expect(distance(whole, halves)).toBeLessThan(1e-9);
        expect(wrapAngle(whole.heading - halves.heading)).toBeCloseTo(0, 9);
      }),
    );
  });
});
