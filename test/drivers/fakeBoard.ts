/** A board as PROTOCOL.md has it, at the other end of a port in memory, in whatever time a test has. */
import type { Port, PortListener } from '../../src/drivers/serial/port.js';
import { PortListeners } from '../../src/drivers/serial/portListeners.js';
import {
  encodeFrame,
  FIRMWARE_MINOR_VERSION,
  type Frame,
  FrameDecoder,
} from '../../src/drivers/steerbot/frame.js';
import { BOARD_STATE, MESSAGES, type Message, STATUS_ABOUT } from '../../src/drivers/steerbot/messages.js';
import type { TimeSource } from '../../src/math/time.js';
import type { DriverError } from '../../src/validation/errors.js';
import { DriveWindow } from './driveWindow.js';

export interface FakeBoardOptions {
  readonly firmware?: 'steerbot' | 'StandardFirmata.ino' | 'none';
  /** Until then it hears nothing; then it introduces itself. */
  readonly bootTime?: number;
  readonly protocol?: number;
  /** Minor version of its firmware. */
  readonly minor?: number;
  readonly analogPins?: number;
  /** To or from the board [s]. */
  readonly latency?: number;
  /** Its line can be raised to this rate [baud]. */
  readonly nextRate?: number;
}

/** Each is answered by a STATUS about it. */
const ANSWERED: ReadonlySet<string> = new Set([
  'ask',
  'motors',
  'arm',
  'stop',
  'report',
  'stall',
  'rate',
  'reflectance',
]);

const DIGITAL_PINS = 14;
/** Counts a second at full duty. */
const COUNTS = 4000;
const LATENCY = 0.001;

export class FakeBoard implements Port {
  readonly name = '/dev/fake';
  /** Everything that the host wrote, write by write. */
  readonly writes: Uint8Array[] = [];
  /** Valid frames that came. */
  readonly frames: Frame[] = [];
  /** Firmata's messages of three bytes that came. */
  readonly short: number[][] = [];
  readonly sysex: number[][] = [];
  /** Writes are taken at once unless the test holds them. */
  holdsWrites = false;
  /** Writes are taken, and get lost. */
  deaf = false;
  /** Questions of these types get no answer. */
  readonly keepsSilentAbout = new Set<number>();
  closed = false;
  readonly nextRate?: number;
  /** Of its line [baud]. */
  rate = 57_600;
  nonce = 4711;
  state: number = BOARD_STATE.locked;
  duties = { left: 0, right: 0 };
  deadMan = 0;
  motors: Message<'motors'> | undefined;
  report: Message<'report'> | undefined;
  stall: Message<'stall'> | undefined;
  /** How often it has said its counts. */
  reports = 0;
  refusal = 0;
  /** What it has counted, by its own account. */
  badFrames = 0;

  readonly #listeners = new PortListeners();
  readonly #time: TimeSource;
  readonly #options: FakeBoardOptions;
  readonly #frames = new FrameDecoder();
  readonly #window = new DriveWindow();
  #heldDone: (() => void)[] = [];
  #message: number[] = [];
  #sequence = 0;
  #counts = { left: 0, right: 0 };
  #countedAt = 0;
  #cancelDeadMan = () => {};
  #cancelReport = () => {};
  #cut = false;
  #up = true;

  constructor(time: TimeSource, options: FakeBoardOptions = {}) {
    this.#time = time;
    this.#options = options;
    if (options.nextRate !== undefined) this.nextRate = options.nextRate;
    if (options.bootTime === undefined) return;
    this.#up = false;
    time.after(options.bootTime, () => {
      this.#up = true;
      this.introduce(2);
    });
  }

  get isSteerbot(): boolean {
    return (this.#options.firmware ?? 'steerbot') === 'steerbot';
  }

  // The port ----------------------------------------------------------------------------------------------

  listen(listener: PortListener): () => void {
    return this.#listeners.add(listener);
  }

  write(bytes: Uint8Array, done?: () => void): void {
    if (this.closed || this.#cut) return;
    this.writes.push(bytes);
    if (this.holdsWrites) this.#heldDone.push(() => done?.());
    else done?.();
    const up = this.#up && !this.deaf;
    this.#time.after(this.#latency, () => up && this.#hear(bytes));
  }

  async changeRate(baud: number): Promise<void> {
    this.rate = baud;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.#listeners.closed();
  }

  // What a test does to it ----------------------------------------------------------------------------------

  /** All that wait, or the first of them, after which it holds again. */
  takeWrites(most = Number.POSITIVE_INFINITY): void {
    this.holdsWrites = most < this.#heldDone.length;
    for (const done of this.#heldDone.splice(0, most)) done();
  }

  /** The cable: the host is told, or hears nothing any more. */
  unplug(error?: DriverError): void {
    this.#cut = true;
    if (error) this.#listeners.lost(error);
  }

  /** As after a brown-out, or a press of the reset button. */
  reset(cause: number, nonce = this.nonce + 1): void {
    this.nonce = nonce;
    this.#forget();
    this.introduce(cause);
  }

  /** As when a wheel is blocked. @param wheel as STATUS says it; undefined if that STATUS is lost */
  stallNow(wheel: number | undefined): void {
    this.#lock(BOARD_STATE.stalled);
    if (wheel !== undefined) this.#status(STATUS_ABOUT.stalled, wheel, 1);
  }

  introduce(cause: number): void {
    if (this.isSteerbot) this.#status(15, 0, cause);
    this.say([0xf9, 2, 5]);
    this.#sayName();
  }

  say(bytes: readonly number[]): void {
    if (this.#cut || this.closed) return;
    this.#time.after(this.#latency, () => {
      if (!this.#cut && !this.closed) this.#listeners.bytes(Uint8Array.from(bytes));
    });
  }

  saySample(channel: number, value: number): void {
    this.say([0xe0 | channel, value & 0x7f, value >> 7]);
  }

  // The firmware ------------------------------------------------------------------------------------------

  #hear(bytes: Uint8Array): void {
    if (this.#options.firmware === 'none' || this.#cut) return;
    for (const byte of bytes) this.#firmata(byte);
    if (this.isSteerbot) this.#frames.push(bytes, (frame) => this.#obey(frame));
  }

  #firmata(byte: number): void {
    if (byte === 0xff) this.#forget();
    if (byte === 0xf9) this.say([0xf9, 2, 5]);
    if (byte === 0xf7 && this.#message[0] === 0xf0) this.#sysexDone();
    else if (byte > 0x7f) this.#message = [byte];
    else this.#message.push(byte);
    if (this.#message[0] !== 0xf0 && this.#message.length === 3) this.short.push(this.#message);
  }

  #sysexDone(): void {
    const [, command = 0, ...rest] = this.#message;
    this.#message = [];
    if (command !== 0x01) this.sysex.push([command, ...rest]);
    if (command === 0x79) this.#sayName();
    if (command === 0x6d) this.say([0xf0, 0x6e, rest[0] ?? 0, 0, 0, 0xf7]);
    if (command === 0x6b) this.#sayCapabilities();
    if (command === 0x69) this.#sayAnalogPins();
  }

  #sayName(): void {
    const name = this.isSteerbot ? 'Steerbot' : (this.#options.firmware ?? '');
    this.say([0xf0, 0x79, 2, 5, ...[...name].flatMap((c) => [c.charCodeAt(0) & 0x7f, 0]), 0xf7]);
  }

  #sayCapabilities(): void {
    const digital = [0, 1, 1, 1, 3, 8, 4, 14, 0x7f];
    const analog = [0, 1, 1, 1, 2, 10, 0x7f];
    const pins = Array.from({ length: DIGITAL_PINS }, () => digital).flat();
    const analogs = Array.from({ length: this.#analogPins }, () => analog).flat();
    this.say([0xf0, 0x6c, ...pins, ...analogs, 0xf7]);
  }

  #sayAnalogPins(): void {
    const channels = Array.from({ length: this.#analogPins }, (_, channel) => channel);
    this.say([0xf0, 0x6a, ...Array<number>(DIGITAL_PINS).fill(0x7f), ...channels, 0xf7]);
  }

  get #latency(): number {
    return this.#options.latency ?? LATENCY;
  }

  get #analogPins(): number {
    return this.#options.analogPins ?? 6;
  }

  #forget(): void {
    this.#lock(BOARD_STATE.locked);
    this.motors = undefined;
    this.report = undefined;
    this.#cancelReport();
  }

  #lock(state: number): void {
    this.#count();
    this.state = state;
    this.duties = { left: 0, right: 0 };
    this.#cancelDeadMan();
  }

  #obey(frame: Frame): void {
    this.frames.push(frame);
    const { message } = frame;
    if (message.type === 'count' && !this.keepsSilentAbout.has(MESSAGES.count.code))
      this.#sayCounted(message);
    if (message.type === 'motors') this.motors = message;
    if (message.type === 'report') this.#startReport(message);
    if (message.type === 'stop') this.#lock(BOARD_STATE.locked);
    if (message.type === 'arm') this.#arm(frame, message);
    if (message.type === 'drive') this.#drive(frame, message);
    if (message.type === 'stall') this.stall = message;
    if (ANSWERED.has(message.type))
      this.#status(MESSAGES[message.type].code, message.type === 'stop' ? 0 : this.refusal, 1);
  }

  /** As when eight sensors have discharged, each after its time [µs]. */
  sayDischarge(times: readonly number[]): void {
    const fields = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`s${i}`, times[i] ?? 2500]));
    const timeUs = Math.round(this.#time.now() * 1e6) % 2 ** 28;
    this.#send({ type: 'discharge', timeUs, ...fields } as Message<'discharge'>);
  }

  #sayCounted({ sent }: Message<'count'>): void {
    const { nonce, badFrames, frames } = this;
    this.#send({ type: 'counted', nonce, sent, received: frames.length % 2 ** 14, badFrames });
  }

  #arm({ sequence }: Frame, { nonce, deadManMs }: Message<'arm'>): void {
    if (nonce !== this.nonce || !this.motors) return;
    this.#window.startAt(sequence);
    this.state = BOARD_STATE.armed;
    this.deadMan = deadManMs / 1000;
    this.#feed();
  }

  #drive(frame: Frame, { left, right }: Message<'drive'>): void {
    if (this.state !== BOARD_STATE.armed || !this.#window.accepts(frame)) return;
    this.#count();
    this.duties = { left: left / 1000, right: right / 1000 };
    this.#feed();
  }

  #feed(): void {
    this.#cancelDeadMan();
    this.#cancelDeadMan = this.#time.after(this.deadMan, () => {
      this.#lock(BOARD_STATE.tripped);
      this.#status(14, 0, 1);
    });
  }

  #startReport(report: Message<'report'>): void {
    this.report = report;
    this.#cancelReport();
    if (report.intervalMs === 0) return;
    this.#cancelReport = this.#time.after(report.intervalMs / 1000, () => {
      this.#sayOdometry();
      this.#startReport(report);
    });
  }

  #count(): void {
    const passed = this.#time.now() - this.#countedAt;
    this.#countedAt += passed;
    this.#counts.left += this.duties.left * COUNTS * passed;
    this.#counts.right += this.duties.right * COUNTS * passed;
  }

  #sayOdometry(): void {
    this.#count();
    this.reports += 1;
    const { left, right } = this.#counts;
    this.#send({
      type: 'odometry',
      timeUs: Math.round(this.#time.now() * 1e6) % 2 ** 28,
      state: this.state,
      nonceLow: this.nonce & 0x7f,
      left: Math.round(left),
      right: Math.round(right),
    });
  }

  #status(about: number, error: number, cause: number): void {
    if (this.keepsSilentAbout.has(about)) return;
    const { state, nonce, badFrames } = this;
    const deadManMs = Math.round(this.deadMan * 1000);
    const protocol = this.#options.protocol ?? 1;
    const minor = this.#options.minor ?? FIRMWARE_MINOR_VERSION;
    const rest = { nonce, cause, deadManMs, badFrames, protocol, minor };
    this.#send({ type: 'status', about, error, state, ...rest });
  }

  #send(message: Message): void {
    this.say([...encodeFrame({ sequence: this.#sequence, message })]);
    this.#sequence = (this.#sequence + 1) & 0x7f;
  }
}
