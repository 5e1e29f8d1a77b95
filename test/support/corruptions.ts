/** What a line may do to a motor frame, and whether the checksum promises to find it. */
import type { Random } from '../../src/math/random.js';
import { frameBytes } from './emulated.js';

export interface Corruption {
  readonly name: string;
  /** The checksum and the length find all of these; of the others, all but one in about two million. */
  readonly isFound: boolean;
  readonly corrupt: (frame: readonly number[], chance: Random) => number[];
}

const START = 0xf0;
const END = 0xf7;
/** Ends a message that was cut short. No frame ends like this, so it makes no whole one of it. */
export const END_OF_ANYTHING = [0x7f, 0x7f, 0x7f, END];
/** After the payload: three bytes of checksum and the end. */
const TAIL = 4;

export const below = (end: number, chance: Random): number => Math.floor(end * chance.uniform());
const drawnBytes = (count: number, end: number, chance: Random): number[] =>
  Array.from({ length: count }, () => below(end, chance));

export const CORRUPTIONS: readonly Corruption[] = [
  { name: '1 to 5 flipped bits', isFound: true, corrupt: flipped },
  { name: 'a burst of up to 16 bits', isFound: true, corrupt: burst },
  {
    name: '1 to 3 bytes lost',
    isFound: true,
    corrupt: (frame, chance) => frame.toSpliced(below(frame.length, chance), 1 + below(3, chance)),
  },
  {
    name: '1 to 3 bytes doubled',
    isFound: true,
    corrupt: (frame, chance) => {
      const at = below(frame.length, chance);
      return frame.toSpliced(at, 0, ...frame.slice(at, at + 1 + below(3, chance)));
    },
  },
  {
    name: '1 to 4 drawn bytes between',
    isFound: false,
    corrupt: (frame, chance) => {
      const at = 1 + below(frame.length - 1, chance);
      return frame.toSpliced(at, 0, ...drawnBytes(1 + below(4, chance), 256, chance));
    },
  },
  {
    name: 'sequence, payload and checksum drawn',
    isFound: false,
    corrupt: (frame, chance) =>
      frame.map((byte, i) => (i > 2 && i < frame.length - 1 ? below(128, chance) : byte)),
  },
  {
    name: 'all bytes drawn',
    isFound: false,
    corrupt: (frame, chance) => drawnBytes(frame.length, 256, chance),
  },
];

function flipped(frame: readonly number[], chance: Random): number[] {
  return withFlips(frame, 1 + below(5, chance), chance);
}

function withFlips(frame: readonly number[], bits: number, chance: Random): number[] {
  const places = new Set<number>();
  while (places.size < bits) places.add(below(8 * frame.length, chance));
  return flipAt(frame, places);
}

function flipAt(frame: readonly number[], places: Iterable<number>): number[] {
  const wrong = [...frame];
  for (const place of places) wrong[place >> 3] = (wrong[place >> 3] ?? 0) ^ (0x80 >> (place & 7));
  return wrong;
}

/** In the bytes that the checksum is of, and in its order of bits: the first and the last one of it, and some between. */
function burst(frame: readonly number[], chance: Random): number[] {
  const [from, end] = [8, 8 * (frame.length - TAIL)];
  const length = 1 + below(16, chance);
  const first = from + below(end - from - length + 1, chance);
  const between = Array.from({ length }, (_, i) => i).filter(
    (i) => i === 0 || i === length - 1 || chance.uniform() < 0.5,
  );
  return flipAt(
    frame,
    between.map((i) => first + i),
  );
}

function contains(bytes: readonly number[], frame: readonly number[]): boolean {
  for (let from = 0; from + frame.length <= bytes.length; from++)
    if (frame.every((byte, i) => byte === bytes[from + i])) return true;
  return false;
}

/** A frame that the line has corrupted; it is never the frame itself, whole between noise. */
export function corrupted(frame: readonly number[], chance: Random) {
  const corruption = CORRUPTIONS[below(CORRUPTIONS.length, chance)] as Corruption;
  const wrong = corruption.corrupt(frame, chance);
  const bytes = contains(wrong, frame) ? withFlips(frame, 1, chance) : wrong;
  // A frame before it that lacks nothing but its end would become whole, which is no corruption either.
  return { corruption, bytes: bytes[0] === END ? [0, ...bytes.slice(1)] : bytes };
}

/** Of the host's frames, by type: ASK, MOTORS, ARM, DRIVE, STOP, REPORT, STALL. */
const PAYLOADS = [0, 11, 4, 4, 0, 6, 12];

/** Finds the frames that are valid by PROTOCOL.md in whatever came, bit by bit: a judge beside the codecs. */
export class WholeFrames {
  #message: number[] = [];

  /** @returns how many of these bytes complete a valid frame */
  push(bytes: readonly number[]): number {
    let whole = 0;
    for (const byte of bytes) {
      if (byte === START) this.#message = [];
      this.#message.push(byte);
      if (byte === END && isWhole(this.#message)) whole += 1;
    }
    return whole;
  }
}

function isWhole(message: readonly number[]): boolean {
  const [, who, kind = 0, sequence = 0] = message;
  const payload = message.slice(4, -TAIL);
  if (who !== 0x01 || PAYLOADS[kind & 0x0f] !== payload.length || message.length !== payload.length + 8)
    return false;
  if (message.slice(1, -1).some((byte) => byte > 0x7f)) return false;
  return frameBytes(kind & 0x0f, sequence, payload).every((byte, i) => byte === message[i]);
}
