/** Corrupted frames by the million: on the firmware, on each emulator, and on both codecs. */

import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { endOfFile } from '../support/afterFile.js';
import { Avr8jsBoard } from '../support/boards/avr8jsBoard.js';
import { boardKinds } from '../support/boards/boardKinds.js';
import { fuzzFirmwareCodec, fuzzHostCodec } from '../support/codecFuzz.js';
import { fuzzBoard } from '../support/lineFuzz.js';
import { codecFuzz } from './codecFuzz.js';
import type { Figures } from './figures/figures.js';

const LINE_FRAMES = 1e6;
const BOARD_FRAMES = 5e4;
const CODEC_FRAMES = 1e7;

/** `lineFuzz`, or `lineFuzz 1000000 100000000 7`: so many frames to each board, so many to each codec, and the seed. */
export async function benchLineFuzz(words: readonly string[], figures: Figures): Promise<void> {
  const [frames = BOARD_FRAMES, codecFrames = CODEC_FRAMES, seed = 1] = words.map(Number);
  const taken = codecFuzz(LINE_FRAMES, seed);
  console.log(`a line that harms two of three: ${JSON.stringify(taken)}`);
  const firmware = fuzzFirmwareCodec(codecFrames, seed);
  console.log(`the firmware's codec: ${JSON.stringify(firmware)}`);
  const host = fuzzHostCodec(codecFrames, seed);
  console.log(`the host's codec: ${JSON.stringify(host)}`);
  const actedUpon = await fuzzBoards(frames, seed);
  await endOfFile();
  if (words.length > 0) return;
  figures.exact('lineFuzz.line.frames', LINE_FRAMES, '');
  figures.exact('lineFuzz.line.accepted', taken.corrupted + taken.replayed, '');
  figures.exact('lineFuzz.codec.frames', CODEC_FRAMES, '');
  figures.exact('lineFuzz.codec.wrong', firmware.found + firmware.wrong + host.found + host.wrong, '');
  figures.exact('lineFuzz.codec.whole', firmware.whole + host.whole, '');
  figures.exact('lineFuzz.boards.frames', BOARD_FRAMES, '');
  figures.exact('lineFuzz.boards.actedUpon', actedUpon, '');
}

/** @returns how many frames were acted upon that should not have been, on all boards */
async function fuzzBoards(frames: number, seed: number): Promise<number> {
  let actedUpon = 0;
  for (const kind of boardKinds()) {
    if (kind.isMissing) throw new Error(`${kind.name} is missing here`);
    const board = kind.create(seed);
    const count = await fuzzBoard(board, frames, seed);
    console.log(`${kind.name}: ${JSON.stringify(count)}`);
    actedUpon += count.actedUpon;
    board.close();
  }
  return actedUpon;
}

/** What becomes of a few frames on the line, and on the board. */
export async function probeLineFuzz(figures: Figures): Promise<void> {
  const { obeyed, badFrames } = codecFuzz(20_000, 1);
  figures.probe('lineFuzz.probe.obeyed', obeyed);
  figures.probe('lineFuzz.probe.badFrames', badFrames);
  const { whole, actedUpon } = await fuzzBoard(new Avr8jsBoard(loadFirmware(), 1), 500, 1);
  figures.probe('lineFuzz.probe.board', whole + actedUpon);
}
