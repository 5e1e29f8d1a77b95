/**
 * A sensor on the board's I²C bus: identified, set up, and then read again and again by the board itself.
 *
 * A sensor may answer late or never, or lose its power: whenever it is silent it is searched for and set up again.
 */

import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type {
  BusIdentity,
  BusInput,
  BusQuestion,
  BusStep,
  BusWrite,
  Measured,
} from '../../signals/boardInput.js';
import type { FirmataLink } from './firmataLink.js';

/** After this time without a reading the sensor is set up again. */
const READING_TIMEOUT: Seconds = 0.3;
/** How often the sensor's settings are checked. */
const CHECK_PERIOD: Seconds = 1;

/** Whether a device that says this may be read. */
export const isIdentity = (found: number, { value, alike = [] }: BusIdentity): boolean =>
  value === undefined || found === value || alike.includes(found);

/** Must be sent before anything is read. */
export const openBus = ({ io }: FirmataLink): void => io.sysexCommand(OPEN_BUS);

export interface DeviceListener {
  readonly time: TimeSource;
  readonly each: (measured: Measured) => void;
}

/** Hands on every reading of a device until the line ends. */
export function watchDevice(link: FirmataLink, device: BusInput, listener: DeviceListener): void {
  const watch = new DeviceWatch(link, device, listener);
  link.listen({ lost: () => watch.end(), closed: () => watch.end() });
  watch.seek();
}

class DeviceWatch {
  readonly #link: FirmataLink;
  readonly #device: BusInput;
  readonly #listener: DeviceListener;
  /** The measurement that was handed on, while it may still be shown. */
  #shown = '';
  #stage: 'sought' | 'settingUp' | 'read' = 'sought';
  #cancelNext = () => {};
  #cancelSilence = () => {};

  constructor(link: FirmataLink, device: BusInput, listener: DeviceListener) {
    this.#link = link;
    this.#device = device;
    this.#listener = listener;
    const { identity, awake, data } = device;
    link.io.on(this.#replyOf(identity.register), (bytes: number[]) => this.#hearIdentity(bytes));
    link.io.on(this.#replyOf(awake.register), (bytes: number[]) => this.#hearAwake(bytes));
    link.io.on(this.#replyOf(data.register), (bytes: number[]) => this.#hearData(bytes));
  }

  /** Asks for the sensor's identity; again after a silence. */
  seek(): void {
    this.#stage = 'sought';
    this.#shown = '';
    this.#cancelNext();
    this.#request(I2C_MODE.stopReading, []);
    this.#reset(this.#device.reset ?? []);
  }

  #reset([next, ...later]: readonly BusWrite[]): void {
    this.#restartTimeout();
    if (next) this.#write(next, () => this.#reset(later));
    else this.#request(I2C_MODE.readOnce, [this.#device.identity.register, 1]);
  }

  #write({ register, value, rest }: BusWrite, then: () => void): void {
    this.#request(I2C_MODE.write, [register, value]);
    this.#cancelNext = this.#listener.time.after(rest, then);
  }

  end(): void {
    this.#cancelNext();
    this.#cancelSilence();
  }

  #replyOf(register: number): string {
    return `I2C-reply-${this.#device.address}-${register}`;
  }

  #hearIdentity([found]: readonly number[]): void {
    if (this.#stage !== 'sought' || found === undefined || !isIdentity(found, this.#device.identity)) return;
    this.#stage = 'settingUp';
    this.#setUp(this.#device.setUp);
  }

  /** One step after the other, each followed by its rest or its answer; then the board reads on by itself. */
  #setUp([step, ...later]: readonly BusStep[]): void {
    this.#restartTimeout();
    if (!step) this.#readOn();
    else if ('next' in step) this.#ask(step, later);
    else this.#write(step, () => this.#setUp(later));
  }

  #ask({ register, bytes, next }: BusQuestion, later: readonly BusStep[]): void {
    const { io } = this.#link;
    const hear = (found: readonly number[]) => {
      this.#cancelNext();
      const steps = found.length === bytes ? next(found) : undefined;
      if (steps) this.#setUp([...steps, ...later]);
    };
    this.#cancelNext = () => io.removeListener(this.#replyOf(register), hear);
    io.on(this.#replyOf(register), hear);
    this.#request(I2C_MODE.readOnce, [register, bytes]);
  }

  #readOn(): void {
    const { register, bytes } = this.#device.data;
    this.#stage = 'read';
    this.#request(I2C_MODE.readOn, [register, bytes]);
    this.#check();
  }

  #check(): void {
    this.#cancelNext = this.#listener.time.after(CHECK_PERIOD, () => {
      this.#request(I2C_MODE.readOnce, [this.#device.awake.register, 1]);
      this.#check();
    });
  }

  /** Guards robots: a gyroscope that has fallen asleep reports no rotation, whatever the wheels do. */
  #hearAwake([found]: readonly number[]): void {
    if (this.#stage === 'read' && found !== undefined && !this.#device.awake.holds(found)) this.seek();
  }

  #hearData(bytes: readonly number[]): void {
    if (this.#stage !== 'read' || bytes.length !== this.#device.data.bytes) return;
    const { read, acknowledge } = this.#device;
    const measured = read(bytes);
    if (acknowledge && !this.#isNew(measured, bytes, acknowledge)) return;
    this.#restartTimeout();
    if (measured) this.#listener.each(measured);
  }

  /**
   * Guards people: a measurement that is shown until it has been acknowledged counts once, however often it is read. One that
   * stands for ever would hide what comes near; without a new one the device is silent, and is set up anew.
   */
  #isNew(
    measured: Measured | null,
    bytes: readonly number[],
    { register, value }: NonNullable<BusInput['acknowledge']>,
  ): boolean {
    const before = this.#shown;
    this.#shown = measured ? `${bytes}` : '';
    if (measured) this.#request(I2C_MODE.write, [register, value]);
    return measured !== null && this.#shown !== before;
  }

  #restartTimeout(): void {
    this.#cancelSilence();
    this.#cancelSilence = this.#listener.time.after(READING_TIMEOUT, () => this.seek());
  }

  #request(mode: Parameters<typeof i2cRequest>[1], bytes: readonly number[]): void {
    this.#link.io.sysexCommand(i2cRequest(this.#device.address, mode, bytes));
  }
}

// Firmata's messages about I²C: what the board is to do on the bus for its host. Source: Firmata's protocol, 2.5.

const I2C_REQUEST = 0x76;
const I2C_CONFIG = 0x78;

export const I2C_MODE = { write: 0x00, readOnce: 0x08, readOn: 0x10, stopReading: 0x18 } as const;

/** Reserves the board's two I²C pins for the bus; without it the board does nothing there. May be repeated. */
export const OPEN_BUS: readonly number[] = [I2C_CONFIG, 0, 0];

/** @param bytes for the device: the register's number first */
export const i2cRequest = (
  address: number,
  mode: (typeof I2C_MODE)[keyof typeof I2C_MODE],
  bytes: readonly number[],
): number[] => [I2C_REQUEST, address, mode, ...inSevenBits(bytes)];

/** Each byte as Firmata sends it: two bytes of seven bits. */
const inSevenBits = (bytes: readonly number[]): number[] => bytes.flatMap((byte) => [byte & 0x7f, byte >> 7]);
