import { expect, it } from 'vitest';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { drawn } from '../support/effort.js';
import { fuzzBoard } from '../support/lineFuzz.js';

const FRAMES = drawn(10_000, 5_000);
const SEEDS = Array.from({ length: drawn(10, 1) }, (_, i) => 3 + i);

it.each(SEEDS)(`the firmware acts on none of ${FRAMES} corrupted motor frames, drawn from %i`, (seed) => {
  expect(fuzzBoard(loadFirmware(), FRAMES, seed)).toEqual({ sent: FRAMES, actedUpon: 0 });
});
