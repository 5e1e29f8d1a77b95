import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { believe, poseCovariance } from '../../src/estimation/belief.js';
import { receiveEncoders, startEstimate } from '../../src/estimation/estimate.js';
import { movedAlong, turnOfWheels } from '../../src/estimation/motion.js';
import { receivePose } from '../../src/estimation/outside.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';
import { slipVariance } from '../../src/robot/slip.js';
import type { Covariance } from '../../src/signals/signals.js';
import { covarianceOf, ZERO_COVARIANCE } from './believed.js';

const Q = 1e-5;
const TRACK = 0.15;

const WHEELS = { track: TRACK, slip: slipVariance(Math.sqrt(Q), TRACK) };

/** After arcs of these two ways each, from a heading. */
function driven(arcs: readonly (readonly [number, number])[], heading = 0): Covariance {
  const end = arcs.reduce(
    (belief, [left, right]) => {
      const ways = { left, right };
      return movedAlong(belief, 0, ways, turnOfWheels(ways, WHEELS));
    },
    believe(0, { x: 0, y: 0, heading }),
  );
  return poseCovariance(end);
}

const way = fc.double({ min: -0.05, max: 0.05, noNaN: true });
const drives = fc.array(fc.tuple(way, way), { minLength: 1, maxLength: 30 });

describe('the covariance of a straight metre, by hand', () => {
  const straight = driven(Array.from({ length: 2000 }, () => [0.0005, 0.0005] as const));

  it('is q/2 along the way: the mean of two wheels with q each', () => {
    expect(straight.xx).toBeCloseTo(Q / 2, 12);
    expect(straight.xy).toBe(0);
    expect(straight.xh).toBe(0);
  });

  it('is 2q/b² in heading: 30 mrad', () => {
    expect(straight.hh).toBeCloseTo((2 * Q) / TRACK ** 2, 12);
    expect(Math.sqrt(straight.hh)).toBeCloseTo(0.0298, 4);
  });

  it('is a third of that across the way, and half of it between the two', () => {
    // ∫ (1 − s)² ds = 1/3 and ∫ (1 − s) ds = 1/2 over the metre.
    expect(straight.yy / straight.hh).toBeCloseTo(1 / 3, 3);
    expect(straight.yh / straight.hh).toBeCloseTo(1 / 2, 3);
  });
});

describe('the covariance, laws', () => {
  it('is symmetric and never negative in any direction', () => {
    fc.assert(
      fc.property(drives, way, way, way, (arcs, x, y, h) => {
        const p = driven(arcs);
        const along =
          p.xx * x * x + p.yy * y * y + p.hh * h * h + 2 * (p.xy * x * y + p.xh * x * h + p.yh * y * h);
        return along >= -1e-18;
      }),
    );
  });

  it('grows with every arc, in heading and in each place seen along the way', () => {
    fc.assert(
      fc.property(drives, way, way, (arcs, left, right) => {
        const before = driven(arcs);
        const { hh } = driven([...arcs, [left, right]]);
        return hh >= before.hh && (left === 0 || hh > before.hh || Math.abs(left) < 1e-12);
      }),
    );
  });

  it('turns with the world', () => {
    fc.assert(
      fc.property(drives, fc.double({ min: -3, max: 3, noNaN: true }), (arcs, angle) => {
        const p = driven(arcs);
        const turned = driven(arcs, angle);
        const c = Math.cos(angle);
        const s = Math.sin(angle);
        expect(turned.xx).toBeCloseTo(c * c * p.xx - 2 * c * s * p.xy + s * s * p.yy, 15);
        expect(turned.xy).toBeCloseTo(c * s * (p.xx - p.yy) + (c * c - s * s) * p.xy, 15);
        expect(turned.xh).toBeCloseTo(c * p.xh - s * p.yh, 15);
        expect(turned.yh).toBeCloseTo(s * p.xh + c * p.yh, 15);
      }),
    );
  });

  it('mirrors when left and right change places', () => {
    fc.assert(
      fc.property(drives, (arcs) => {
        const p = driven(arcs);
        const other = driven(arcs.map(([left, right]) => [right, left]));
        expect(other.xx).toBeCloseTo(p.xx, 15);
        expect(other.yy).toBeCloseTo(p.yy, 15);
        expect(other.xy).toBeCloseTo(-p.xy, 15);
        expect(other.xh).toBeCloseTo(-p.xh, 15);
        expect(other.yh).toBeCloseTo(p.yh, 15);
      }),
    );
  });

  it('is what two independent wheels give: the one that rolls alone turns and advances the body', () => {
    // δs = e/2 and δθ = e/b, with e the one wheel’s error, of variance q·|way|.
    // Along +x in the middle of the arc.
    const { xx, xh, hh } = driven([[0, 0.1]], -0.1 / TRACK / 2);
    expect(xx).toBeCloseTo((Q * 0.1) / 4, 15);
    expect(xh).toBeCloseTo((Q * 0.1) / (2 * TRACK), 15);
    expect(hh).toBeCloseTo((Q * 0.1) / TRACK ** 2, 15);
  });
});

describe('the covariance of an estimate', () => {
  const body = {
    track: TRACK,
    doubts: wheelDoubts(TRACK, Math.sqrt(Q)),
    latency: 0,
    patience: 0.15,
    response: { lag: 0, breakaway: 0, acceleration: 1 },
  };
  const counted = { ...body, metersPerCount: { left: 0.001, right: 0.001 } };
  const reading = (at: number) => ({ kind: 'encoders', at, left: 0, right: 0 }) as const;
  const start = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, counted);
  const first = receiveEncoders(start, reading(0), counted, { left: 0, right: 0 });
  const moved = receiveEncoders(first, reading(1), counted, { left: 0.1, right: 0.1 });

  it('is nothing at the start and grows with the ways that were read', () => {
    expect(covarianceOf(first)).toEqual(ZERO_COVARIANCE);
    expect(covarianceOf(moved).xx).toBeCloseTo((Q * 0.1) / 2, 15);
  });

  it('is nothing again when a pose comes from outside', () => {
    const pose = { x: 1, y: 1, heading: 0 };
    expect(covarianceOf(receivePose(moved, { kind: 'pose', at: 2, pose }, counted))).toEqual(ZERO_COVARIANCE);
  });
});
