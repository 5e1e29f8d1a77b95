/** Encodes and decodes messages: start, who, kind, sequence, payload, checksum, end; finds frames in a stream. */

import { MESSAGES, type Message, type MessageField, type MessageLayout } from './messages.js';

export const START_SYSEX = 0xf0;
export const END_SYSEX = 0xf7;
/** The Firmata user command that marks a system-exclusive message as ours. */
export const STEERBOT_COMMAND = 0x01;
export const PROTOCOL_VERSION = 1;
/** Of the firmware that comes with this program; PROTOCOL.md says what older ones lack. */
export const FIRMWARE_MINOR_VERSION = 3;
/** The first one with STALL. */
export const STALL_MINOR_VERSION = 1;
/** The first one with RATE, SONAR, encoders with one channel, and the options of motors. */
export const RATE_MINOR_VERSION = 2;
/** The first one with COUNT. */
export const COUNT_MINOR_VERSION = 3;

export interface Frame {
  /** One more than in the sender's previous frame. A frame carries it modulo 128. */
  readonly sequence: number;
  readonly message: Message;
}

/** A message type with the position of its fields. */
interface FrameLayout {
  readonly type: string;
  readonly kind: number;
  readonly length: number;
  readonly fields: readonly (readonly [string, MessageField])[];
}

/** Before the payload: start, who, kind and sequence; after it: the checksum and the end. */
const HEAD_BYTES = 4;
const CRC_BYTES = 3;
const END_BYTES = 1;

const frameLayouts = Object.entries(MESSAGES).map(
  ([type, { code, fields }]: [string, MessageLayout]): FrameLayout => {
    const entries = Object.entries(fields);
    const payload = entries.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    return {
      type,
      kind: (PROTOCOL_VERSION << 4) | code,
      length: HEAD_BYTES + payload + CRC_BYTES + END_BYTES,
      fields: entries,
    };
  },
);
const layoutByType = new Map(frameLayouts.map((each) => [each.type, each]));
const layoutByKind = new Map(frameLayouts.map((each) => [each.kind, each]));

/** No frame is longer. */
export const MAX_FRAME_BYTES = Math.max(...frameLayouts.map(({ length }) => length));

/** The values must be integers within their ranges. */
export function encodeFrame({ sequence, message }: Frame): Uint8Array {
  const { kind, fields } = layoutByType.get(message.type) as FrameLayout;
  const values = message as unknown as Readonly<Record<string, number>>;
  const payload = fields.flatMap(([name, { bytes }]) => septets(values[name] as number, bytes));
  const checked = [STEERBOT_COMMAND, kind, sequence & 0x7f, ...payload];
  return Uint8Array.of(START_SYSEX, ...checked, ...septets(crc16(checked), CRC_BYTES), END_SYSEX);
}

/**
 * Decodes the bytes of one frame, from start to end; null if anything is wrong with it.
 *
 * Guards people: a frame that was corrupted on the line must never turn a motor.
 */
export function decodeFrame(bytes: Uint8Array): Frame | null {
  const layout = layoutByKind.get(bytes[2] as number);
  if (!layout || bytes.length !== layout.length) return null;
  if (bytes[0] !== START_SYSEX || bytes[1] !== STEERBOT_COMMAND || bytes.at(-1) !== END_SYSEX) return null;
  // The start and the end.
  if (bytes.filter((byte) => byte > 0x7f).length > 2) return null;
  const end = bytes.length - END_BYTES - CRC_BYTES;
  // Three bytes carry 21 bits: the five above the 16-bit checksum are compared as well, and must be zero.
  if (numberAt(bytes, end, CRC_BYTES) !== crc16(bytes.subarray(1, end))) return null;
  const values = payloadOf(bytes, layout.fields);
  if (!values) return null;
  const message = { type: layout.type, ...values } as unknown as Message;
  return { sequence: bytes[3] as number, message };
}

function payloadOf(bytes: Uint8Array, fields: FrameLayout['fields']): Record<string, number> | null {
  const values: Record<string, number> = {};
  let at = HEAD_BYTES;
  for (const [name, field] of fields) {
    const raw = numberAt(bytes, at, field.bytes);
    const half = 2 ** (7 * field.bytes - 1);
    const value = field.signed && raw >= half ? raw - 2 * half : raw;
    if (!field.allowed(value)) return null;
    values[name] = value;
    at += field.bytes;
  }
  return values;
}

/** Gives two's complement of the field's width without extra work: the higher bits are not sent. */
const septets = (value: number, length: number): number[] =>
  Array.from({ length }, (_, i) => (value >> (7 * i)) & 0x7f);

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value |= (bytes[at + i] as number) << (7 * i);
  return value;
}

/** x¹⁶+x¹⁵+x¹²+x⁷+x⁶+x⁴+x³+1, most significant bit first, no reflection, no final xor. */
const POLYNOMIAL = 0x90d9;
const CRC_START = 0xffff;

/** The checksum of our frames: it detects every pattern of up to five flipped bits in one. */
export function crc16(bytes: Iterable<number>): number {
  let crc = CRC_START;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  }
  return crc & 0xffff;
}

/**
 * Finds our frames in a stream of bytes that may hold anything else, or garbage.
 *
 * Keeps the bytes of one frame at most. A start byte discards what came before it, so the next whole frame is found
 * after garbage of any kind.
 */
export class FrameDecoder {
  readonly #bytes = new Uint8Array(MAX_FRAME_BYTES);
  /** Bytes of the frame so far; 0 outside a frame. */
  #length = 0;
  #badFrames = 0;

  /** Frames begun as ours that were not valid, since the decoder was made. */
  get badFrames(): number {
    return this.#badFrames;
  }

  /** Calls back with each valid frame that these bytes complete. */
  push(bytes: Iterable<number>, each: (frame: Frame) => void): void {
    for (const byte of bytes) {
      if (byte === START_SYSEX) this.#start();
      else if (byte === END_SYSEX) this.#end(each);
      else this.#keep(byte);
    }
  }

  #start(): void {
    this.#giveUp();
    this.#bytes[0] = START_SYSEX;
    this.#length = 1;
  }

  #keep(byte: number): void {
    if (this.#length === 0) return;
    const isOurs = this.#length > 1 || byte === STEERBOT_COMMAND;
    // One byte is left for the end.
    const fits = this.#length < MAX_FRAME_BYTES - 1;
    if (isOurs && fits) this.#bytes[this.#length++] = byte;
    else this.#giveUp();
  }

  #end(each: (frame: Frame) => void): void {
    this.#bytes[this.#length] = END_SYSEX;
    const frame = decodeFrame(this.#bytes.subarray(0, this.#length + 1));
    if (!frame) this.#giveUp();
    this.#length = 0;
    if (frame) each(frame);
  }

  #giveUp(): void {
    if (this.#length > 1) this.#badFrames += 1;
    this.#length = 0;
  }
}
