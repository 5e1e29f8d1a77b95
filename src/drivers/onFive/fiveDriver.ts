/** The driver of a robot by a program's own johnny-five: nothing on its board stops the motors when the program fails. */
import { type Observable, Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Duty, MetersPerSecond, Seconds } from '../../math/units.js';
import type { Measured } from '../../signals/boardInput.js';
import type { Reading, WheelDuties } from '../../signals/signals.js';
import { DriverError } from '../../validation/errors.js';
import { stopLastly, writeLast, writesLast } from '../atExit.js';
import type { ConnectedRobot } from '../driver.js';
import { NO_POWER, safeDuty } from '../motors/duties.js';
import type { WheelTurn } from './fiveMotors.js';
import type { FiveBoard, FiveEmitter, FiveEncoder, FiveTransport } from './fiveParts.js';
import type { Told } from './fiveSensors.js';

export interface FiveSettings {
  readonly board: FiveBoard;
  readonly time: TimeSource;
  readonly wheels: { readonly left: WheelTurn; readonly right: WheelTurn };
  readonly told: readonly Told[];
  readonly encoders?: { readonly left: FiveEncoder; readonly right: FiveEncoder } | undefined;
  /** Between two commands of the loop, and two reports of the encoders. */
  readonly period: Seconds;
  readonly greatestDuty: Duty;
  readonly speedLimit: MetersPerSecond;
  /** Without a command for this time the host itself stops the motors, as long as the host lives. */
  readonly commandTimeout: Seconds;
  readonly warning: string;
}

/** At which a board of johnny-five is gone; not all of its boards have all of these. */
const LOSSES = ['close', 'disconnect', 'error', 'exit'] as const;

/** Any will do: it is the answer that counts. */
const ASKED_PIN = 2;
/** As long as this a line may take for a stop. */
const STOP_TIME: Seconds = 0.1;

export class FiveDriver implements ConnectedRobot {
  readonly time: TimeSource;
  readonly deadMan = null;
  readonly speedLimit: MetersPerSecond;
  readonly warning: string;
  readonly readings$: Observable<Reading>;
  readonly #readings = new Subject<Reading>();
  readonly #settings: FiveSettings;
  readonly #leave: (() => void)[] = [];
  #armed = false;
  /** Why it can never be armed again. */
  #ended: DriverError | undefined;
  #cancelTimeout = () => {};
  /** Its stop in bytes, while the program ends. */
  #last: Uint8Array = new Uint8Array();
  /** Infinite before the first. */
  #lastCommandAt = Number.POSITIVE_INFINITY;

  constructor(settings: FiveSettings) {
    const { board, time, told, encoders, period } = settings;
    this.#settings = settings;
    this.time = time;
    this.speedLimit = settings.speedLimit;
    this.warning = settings.warning;
    this.readings$ = this.#readings.asObservable();
    for (const event of LOSSES) this.#hear(board, event, (why) => this.#lose(event, why));
    for (const { part, every, read } of told) {
      if (every === undefined) this.#hear(part, 'data', () => this.#say(read()));
      else this.#ask(every, () => this.#say(read()));
    }
    if (encoders) this.#ask(period, () => this.#count(encoders));
  }

  arm(): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#armed = true;
    this.#lastCommandAt = Number.POSITIVE_INFINITY;
    return Promise.resolve();
  }

  drive(duties: WheelDuties): void {
    if (!this.#armed) return;
    const { commandTimeout: hold } = this.#settings;
    const silence = this.time.now() - this.#lastCommandAt;
    this.#lastCommandAt = this.time.now();
    this.#cancelTimeout();
    // A host that was suspended gets here before its own timer fires.
    if (silence > hold) this.#trip(silence);
    else {
      this.#cancelTimeout = this.time.after(hold, () => this.#trip(this.time.now() - this.#lastCommandAt));
      this.#turn(duties);
    }
  }

  stop(): void {
    if (this.#ended) return;
    this.#armed = false;
    this.#cancelTimeout();
    // Guards people: a line may lose or corrupt one, since these messages have no checksum.
    const stop = () => {
      for (let i = 0; i < 3; i++) this.#turn(NO_POWER);
    };
    if (writesLast()) this.#atOnce(stop);
    else stop();
  }

  /** While the program ends: the stream of its port would keep back all but the first of these bytes. */
  #atOnce(stop: () => void): void {
    const { transport } = this.#settings.board.io ?? {};
    const bytes = transport ? writtenBy(transport, stop) : stop();
    if (!transport || !bytes) return;
    // A part of johnny-five tells no position twice.
    if (bytes.length > 0) this.#last = bytes;
    if (!writeLast(transport, this.#last)) transport.write?.(this.#last);
  }

  /**
   * Guards people: a program that exits at once would take the stop with it. What a Firmata board answers comes behind the stop;
   * of another board nobody knows, and it gets a moment.
   */
  motorsOff(): Promise<boolean> {
    const { io } = this.#settings.board;
    return new Promise((done) => {
      if (this.#ended) done(false);
      else if (io?.queryPinState) io.queryPinState(ASKED_PIN, () => done(true));
      else this.time.after(STOP_TIME, () => done(false));
    });
  }

  close(): Promise<void> {
    this.stop();
    this.#ended ??= new DriverError('the driver was closed; its board is still open');
    for (const leave of this.#leave.splice(0)) leave();
    this.#readings.complete();
    return Promise.resolve();
  }

  #turn({ left, right }: WheelDuties): void {
    const { wheels, greatestDuty } = this.#settings;
    // Guards people: a part that fails leaves the other its stop.
    try {
      wheels.left(safeDuty(left, greatestDuty));
    } finally {
      wheels.right(safeDuty(right, greatestDuty));
    }
  }

  #say(measured: Measured): void {
    this.#readings.next({ ...measured, at: this.time.now() });
  }

  #count({ left, right }: NonNullable<FiveSettings['encoders']>): void {
    this.#readings.next({ kind: 'encoders', at: this.time.now(), left: left.value, right: right.value });
  }

  #hear(part: FiveEmitter, event: string, listener: (told?: unknown) => void): void {
    part.on(event, listener);
    this.#leave.push(() => part.removeListener(event, listener));
  }

  #ask(every: Seconds, ask: () => void): void {
    let cancel = () => {};
    const next = () => {
      ask();
      cancel = this.time.after(every, next);
    };
    cancel = this.time.after(0, next);
    this.#leave.push(() => cancel());
  }

  #trip(silence: Seconds): void {
    this.stop();
    const why = `the motors were stopped: this computer was busy, and no command came for ${Math.round(silence * 1000)} ms`;
    this.#readings.next({ kind: 'tripped', at: this.time.now(), cause: 'silence', why });
  }

  #lose(event: string, why: unknown): void {
    if (this.#ended) return;
    // Johnny-five ends the program itself, by Ctrl-C.
    if (event === 'exit') stopLastly(() => this.stop());
    else this.stop();
    const words = why instanceof Error ? why.message : event;
    this.#ended = new DriverError(`the board of johnny-five is gone: ${words}`);
    for (const leave of this.#leave.splice(0)) leave();
    this.#readings.error(this.#ended);
  }
}

/** What is written meanwhile, in place of writing it. */
function writtenBy(transport: FiveTransport, call: () => void): Uint8Array {
  const chunks: Uint8Array[] = [];
  const { write } = transport;
  transport.write = (bytes, done) => {
    chunks.push(bytes);
    done?.();
  };
  try {
    call();
  } finally {
    if (write) transport.write = write;
  }
  return Buffer.concat(chunks);
}
