/** Writes a program into a board through its boot loader, over our own port, and reads it back. */

import type { TimeSource } from '../../math/time.js';
import { DriverError } from '../../validation/errors.js';
import { BOARDS, type BoardName } from '../boards.js';
import type { ResettingPort } from '../serial/port.js';
import { BootLoader, PAGE_BYTES } from './bootLoader.js';
import { notVerified, wrongChip } from './flashErrors.js';

/** From 0 to 1. */
export type OnProgress = (done: number) => void;

export interface Programming {
  readonly board: BoardName;
  /** Program memory from its first byte on. */
  readonly program: Uint8Array;
  readonly time: TimeSource;
  readonly progress?: OnProgress;
}

interface Page {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Erased memory. */
const ERASED = 0xff;

/** `rjmp .-2`, little-endian: a program that does nothing, with every pin an input as after any reset. */
const STAY = [0xff, 0xcf];

/**
 * Guards motors: half a program may do anything. So the first page, where a program starts, first gets one that does
 * nothing, and its own content last: a board whose cable is pulled on the way stands still until it is flashed again.
 *
 * @param port at the boot loader's rate
 * @throws DriverError when it does not answer, is of another chip, or reads back something else
 */
export async function programBoard(port: ResettingPort, programming: Programming): Promise<void> {
  const { board, program, time, progress = () => {} } = programming;
  await port.reset();
  const loader = new BootLoader(port, time);
  await loader.sync();
  const signature = await loader.signature();
  if (!BOARDS[board].signatures.includes(signature)) throw wrongChip(port.name, board, signature);
  await loader.begin();
  const [first, ...rest] = pagesOf(program);
  if (!first) throw new DriverError('the firmware is empty');
  const steps = [{ address: 0, bytes: filled(STAY) }, ...rest, first];
  for (const [i, page] of steps.entries()) {
    await writeAndCheck(port.name, loader, page);
    progress((i + 1) / steps.length);
  }
  await loader.end();
}

async function writeAndCheck(port: string, loader: BootLoader, { address, bytes }: Page): Promise<void> {
  await loader.writePage(address, bytes);
  const found = await loader.readPage(address);
  if (Buffer.compare(found, bytes) !== 0) throw notVerified(port, address);
}

/** Whole pages; those that stay erased are left out. */
function pagesOf(program: Uint8Array): Page[] {
  const pages: Page[] = [];
  for (let address = 0; address < program.length; address += PAGE_BYTES) {
    const bytes = filled(program.subarray(address, address + PAGE_BYTES));
    if (bytes.some((byte) => byte !== ERASED)) pages.push({ address, bytes });
  }
  return pages;
}

function filled(bytes: ArrayLike<number>): Uint8Array {
  const page = new Uint8Array(PAGE_BYTES).fill(ERASED);
  page.set(Array.from(bytes));
  return page;
}
