import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPolar, ZERO } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Percept } from '../../../src/steering/behavior.js';
import {
  decelerationInTurn,
  scaleToSpeed,
  speedAmong,
  speedBeside,
  speedBesideWalls,
  worstApproach,
} from '../../../src/steering/crowds/stoppingRoom.js';
import { percept, SMALL, unlimited } from '../../support/percept.js';
import { robot } from '../among.js';

const still = percept({ body: SMALL });
/** A standing robot of the same size; `gap` metres between the two. */
const at = (gap: number, bearing: number, velocity = ZERO) => {
  const { x, y } = fromPolar(2 * SMALL.radius + gap, bearing);
  return robot(x, y, { radius: SMALL.radius, velocity });
};
/** v²/2a + v T of a planned 0.9 m/s² and T = 30 ms. */
const stopping = (v: number) => (v * v) / 1.8 + 0.03 * v;

describe('the speed beside a neighbor', () => {
  it('is what stops in half the gap, less half of what is kept, before one that stands ahead', () => {
    const allowed = speedBeside(still, at(0.22, 0), 0, 0.02);
    expect(stopping(allowed)).toBeCloseTo(0.1, 6);
  });

  it('is nothing where there is no more room than is to be kept', () => {
    expect(speedBeside(still, at(0.02, 0), 0, 0.02)).toBe(0);
    expect(speedBeside(still, at(-0.05, 0), 0, 0.02)).toBe(0);
  });

  it('is whatever it likes away from one behind', () => {
    expect(speedBeside(still, at(0.01, deg(180)), 0, 0.02)).toBe(Number.POSITIVE_INFINITY);
    expect(speedBeside(still, at(0.01, deg(140)), 0, 0.02)).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves room beside one for turning to it meanwhile', () => {
    // 0.4 of the way to stop lies across at worst: half of 0.2 m is enough for 0.25 m.
    expect(stopping(speedBeside(still, at(0.2, deg(90)), 0, 0.02))).toBeCloseTo(0.25, 2);
  });

  it('counts every direction between the heading and where it steers', () => {
    const ahead = speedBeside(still, at(0.1, 0), 0, 0.02);
    const aside = percept({ body: SMALL, pose: { x: 0, y: 0, heading: deg(-60) } });
    expect(speedBeside(aside, at(0.1, 0), deg(60), 0.02)).toBeCloseTo(ahead, 9);
    expect(speedBeside(aside, at(0.1, 0), deg(-70), 0.02)).toBeGreaterThan(1.3 * ahead);
  });

  it('is more behind one that drives on, and less before one that comes', () => {
    const stands = speedBeside(still, at(0.2, 0), 0, 0.02);
    expect(speedBeside(still, at(0.2, 0, { x: 0.4, y: 0 }), 0, 0.02)).toBeGreaterThan(1.2 * stands);
    expect(speedBeside(still, at(0.2, 0, { x: -0.5, y: 0 }), 0, 0.02)).toBeLessThan(0.8 * stands);
  });

  it('lets of two that stand too near the one that goes first go on, along the other', () => {
    const beside = percept({ body: SMALL, pose: { x: 0, y: 0, heading: deg(5) } });
    const other = { ...at(0.015, deg(90)), heading: deg(-5) };
    expect(speedBeside({ ...beside, id: 'a' }, other, deg(5), 0.02)).toBeGreaterThan(0.05);
    expect(speedBeside({ ...beside, id: 'z' }, other, deg(5), 0.02)).toBe(0);
  });

  it('is the least of all neighbors', () => {
    const near = [at(0.5, 0), at(0.1, deg(20)), at(0.05, deg(180))];
    expect(speedAmong(still, near, 0.02)).toBe(speedBeside(still, at(0.1, deg(20)), 0, 0.02));
    expect(speedAmong(still, [], 0.02)).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves two that both keep to it room to stop, whatever way they face', () => {
    const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 0.6, noNaN: true }), angle, angle, (gap, one, other) => {
        const facing = (heading: number) => percept({ body: SMALL, pose: { x: 0, y: 0, heading } });
        const a = Math.min(0.5, speedBeside(facing(one), at(gap, 0), one, 0));
        const b = Math.min(0.5, speedBeside(facing(other), at(gap, 0), other, 0));
        const nearer = (v: number, bearing: number) => ((v * v) / 2) * Math.max(0, Math.cos(bearing));
        expect(nearer(a, one) + nearer(b, other)).toBeLessThanOrEqual(gap + 1e-9);
      }),
    );
  });
});

describe('the worst approach while it stops', () => {
  it('is that of a body that turns to the line with as much sideways as it brakes with', () => {
    // Integrated in small steps: v = 1 m/s, a = 1 m/s², so that v²/2a is half a metre.
    const integrated = (bearing: number) => {
      let [way, heading, v] = [0, 0, 1];
      for (const dt = 1e-4; v > dt; v -= dt) {
        heading += dt / v;
        way += v * dt * Math.cos(bearing - heading);
      }
      return way / 0.5;
    };
    for (const bearing of [deg(40), deg(70), deg(90), deg(110)]) {
      expect(worstApproach(bearing)).toBeCloseTo(integrated(bearing), 2);
      expect(worstApproach(-bearing)).toBe(worstApproach(bearing));
    }
    expect(worstApproach(0)).toBe(1);
    expect(worstApproach(deg(180))).toBe(0);
  });
});

describe('brakes in a turn', () => {
  it('have what the outer wheel leaves of them', () => {
    const driving = percept({ body: SMALL, forwardSpeed: 0.2 });
    expect(decelerationInTurn(driving, 0)).toBeCloseTo(0.9, 9);
    // The outer wheel rolls at 0.2 + 2 · 0.0705 m/s.
    expect(decelerationInTurn(driving, 2)).toBeCloseTo((0.9 * 0.2) / 0.341, 9);
    expect(decelerationInTurn(driving, -2)).toBe(decelerationInTurn(driving, 2));
    expect(decelerationInTurn(still, 6)).toBeCloseTo(0.27, 9);
  });
});

describe('the scale to a speed', () => {
  it('reaches it from the fastest that the tick can make of the velocity', () => {
    const driving = percept({ body: SMALL, velocity: { x: 0.18, y: 0.24 } });
    // The clamp of 1 m/s² makes 20 mm/s more of 0.3 m/s in 20 ms.
    expect(scaleToSpeed(0.16, driving)).toBeCloseTo(0.5, 9);
    expect(scaleToSpeed(0.5, driving)).toBe(1);
    const fast = percept({ body: SMALL, velocity: { x: 0.3, y: 0.4 } });
    expect(scaleToSpeed(0.25, fast)).toBeCloseTo(0.5, 9);
    // Without a clamp, the gain: 2 · 0.5 m/s · (1 − e^(−0.2)) more.
    const unclamped = percept({ body: unlimited(SMALL), velocity: { x: 0.1, y: 0 } });
    expect(scaleToSpeed(0.1, unclamped)).toBeCloseTo(0.1 / (0.1 + 0.181269), 5);
  });

  it('is never quite nothing, so that the direction is not forgotten', () => {
    expect(scaleToSpeed(0, still)).toBeGreaterThan(0);
    expect(scaleToSpeed(0, still)).toBeLessThan(0.01);
  });
});

describe('the speed beside walls', () => {
  const wall = (x: number) => ({ from: { x, y: -5 }, to: { x, y: 5 }, radius: 0 });
  const allowed = (x: number, changes: Partial<Percept> = {}, wanted = { x: 0.5, y: 0 }) =>
    speedBesideWalls(percept({ body: SMALL, obstacles: [wall(x)], ...changes }), wanted);

  it('is that from which the body stops before them', () => {
    // 3 mm are left.
    for (const gap of [0.01, 0.1, 0.3])
      expect(stopping(allowed(SMALL.radius + gap))).toBeCloseTo(gap - 0.003, 6);
    expect(allowed(SMALL.radius + 0.001)).toBe(0);
  });

  it('is free where they are far, or behind it', () => {
    expect(allowed(SMALL.radius + 0.51)).toBe(Number.POSITIVE_INFINITY);
    expect(allowed(-SMALL.radius - 0.1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts all directions on the turn to the wanted one', () => {
    // It drives along the wall at its right, or turns towards it.
    const along = { pose: { x: 0, y: 0, heading: deg(90) } };
    expect(allowed(SMALL.radius + 0.1, along, { x: 0, y: 0.5 })).toBeGreaterThan(0.45);
    expect(stopping(allowed(SMALL.radius + 0.1, along, { x: 0.5, y: 0 }))).toBeCloseTo(0.097, 6);
  });
});
