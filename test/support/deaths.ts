/** Ways for a host or its board to die while the motors run, and what becomes of the motors. */
import { AvrBoard } from '../../sim/avr/board.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { ARM, ASK, DRIVE, frameBytes, MOTORS, RawHost, SCOUT_MOTORS, short } from './emulated.js';

/** The pins that turn Scout's wheels. */
const POWER = [9, 10];
const CLOCK = 16e6;
/** Twelve bytes of ten bits. */
const FRAME_TIME: Seconds = (12 * 10 * 34 * 8) / CLOCK;
/** Longer than dead-man, watchdog and a start together. */
const AFTERLIFE: Seconds = 0.6;
const FULL = [...short(1000), ...short(1000)];
/** Firmata: read six bytes of the device 0x68, over and over. */
const I2C_READ = [0xf0, 0x78, 0, 0, 0xf7, 0xf0, 0x76, 0x68, 0x10, 0x3b, 0, 6, 0, 0xf7];

export interface Fate {
  /** From the last valid frame to the instant at which every motor output is off; infinite if that never comes. */
  readonly off: Seconds;
  /** Whether a motor turned again after that without being armed. */
  readonly restarted: boolean;
}

/** A robot that is driven, dies, and is brought back to life by a new host. */
export class Mortal {
  readonly #board: AvrBoard;
  readonly #chance: Random;
  #host: RawHost;
  #sequence = 0;

  constructor(program: Uint16Array, seed: number) {
    this.#board = new AvrBoard(program, seed);
    this.#host = new RawHost(this.#board);
    this.#chance = resumeRandom(seedRandom(seed));
    this.#host.run(0.1);
  }

  /** A death at a random instant, after a short life with frames 15 to 25 ms apart. */
  live(death: Death): Fate {
    this.#connect();
    const frames = 2 + Math.floor(4 * this.#chance.uniform());
    for (let i = 0; i < frames; i++) {
      this.#host.run(0.015 + 0.01 * this.#chance.uniform());
      this.#sequence = this.#host.send(DRIVE, [...short(600), ...short(-400)]);
    }
    this.#host.run(FRAME_TIME);
    const lastFrame = this.#board.now;
    const watch = watchPower(this.#board);
    // The frame has been read a millisecond after it came; from then on death may come at any instant.
    this.#host.run(0.001 + 0.02 * this.#chance.uniform());
    DEATHS[death](this.#host, this.#sequence, this.#chance);
    this.#host.run(AFTERLIFE);
    this.#board.i2c.release();
    return watch(lastFrame);
  }

  /** Frames at 50 Hz, with 8 ms of jitter either way: whether the motors were ever off. */
  everOff(duration: Seconds): boolean {
    this.#connect();
    let off = false;
    for (let at = 0; at < duration; at += 0.02) {
      this.#host.send(DRIVE, [...short(500), ...short(500)]);
      this.#host.run(0.02 + 0.016 * (this.#chance.uniform() - 0.5));
      off ||= !isPowered(this.#board);
    }
    return off;
  }

  /** As every host begins; a port that was cut is plugged in again. */
  #connect(): void {
    this.#host = new RawHost(this.#board);
    this.#host.sendBytes([0xf7, 0xff]);
    this.#host.send(ASK);
    this.#host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
    this.#host.run(0.03);
    this.#host.send(ARM, [...short(this.#host.status.nonce), ...short(200)]);
    this.#host.run(0.01);
  }
}

/** What dies, and how; frames that come after it were sent before, or by a host that does not know. */
export const DEATHS = {
  'the host is killed': () => {},
  'the host is frozen, and its old frames come later': (host: RawHost, sequence: number) => {
    for (const ahead of [1, 2, 30])
      later(host, 0.3, () => host.sendBytes(frameBytes(DRIVE, sequence + ahead, FULL)));
  },
  'the cable is pulled': (host: RawHost) => host.port.cut('silent'),
  'the host dies inside a message': (host: RawHost, sequence: number, chance: Random) =>
    host.sendBytes(frameBytes(DRIVE, sequence + 1, FULL).slice(0, 1 + Math.floor(11 * chance.uniform()))),
  'the host dies while the I²C bus is stuck': (host: RawHost) => {
    host.board.i2c.hold();
    host.sendBytes(I2C_READ);
  },
  'the main loop hangs, and frames still come': (host: RawHost) => {
    host.board.hangMainLoop();
    for (let at = 0.02; at < AFTERLIFE; at += 0.02) later(host, at, () => host.send(DRIVE, FULL));
  },
} satisfies Record<string, (host: RawHost, sequence: number, chance: Random) => void>;

export type Death = keyof typeof DEATHS;
export const ALL_DEATHS = Object.keys(DEATHS) as Death[];

const later = ({ board }: RawHost, delay: Seconds, act: () => void) =>
  board.events.at(board.cycles + Math.round(delay * CLOCK), act);

const isPowered = ({ outputs }: AvrBoard): boolean => POWER.some((pin) => outputs.dutyOf(pin) > 0);

/** From now on; the answer tells what happened since. */
function watchPower(board: AvrBoard): (from: Seconds) => Fate {
  let offAt = isPowered(board) ? Number.POSITIVE_INFINITY : board.now;
  let restarted = false;
  const watch = board.outputs.changes$.subscribe(() => {
    const powered = isPowered(board);
    if (!powered && offAt === Number.POSITIVE_INFINITY) offAt = board.now;
    if (powered && offAt < Number.POSITIVE_INFINITY) restarted = true;
  });
  return (from) => {
    watch.unsubscribe();
    return { off: offAt - from, restarted };
  };
}
