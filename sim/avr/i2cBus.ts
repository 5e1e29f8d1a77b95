/** The I²C bus at A4 and A5: devices by address, at the bus' speed; a held bus never answers. */
import { type AVRTWI, type CPU, type TWIEventHandler, twiConfig } from 'avr8js';
import { CLOCK_FREQUENCY } from './clock.js';

/** A device at one address. The bus carries bytes; the device interprets them. */
export interface I2cDevice {
  /** The master begins to write, or to read. */
  begin(direction: 'write' | 'read'): void;
  /** @returns whether it acknowledges the byte */
  write(byte: number): boolean;
  read(): number;
}

/** Bits of a byte with its acknowledge; start and stop take one bit each. */
const BYTE_BITS = 9;

const TWI_ENABLE_BIT = 0x04;
const TWI_IDLE_STATUS = 0xf8;
const PRESCALER_MASK = 0x03;

export class I2cBus {
  readonly #devices = new Map<number, I2cDevice>();
  #held = false;

  attach(address: number, device: I2cDevice): void {
    this.#devices.set(address, device);
  }

  deviceAt(address: number): I2cDevice | undefined {
    return this.#devices.get(address);
  }

  /** Removes a device, as when it is unplugged or without power. */
  detach(address: number): void {
    this.#devices.delete(address);
  }

  /** Holds the bus, as a device that keeps the clock low or a wire that touches ground: transfers never end. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
  }

  /** Serves a chip from its reset on. */
  serve(cpu: CPU, twi: AVRTWI): void {
    let begun = 0;
    /** Calls `done` after so many bits, unless the chip gives up before or the bus is held. */
    const after = (bits: number, done: () => void) => {
      const mine = begun;
      const unlessGivenUp = () => {
        if (begun === mine) done();
      };
      if (!this.#held)
        cpu.addClockEvent(unlessGivenUp, Math.round((bits * CLOCK_FREQUENCY) / twi.sclFrequency));
    };
    twi.eventHandler = this.#handler(twi, after);
    onTurnedOff(cpu, () => {
      begun += 1;
      (twi as unknown as { busy: boolean }).busy = false;
    });
  }

  #handler(twi: AVRTWI, after: (bits: number, done: () => void) => void): TWIEventHandler {
    let device: I2cDevice | undefined;
    return {
      start: () => after(1, () => twi.completeStart()),
      stop: () => after(1, () => twi.completeStop()),
      connectToSlave: (address, write) => {
        device = this.#devices.get(address);
        after(BYTE_BITS, () => {
          device?.begin(write ? 'write' : 'read');
          twi.completeConnect(device !== undefined);
        });
      },
      writeByte: (byte) => after(BYTE_BITS, () => twi.completeWrite(device?.write(byte) ?? false)),
      readByte: () => after(BYTE_BITS, () => twi.completeRead(device?.read() ?? 0xff)),
    };
  }
}

/** A chip that turns its interface off gives up its transfer and is idle; avr8js would stay busy for ever. */
function onTurnedOff(cpu: CPU, giveUp: () => void): void {
  const { TWCR, TWSR } = twiConfig;
  const write = cpu.writeHooks[TWCR];
  cpu.writeHooks[TWCR] = (value, old, at, mask) => {
    if (!(value & TWI_ENABLE_BIT)) {
      giveUp();
      cpu.data[TWSR] = TWI_IDLE_STATUS | ((cpu.data[TWSR] ?? 0) & PRESCALER_MASK);
    }
    return write?.(value, old, at, mask);
  };
}
