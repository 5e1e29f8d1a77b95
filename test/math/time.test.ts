import { describe, expect, it } from 'vitest';
import { exceeds, reaches } from '../../src/math/time.js';

describe('two times', () => {
  it('are compared up to a nanosecond, to which the rounding of clocks adds up', () => {
    expect([-2e-9, -0.9e-9, 0, 0.9e-9, 2e-9].map((off) => reaches(3 + off, 3))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect([-2e-9, -0.9e-9, 0, 0.9e-9, 2e-9].map((off) => exceeds(3 + off, 3))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});
