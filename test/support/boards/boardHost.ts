/** A tiny host that speaks PROTOCOL.md to a board under test, and remembers what its motors' pins did. */
import type { Subscription } from 'rxjs';
import type { Seconds } from '../../../src/math/units.js';
import { ARM, ASK, DRIVE, FrameLog, frameBytes, MOTORS, SCOUT_MOTORS, short } from '../emulated.js';
import type { DutyChange, TestedBoard } from './testedBoard.js';

/** Long enough for a frame, its answer, and whatever else the board is sending. */
const ANSWER_TIME: Seconds = 0.03;

export class BoardHost extends FrameLog {
  readonly board: TestedBoard;
  readonly #plugged: Subscription;
  #sequence = 0;

  constructor(board: TestedBoard) {
    super();
    this.board = board;
    this.#plugged = board.bytes$.subscribe(({ byte, at }) => this.hear(byte, at));
  }

  /** The last sequence sent. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The next frame of the host's own count. @returns when it arrives */
  send(type: number, payload: readonly number[] = []): Seconds {
    this.#sequence = (this.#sequence + 1) & 0x7f;
    return this.board.send(frameBytes(type, this.#sequence, payload));
  }

  drive(leftPermille: number, rightPermille: number): Seconds {
    return this.send(DRIVE, [...short(leftPermille), ...short(rightPermille)]);
  }

  run(time: Seconds): Promise<void> {
    return this.board.run(time);
  }

  /** Runs to that time, if it is not over. */
  async runUntil(time: Seconds): Promise<void> {
    if (time > this.board.now) await this.board.run(time - this.board.now);
  }

  /** Sends a frame and waits for the answer; says what STATUS says. */
  async ask(type: number, payload: readonly number[] = []) {
    this.send(type, payload);
    await this.run(ANSWER_TIME);
    return this.status;
  }

  /** As every host begins. */
  async connect(): Promise<void> {
    this.board.send([0xf7, 0xff]);
    await this.run(ANSWER_TIME);
    await this.ask(ASK);
  }

  configure(motors: readonly number[] = SCOUT_MOTORS, slew = 100) {
    return this.ask(MOTORS, [...motors, ...short(1000), slew]);
  }

  arm(deadManMs = 200) {
    return this.ask(ARM, [...short(this.status.nonce), ...short(deadManMs)]);
  }

  /** Drives at 50 Hz. @returns when the last frame arrives, which is at least so long from now */
  async driveFor(time: Seconds, leftPermille: number, rightPermille: number): Promise<Seconds> {
    let last = 0;
    for (const end = this.board.now + time; this.board.now < end; await this.run(0.02))
      last = this.drive(leftPermille, rightPermille);
    return last;
  }

  unplug(): void {
    this.#plugged.unsubscribe();
  }
}

/** When pins had power, from the moment it is made. */
export class PowerLog {
  readonly #board: TestedBoard;
  readonly #pins: readonly number[];
  readonly #watch: Subscription;
  /** When the last pin that had power lost it, and when one was given power. */
  #lastOff: Seconds | undefined;
  #lastOn: Seconds | undefined;
  readonly #on: Set<number>;

  constructor(board: TestedBoard, pins: readonly number[]) {
    this.#board = board;
    this.#pins = pins;
    this.#on = new Set(pins.filter((pin) => board.dutyOf(pin) > 0));
    this.#watch = board.changes$.subscribe((change) => this.#see(change));
  }

  get isOn(): boolean {
    return this.#on.size > 0;
  }

  /** When the last of them went off; undefined while one is on, or if all have been off. */
  get offAt(): Seconds | undefined {
    return this.isOn ? undefined : this.#lastOff;
  }

  /** When one of them had power last. */
  get lastOnAt(): Seconds | undefined {
    return this.isOn ? this.#board.now : this.#lastOn;
  }

  end(): void {
    this.#watch.unsubscribe();
  }

  #see({ pin, duty, at }: DutyChange): void {
    if (!this.#pins.includes(pin)) return;
    if (duty > 0) {
      this.#on.add(pin);
      this.#lastOn = at;
    } else if (this.#on.delete(pin) && this.#on.size === 0) {
      this.#lastOff = at;
    }
  }
}
