/** The driver of a robot that only the host can stop: stock firmware, or a shield behind a bus. */

import { type Observable, Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Duty, MetersPerSecond, Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { BoardInput, Measured } from '../../signals/boardInput.js';
import type { Reading, TrippedReading, WheelDuties } from '../../signals/signals.js';
import { DriverError } from '../../validation/errors.js';
import type { ConnectedRobot } from '../driver.js';
import { watchSensors } from '../firmata/boardSensors.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { SYSTEM_RESET } from '../firmata/handshake.js';
import { motorSign, NO_POWER, safeDuty } from '../motors/duties.js';
import { EnableDiags, enableDiagsOf } from '../motors/enableDiag.js';
import { gatesOf, MotorGates } from '../motors/motorGates.js';
import type { Motors, WiredMotor } from '../motors/motorWiring.js';
import { answered, type CommandWindow, commandWindowOn, PIN_STATE_QUERY } from '../steerbot/commandWindow.js';
import { END_SYSEX } from '../steerbot/frame.js';
import { LatestOnly } from '../steerbot/latestOnly.js';
import { chipsOff } from './chipsOff.js';
import { type HostMotor, hostMotor } from './hostMotor.js';
import { loadJohnnyFive } from './johnnyFive.js';
import { greatestAllowed, UNGUARDED_SPEED } from './unguardedSpeed.js';

export interface UnguardedSettings {
  readonly time: TimeSource;
  readonly motors: { readonly left: HostMotor; readonly right: HostMotor };
  /** −1 where a motor is mounted the other way round. */
  readonly motorSigns: WheelDuties;
  readonly gates: MotorGates;
  /** Messages that switch off the chips that a reset of the board leaves on; empty if the robot has no such chip. */
  readonly chipsOff: readonly number[];
  /** The greatest duty of a wheel. */
  readonly greatestDuty: Duty;
  /** The rim speed at that duty, by the robot's own figures. */
  readonly speedLimit: MetersPerSecond;
  /** Without a command for this time the host itself stops the motors, as long as the host lives. */
  readonly commandTimeout: Seconds;
  /** Between two commands of the loop. */
  readonly period: Seconds;
  readonly warning: string;
}

/** After a loss: boot loaders listen for up to a second, and most give up at the first of these. */
const REPEATED_STOP_TIMES: readonly Seconds[] = [0.5, 1, 1.5, 2];

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
  readonly #window: CommandWindow;
  #armed = false;
  /** Why it can never be armed again. */
  #ended: DriverError | undefined;
  #closing: Promise<void> | undefined;
  #cancelTimeout = () => {};
  /** Time of the last command; infinite before the first. */
  #lastCommandAt = Number.POSITIVE_INFINITY;

  constructor(link: FirmataLink, settings: UnguardedSettings) {
    this.#link = link;
    this.#settings = settings;
    this.time = settings.time;
    this.speedLimit = settings.speedLimit;
    this.warning = settings.warning;
    this.readings$ = this.#readings.asObservable();
    const { time, period, commandTimeout: deadMan } = settings;
    this.#window = commandWindowOn(link, time, {
      deadMan,
      period,
      askedByOthers: [QUERIED_PIN, CONFIRMING_PIN],
    });
    this.#commands = new LatestOnly((duties, taken) => {
      this.#window.count();
      this.#setMotors(duties);
      link.whenTaken(() => {
        if (this.#armed) this.#window.askAt(time.now());
        this.#window.whenOpen(taken);
      });
    });
    link.listen({ lost: (reason) => this.#end(reason) });
  }

  arm(): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#armed = true;
    this.#lastCommandAt = Number.POSITIVE_INFINITY;
    this.#settings.gates.open();
    return Promise.resolve();
  }

  drive(duties: WheelDuties): void {
    if (!this.#armed) return;
    const { time, commandTimeout: hold } = this.#settings;
    const silence = time.now() - this.#lastCommandAt;
    this.#lastCommandAt = time.now();
    this.#cancelTimeout();
    // A host that was suspended gets here before its own timer fires.
    if (silence > hold) this.#stopForSilence(silence);
    else {
      this.#cancelTimeout = time.after(hold, () => this.#stopForSilence(time.now() - this.#lastCommandAt));
      this.#commands.offer(duties);
      if (!this.#window.isOpen) this.#window.askAt(time.now());
      this.#settings.gates.drive(duties);
    }
  }

  stop(): void {
    if (this.#closing) return;
    this.#armed = false;
    this.#cancelTimeout();
    this.#commands.drop();
    this.#window.clear();
    for (let i = 0; i < 3; i++) this.#sendStop();
    this.#settings.gates.shut();
  }

  /**
   * Guards people: Firmata's messages have no checksum, and one corrupted byte can turn what follows into a message
   * without end. So a stop first ends any message, and is repeated as long as the robot is stopped.
   */
  repeatStop(): void {
    if (this.#armed || this.#closing) return;
    this.#sendStop();
    this.#settings.gates.shut();
  }

  /** Guards people: the chips first, because a board that was reset hears nothing else about them. */
  #sendStop(): void {
    this.#link.write(Uint8Array.of(END_SYSEX, ...this.#settings.chipsOff));
    this.#setMotors(NO_POWER);
  }

  async motorsOff(): Promise<boolean> {
    return this.#ended === undefined && answered(this.#link, CONFIRMING_PIN);
  }

  close(): Promise<void> {
    if (this.#closing) return this.#closing;
    this.stop();
    const goesOn = this.#ended !== undefined && this.#settings.chipsOff.length > 0;
    this.#ended ??= new DriverError(`${this.#link.name}: the driver was closed`);
    this.#readings.complete();
    this.#closing = goesOn ? this.#stopThroughBoot().then(() => this.#disconnect()) : this.#disconnect();
    return this.#closing;
  }

  /** Guards people: a lost board may have been reset and hears nothing while it starts; its shield keeps running. */
  #stopThroughBoot(): Promise<void> {
    return new Promise((done) => {
      for (const delay of REPEATED_STOP_TIMES) this.#settings.time.after(delay, () => this.#sendStop());
      this.#settings.time.after(Math.max(...REPEATED_STOP_TIMES), done);
    });
  }

  #disconnect(): Promise<void> {
    this.#link.write(Uint8Array.of(END_SYSEX, SYSTEM_RESET, END_SYSEX, SYSTEM_RESET));
    return this.#link.close();
  }

  sense(measured: Measured): void {
    this.#readings.next({ ...measured, at: this.#settings.time.now() });
  }

  #setMotors({ left, right }: WheelDuties): void {
    const { motors, motorSigns: turns, greatestDuty } = this.#settings;
    motors.left.set(turns.left * safeDuty(left, greatestDuty));
    motors.right.set(turns.right * safeDuty(right, greatestDuty));
  }

  /** The chip of a motor has a fault. */
  stopForFault(why: string): void {
    this.#trip('motorDriver', why);
  }

  #stopForSilence(silence: Seconds): void {
    const ms = Math.round(silence * 1000);
    this.#trip('silence', `this computer was busy, and no command came for ${ms} ms`);
  }

  #trip(cause: TrippedReading['cause'], words: string): void {
    this.stop();
    const why = `${this.#link.name}: the motors were stopped: ${words}`;
    this.#readings.next({ kind: 'tripped', at: this.#settings.time.now(), cause, why });
  }

  #end(reason: DriverError): void {
    this.stop();
    this.#ended = reason;
    this.#readings.error(reason);
  }
}

export interface UnguardedOptions {
  readonly time: TimeSource;
  readonly withoutDeadman?: boolean;
  readonly inputs?: readonly BoardInput[];
}

/**
 * Sets up a robot whose motors only the host can stop, if the operator has asked for it.
 *
 * @throws DriverError unless `withoutDeadman` is set
 */
export function openUnguarded(
  link: FirmataLink,
  robot: RobotDefinition,
  motors: Motors<WiredMotor>,
  { time, withoutDeadman, inputs = [] }: UnguardedOptions,
): UnguardedDriver {
  const [why, cure] = whyUnguarded(robot);
  if (!withoutDeadman) {
    const what = `${link.name}: ${why}; ${cure}, or`;
    throw new DriverError(
      `${what} --without-deadman to drive slowly`,
      `${what} connect with \`withoutDeadman: true\` to drive slowly`,
    );
  }
  const { io } = link;
  const { left, right } = robot.motors;
  const five = lazily(() => loadJohnnyFive(io));
  const gates = new MotorGates(
    io,
    gatesOf(robot.motors, io.analogPins),
    new EnableDiags(io, enableDiagsOf(robot.motors, io.analogPins), {
      time,
      faulty: (why) => driver.stopForFault(why),
    }),
  );
  const driver = new UnguardedDriver(link, {
    time,
    gates,
    motors: {
      left: hostMotor(io, motors.left, five, left),
      right: hostMotor(io, motors.right, five, right),
    },
    motorSigns: { left: motorSign(left), right: motorSign(right) },
    ...greatestAllowed(robot),
    commandTimeout: robot.control.deadMan,
    period: 1 / robot.control.rate,
    chipsOff: chipsOff(robot.motors),
    warning: `${why}: keep a hand on its power switch; at most ${UNGUARDED_SPEED} m/s`,
  });
  watchSensors(link, inputs.filter(isReadable(robot)), {
    time,
    interval: 1 / robot.control.rate,
    otherTraffic: 0,
    each: (measured) => driver.sense(measured),
  });
  keepQuerying(link, driver, robot.control.deadMan);
  return driver;
}

/** Guards people: a stuck I²C bus blocks StandardFirmata for ever, so that it never hears the stop. */
const isReadable =
  ({ firmware }: RobotDefinition) =>
  ({ kind }: BoardInput): boolean =>
    kind !== 'bus' || firmware !== 'standard-firmata';

/** What is missing, and a better choice. */
function whyUnguarded({ firmware }: RobotDefinition): readonly [why: string, cure: string] {
  const if_ = 'would stop the motors if this computer or the cable failed';
  return firmware === 'standard-firmata'
    ? [`nothing on a board with StandardFirmata ${if_}`, 'use the Steerbot firmware']
    : [`the motors hang on a shield behind a bus, where nothing ${if_}`, "wire them to the board's own pins"];
}

/** Makes the value once, at the first call. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const QUERIED_PIN = 2;
const CONFIRMING_PIN = 3;
const PIN_QUERY_PERIOD: Seconds = 0.1;

/** Stock firmware may send nothing for ever; asked about a pin it answers, as long as it is there. */
function keepQuerying(link: FirmataLink, driver: UnguardedDriver, deadMan: Seconds): void {
  let cancel = () => {};
  const ask = () => {
    driver.repeatStop();
    link.io.sysexCommand([PIN_STATE_QUERY, QUERIED_PIN]);
    cancel = driver.time.after(PIN_QUERY_PERIOD, ask);
  };
  const end = () => cancel();
  link.listen({ lost: end, closed: end });
  link.expectBytes(deadMan);
  ask();
}
