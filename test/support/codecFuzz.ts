/** Corrupted frames on the host's decoder, and on the firmware's own, compiled for this machine. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../src/config/loadFile.js';
import { encodeFrame, FrameDecoder } from '../../src/drivers/steerbot/frame.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { below, corrupted, END_OF_ANYTHING, WholeFrames } from './corruptions.js';

export interface CodecFuzzCount {
  readonly sent: number;
  /** Accepted, of those that the checksum promises to find: must be 0. */
  readonly found: number;
  /** Accepted, of the others, because a valid frame has come of them, with its checksum: no codec can tell. */
  readonly whole: number;
  /** Accepted with a wrong checksum, as computed here bit by bit: must be 0. */
  readonly wrong: number;
}

/** Each frame is a DRIVE with any duties. */
export function fuzzHostCodec(count: number, seed: number): CodecFuzzCount {
  const chance = resumeRandom(seedRandom(seed));
  const decoder = new FrameDecoder();
  const tally = { sent: count, found: 0, whole: 0, wrong: 0 };
  for (let i = 0; i < count; i++) {
    const [left, right] = [below(2001, chance) - 1000, below(2001, chance) - 1000];
    const frame = encodeFrame({ sequence: i & 0x7f, message: { type: 'drive', left, right } });
    const { corruption, bytes } = corrupted([...frame], chance);
    let accepted = 0;
    const count = () => {
      accepted += 1;
    };
    decoder.push(bytes, count);
    decoder.push(END_OF_ANYTHING, count);
    if (accepted === 0) continue;
    if (corruption.isFound) tally.found += 1;
    else if (new WholeFrames().push([...bytes, ...END_OF_ANYTHING]) > 0) tally.whole += 1;
    else tally.wrong += 1;
  }
  return tally;
}

/** The same in C++, with frames of every type. */
export function fuzzFirmwareCodec(count: number, seed: number): CodecFuzzCount {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-codec-test-'));
  try {
    const program = join(folder, 'frameFuzz');
    const firmware = join(packageFolder(), 'robots/firmware/steerbot');
    const native = join(packageFolder(), 'test/firmware/native');
    const sources = [join(native, 'frameFuzz.cpp'), join(firmware, 'frame.cpp')];
    const includes = ['-I', native, '-I', firmware];
    execFileSync('g++', ['-O2', '-Wall', '-Werror', ...includes, ...sources, '-o', program]);
    const said = execFileSync(program, [`${count}`, `${seed}`], { encoding: 'utf8' });
    const [sent = 0, found = 0, whole = 0, wrong = 0] = said.split(' ').map(Number);
    return { sent, found, whole, wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
