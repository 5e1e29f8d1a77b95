/** Motor frames over a line that does everything wrong: how many are acted upon that should not be? */
import { encodeFrame, type Frame, FrameDecoder } from '../../src/drivers/steerbot/frame.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { DriveWindow } from '../drivers/driveWindow.js';

export interface FuzzResult {
  /** Frames that were sent, and how many of them the line left alone. */
  readonly sent: number;
  readonly unharmed: number;
  /** Acted upon as they were sent. */
  readonly obeyed: number;
  /** Left alone by the line, and not acted upon: should be 0. */
  readonly lost: number;
  /** Acted upon although they were never sent in this form: must be 0. */
  readonly corrupted: number;
  /** Acted upon a second time, or long after they were sent: must be 0. */
  readonly replayed: number;
  /** Frames the receiver has counted as bad. */
  readonly badFrames: number;
}

/** Longer ago a repeated frame looks like a new one: 7 bits of sequence are not more. */
const MEMORY = 60;

type Harm = (bytes: number[], random: Random, old: readonly (readonly number[])[]) => number[];

const below = (random: Random, end: number): number => Math.floor(random.uniform() * end);

const HARMS: readonly Harm[] = [
  flipBits,
  flipBits,
  flipBits,
  // Nothing of it arrives, or only a part.
  () => [],
  (bytes, random) => bytes.slice(0, below(random, bytes.length)),
  (bytes, random) => bytes.toSpliced(below(random, bytes.length), 1 + below(random, 3)),
  // It comes twice, at once or again later.
  (bytes) => [...bytes, ...bytes],
  (bytes, random, old) => [...(old[below(random, old.length)] ?? []), ...bytes],
  // Something else in between, before, after, or in its place.
  (bytes, random) => bytes.toSpliced(below(random, bytes.length), 0, ...noise(random)),
  (bytes, random) => [...noise(random), ...bytes],
  (bytes, random) => bytes.with(below(random, bytes.length), below(random, 256)),
  (_, random) => noise(random),
];

function flipBits(bytes: number[], random: Random): number[] {
  const flipped = [...bytes];
  const flips = 1 + below(random, 8);
  const seen = new Set<number>();
  while (seen.size < flips) seen.add(below(random, bytes.length * 8));
  for (const bit of seen) flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
  return flipped;
}

const noise = (random: Random): number[] =>
  Array.from({ length: 1 + below(random, 20) }, () => below(random, 256));

/** A receiver as the board is: decoder, type, window. It says which of the sent frames it acted upon, if any. */
class Receiver {
  readonly #decoder = new FrameDecoder();
  readonly #window = new DriveWindow();
  readonly #acted: (frame: Frame) => void;

  constructor(acted: (frame: Frame) => void) {
    this.#acted = acted;
    this.#window.startAt(127);
  }

  get badFrames(): number {
    return this.#decoder.badFrames;
  }

  push(bytes: readonly number[]): void {
    this.#decoder.push(bytes, (frame) => {
      if (frame.message.type === 'drive' && this.#window.accepts(frame)) this.#acted(frame);
    });
  }
}

/**
 * Sends `count` frames with random duties; two of three are harmed on their way. A frame acted upon must be one of the
 * last 60 sent, bit for bit, and none of them twice.
 */
export function codecFuzz(count: number, seed: number): FuzzResult {
  const random = resumeRandom(seedRandom(seed));
  const duty = () => below(random, 2001) - 1000;
  const tally = { sent: count, unharmed: 0, obeyed: 0, lost: 0, corrupted: 0, replayed: 0 };
  /** By sequence: what was sent with it last, and whether it was acted upon. */
  const sent = Array.from({ length: 128 }, () => ({ left: 0, right: 0, at: -MEMORY, done: false }));
  const old: number[][] = [];
  let now = 0;
  const receiver = new Receiver(({ sequence, message }) => {
    const original = sent[sequence];
    if (message.type !== 'drive' || !original) return;
    if (message.left !== original.left || message.right !== original.right) tally.corrupted += 1;
    else if (original.done || now - original.at > MEMORY) tally.replayed += 1;
    else tally.obeyed += 1;
    original.done = true;
  });
  for (now = 0; now < count; now++) {
    const sequence = now & 0x7f;
    const [left, right] = [duty(), duty()];
    sent[sequence] = { left, right, at: now, done: false };
    const bytes = [...encodeFrame({ sequence, message: { type: 'drive', left, right } })];
    const isHarmed = random.uniform() < 2 / 3;
    if (!isHarmed) tally.unharmed += 1;
    const harm = HARMS[below(random, HARMS.length)] as Harm;
    receiver.push(isHarmed ? harm(bytes, random, old) : bytes);
    if (!isHarmed && !sent[sequence]?.done) tally.lost += 1;
    old[now % MEMORY] = bytes;
  }
  return { ...tally, badFrames: receiver.badFrames };
}
