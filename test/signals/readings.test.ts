import { expect, it } from 'vitest';
import { isMeasured } from '../../src/signals/readings.js';

it.each([
  ['no echo', null, true],
  ['an echo at the sensor', 0, true],
  ['an echo', 1.5, true],
  ['a lost measurement', Number.NaN, false],
  ['a lost measurement as a page gets it', -1, false],
  ['a distance just below zero', -1e-9, false],
  ['an endless distance', Number.POSITIVE_INFINITY, false],
  ['a missing distance', undefined, false],
])('%s, %d: measured is %s', (_, distance, measured) => {
  expect(isMeasured(distance)).toBe(measured);
});
