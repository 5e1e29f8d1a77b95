/** A line that corrupts motor frames, and whether a board ever acts on one that it should not have taken. */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { BoardHost } from './boards/boardHost.js';
import { LineTime, type TestedBoard } from './boards/testedBoard.js';
import { corrupted, END_OF_ANYTHING, WholeFrames } from './corruptions.js';
import { DRIVE, frameBytes, SCOUT_MOTORS, short } from './emulated.js';

const POWER = [9, 10];
/** What valid frames ask for, and what corrupted ones were meant to. */
const ASKED = 100;
const WRONG = 1000;
/** From a frame's last byte until its motors have its duty. */
const READING_TIME = 0.0003;
const VALID_EVERY = 20;

export interface FuzzCount {
  readonly sent: number;
  /** Corrupted frames after which a motor had another power than valid frames asked for. */
  readonly actedUpon: number;
  /** Corrupted into another valid frame, with its checksum: no board can tell. They are not acted upon wrongly. */
  readonly whole: number;
}

/** Sends so many corrupted frames, among valid ones that keep the dead-man quiet. */
export async function fuzzBoard(board: TestedBoard, count: number, seed: number): Promise<FuzzCount> {
  const chance: Random = resumeRandom(seedRandom(seed));
  const line = new ArmedLine(board);
  await line.begin();
  let [actedUpon, whole] = [0, 0];
  for (let sent = 0; sent < count; sent++) {
    if (sent % VALID_EVERY === 0) await line.sendValid();
    const isWhole = await line.sendWrong(corrupted(line.nextFrame(), chance).bytes);
    if (isWhole) whole += 1;
    if (line.isAsAsked()) continue;
    if (!isWhole) actedUpon += 1;
    await line.arm();
  }
  line.end();
  return { sent: count, actedUpon, whole };
}

class ArmedLine {
  readonly #host: BoardHost;
  readonly #judge = new WholeFrames();

  constructor(board: TestedBoard) {
    this.#host = new BoardHost(board);
  }

  async begin(): Promise<void> {
    await this.#host.run(0.1);
    await this.arm();
  }

  /** Arms again if noise has happened to be a message that stops or resets: that is no harm. */
  async sendValid(): Promise<void> {
    this.#send(END_OF_ANYTHING);
    const arrives = this.#host.drive(ASKED, ASKED);
    await this.#host.runUntil(arrives + 0.001);
    this.#host.forgetBytes();
    if (!this.#isPowered()) await this.arm();
  }

  /** A frame that would be valid next, but asks for something impossible. */
  nextFrame(): number[] {
    return frameBytes(DRIVE, this.#host.sequence + 1, [...short(WRONG), ...short(-WRONG)]);
  }

  /** @returns whether a valid frame has come of it */
  async sendWrong(bytes: readonly number[]): Promise<boolean> {
    const isWhole = this.#judge.push(bytes) > 0;
    await this.#host.runUntil(this.#host.board.send(bytes) + READING_TIME);
    return isWhole;
  }

  isAsAsked(): boolean {
    return POWER.every((pin) => {
      const duty = this.#host.board.dutyOf(pin);
      return duty === 0 || Math.abs(duty - ASKED / 1000) < 0.01;
    });
  }

  async arm(): Promise<void> {
    this.#send(END_OF_ANYTHING);
    await this.#host.connect();
    await this.#host.configure(SCOUT_MOTORS);
    await this.#host.arm();
    this.#host.drive(ASKED, ASKED);
    await this.#host.run(12 * LineTime.byte + 0.01);
  }

  end(): void {
    this.#host.unplug();
  }

  #isPowered(): boolean {
    return POWER.every((pin) => this.#host.board.dutyOf(pin) > 0);
  }

  #send(bytes: readonly number[]): void {
    this.#judge.push(bytes);
    this.#host.board.send(bytes);
  }
}
