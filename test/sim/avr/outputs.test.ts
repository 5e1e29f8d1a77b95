import { CPU } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { Outputs, type PinChange } from '../../../sim/avr/outputs.js';

const [DDRB, PORTB, PIND, DDRD, PORTD] = [0x24, 0x25, 0x29, 0x2a, 0x2b];
/** Each timer's channels, by pin: the registers that make PWM, as Arduino's core sets them. */
const CHANNELS = [
  { pin: 3, mode: 0xb0, connect: 0x20, compare: 0xb4, wave: 0x01, phaseCorrect: true },
  { pin: 5, mode: 0x44, connect: 0x20, compare: 0x48, wave: 0x03, phaseCorrect: false },
  { pin: 6, mode: 0x44, connect: 0x80, compare: 0x47, wave: 0x03, phaseCorrect: false },
  { pin: 9, mode: 0x80, connect: 0x80, compare: 0x88, wave: 0x01, phaseCorrect: true },
  { pin: 10, mode: 0x80, connect: 0x20, compare: 0x8a, wave: 0x01, phaseCorrect: true },
  { pin: 11, mode: 0xb0, connect: 0x80, compare: 0xb3, wave: 0x01, phaseCorrect: true },
];

function board() {
  const cpu = new CPU(new Uint16Array(16));
  const outputs = new Outputs();
  const changes: PinChange[] = [];
  outputs.changes$.subscribe((change) => changes.push(change));
  outputs.follow(cpu);
  const write = (address: number, value: number) => cpu.writeData(address, value);
  return { cpu, outputs, changes, write };
}

describe('the outputs of a board', () => {
  it('are off after a reset', () => {
    expect(board().outputs.all).toEqual(new Array(20).fill(0));
  });

  it('drive an output pin high or low', () => {
    const { outputs, write } = board();
    expect(outputs.isDriven(13)).toBe(false);
    write(DDRB, 0b100000);
    expect(outputs.isDriven(13)).toBe(true);
    expect(outputs.isDriven(12)).toBe(false);
  });

  it('are high where a bit is set and the pin is an output', () => {
    const { outputs, write } = board();
    write(PORTB, 0b100001);
    expect(outputs.dutyOf(13)).toBe(0);
    write(DDRB, 0b100000);
    expect(outputs.dutyOf(13)).toBe(1);
    expect(outputs.dutyOf(8)).toBe(0);
    write(PORTB, 0);
    expect(outputs.dutyOf(13)).toBe(0);
  });

  for (const { pin, mode, connect, compare, wave, phaseCorrect } of CHANNELS) {
    it(`are the share of high time while a timer drives pin ${pin}`, () => {
      const { outputs, write } = board();
      write(DDRB, 0xff);
      write(DDRD, 0xff);
      write(mode, connect | wave);
      if (mode === 0x44) write(0x45, 3);
      for (const value of [0, 1, 100, 254, 255]) {
        write(compare, value);
        expect(outputs.dutyOf(pin)).toBeCloseTo(phaseCorrect ? value / 255 : (value + 1) / 256, 9);
        expect(outputs.all.filter((duty) => duty > 0).length).toBeLessThanOrEqual(1);
      }
      write(mode, wave);
      expect(outputs.dutyOf(pin)).toBe(0);
      write(mode, connect | wave);
      write(DDRB, 0);
      write(DDRD, 0);
      expect(outputs.dutyOf(pin)).toBe(0);
    });
  }

  it('knows the fast mode of the 16-bit timer by both of its registers', () => {
    const { outputs, write } = board();
    write(DDRB, 0xff);
    write(0x88, 127);
    write(0x80, 0x81);
    expect(outputs.dutyOf(9)).toBeCloseTo(127 / 255, 9);
    write(0x81, 0x08);
    expect(outputs.dutyOf(9)).toBe(0.5);
  });

  it('report each change once, at its cycle, with all pins of one write as after it', () => {
    const { cpu, outputs, changes, write } = board();
    write(DDRB, 0b11);
    cpu.cycles = 1000;
    const seen: number[][] = [];
    outputs.changes$.subscribe(() => seen.push([outputs.dutyOf(8), outputs.dutyOf(9)]));
    write(PORTB, 0b11);
    write(PORTB, 0b11);
    expect(changes).toEqual([
      { pin: 8, duty: 1, at: 1000 },
      { pin: 9, duty: 1, at: 1000 },
    ]);
    expect(seen).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('toggle when a one is written to where pins are read', () => {
    const { cpu, outputs, write } = board();
    // The port of avr8js does this; without one the register is only memory.
    cpu.writeHooks[PIND] = (value) => {
      cpu.data[PORTD] = (cpu.data[PORTD] ?? 0) ^ value;
      return true;
    };
    outputs.follow(cpu);
    write(DDRD, 0x80);
    write(PIND, 0x80);
    expect(outputs.dutyOf(7)).toBe(1);
    write(PIND, 0x80);
    expect(outputs.dutyOf(7)).toBe(0);
  });
});
