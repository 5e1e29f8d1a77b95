import { describe, expect, it } from 'vitest';
import { AS_FILED, isContinuous, learned, wheelWaysBetween } from '../../src/estimation/wheelGains.js';
import { moveAlongArc } from '../../src/math/geometry.js';

/** Drives in steps of 1 cm by the model; each wheel goes its share of what it is given, by the gains learned so far. */
function driven(metres: number, share: { left: number; right: number }, blur = 0) {
  let known = AS_FILED;
  for (let i = 0; i < metres * 100; i++) {
    const { left, right } = known.gains;
    known = learned(
      known,
      { left: 0.01, right: -0.01 },
      { left: (0.01 * share.left) / left, right: (-0.01 * share.right) / right },
      blur,
    );
  }
  return known.gains;
}

describe('the gains of wheels', () => {
  it('are learned within a few metres, forwards and backwards, each wheel its own', () => {
    const { left, right } = driven(4, { left: 0.95, right: 1.1 });
    expect(Math.abs(left - 0.95)).toBeLessThan(0.007);
    expect(Math.abs(right - 1.1)).toBeLessThan(0.008);
  });

  it('begin with four tenths of the difference after the first half metre', () => {
    expect(driven(0.49, { left: 0.9, right: 1 })).toEqual({ left: 1, right: 1 });
    expect(driven(0.51, { left: 0.9, right: 1 }).left).toBeCloseTo(0.96, 9);
  });

  it('do not follow less than a per cent, nor what a count may hide', () => {
    expect(driven(5, { left: 1.006, right: 0.994 })).toEqual({ left: 1, right: 1 });
    expect(driven(5, { left: 1.025, right: 1 }, 0.01)).toEqual({ left: 1, right: 1 });
  });

  it('learn nothing from a wheel that is blocked, or spins', () => {
    expect(driven(20, { left: 0, right: 3 })).toEqual({ left: 1, right: 1 });
  });

  it('stay within 0.8 and 1.25, whatever an encoder tells', () => {
    expect(driven(20, { left: 0.7, right: 1.3 })).toEqual({ left: 0.8, right: 1.25 });
  });
});

describe('the ways of wheels between two poses', () => {
  it('are those of the arc', () => {
    const from = { x: 1, y: 2, heading: 3 };
    const ways = wheelWaysBetween(from, moveAlongArc(from, 0.05, -0.4), 0.14);
    expect(ways.left).toBeCloseTo(0.05 + 0.4 * 0.07, 9);
    expect(ways.right).toBeCloseTo(0.05 - 0.4 * 0.07, 9);
    expect(isContinuous(from, moveAlongArc(from, 0.05, -0.4))).toBe(true);
    expect(isContinuous(from, { x: 1.2, y: 2, heading: 3 })).toBe(false);
  });
});
