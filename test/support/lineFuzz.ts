/** A line that corrupts motor frames, and whether a board ever acts on one that it should not have taken. */
import { AvrBoard } from '../../sim/avr/board.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { ARM, ASK, DRIVE, frameBytes, MOTORS, RawHost, SCOUT_MOTORS, short } from './emulated.js';

const POWER = [9, 10];
/** What valid frames ask for, and what corrupted ones were meant to. */
const ASKED = 100;
const WRONG = 1000;
const FRAME_TIME = (12 * 10 * 34 * 8) / 16e6;

const END = 0xf7;
/** Ends a message that was cut short. No frame ends like this, so it makes no whole one of it. */
const END_OF_ANYTHING = [0x7f, 0x7f, 0x7f, END];

export interface FuzzCount {
  readonly sent: number;
  /** Corrupted frames after which a motor had another power than valid frames asked for. */
  readonly actedUpon: number;
}

/** Sends so many corrupted frames, among valid ones that keep the dead-man quiet. */
export function fuzzBoard(program: Uint16Array, count: number, seed: number): FuzzCount {
  const chance = resumeRandom(seedRandom(seed));
  const line = new ArmedLine(new AvrBoard(program, seed));
  let actedUpon = 0;
  for (let sent = 0; sent < count; sent++) {
    if (sent % 20 === 0) line.sendValid();
    line.sendWrong(corrupted(line.nextFrame(), chance));
    if (!line.isAsAsked()) actedUpon += 1;
  }
  return { sent: count, actedUpon };
}

class ArmedLine {
  readonly #host: RawHost;
  #sequence = 0;

  constructor(board: AvrBoard) {
    this.#host = new RawHost(board);
    this.#host.run(0.1);
    this.#arm();
  }

  /** Arms again if noise has happened to be a message that stops or resets: that is no harm. */
  sendValid(): void {
    this.#host.sendBytes(END_OF_ANYTHING);
    this.#sequence = this.#host.send(DRIVE, [...short(ASKED), ...short(ASKED)]);
    this.#host.run(FRAME_TIME + 0.001);
    if (!this.#isPowered()) this.#arm();
  }

  /** A frame that would be valid next, but asks for something impossible. */
  nextFrame(): number[] {
    return frameBytes(DRIVE, this.#sequence + 1, [...short(WRONG), ...short(-WRONG)]);
  }

  sendWrong(bytes: readonly number[]): void {
    this.#host.sendBytes(bytes);
    this.#host.run((bytes.length * FRAME_TIME) / 12 + 0.0003);
  }

  isAsAsked(): boolean {
    const right = POWER.every((pin) => {
      const duty = this.#host.board.outputs.dutyOf(pin);
      return duty === 0 || Math.abs(duty - ASKED / 1000) < 0.01;
    });
    if (!right) this.#arm();
    return right;
  }

  #isPowered(): boolean {
    return POWER.every((pin) => this.#host.board.outputs.dutyOf(pin) > 0);
  }

  #arm(): void {
    this.#host.sendBytes([...END_OF_ANYTHING, 0xff]);
    this.#host.send(ASK);
    this.#host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
    this.#host.run(0.03);
    this.#host.send(ARM, [...short(this.#host.status.nonce), ...short(200)]);
    this.#sequence = this.#host.send(DRIVE, [...short(ASKED), ...short(ASKED)]);
    this.#host.run(0.02);
  }
}

/** Ways to corrupt a frame. What comes out is never the frame itself. */
const CORRUPTIONS: readonly ((frame: number[], chance: Random) => number[])[] = [
  (frame, chance) => flipped(frame, 1 + below(5, chance), chance),
  (frame, chance) => frame.toSpliced(below(frame.length, chance), 1 + below(3, chance)),
  (frame, chance) => {
    const at = below(frame.length, chance);
    return frame.toSpliced(at, 0, ...frame.slice(at, at + 1 + below(3, chance)));
  },
  (frame, chance) => {
    const at = 1 + below(frame.length - 1, chance);
    return [
      ...frame.slice(0, at),
      ...Array.from({ length: 1 + below(4, chance) }, () => below(256, chance)),
      ...frame.slice(at),
    ];
  },
  (frame, chance) => frame.map((byte, i) => (i > 2 && i < 11 ? below(128, chance) : byte)),
  (_, chance) => Array.from({ length: 12 }, () => below(256, chance)),
];

function corrupted(frame: number[], chance: Random): number[] {
  const corrupt = CORRUPTIONS[below(CORRUPTIONS.length, chance)] as (typeof CORRUPTIONS)[number];
  const wrong = corrupt(frame, chance);
  // A byte repeated or drawn may happen to change nothing, or to leave the frame whole between noise.
  const whole = `,${wrong},`.includes(`,${frame},`);
  if (whole) return flipped(frame, 1, chance);
  // A frame before it that lacks nothing but its end would become whole, which is no corruption either.
  return wrong[0] === END ? [0, ...wrong.slice(1)] : wrong;
}

function flipped(frame: readonly number[], bits: number, chance: Random): number[] {
  const wrong = [...frame];
  const places = new Set<number>();
  while (places.size < bits) places.add(below(8 * frame.length, chance));
  for (const place of places) wrong[place >> 3] = (wrong[place >> 3] ?? 0) ^ (1 << (place & 7));
  return wrong;
}

const below = (end: number, chance: Random): number => Math.floor(end * chance.uniform());
