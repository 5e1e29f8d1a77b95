import { CPU } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { SelfProgramming } from '../../../sim/avr/selfProgramming.js';

const SPMCSR = 0x57;
const [FILL, ERASE, WRITE] = [0x01, 0x03, 0x05];
const WORDS = 0x4000;
const BOOT_START = 0x3f00;
/** 4.5 ms at 16 MHz. */
const BUSY = 72_000;

function chip() {
  const flash = new Uint16Array(WORDS).fill(0xffff);
  const cpu = new CPU(flash.slice(), 2048);
  const self = new SelfProgramming(cpu, flash, BOOT_START);
  cpu.pc = BOOT_START + 10;
  /** @param address in words */
  const store = (command: number, address: number, word = 0) => {
    cpu.data[SPMCSR] = command;
    cpu.dataView.setUint16(30, 2 * address, true);
    cpu.dataView.setUint16(0, word, true);
    self.store();
  };
  const pass = (cycles: number) => {
    cpu.cycles += cycles;
    cpu.tick();
  };
  return { cpu, flash, store, pass, busy: () => (cpu.data[SPMCSR] ?? 0) !== 0 };
}

describe('a chip that writes its own program', () => {
  it('fills a buffer, and writes it to a page, where the CPU finds it, and where it outlives a reset', () => {
    const { cpu, flash, store, pass } = chip();
    for (let i = 0; i < 64; i++) store(FILL, 0x40 + i, 0x1000 + i);
    expect(flash[0x40]).toBe(0xffff);
    store(WRITE, 0x40);
    pass(BUSY);
    for (const memory of [flash, cpu.progMem]) {
      expect([...memory.subarray(0x40, 0x80)]).toEqual(Array.from({ length: 64 }, (_, i) => 0x1000 + i));
      expect([memory[0x3f], memory[0x80]]).toEqual([0xffff, 0xffff]);
    }
  });

  it('takes 4.5 ms to erase, and as much to write; a word of the buffer takes none', () => {
    const { store, pass, busy } = chip();
    store(FILL, 0, 1);
    expect(busy()).toBe(false);
    for (const command of [ERASE, WRITE]) {
      store(command, 0);
      pass(BUSY - 10);
      expect(busy()).toBe(true);
      pass(20);
      expect(busy()).toBe(false);
    }
  });

  it('only clears bits when it writes: what was not erased shows through', () => {
    const { flash, store, pass } = chip();
    const write = (word: number) => {
      store(FILL, 0, word);
      store(WRITE, 0);
      pass(BUSY);
    };
    write(0x0f0f);
    write(0x00ff);
    expect(flash[0]).toBe(0x000f);
    store(ERASE, 0);
    pass(BUSY);
    expect(flash[0]).toBe(0xffff);
    write(0x00ff);
    expect(flash[0]).toBe(0x00ff);
    expect(flash[1]).toBe(0xffff);
  });

  it('does so from its boot section alone', () => {
    const { cpu, flash, store, pass } = chip();
    cpu.pc = BOOT_START - 1;
    store(FILL, 0, 0);
    store(WRITE, 0);
    pass(BUSY);
    expect(flash[0]).toBe(0xffff);
  });
});
