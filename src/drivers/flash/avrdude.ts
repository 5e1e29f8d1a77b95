/** avrdude, the usual programmer of Arduinos, where it is installed: it resets, writes, reads back and compares. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Seconds } from '../../math/units.js';
import { BOARDS, type BoardName } from '../boards.js';
import { AvrdudeFailed, wrongChip } from './flashErrors.js';

export interface AvrdudeJob {
  readonly board: BoardName;
  readonly port: string;
  /** Of Intel HEX. */
  readonly file: string;
  readonly baudRate: number;
}

/** A Mega's 256 KiB take half a minute. */
const PATIENCE: Seconds = 120;
const LINES_SHOWN = 6;
/** It looks the same in every version: `Device signature = 0x1e9801 (probably m2560)`, or `= 1E 98 01`. */
const SIGNATURE = /device signature = ((?:0x)?[0-9a-f]{2} ?[0-9a-f]{2} ?[0-9a-f]{2})/i;

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

/** @throws DriverError with what it said at last, unless it ends with 0 */
export async function runAvrdude(job: AvrdudeJob): Promise<void> {
  const { how, said } = await ending(
    // Guards motors: in a group of its own Ctrl-C does not reach it, and it finishes what it writes.
    spawn('avrdude', avrdudeArguments(job), {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    }),
  );
  if (how === '') return;
  const signature = SIGNATURE.exec(said)?.[1]?.replace(/^0x| /g, '').toLowerCase();
  if (signature !== undefined && !BOARDS[job.board].signatures.includes(signature)) {
    throw wrongChip(job.port, job.board, signature);
  }
  const lines = said.split(/\r?\n/).filter((line) => line.trim() !== '');
  throw new AvrdudeFailed(job.port, job.board, how, lines.slice(-LINES_SHOWN).join('\n'));
}

/** How it went wrong, or nothing; and all that it said. */
function ending(child: ChildProcess): Promise<{ how: string; said: string }> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE * 1000);
  return new Promise((resolve) => {
    const end = (how: string) => {
      clearTimeout(timer);
      resolve({ how, said });
    };
    child.once('error', ({ message }) => end(`cannot be run: ${message}`));
    child.once('close', (code, signal) =>
      end(code === 0 ? '' : code === null ? `was ended by ${signal}` : `failed with exit code ${code}`),
    );
  });
}
