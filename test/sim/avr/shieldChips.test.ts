import { describe, expect, it } from 'vitest';
import { I2cBus } from '../../../sim/avr/i2cBus.js';
import { Pca9685, ShiftRegister } from '../../../sim/avr/shieldChips.js';
import { bootedBoard, type RawHost } from '../../support/emulated.js';

const MODE1 = 0x00;
const AUTO_INCREMENT = 0x20;
const SLEEP = 0x10;
const ALL = 0xfa;
const PRESCALE = 0xfe;
/** The first register of a channel. */
const channel = (number: number) => 6 + 4 * number;
/** Low and high byte of the counts at which an output goes high, and low. */
const counts = (on: number, off: number) => [on & 255, on >> 8, off & 255, off >> 8];

function chip({ awake = true } = {}) {
  const chip = new Pca9685();
  let changes = 0;
  chip.changes$.subscribe(() => {
    changes += 1;
  });
  const write = (...bytes: number[]) => {
    chip.begin('write');
    return bytes.map((byte) => chip.write(byte));
  };
  if (awake) write(MODE1, AUTO_INCREMENT);
  return { chip, write, changes: () => changes };
}

describe('a PCA9685', () => {
  it('makes PWM of the counts between on and off, also over the end of a period', () => {
    const { chip: it, write } = chip();
    write(channel(8), ...counts(0, 1024));
    expect(it.dutyOf(8)).toBe(0.25);
    write(channel(8), ...counts(1000, 3048));
    expect(it.dutyOf(8)).toBe(0.5);
    write(channel(8), ...counts(3072, 1024));
    expect(it.dutyOf(8)).toBe(0.5);
    expect(it.dutyOf(7)).toBe(0);
    expect(it.dutyOf(9)).toBe(0);
  });

  it('sets an output always on, or always off, which has priority', () => {
    const { chip: it, write } = chip();
    write(channel(3), ...counts(4096, 0));
    expect(it.dutyOf(3)).toBe(1);
    write(channel(3), ...counts(4096, 4096));
    expect(it.dutyOf(3)).toBe(0);
    write(channel(3), ...counts(0, 2048 | 4096));
    expect(it.dutyOf(3)).toBe(0);
  });

  it('starts asleep with all outputs off, and drives nothing while asleep', () => {
    const { chip: it, write } = chip({ awake: false });
    write(channel(0) + 1, 0x10);
    write(channel(0) + 3, 0x00);
    expect(it.dutyOf(0)).toBe(0);
    write(MODE1, 0);
    expect(it.dutyOf(0)).toBe(1);
    expect(it.dutyOf(1)).toBe(0);
    write(MODE1, SLEEP);
    expect(it.dutyOf(0)).toBe(0);
  });

  it('advances to the next register only with auto-increment', () => {
    const { chip: it, write } = chip();
    write(MODE1, 0);
    write(channel(0), ...counts(4096, 0));
    expect(it.dutyOf(0)).toBe(0);
    write(MODE1, AUTO_INCREMENT | 0x80);
    write(channel(0), ...counts(4096, 0));
    expect(it.dutyOf(0)).toBe(1);
    write(MODE1);
    it.begin('read');
    // What asks for a restart does not stay.
    expect(it.read()).toBe(AUTO_INCREMENT);
  });

  it('takes its frequency from the prescaler, which it accepts only while asleep', () => {
    const { chip: it, write } = chip();
    expect(it.frequency).toBeCloseTo(197, 0);
    write(PRESCALE, 121);
    expect(it.frequency).toBeCloseTo(197, 0);
    write(MODE1, SLEEP);
    write(PRESCALE, 121);
    expect(it.frequency).toBeCloseTo(50, 1);
    write(PRESCALE, 0);
    expect(it.frequency).toBeCloseTo(1526, 0);
  });

  it('sets all outputs at once', () => {
    const { chip: it, write } = chip();
    write(ALL, ...counts(0, 512));
    for (let i = 0; i < 16; i++) expect(it.dutyOf(i)).toBe(0.125);
  });

  it('reports a change when a channel is complete, never half a number', () => {
    const { write, changes } = chip();
    const before = changes();
    write(channel(5), ...counts(0, 1000).slice(0, 3));
    expect(changes()).toBe(before);
    write(channel(5), ...counts(0, 1000));
    expect(changes()).toBe(before + 1);
  });

  it('is as at power-on after a general call to reset', () => {
    const bus = new I2cBus();
    const calls: Record<number, (byte: number) => boolean> = {};
    bus.attach = (address, device) => {
      calls[address] = (byte) => device.write(byte);
    };
    const { chip: it, write, changes } = chip();
    it.attachTo(bus, 0x60);
    write(channel(1), ...counts(4096, 0));
    expect(it.dutyOf(1)).toBe(1);
    expect(calls[0]?.(0x05)).toBe(false);
    expect(it.dutyOf(1)).toBe(1);
    const before = changes();
    expect(calls[0]?.(0x06)).toBe(true);
    expect(it.dutyOf(1)).toBe(0);
    expect(changes()).toBe(before + 1);
  });
});

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
