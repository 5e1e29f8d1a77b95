import { EEPROMMemoryBackend } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { Chip } from '../../../sim/avr/chip.js';
import { EventQueue } from '../../../sim/avr/clock.js';

const DDRB = 0x24;
const R20 = 20;
const [SEI, SLEEP, RETI, STAY, INC_R20] = [0x9478, 0x9588, 0x9518, 0xcfff, 0x9543];
/** ldi r16, value; sts UCSR0B, r16 */
const serialControl = (value: number) => [0xe000 | ((value & 0xf0) << 4) | (value & 0x0f), 0x9300, 0x00c1];
/** ldi r17, 1; out SMCR, r17 */
const ENABLE_SLEEP = [0xe011, 0xbf13];
/** ldi r18, 0x55; out DDRB, r18 */
const SHOW = [0xe525, 0xb924];
const TRANSMITTER_EMPTY = { vector: 0x26, enable: 0x28 };
const BYTE_RECEIVED = { vector: 0x24, enable: 0x90 };

/** A chip that runs a program at 0x100 with an interrupt's code at its vector. */
function chip(main: readonly number[], vector = 0, interrupt: readonly number[] = []) {
  const program = new Uint16Array(0x4000);
  // jmp 0x100
  program.set([0x940c, 0x0100]);
  program.set(interrupt, vector);
  program.set(main, 0x100);
  const made = new Chip({
    program,
    sram: new Uint8Array(2048),
    eeprom: new EEPROMMemoryBackend(1024),
    cycles: 0,
    causes: 1,
    timedOut: () => {},
  });
  const events = new EventQueue();
  const run = (until: number) => {
    events.open(until);
    made.run(events);
  };
  return { made, run, at: (address: number) => made.cpu.data[address] };
}

describe('a chip', () => {
  it('misses no interrupt between `sei` and `sleep`', () => {
    const main = [...serialControl(TRANSMITTER_EMPTY.enable), ...ENABLE_SLEEP, SEI, SLEEP, ...SHOW, STAY];
    const { at, run } = chip(main, TRANSMITTER_EMPTY.vector, [...serialControl(0), RETI]);
    run(200);
    expect(at(DDRB)).toBe(0x55);
  });

  it('runs one instruction of main code between two interrupts', () => {
    const main = [...serialControl(BYTE_RECEIVED.enable), SEI, ...new Array(50).fill(INC_R20), STAY];
    // The program does not read the byte, so its interrupt repeats.
    const { made, at, run } = chip(main, BYTE_RECEIVED.vector, [RETI]);
    run(8);
    made.receiver.receive(1);
    run(300);
    expect(at(R20)).toBeGreaterThan(20);
  });

  it('sleeps to the limit where no interrupt comes, and takes no time for it', () => {
    const { made, at, run } = chip([...ENABLE_SLEEP, SEI, SLEEP, ...SHOW, STAY]);
    run(1e12);
    expect(made.cpu.cycles).toBe(1e12);
    expect(at(DDRB)).toBe(0);
  });

  it('takes four cycles to wake, besides those of the interrupt', () => {
    const asleep = [...serialControl(BYTE_RECEIVED.enable), ...ENABLE_SLEEP, SEI, SLEEP, ...SHOW, STAY];
    const { made, run } = chip(asleep, BYTE_RECEIVED.vector, [STAY]);
    run(1000);
    made.receiver.receive(1);
    const { cpu } = made;
    while (cpu.pc !== BYTE_RECEIVED.vector) run(cpu.cycles + 1);
    // avr8js takes two for the interrupt itself.
    expect(cpu.cycles).toBe(1000 + 4 + 2);
  });

  it('ignores a sleep that is not enabled', () => {
    const { at, run } = chip([SEI, SLEEP, ...SHOW, STAY]);
    run(100);
    expect(at(DDRB)).toBe(0x55);
  });

  it('hangs at its present place, without changing its program', () => {
    const main = [SEI, ...new Array(10).fill(INC_R20), STAY];
    const { made, at, run } = chip(main);
    run(8);
    const counted = at(R20);
    made.hang();
    run(100);
    expect(at(R20)).toBe(counted);
    expect(counted).toBeGreaterThan(0);
  });

  it('takes 10 bits for a byte at the rate the firmware has set, with and without double speed', () => {
    const { made } = chip([STAY]);
    expect(made.byteCycles).toBe(2720);
    made.cpu.writeData(0xc4, 16);
    expect(made.byteCycles).toBe(10 * 17 * 16);
    made.cpu.writeData(0xc0, 0x02);
    expect(made.byteCycles).toBe(10 * 17 * 8);
  });

  it('keeps its watchdog on after a watchdog reset, and cannot turn it off before the flag is cleared', () => {
    for (const triesToTurnOff of [false, true]) {
      let timeouts = 0;
      const afterReset = new Chip({
        program: new Uint16Array(0x4000),
        sram: new Uint8Array(2048),
        eeprom: new EEPROMMemoryBackend(1024),
        cycles: 0,
        causes: 8,
        timedOut: () => {
          timeouts += 1;
        },
      });
      if (triesToTurnOff) {
        afterReset.cpu.writeData(0x60, 0x18);
        afterReset.cpu.writeData(0x60, 0);
      }
      const events = new EventQueue();
      // 16 ms at 16 MHz.
      events.open(255_000);
      afterReset.run(events);
      expect(timeouts).toBe(0);
      events.open(257_000);
      afterReset.run(events);
      expect(timeouts).toBeGreaterThan(0);
    }
  });
});
