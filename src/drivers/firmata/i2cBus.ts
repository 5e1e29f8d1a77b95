/**
 * A sensor on the board's I²C bus: identified, set up, and then read again and again by the board itself.
 *
 * A sensor may answer late or never, or lose its power: whenever it is silent it is searched for and set up again.
 */

import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { BusIdentity, BusInput, Measured } from '../../signals/boardInput.js';
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
  #isSetUp = false;
  #cancelNext = () => {};
  #cancelSilence = () => {};

  constructor(link: FirmataLink, device: BusInput, listener: DeviceListener) {
    this.#link = link;
    this.#device = device;
    this.#listener = listener;
    const { address, identity, awake, data } = device;
    link.io.on(`I2C-reply-${address}-${identity.register}`, (bytes: number[]) => this.#hearIdentity(bytes));
    link.io.on(`I2C-reply-${address}-${awake.register}`, (bytes: number[]) => this.#hearAwake(bytes));
    link.io.on(`I2C-reply-${address}-${data.register}`, (bytes: number[]) => this.#hearData(bytes));
  }

  /** Asks for the sensor's identity; again after a silence. */
  seek(): void {
    this.#isSetUp = false;
    this.#cancelNext();
    this.#request(I2C_MODE.stopReading, []);
    this.#request(I2C_MODE.readOnce, [this.#device.identity.register, 1]);
    this.#restartTimeout();
  }

  end(): void {
    this.#cancelNext();
    this.#cancelSilence();
  }

  #hearIdentity([found]: readonly number[]): void {
    if (this.#isSetUp || found === undefined || !isIdentity(found, this.#device.identity)) return;
    this.#isSetUp = true;
    this.#setUp(0);
  }

  /** Writes one setting after the other, each followed by its rest; then the board reads on by itself. */
  #setUp(index: number): void {
    this.#restartTimeout();
    const next = this.#device.setUp[index];
    if (!next) {
      const { register, bytes } = this.#device.data;
      this.#request(I2C_MODE.readOn, [register, bytes]);
      this.#check();
      return;
    }
    this.#request(I2C_MODE.write, [next.register, next.value]);
    this.#cancelNext = this.#listener.time.after(next.rest, () => this.#setUp(index + 1));
  }

  #check(): void {
    this.#cancelNext = this.#listener.time.after(CHECK_PERIOD, () => {
      this.#request(I2C_MODE.readOnce, [this.#device.awake.register, 1]);
      this.#check();
    });
  }

  /** Guards robots: a gyroscope that has fallen asleep reports no rotation, whatever the wheels do. */
  #hearAwake([found]: readonly number[]): void {
    if (this.#isSetUp && found !== undefined && !this.#device.awake.holds(found)) this.seek();
  }

  #hearData(bytes: readonly number[]): void {
    if (!this.#isSetUp || bytes.length !== this.#device.data.bytes) return;
    this.#restartTimeout();
    const measured = this.#device.read(bytes);
    if (measured) this.#listener.each(measured);
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
