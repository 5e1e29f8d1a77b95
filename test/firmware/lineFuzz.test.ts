import { expect, it } from 'vitest';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { fuzzBoard } from '../support/lineFuzz.js';

it('the firmware acts on none of 100 000 corrupted motor frames', () => {
  expect(fuzzBoard(loadFirmware(), 100_000, 3)).toEqual({ sent: 100_000, actedUpon: 0 });
}, 150_000);
