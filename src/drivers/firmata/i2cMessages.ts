/** Firmata's messages about I²C: what the board is to do on the bus for its host. Source: Firmata's protocol, 2.5. */

const REQUEST = 0x76;
const CONFIG = 0x78;

export const I2C_MODE = { write: 0x00, readOnce: 0x08, readOn: 0x10, stopReading: 0x18 } as const;

/** Has the board take its two pins for the bus; it does nothing on it before. Again is no harm. */
export const OPEN_BUS: readonly number[] = [CONFIG, 0, 0];

/** @param bytes for the device; a register's number first */
export const i2cRequest = (
  address: number,
  mode: (typeof I2C_MODE)[keyof typeof I2C_MODE],
  bytes: readonly number[],
): number[] => [REQUEST, address, mode, ...inSevens(bytes)];

/** Each byte as Firmata sends it, in two of seven bits. */
const inSevens = (bytes: readonly number[]): number[] => bytes.flatMap((byte) => [byte & 0x7f, byte >> 7]);
