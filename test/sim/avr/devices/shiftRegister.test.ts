import { describe, expect, it } from 'vitest';
import { ShiftRegister } from '../../../../sim/avr/devices/shiftRegister.js';
import { bootedBoard, type RawHost } from '../../../support/emulated.js';

const [CLOCK, ENABLE, DATA, LATCH] = [4, 7, 8, 12] as const;
const OUTPUT = 1;

function plugged() {
  const host = bootedBoard();
  const register = new ShiftRegister(host.board, [CLOCK, ENABLE, DATA, LATCH]);
  for (const pin of [CLOCK, DATA, LATCH]) host.sendBytes([0xf4, pin, OUTPUT]);
  host.run(0.01);
  const high = () => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => register.isHigh(bit));
  return { host, high, enable: () => host.sendBytes([0xf4, ENABLE, OUTPUT]) };
}

const put = (host: RawHost, pin: number, level: number) => host.sendBytes([0xf5, pin, level]);

/** The upper bit first. */
function shift(host: RawHost, byte: number): void {
  for (let bit = 7; bit >= 0; bit--) {
    put(host, CLOCK, 0);
    put(host, DATA, (byte >> bit) & 1);
    put(host, CLOCK, 1);
  }
  host.run(0.02);
}

function latch(host: RawHost): void {
  put(host, LATCH, 0);
  put(host, LATCH, 1);
  host.run(0.005);
}

describe('a shift register', () => {
  it('shows what was shifted in when its latch rises, and not before', () => {
    const { host, high, enable } = plugged();
    enable();
    shift(host, 0b0010_0110);
    expect(high()).toEqual([]);
    latch(host);
    expect(high()).toEqual([1, 2, 5]);
    shift(host, 0b1000_0001);
    expect(high()).toEqual([1, 2, 5]);
    latch(host);
    expect(high()).toEqual([0, 7]);
  });

  it('drives nothing unless its enable pin is held low', () => {
    const { host, high, enable } = plugged();
    shift(host, 0xff);
    latch(host);
    expect(high()).toEqual([]);
    enable();
    host.run(0.005);
    expect(high()).toHaveLength(8);
    put(host, ENABLE, 1);
    host.run(0.005);
    expect(high()).toEqual([]);
  });
});
