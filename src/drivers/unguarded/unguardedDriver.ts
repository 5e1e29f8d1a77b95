/** The driver of a robot whose motors only the host can stop: stock firmware, or a shield behind a bus. */
import { type Observable, Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Duty, MetersPerSecond, Seconds } from '../../math/units.js';
import type { Measured } from '../../signals/boardInput.js';
import type { Reading, WheelDuties } from '../../signals/signals.js';
import { DeadManTripped, DriverError } from '../../validation/errors.js';
import type { ConnectedRobot } from '../driver.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { SYSTEM_RESET } from '../firmata/handshake.js';
import { NO_POWER, safeDuty } from '../motors/duties.js';
import type { MotorGates } from '../motors/motorGates.js';
import { END_SYSEX } from '../steerbot/frame.js';
import { LatestOnly } from '../steerbot/latestOnly.js';
import type { HostMotor } from './hostMotor.js';

export interface UnguardedSettings {
  readonly time: TimeSource;
  readonly motors: { readonly left: HostMotor; readonly right: HostMotor };
  /** −1 where a motor is mounted the other way round. */
  readonly turns: WheelDuties;
  readonly gates: MotorGates;
  /** Messages that switch off what a reset of the board does not; none where there is nothing of the kind. */
  readonly chipsOff: readonly number[];
  /** No wheel gets more. */
  readonly greatestDuty: Duty;
  /** What that is at the rim, by the robot's own figures. */
  readonly speedLimit: MetersPerSecond;
  /** Without a command for so long the host itself stops the motors, which helps as long as it lives. */
  readonly hold: Seconds;
  readonly warning: string;
}

/** After a loss: boot loaders listen for up to a second, and most of them give up at the first of these. */
const STOPS_AGAIN: readonly Seconds[] = [0.5, 1, 1.5, 2];

export class UnguardedDriver implements ConnectedRobot {
  readonly time: TimeSource;
  readonly deadMan = null;
  readonly speedLimit: MetersPerSecond;
  readonly warning: string;
  readonly readings$: Observable<Reading>;
  readonly #readings = new Subject<Reading>();
  readonly #link: FirmataLink;
  readonly #settings: UnguardedSettings;
  readonly #commands: LatestOnly<WheelDuties>;
  #armed = false;
  /** Why nothing wakes it any more. */
  #ended: DriverError | undefined;
  #closing: Promise<void> | undefined;
  #letGo = () => {};
  /** When it was driven last; infinite before the first time. */
  #lastTold = Number.POSITIVE_INFINITY;

  constructor(link: FirmataLink, settings: UnguardedSettings) {
    this.#link = link;
    this.#settings = settings;
    this.time = settings.time;
    this.speedLimit = settings.speedLimit;
    this.warning = settings.warning;
    this.readings$ = this.#readings.asObservable();
    this.#commands = new LatestOnly((duties, taken) => {
      this.#turn(duties);
      link.whenTaken(taken);
    });
    link.bytes$.subscribe({ error: (reason: DriverError) => this.#end(reason) });
  }

  arm(): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#armed = true;
    this.#lastTold = Number.POSITIVE_INFINITY;
    this.#settings.gates.open();
    return Promise.resolve();
  }

  drive(duties: WheelDuties): void {
    if (!this.#armed) return;
    const { time, hold } = this.#settings;
    const silence = time.now() - this.#lastTold;
    this.#lastTold = time.now();
    this.#letGo();
    // A host that was frozen comes here before its own timer.
    if (silence > hold) this.#trip();
    else {
      this.#letGo = time.after(hold, () => this.#trip());
      this.#commands.offer(duties);
    }
  }

  stop(): void {
    if (this.#closing) return;
    this.#armed = false;
    this.#letGo();
    this.#commands.drop();
    for (let i = 0; i < 3; i++) this.#sayStop();
    this.#settings.gates.shut();
  }

  /**
   * Guards people: Firmata's messages have no checksum, and one corrupted byte can make a message without end of what
   * follows. So a stop ends any message first, and is said again and again for as long as the robot is stopped.
   */
  stayStopped(): void {
    if (this.#armed || this.#closing) return;
    this.#sayStop();
    this.#settings.gates.shut();
  }

  /** Guards people: chips first, for a board that was reset hears nothing else of them. */
  #sayStop(): void {
    this.#link.write(Uint8Array.of(END_SYSEX, ...this.#settings.chipsOff));
    this.#turn(NO_POWER);
  }

  close(): Promise<void> {
    if (this.#closing) return this.#closing;
    this.stop();
    const goesOn = this.#ended !== undefined && this.#settings.chipsOff.length > 0;
    this.#ended ??= new DriverError(`${this.#link.name}: the driver was closed`);
    this.#readings.complete();
    this.#closing = goesOn ? this.#outlastBoot().then(() => this.#part()) : this.#part();
    return this.#closing;
  }

  /** Guards people: a board that is lost may have been reset, and hears nothing while it starts; its shield goes on. */
  #outlastBoot(): Promise<void> {
    return new Promise((done) => {
      for (const delay of STOPS_AGAIN) this.#settings.time.after(delay, () => this.#sayStop());
      this.#settings.time.after(Math.max(...STOPS_AGAIN), done);
    });
  }

  #part(): Promise<void> {
    this.#link.write(Uint8Array.of(END_SYSEX, SYSTEM_RESET, END_SYSEX, SYSTEM_RESET));
    return this.#link.close();
  }

  sense(measured: Measured): void {
    this.#readings.next({ ...measured, at: this.#settings.time.now() });
  }

  #turn({ left, right }: WheelDuties): void {
    const { motors, turns, greatestDuty } = this.#settings;
    motors.left.set(turns.left * safeDuty(left, greatestDuty));
    motors.right.set(turns.right * safeDuty(right, greatestDuty));
  }

  #trip(): void {
    const silence = `no command came for ${Math.round(this.#settings.hold * 1000)} ms`;
    this.#link.lose(new DeadManTripped(`${this.#link.name}: the motors were stopped: ${silence}`));
  }

  #end(reason: DriverError): void {
    this.stop();
    this.#ended = reason;
    this.#readings.error(reason);
  }
}
