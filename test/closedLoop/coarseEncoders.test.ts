import { expect, it } from 'vitest';
import { allowedOvershoot, COARSE, overshoots } from '../support/coarse.js';

it.each(COARSE)(
  'with %d counts a revolution at %d Hz, stops within 5 mm and a count',
  async (counts, rate) => {
    expect(Math.max(...(await overshoots(counts, rate, 8)))).toBeLessThanOrEqual(allowedOvershoot(counts));
  },
);
