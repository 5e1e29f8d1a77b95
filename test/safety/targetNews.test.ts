import { describe, expect, it } from 'vitest';
import { hearTarget, isFiniteNeighbor, isFiniteTarget } from '../../src/safety/targetNews.js';
import type { Target } from '../../src/signals/signals.js';

const at = (time: number, x: number, id = 'ball'): Target => ({
  id,
  at: time,
  position: { x, y: 0 },
  velocity: { x: 0.3, y: 0 },
});
const heard = (...news: readonly Target[]) =>
  news.reduce(hearTarget, { believed: undefined, suspect: undefined } as ReturnType<typeof hearTarget>);

describe('a target that jumps', () => {
  it('is not followed until a second reading confirms it', () => {
    expect(heard(at(0, 0), at(0.02, 5)).believed?.position.x).toBe(0);
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 5.006)).believed?.position.x).toBe(5.006);
  });

  it('is forgotten when it is back where it was', () => {
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 0.012), at(0.06, 5)).believed?.position.x).toBe(0.012);
  });

  it('is not what moves as it can: 0.25 m at once, and 1 m/s more than it says', () => {
    expect(heard(at(0, 0), at(0.02, 0.27)).suspect).toBeUndefined();
    expect(heard(at(0, 0), at(0.02, 0.3)).suspect).toBeDefined();
    expect(heard(at(0, 0), at(1, 1.8)).suspect).toBeUndefined();
  });

  it('is believed after a long silence, and of a pointer always', () => {
    expect(heard(at(0, 0), at(3, 9)).believed?.position.x).toBe(9);
    expect(heard(at(0, 0, 'pointer'), at(0.02, 9, 'pointer')).believed?.position.x).toBe(9);
  });
});

describe('news that is not a number', () => {
  it('is no target and no neighbor', () => {
    expect(isFiniteTarget(at(0, Number.NaN))).toBe(false);
    expect(isFiniteTarget(at(Number.POSITIVE_INFINITY, 0))).toBe(false);
    const robot = { ...at(0, 0), heading: 0, radius: 0.1 };
    expect(isFiniteNeighbor(robot)).toBe(true);
    expect(isFiniteNeighbor({ ...robot, heading: Number.NaN })).toBe(false);
    expect(isFiniteNeighbor({ ...robot, radius: Number.NaN })).toBe(false);
  });
});
