import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { identifyBoard, openFirmataLink } from '../../../src/drivers/firmata/identifyBoard.js';
import { programBoard } from '../../../src/drivers/flash/programBoard.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { isMissing } from '../../support/tools.js';

const BOOT_LOADERS = '/usr/share/arduino/hardware/arduino/avr/bootloaders';
const OLD = `${BOOT_LOADERS}/atmega/ATmegaBOOT_168_atmega328.hex`;

function sourcesMissing(): boolean {
  if (existsSync(OLD)) return false;
  if (process.env.CI) throw new Error(`${OLD} is missing: install Debian's arduino-core-avr`);
  return true;
}

let folder = '';
afterAll(() => folder && rmSync(folder, { recursive: true }));

/**
 * Debian's own build of Optiboot is 18 bytes too long for its 512, and overwrites itself. Here it gets 1024, which the
 * chip's fuses can give it; and it blinks before it listens, as on a board that one buys.
 */
function builtOptiboot(): string {
  folder = mkdtempSync(join(tmpdir(), 'optiboot-'));
  const [elf, hex] = [join(folder, 'optiboot.elf'), join(folder, 'optiboot.hex')];
  const sections = ['.text=0x7c00', '.version=0x7ffe'].map((section) => `-Wl,--section-start=${section}`);
  const defines = ['F_CPU=16000000L', 'BAUD_RATE=115200', 'LED_START_FLASHES=3'].map(
    (define) => `-D${define}`,
  );
  const small = [
    '-Os',
    '-fno-inline-small-functions',
    '-fno-split-wide-types',
    '-mshort-calls',
    '-Wl,--relax',
  ];
  const source = `${BOOT_LOADERS}/optiboot/optiboot.c`;
  execFileSync('avr-gcc', [
    '-mmcu=atmega328p',
    ...small,
    ...defines,
    ...sections,
    '-nostartfiles',
    source,
    '-o',
    elf,
  ]);
  execFileSync('avr-objcopy', ['-j', '.text', '-j', '.version', '-O', 'ihex', elf, hex]);
  return hex;
}

/** A board with nothing but this boot loader, and what a program finds at its port. */
function plugIn(hex: string, bootStart: number) {
  const board = new AvrBoard(loadFirmware(hex), 1, bootStart / 2);
  const time = new VirtualTime(board);
  const port = new EmulatedPort(board);
  return { board, port, time, done: <T>(work: Promise<T>) => untilSettled(board, work, { timeout: 60 }) };
}

/** `sbi DDRB, 1`, `sbi PORTB, 1`, `rjmp .-2`: pin 9 is high. */
const PIN_9_HIGH = new Uint8Array(Uint16Array.of(0x9a21, 0x9a29, 0xcfff).buffer);

describe.skipIf(sourcesMissing() || isMissing('avr-gcc', 'gcc-avr'))(
  "an Arduino's own boot loader (needs arduino-core-avr and gcc-avr)",
  () => {
    itThorough('Optiboot, of an Uno, takes the firmware from us, gives it back, and starts it', async () => {
      const { port, time, done } = plugIn(builtOptiboot(), 0x7c00);
      const program = new Uint8Array(loadFirmware().buffer);
      await done(programBoard(port, { board: 'uno', program, time }));
      const link = await done(openFirmataLink(port, time, { board: 'uno' }));
      const { status } = await done(identifyBoard(link, time, 'uno'));
      expect(status).toMatchObject({ protocol: 1, error: 0 });
    });

    it('ATmegaBOOT, of an old Nano, takes a program from us, gives it back, and starts it', async () => {
      const { board, port, time, done } = plugIn(OLD, 0x7800);
      await done(programBoard(port, { board: 'nano', program: PIN_9_HIGH, time }));
      // It waits for more, and starts the program when it has heard nothing for some time.
      for (let i = 0; i < 30 && board.outputs.dutyOf(9) === 0; i++) board.runUntil(board.now + 0.1);
      expect(board.outputs.dutyOf(9)).toBe(1);
    });
  },
);
