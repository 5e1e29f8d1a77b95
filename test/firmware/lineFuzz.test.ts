/** Corrupted motor frames, on every emulator, and on the two codecs. */
import { describe, expect, it } from 'vitest';
import { onEveryBoard } from '../support/boards/onEveryBoard.js';
import { fuzzFirmwareCodec, fuzzHostCodec } from '../support/codecFuzz.js';
import { drawn, THOROUGH } from '../support/effort.js';
import { fuzzBoard } from '../support/lineFuzz.js';
import { isMissing } from '../support/tools.js';

/** A board without a checksum acts on more than one of a hundred; the bench `lineFuzz` draws a million. */
const FRAMES = drawn(20_000, 1_000);
const SEED = THOROUGH ? 4 : 3;

onEveryBoard((kind) => {
  it(`acts on none of ${FRAMES} corrupted motor frames, drawn from ${SEED}`, async () => {
    const board = kind.create(SEED);
    expect(await fuzzBoard(board, FRAMES, SEED)).toMatchObject({ sent: FRAMES, actedUpon: 0 });
    board.close();
  });
});

describe('a codec takes no corrupted frame that its checksum finds, and of the others none with a wrong checksum', () => {
  const frames = drawn(500_000, 40_000);

  it(`the host's, of ${frames}`, () => {
    const { sent, found, whole, wrong } = fuzzHostCodec(frames, 1);
    expect({ sent, found, wrong }).toEqual({ sent: frames, found: 0, wrong: 0 });
    expect(whole).toBeLessThan(frames / 10_000);
  });

  it.skipIf(isMissing('g++'))(`the firmware's, of ${10 * frames} (needs g++)`, () => {
    const { sent, found, whole, wrong } = fuzzFirmwareCodec(10 * frames, 1);
    expect({ sent, found, wrong }).toEqual({ sent: 10 * frames, found: 0, wrong: 0 });
    expect(whole).toBeLessThan(frames / 1_000);
  });
});
