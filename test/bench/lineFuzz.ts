/** Corrupted frames by the million: on the firmware, on each emulator, and on both codecs. */
import { wallTime } from '../../src/control/clock.js';
import { endOfFile } from '../support/afterFile.js';
import { boardKinds } from '../support/boards/boardKinds.js';
import { fuzzFirmwareCodec, fuzzHostCodec } from '../support/codecFuzz.js';
import { fuzzBoard } from '../support/lineFuzz.js';

const FRAMES = 1e6;
const CODEC_FRAMES = 1e8;

/** `lineFuzz 1000000 100000000 7`: so many frames to each board, so many to each codec, and the seed. */
export async function benchLineFuzz([frames, codecFrames, seed = '1']: readonly string[]): Promise<void> {
  const count = Number(codecFrames ?? CODEC_FRAMES);
  await timed("the firmware's codec", seed, () => fuzzFirmwareCodec(count, Number(seed)));
  await timed("the host's codec", seed, () => fuzzHostCodec(count, Number(seed)));
  for (const kind of boardKinds()) {
    if (kind.isMissing) continue;
    const board = kind.create(Number(seed));
    await timed(kind.name, seed, () => fuzzBoard(board, Number(frames ?? FRAMES), Number(seed)));
    board.close();
  }
  await endOfFile();
}

async function timed(name: string, seed: string, run: () => object): Promise<void> {
  const began = wallTime.now();
  const count = await run();
  console.log(`${name}, seed ${seed}: ${JSON.stringify(count)}, ${Math.round(wallTime.now() - began)} s`);
}
