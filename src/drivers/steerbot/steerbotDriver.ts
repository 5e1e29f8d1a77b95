/** The driver of a board with our firmware: the board stops its motors by itself when no command reaches it. */
import { type Observable, Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Duty, Seconds } from '../../math/units.js';
import { BAUD_RATE } from '../../robot/baud.js';
import type { MotorPins } from '../../robot/robot.js';
import type { Measured } from '../../signals/boardInput.js';
import type { Reading, TrippedReading, WheelDuties } from '../../signals/signals.js';
import { DriverError } from '../../validation/errors.js';
import type { ConnectedRobot } from '../driver.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { SYSTEM_RESET } from '../firmata/handshake.js';
import { resetBy, stalledWheel } from '../firmata/linkErrors.js';
import { firmwareDuty, NO_POWER, safeDuty } from '../motors/duties.js';
import { armBoard } from './arming.js';
import { BoardClock, EncoderCounts, odometryTransit } from './boardClock.js';
import { CommandTimes } from './commandTimes.js';
import { type CommandWindow, commandWindowOn } from './commandWindow.js';
import { END_SYSEX } from './frame.js';
import {
  BadFrameCounter,
  type Counted,
  type Discharge,
  type Echo,
  type FrameLine,
  type Odometry,
  type Status,
} from './frameLine.js';
import { LatestOnly } from './latestOnly.js';
import { LostFrames } from './lostFrames.js';
import { BOARD_STATE, type Message, pingResult, SENSOR_FIELDS, STATUS_ABOUT } from './messages.js';
import type { SteerbotSettings } from './steerbotSettings.js';
import { StopConfirmation } from './stopConfirmation.js';

/** A board at another rate goes back to the first one after 0.5 s without a valid frame. */
const KEEP_RATE_PERIOD: Seconds = 0.15;

export class SteerbotDriver implements ConnectedRobot {
  readonly time: TimeSource;
  readonly deadMan: Seconds;
  readonly speedLimit = null;
  readonly warning: string | null;
  readonly readings$: Observable<Reading>;
  readonly #readings = new Subject<Reading>();
  readonly #link: FirmataLink;
  readonly #line: FrameLine;
  readonly #settings: SteerbotSettings;
  readonly #clock: BoardClock;
  readonly #counts = { left: new EncoderCounts(), right: new EncoderCounts() };
  readonly #commands: LatestOnly<WheelDuties>;
  readonly #window: CommandWindow;
  readonly #badFrames: BadFrameCounter;
  readonly #lost = new LostFrames();
  readonly #times: CommandTimes;
  readonly #confirmation = new StopConfirmation();
  #armed = false;
  #stops = 0;
  /** Why it can never be armed again. */
  #ended: DriverError | undefined;
  #arming: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #endKeepingRate = () => {};

  /** @param line of a board that has accepted MOTORS and REPORT */
  constructor(link: FirmataLink, line: FrameLine, settings: SteerbotSettings) {
    this.#link = link;
    this.#line = line;
    this.#settings = settings;
    this.#clock = new BoardClock(odometryTransit(settings.baud));
    this.time = settings.time;
    this.deadMan = settings.deadMan;
    this.warning = settings.warning;
    this.readings$ = this.#readings.asObservable();
    this.#times = new CommandTimes(settings.deadMan);
    this.#window = commandWindowOn(link, settings.time, settings);
    this.#commands = new LatestOnly((duties, taken) => this.#send(duties, taken));
    this.#badFrames = new BadFrameCounter(settings.time, {
      ofHost: () => line.badFrames,
      askBoard: () => void (this.#window.isOpen && this.#askCounts()),
      report: (badFrames) => this.#reportBadFrames(badFrames),
    });
    line.listen({
      status: (status) => this.#hearStatus(status),
      odometry: (odometry) => this.#hearOdometry(odometry),
      echo: (echo) => this.#hearEcho(echo),
      discharge: (discharge) => this.#hearDischarge(discharge),
      counted: (counted) => this.#hearCounted(counted),
    });
    // After the line's own listener, which has given up its question by then.
    link.listen({ lost: (reason) => this.#end(reason) });
    if (settings.baud !== BAUD_RATE) this.#keepRate();
  }

  /** Resolves when the board says that it is armed. @throws DriverError when it refuses, or is stopped first */
  arm(): Promise<void> {
    if (this.#armed) return Promise.resolve();
    if (this.#ended) return Promise.reject(this.#ended);
    if (this.#arming) return this.#arming;
    const arming = this.#arm().finally(() => {
      if (this.#arming === arming) this.#arming = undefined;
    });
    this.#arming = arming;
    return arming;
  }

  drive(duties: WheelDuties): void {
    if (!this.#armed) return;
    const now = this.time.now();
    this.#times.given(now);
    this.#commands.offer(duties);
    if (!this.#window.isOpen) {
      this.#window.askAt(now);
      // The line would take it: those before it are lost, or not there yet.
      this.#times.sent(now);
    }
    this.#settings.gates.drive(duties);
  }

  #send(duties: WheelDuties, taken: () => void): void {
    this.#times.sent(this.time.now());
    this.#window.count();
    this.#line.send([this.#driveMessage(duties)], () => {
      if (this.#armed) this.#window.askAt(this.time.now());
      this.#window.whenOpen(taken);
    });
  }

  stop(): void {
    if (this.#closing) return;
    this.#armed = false;
    this.#stops += 1;
    this.#badFrames.stop();
    this.#arming = undefined;
    this.#line.giveUp(new DriverError(`${this.#link.name}: stopped while it was being armed`));
    this.#commands.drop();
    this.#window.clear();
    this.#sendStop();
    this.#settings.gates.shut();
  }

  /** Guards people: three, because the line may corrupt one or two. Sent even when the board seems to be lost. */
  #sendStop(): void {
    this.#line.send([{ type: 'stop' }, { type: 'stop' }, { type: 'stop' }]);
  }

  motorsOff(): Promise<boolean> {
    return this.#confirmation.wait();
  }

  close(): Promise<void> {
    if (this.#closing) return this.#closing;
    this.stop();
    this.#confirmation.end();
    this.#endKeepingRate();
    this.#ended ??= new DriverError(`${this.#link.name}: the driver was closed`);
    this.#link.write(Uint8Array.of(END_SYSEX, SYSTEM_RESET));
    this.#readings.complete();
    this.#closing = this.#link.close();
    return this.#closing;
  }

  /** Takes a sample that carries no time. */
  sense(measured: Measured): void {
    const at = this.#clock.between(this.#settings.time.now());
    this.#readings.next({ ...measured, at });
  }

  #arm(): Promise<void> {
    const { nonce, deadMan, period } = this.#settings;
    const stops = this.#stops;
    return armBoard(this.#line, {
      name: this.#link.name,
      time: this.time,
      arm: { type: 'arm', nonce, deadManMs: Math.round(deadMan * 1000) },
      rest: this.#driveMessage(NO_POWER),
      period,
      isWanted: () => this.#stops === stops,
      armed: () => this.#onArmed(),
    });
  }

  #onArmed(): void {
    this.#armed = true;
    this.#confirmation.awaitStop();
    this.#window.clear();
    this.#times.armed(this.time.now());
    this.#lost.begin();
    this.#badFrames.start();
    if (this.#settings.countsFrames) this.#line.requestCounts();
    this.#settings.gates.open();
  }

  #driveMessage({ left, right }: WheelDuties): Message<'drive'> {
    const { motors } = this.#settings;
    const permille = (duty: Duty, motor: MotorPins | undefined) =>
      Math.round(1000 * firmwareDuty(safeDuty(duty), motor));
    return { type: 'drive', left: permille(left, motors.left), right: permille(right, motors.right) };
  }

  #hearStatus({ about, error, nonce, cause, state, badFrames }: Status): void {
    if (about === STATUS_ABOUT.started || nonce !== this.#settings.nonce)
      this.#link.lose(resetBy(this.#link.name, cause));
    else {
      this.#badFrames.boardCounted(badFrames);
      this.#watchState(state, { badFrames, wheel: about === STATUS_ABOUT.stalled ? error : undefined });
      this.#times.counted(badFrames);
    }
  }

  #askCounts(): void {
    if (this.#settings.countsFrames) this.#line.requestCounts();
    else this.#line.requestStatus();
  }

  #hearCounted(counted: Counted): void {
    if (counted.nonce !== this.#settings.nonce) this.#link.lose(resetBy(this.#link.name, 0));
    else {
      this.#lost.counted(counted);
      this.#badFrames.boardCounted(counted.badFrames);
      this.#times.counted(counted.badFrames);
    }
  }

  #reportBadFrames(badFrames: number): void {
    const at = this.#clock.between(this.#settings.time.now());
    const { countsFrames } = this.#settings;
    this.#readings.next({ kind: 'link', at, badFrames, ...(countsFrames && this.#lost.total) });
  }

  #hearOdometry({ nonceLow, state, timeUs, left, right }: Odometry): void {
    if (nonceLow !== (this.#settings.nonce & 0x7f)) this.#link.lose(resetBy(this.#link.name, 0));
    const at = this.#clock.stamp(timeUs, this.#settings.time.now());
    const counts = { left: this.#counts.left.extend(left), right: this.#counts.right.extend(right) };
    if (this.#settings.hasEncoders) this.#readings.next({ kind: 'encoders', at, ...counts });
    this.#watchState(state);
  }

  /** A sonar's distance has the time of its echo, which may lie before readings that came sooner. */
  #hearEcho({ index, status, timeUs, width }: Echo): void {
    const sonar = this.#settings.sonars[index];
    if (!sonar) return;
    const time = (2 * width) / 1e6;
    const arrived = this.#settings.time.now();
    const measured = sonar.read(pingResult(status, time), this.#clock.at(timeUs, arrived));
    if (measured) this.#readings.next({ ...measured, at: this.#clock.at(timeUs + width, arrived) });
  }

  #hearDischarge(discharge: Discharge): void {
    for (const [i, { read }] of this.#settings.discharged.entries())
      this.sense(read(discharge[SENSOR_FIELDS[i] ?? 's0'] / 1e6));
  }

  /** Not while armed: then commands come, and none of these may pass for one. */
  #keepRate(): void {
    this.#endKeepingRate = this.time.after(KEEP_RATE_PERIOD, () => {
      if (!this.#armed && !this.#arming) this.#line.requestStatus();
      this.#keepRate();
    });
  }

  /**
   * The board answers in order: every state after "armed" is about this arming.
   * @param told what only a STATUS says: the damaged frames, and which wheel has stalled
   */
  #watchState(state: number, told: { badFrames?: number; wheel?: number | undefined } = {}): void {
    if (!this.#armed && state !== BOARD_STATE.armed) this.#confirmation.confirm();
    if (!this.#armed || state === BOARD_STATE.armed) return;
    const { name } = this.#link;
    const itself = 'the board stopped itself';
    if (state === BOARD_STATE.tripped) this.#trip('silence', `${itself}: ${this.#silence(told.badFrames)}`);
    else if (state === BOARD_STATE.stalled) this.#trip('stall', `${itself}: ${stalledWheel(told.wheel)}`);
    else this.#link.lose(new DriverError(`${name}: the board locked its motors by itself`));
  }

  #silence(badFrames?: number): string {
    const silence = `no command reached it for ${Math.round(this.deadMan * 1000)} ms`;
    return `${silence}; ${this.#times.why(this.time.now(), badFrames)}`;
  }

  /** The chip of a motor has a fault. */
  stopForFault(why: string): void {
    this.#trip('motorDriver', `the motors were stopped: ${why}`);
  }

  /** The line works: the board may be armed again. */
  #trip(cause: TrippedReading['cause'], words: string): void {
    const at = this.#clock.between(this.time.now());
    this.stop();
    const why = `${this.#link.name}: ${words}`;
    this.#readings.next({ kind: 'tripped', at, cause, why });
  }

  #end(reason: DriverError): void {
    this.stop();
    this.#confirmation.end();
    this.#endKeepingRate();
    this.#ended = reason;
    this.#readings.error(reason);
  }
}
