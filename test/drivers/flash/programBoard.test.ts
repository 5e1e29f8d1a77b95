import { describe, expect, it } from 'vitest';
import { BootableBoard } from '../../../sim/avr/bootableBoard.js';
import { toCycles } from '../../../sim/avr/clock.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { PAGE_BYTES } from '../../../src/drivers/flash/bootLoader.js';
import { type OnProgress, programBoard } from '../../../src/drivers/flash/programBoard.js';

/** Words of program memory. */
const STAY = 0xcfff;
/** `sbi DDRB, 1`, `sbi PORTB, 1`: the pin of a motor is high. */
const PIN_9_HIGH = [0x9a21, 0x9a29, STAY];
const PAGE_WORDS = PAGE_BYTES / 2;
/** `rjmp` from the first word to the first of that page. */
const jumpTo = (page: number) => 0xc000 | (page * PAGE_WORDS - 1);

/** From page by page. */
function programOf(...pages: readonly number[][]): Uint8Array {
  const words = new Uint16Array(pages.length * PAGE_WORDS).fill(0xffff);
  for (const [i, page] of pages.entries()) words.set(page, i * PAGE_WORDS);
  return new Uint8Array(words.buffer);
}

const LOUD = programOf([jumpTo(2)], [STAY], PIN_9_HIGH);
const QUIET = programOf([jumpTo(2)], [STAY], [STAY], [STAY]);

function plugIn() {
  const board = new BootableBoard();
  const port = new EmulatedPort(board);
  const write = (program: Uint8Array, progress: OnProgress = () => {}) =>
    untilSettled(
      board,
      programBoard(port, { board: 'uno', program, time: new VirtualTime(board), progress }),
      { timeout: 60 },
    );
  const isLoudAfter = (seconds: number) => {
    board.runUntil(board.now + seconds);
    return board.outputs.dutyOf(9) === 1;
  };
  return { board, port, write, isLoudAfter };
}

describe('programming a board', () => {
  it('starts what it has written, at once and at every reset', async () => {
    const { board, write, isLoudAfter } = plugIn();
    await write(LOUD);
    expect(isLoudAfter(0.1)).toBe(true);
    board.reset('powerOn');
    expect(isLoudAfter(0.1)).toBe(true);
    await write(QUIET);
    expect(isLoudAfter(0.1)).toBe(false);
  });

  it('tells how far it is, to the end', async () => {
    const told: number[] = [];
    await plugIn().write(LOUD, (done) => told.push(done));
    expect(told).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('holds every pin off meanwhile', async () => {
    const { board, write } = plugIn();
    await write(LOUD);
    const seen: number[] = [];
    await write(LOUD, () => seen.push(board.outputs.dutyOf(9)));
    expect(seen).toEqual([0, 0, 0, 0]);
  });

  /** The new beginning in front of the old rest would drive the motor. */
  it.each([0, 1, 2, 3])(
    'cut off after page %d leaves a board that does nothing, until it is done again',
    async (page) => {
      const { board, port, write, isLoudAfter } = plugIn();
      await write(LOUD);
      let pages = 0;
      const cutting = write(QUIET, () => {
        if (pages++ === page) port.cut('told');
      });
      await expect(cutting).rejects.toThrow('the cable was pulled');
      board.reset('powerOn');
      expect(isLoudAfter(1)).toBe(false);
      const again = new EmulatedPort(board);
      const time = new VirtualTime(board);
      await untilSettled(board, programBoard(again, { board: 'uno', program: LOUD, time }));
      expect(isLoudAfter(0.1)).toBe(true);
    },
  );

  it('whose memory keeps something else says so, and does not start it', async () => {
    const { port, write, isLoudAfter, board } = plugIn();
    const { write: send } = port;
    // A bit is flipped on its way, in what is to be the third page.
    port.write = (bytes, done) => {
      const flipped = Uint8Array.from(bytes);
      if (bytes[0] === 0x64 && bytes[4] === 0x21) flipped[4] = 0x20;
      send.call(port, flipped, done);
    };
    await expect(write(LOUD)).rejects.toThrow(/what was written at address 256 reads back differently/);
    expect(isLoudAfter(2)).toBe(false);
    board.reset('powerOn');
    expect(isLoudAfter(1)).toBe(false);
  });

  it('of another chip is refused before anything is written', async () => {
    const { board, port, write, isLoudAfter } = plugIn();
    await write(LOUD);
    const time = new VirtualTime(board);
    const other = programBoard(port, { board: 'mega', program: QUIET, time });
    await expect(untilSettled(board, other)).rejects.toThrow(/this is the wrong board: it has an ATmega328P/);
    board.reset('powerOn');
    expect(isLoudAfter(0.1)).toBe(true);
  });

  it('hears answers that come late, as a busy computer does', async () => {
    const { board, port, write, isLoudAfter } = plugIn();
    const { write: send } = port;
    let questions = 0;
    port.write = (bytes, done) => {
      questions += 1;
      // Beyond the first questions, whose answers are waited for one by one.
      if (questions % 3 > 0 || questions < 6) send.call(port, bytes, done);
      else board.events.at(board.cycles + toCycles(0.8), () => send.call(port, bytes, done));
    };
    await write(LOUD);
    expect(isLoudAfter(0.1)).toBe(true);
  });

  it('gives up without an answer', async () => {
    const { port, write, board } = plugIn();
    port.reset = async () => board.reset('powerOn');
    await expect(write(LOUD)).rejects.toThrow('emulated: no boot loader answers');
  });

  it.each([
    ['nothing', [], 'does not answer'],
    ['noise', [0x14, 0x42, 0x10], 'no boot loader answers'],
  ])('hears %s and falls over nothing', async (_, noise, words) => {
    const { port, write, board } = plugIn();
    const { write: send } = port;
    let questions = 0;
    port.write = (bytes, done) => {
      questions += 1;
      if (noise.length === 0 && questions < 4) send.call(port, bytes, done);
      else for (const byte of noise) board.transmitted$.next(byte);
    };
    await expect(write(LOUD)).rejects.toThrow(words);
  });
});
