/** Writes a program into a board and reads it back: through its boot loader over our own port, or with avrdude. */

import { type ChildProcess, spawn } from 'node:child_process';
import { BOARDS, type BoardName } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { DriverError } from '../../validation/errors.js';
import type { ResettingPort } from '../serial/port.js';
import { BootLoader, PAGE_BYTES } from './bootLoader.js';
import { AvrdudeFailed, notVerified, wrongSignature } from './flashErrors.js';

/** Called with the share that is done, 0 … 1. */
export type OnProgress = (done: number) => void;

export interface ProgramJob {
  readonly board: BoardName;
  /** Program memory from its first byte on. */
  readonly program: Uint8Array;
  readonly time: TimeSource;
  readonly progress?: OnProgress;
}

interface ProgramPage {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Erased memory. */
const ERASED_BYTE = 0xff;

/** `rjmp .-2`, little-endian: a program that does nothing, with every pin an input as after any reset. */
const IDLE_PROGRAM = [0xff, 0xcf];

/**
 * Guards motors: half a program may do anything. So the first page, where a program starts, first gets a program that
 * does nothing, and its own content last: if the cable is pulled, the board stands still until it is flashed again.
 *
 * @param port at the boot loader's rate
 * @throws DriverError when it does not answer, has another chip, or reads back something else
 */
export async function programBoard(port: ResettingPort, programming: ProgramJob): Promise<void> {
  const { board, program, time, progress = () => {} } = programming;
  await port.reset();
  const loader = new BootLoader(port, time);
  await loader.sync();
  const signature = await loader.signature();
  if (!BOARDS[board].signatures.includes(signature)) throw wrongSignature(port.name, board, signature);
  await loader.begin();
  const [first, ...rest] = programPages(program);
  if (!first) throw new DriverError('the firmware is empty');
  const steps = [{ address: 0, bytes: filledPage(IDLE_PROGRAM) }, ...rest, first];
  for (const [i, page] of steps.entries()) {
    await writeAndCheck(port.name, loader, page);
    progress((i + 1) / steps.length);
  }
  await loader.end();
}

async function writeAndCheck(
  port: string,
  loader: BootLoader,
  { address, bytes }: ProgramPage,
): Promise<void> {
  await loader.writePage(address, bytes);
  const found = await loader.readPage(address);
  if (Buffer.compare(found, bytes) !== 0) throw notVerified(port, address);
}

/** Whole pages; erased ones are left out. */
function programPages(program: Uint8Array): ProgramPage[] {
  const pages: ProgramPage[] = [];
  for (let address = 0; address < program.length; address += PAGE_BYTES) {
    const bytes = filledPage(program.subarray(address, address + PAGE_BYTES));
    if (bytes.some((byte) => byte !== ERASED_BYTE)) pages.push({ address, bytes });
  }
  return pages;
}

function filledPage(bytes: ArrayLike<number>): Uint8Array {
  const page = new Uint8Array(PAGE_BYTES).fill(ERASED_BYTE);
  page.set(Array.from(bytes));
  return page;
}

export interface AvrdudeJob {
  readonly board: BoardName;
  readonly port: string;
  /** An Intel HEX file. */
  readonly file: string;
  readonly baudRate: number;
}

/** A Mega's 256 KiB take half a minute. */
const AVRDUDE_TIMEOUT: Seconds = 120;
const MAX_LINES_SHOWN = 6;
/** Every version prints it alike: `Device signature = 0x1e9801 (probably m2560)`, or `= 1E 98 01`. */
const SIGNATURE_PATTERN = /device signature = ((?:0x)?[0-9a-f]{2} ?[0-9a-f]{2} ?[0-9a-f]{2})/i;

/** `-D`: boot loaders erase each page as it is written. */
function avrdudeArguments({ board, port, file, baudRate }: AvrdudeJob): string[] {
  const { part, programmer } = BOARDS[board].avrdude;
  return ['-p', part, '-c', programmer, '-b', `${baudRate}`, '-P', port, '-D', '-U', `flash:w:${file}:i`];
}

export function hasAvrdude(): Promise<boolean> {
  return new Promise((resolve) => {
    spawn('avrdude', ['-?'], { stdio: 'ignore', windowsHide: true })
      .once('error', () => resolve(false))
      .once('close', () => resolve(true));
  });
}

/**
 * Runs avrdude, the usual programmer of Arduinos, where it is installed: it resets, writes, reads back and compares.
 *
 * @throws DriverError with its last lines, unless it ends with 0
 */
export async function runAvrdude(job: AvrdudeJob): Promise<void> {
  const { how, output } = await outcomeOf(
    // Guards motors: in its own process group avrdude gets no Ctrl-C, and finishes writing.
    spawn('avrdude', avrdudeArguments(job), {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    }),
  );
  if (how === '') return;
  const signature = SIGNATURE_PATTERN.exec(output)?.[1]?.replace(/^0x| /g, '').toLowerCase();
  if (signature !== undefined && !BOARDS[job.board].signatures.includes(signature)) {
    throw wrongSignature(job.port, job.board, signature);
  }
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  throw new AvrdudeFailed(job.port, job.board, how, lines.slice(-MAX_LINES_SHOWN).join('\n'));
}

/** How it failed, or nothing; and all its output. */
function outcomeOf(child: ChildProcess): Promise<{ how: string; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), AVRDUDE_TIMEOUT * 1000);
  return new Promise((resolve) => {
    const end = (how: string) => {
      clearTimeout(timer);
      resolve({ how, output });
    };
    child.once('error', ({ message }) => end(`cannot be run: ${message}`));
    child.once('close', (code, signal) =>
      end(code === 0 ? '' : code === null ? `was ended by ${signal}` : `failed with exit code ${code}`),
    );
  });
}
