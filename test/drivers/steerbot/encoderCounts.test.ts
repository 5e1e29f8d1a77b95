import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EncoderCounts } from '../../../src/drivers/steerbot/encoderCounts.js';

it('goes on beyond the 28 bits of the board, either way', () => {
  const counts = new EncoderCounts();
  expect(counts.extend(2 ** 27 - 1)).toBe(2 ** 27 - 1);
  expect(counts.extend(-(2 ** 27))).toBe(2 ** 27);
  expect(counts.extend(2 ** 27 - 5)).toBe(2 ** 27 - 5);
});

it('wraps at 32 bits as an int32 does', () => {
  const counts = new EncoderCounts();
  let last = 0;
  for (let at = 0; at <= 2 ** 31; at += 2 ** 26) last = counts.extend((at << 4) >> 4);
  expect(last).toBe(-(2 ** 31));
});

it('follows any way of a wheel', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 27) + 1, max: 2 ** 27 - 1 })), (changes) => {
      const counts = new EncoderCounts();
      let total = 0;
      for (const change of changes) {
        total = (total + change) | 0;
        expect(counts.extend((total << 4) >> 4)).toBe(total);
      }
    }),
  );
});
