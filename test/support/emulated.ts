/** A tiny host that speaks PROTOCOL.md to an emulated board, byte by byte: a second opinion on the driver's codec. */
import { AvrBoard } from '../../sim/avr/board.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import type { Seconds } from '../../src/math/units.js';

export const ASK = 0;
export const MOTORS = 1;
export const ARM = 2;
export const DRIVE = 3;
export const STOP = 4;
export const REPORT = 5;
export const STALL = 6;
export const SONAR = 7;
export const STATUS = 8;
export const ODOMETRY = 9;
export const ECHO = 10;
export const RATE = 11;
export const REFLECTANCE = 12;
export const DISCHARGE = 13;
export const COUNT = 14;
export const COUNTED = 15;

/** Of STATUS: not an answer. */
export const TRIPPED = 14;
export const STARTED = 15;

const NONE = 127;

export interface Frame {
  readonly type: number;
  readonly sequence: number;
  readonly payload: readonly number[];
  /** When its last byte has come. */
  readonly at: Seconds;
}

/** Two bytes of 7 bits; four with `long`. */
export const short = (value: number): number[] => [value & 0x7f, (value >> 7) & 0x7f];
export const long = (value: number): number[] => [...short(value), ...short(value >> 14)];

const unsigned = (bytes: readonly number[]): number =>
  bytes.reduceRight((value, byte) => value * 128 + byte, 0);

function signed(bytes: readonly number[]): number {
  const value = unsigned(bytes);
  const range = 128 ** bytes.length;
  return value < range / 2 ? value : value - range;
}

/** x¹⁶+x¹⁵+x¹²+x⁷+x⁶+x⁴+x³+1, bit by bit. */
export function crc16(bytes: readonly number[]): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const carry = ((crc >> 15) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) & 0xffff) ^ (carry ? 0x90d9 : 0);
    }
  }
  return crc;
}

export function frameBytes(type: number, sequence: number, payload: readonly number[] = []): number[] {
  const checked = [0x01, 0x10 | type, sequence & 0x7f, ...payload];
  const crc = crc16(checked);
  return [0xf0, ...checked, crc & 0x7f, (crc >> 7) & 0x7f, crc >> 14, 0xf7];
}

/** Speed and direction: {pwm: 9, dir: 7} and {pwm: 10, dir: 8}, as Scout is wired. */
export const SCOUT_MOTORS = [1, 9, 7, NONE, 1, 10, 8, NONE];

/** What a board has said: all bytes, and the valid frames among them. */
export class FrameLog {
  readonly frames: Frame[] = [];
  /** All that came, sysex or not, with the instant at which it had come. */
  readonly bytes: { readonly at: Seconds; readonly byte: number }[] = [];
  #message: number[] = [];

  /** The last frame of a type; of STATUS also what it is about. */
  last(type: number, about?: number): Frame | undefined {
    return this.frames.findLast((f) => f.type === type && (about === undefined || f.payload[0] === about));
  }

  /** What the last STATUS says. */
  get status() {
    const p = this.last(STATUS)?.payload ?? [];
    const [about, error, state] = p;
    return {
      about,
      error,
      state,
      nonce: unsigned(p.slice(3, 5)),
      cause: p[5],
      deadManMs: unsigned(p.slice(6, 8)),
      badFrames: unsigned(p.slice(8, 10)),
    };
  }

  /** What the last ODOMETRY says. */
  get odometry() {
    const { payload: p = [], at = Number.NaN } = this.last(ODOMETRY) ?? {};
    const [left, right] = [signed(p.slice(6, 10)), signed(p.slice(10, 14))];
    return { at, boardUs: unsigned(p.slice(0, 4)), state: p[4], left, right };
  }

  /** What all ECHO frames say. */
  get echoes() {
    return this.frames
      .filter(({ type }) => type === ECHO)
      .map(({ payload: p, at }) => {
        const [index, status] = p;
        return { at, index, status, timeUs: unsigned(p.slice(2, 6)), us: 2 * unsigned(p.slice(6, 8)) };
      });
  }

  /** What all COUNTED frames say. */
  get counted() {
    return this.frames
      .filter(({ type }) => type === COUNTED)
      .map(({ payload: p }) => {
        const [nonce, sent, received, badFrames] = [0, 2, 4, 6].map((i) => unsigned(p.slice(i, i + 2)));
        return { nonce, sent, received, badFrames };
      });
  }

  /** What all DISCHARGE frames say. */
  get discharges() {
    return this.frames
      .filter(({ type }) => type === DISCHARGE)
      .map(({ payload: p }) => ({
        timeUs: unsigned(p.slice(0, 4)),
        us: Array.from({ length: 8 }, (_, i) => unsigned(p.slice(4 + 2 * i, 6 + 2 * i))),
      }));
  }

  /** In a long run: of all that came, only the frames are kept. */
  forgetBytes(): void {
    this.bytes.length = 0;
  }

  hear(byte: number, at: Seconds): void {
    this.bytes.push({ at, byte });
    if (byte === 0xf0) this.#message = [];
    this.#message.push(byte);
    if (byte === 0xf7) this.#take(this.#message, at);
  }

  #take(message: readonly number[], at: Seconds): void {
    const [, kind = 0, sequence = 0] = message.slice(1);
    const payload = message.slice(4, -4);
    const expected = frameBytes(kind & 0x0f, sequence, payload);
    if (message[1] !== 0x01 || expected.some((byte, i) => byte !== message[i])) return;
    this.frames.push({ type: kind & 0x0f, sequence, payload, at });
  }
}

export class RawHost extends FrameLog {
  readonly board: AvrBoard;
  readonly port: EmulatedPort;
  #sequence = 0;

  constructor(board: AvrBoard) {
    super();
    this.board = board;
    this.port = new EmulatedPort(board);
    this.port.listen({
      bytes: (bytes) => {
        for (const byte of bytes) this.hear(byte, board.now);
      },
    });
  }

  /** The next frame of the host's own count; the answer is its sequence. */
  send(type: number, payload: readonly number[] = []): number {
    this.#sequence = (this.#sequence + 1) & 0x7f;
    this.sendBytes(frameBytes(type, this.#sequence, payload));
    return this.#sequence;
  }

  sendBytes(bytes: readonly number[]): void {
    this.port.write(Uint8Array.from(bytes));
  }

  run(time: Seconds): void {
    this.board.runUntil(this.board.now + time);
  }

  /** Configures the motors and arms; the answers are awaited. */
  arm({ motors = SCOUT_MOTORS, mostPermille = 1000, slew = 100, deadManMs = 200 } = {}): void {
    this.send(MOTORS, [...motors, ...short(mostPermille), slew]);
    this.run(0.02);
    this.send(ARM, [...short(this.status.nonce), ...short(deadManMs)]);
    this.run(0.02);
  }

  drive(leftPermille: number, rightPermille: number): void {
    this.send(DRIVE, [...short(leftPermille), ...short(rightPermille)]);
  }

  /** Duties of all pins. */
  outputs(): readonly number[] {
    return this.board.outputs.all;
  }
}

let firmware: Uint16Array | undefined;

/** A board with Steerbot's firmware that has said it has started. */
export function bootedBoard(seed = 1): RawHost {
  firmware ??= loadFirmware();
  const host = new RawHost(new AvrBoard(firmware, seed));
  while (!host.last(STATUS, STARTED) && host.board.now < 5) host.run(0.001);
  return host;
}
