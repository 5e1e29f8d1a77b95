import { expect, it } from 'vitest';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { drawn } from '../support/effort.js';
import { fuzzBoard } from '../support/lineFuzz.js';

const FRAMES = drawn(100_000, 10_000);

it(`the firmware acts on none of ${FRAMES} corrupted motor frames`, () => {
  expect(fuzzBoard(loadFirmware(), FRAMES, 3)).toEqual({ sent: FRAMES, actedUpon: 0 });
}, 150_000);
