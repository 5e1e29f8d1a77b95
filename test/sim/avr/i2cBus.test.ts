import { AVRTWI, CPU, twiConfig } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { I2cBus, type I2cDevice } from '../../../sim/avr/i2cBus.js';
import { bootedBoard, type RawHost, STATUS } from '../../support/emulated.js';

const ADDRESS = 0x68;
const CONFIGURE = [0xf0, 0x78, 0, 0, 0xf7];
const READ_ONCE = 0x08;

/** Registers that are written and read one after the other, as most sensors have them. */
class Registers implements I2cDevice {
  readonly values = new Uint8Array(256);
  #next = 0;
  #addressed = false;

  begin(): void {
    this.#addressed = false;
  }

  write(byte: number): boolean {
    if (this.#addressed) this.values[this.#next++] = byte;
    else this.#next = byte;
    this.#addressed = true;
    return true;
  }

  read(): number {
    return this.values[this.#next++] ?? 0;
  }
}

const readRegisters = (register: number, count: number) => [
  ...[0xf0, 0x76, ADDRESS, READ_ONCE, register & 0x7f, register >> 7, count, 0, 0xf7],
];

/** The bytes of the last I2C reply, each of two; none without one. */
function reply(host: RawHost): number[] {
  const bytes = host.bytes.map(({ byte }) => byte);
  const at = bytes.findLastIndex((byte, i) => byte === 0x77 && bytes[i - 1] === 0xf0);
  if (at < 0) return [];
  const pairs = bytes.slice(at + 1, bytes.indexOf(0xf7, at));
  return Array.from(
    { length: pairs.length / 2 },
    (_, i) => (pairs[2 * i] ?? 0) + 128 * (pairs[2 * i + 1] ?? 0),
  );
}

function withDevice() {
  const host = bootedBoard();
  const device = new Registers();
  host.board.i2c.attach(ADDRESS, device);
  host.sendBytes(CONFIGURE);
  host.run(0.02);
  return { host, device };
}

describe('the I²C bus', () => {
  it('carries registers to the board, at 100 kHz', () => {
    const { host, device } = withDevice();
    device.values.set([10, 200, 255], 0x3b);
    const sent = host.board.now;
    host.sendBytes(readRegisters(0x3b, 3));
    host.run(0.02);
    expect(reply(host)).toEqual([ADDRESS, 0x3b, 10, 200, 255]);
    // Nine bytes there and the first one back, 170 µs each; six of nine bits on the bus, 90 µs each.
    const [first] = host.bytes.filter(({ at, byte }) => at > sent && byte === 0xf0);
    expect((first?.at ?? 0) - sent).toBeGreaterThan(10 * 170e-6 + 6 * 90e-6);
    expect((first?.at ?? 0) - sent).toBeLessThan(10 * 170e-6 + 6 * 90e-6 + 0.5e-3);
  });

  it('carries bytes to a device', () => {
    const { host, device } = withDevice();
    host.sendBytes([0xf0, 0x76, ADDRESS, 0, 0x6b, 0, 0x01, 1, 0xf7]);
    host.run(0.02);
    expect(device.values[0x6b]).toBe(129);
  });

  it('gets no answer from an address without a device', () => {
    const { host } = withDevice();
    host.sendBytes([0xf0, 0x76, 0x11, READ_ONCE, 0, 0, 2, 0, 0xf7]);
    host.run(0.02);
    // An address and a register at most, and no value.
    expect(reply(host).length).toBeLessThanOrEqual(2);
  });

  it('held never ends what the board begins; released, and begun anew, it works', () => {
    const { host, device } = withDevice();
    device.values[0] = 77;
    host.board.i2c.hold();
    host.sendBytes(readRegisters(0, 1));
    host.run(0.1);
    // The board may give up, but no value has come.
    expect(reply(host)).not.toContain(77);
    host.board.i2c.release();
    host.run(0.3);
    host.sendBytes(readRegisters(0, 1));
    host.run(0.1);
    expect(reply(host)).toEqual([ADDRESS, 0, 77]);
  });

  it('stays held over a reset: it is outside of the chip', () => {
    const { host, device } = withDevice();
    device.values[0] = 77;
    host.board.i2c.hold();
    host.board.reset('external');
    host.run(0.02);
    expect(host.last(STATUS)?.payload[5]).toBe(2);
    host.sendBytes([...CONFIGURE, ...readRegisters(0, 1)]);
    host.run(0.1);
    expect(reply(host)).not.toContain(77);
  });

  it('forgets what a chip has begun that turns its interface off in the middle of it', () => {
    const cpu = new CPU(new Uint16Array(16));
    const twi = new AVRTWI(cpu, twiConfig, 16e6);
    new I2cBus().serve(cpu, twi);
    const { TWBR, TWCR, TWSR } = twiConfig;
    const [START, IDLE, BEGUN] = [0xa4, 0xf8, 0x08];
    const pass = (cycles: number) => {
      for (const end = cpu.cycles + cycles; cpu.cycles < end; cpu.cycles++) cpu.tick();
    };
    cpu.writeData(TWBR, 72);
    cpu.writeData(TWCR, START);
    pass(100);
    cpu.writeData(TWCR, 0);
    pass(1000);
    expect(cpu.data[TWSR]).toBe(IDLE);
    expect((cpu.data[TWCR] ?? 0) & 0x80).toBe(0);
    for (const _ of ['once', 'again']) {
      cpu.writeData(TWCR, START);
      pass(1000);
      // Not a repeated start.
      expect(cpu.data[TWSR]).toBe(BEGUN);
      cpu.writeData(TWCR, 0);
    }
  });
});
