/** What writes the firmware: avrdude where it is installed, else our own conversation with the boot loader. */
import { BOARDS, type BoardName } from '../../drivers/boards.js';
import { NoBootLoader } from '../../drivers/flash/bootLoader.js';
import { AvrdudeFailed, noBootLoader, noProgrammer } from '../../drivers/flash/flashErrors.js';
import { hasAvrdude, type OnProgress, programBoard, runAvrdude } from '../../drivers/flash/programBoard.js';
import { EMULATED, type Reach } from '../drive/reach.js';
import { firmwareBytes, firmwareFile } from './firmwareFile.js';

export interface Programmer {
  /** For people. */
  readonly name: string;
  /** Writes, reads back, compares. @throws DriverError */
  write(reach: Reach, progress: OnProgress): Promise<void>;
}

/** @throws DriverError where nothing here can program that board; FileError where there is nothing to program it with */
export async function programmerFor(board: BoardName, port: string): Promise<Programmer> {
  if (port !== EMULATED && (await hasAvrdude())) return avrdude(board, firmwareFile(board));
  if (board === 'mega') throw noProgrammer(board);
  return bootLoader(board, firmwareBytes(board));
}

const avrdude = (board: BoardName, file: string): Programmer => ({
  name: 'avrdude',
  async write(reach) {
    // Unlike avrdude, we say in one sentence why a port cannot be had.
    await (await reach.open()).close();
    await atEachRate(board, AvrdudeFailed, (baudRate) =>
      runAvrdude({ board, port: reach.port, file, baudRate }),
    );
  },
});

const bootLoader = (board: 'uno' | 'nano', program: Uint8Array): Programmer => ({
  name: 'its boot loader',
  async write(reach, progress) {
    await atEachRate(board, NoBootLoader, async (baudRate) => {
      const port = await reach.open(baudRate);
      await programBoard(port, { board, program, time: reach.time, progress }).finally(() => port.close());
    }).catch((error: unknown) => {
      throw error instanceof NoBootLoader ? noBootLoader(reach.port, board) : error;
    });
  },
});

/** At the usual rate, then at that of old boot loaders, as long as it fails like that. */
async function atEachRate(
  board: BoardName,
  retried: new (...words: never[]) => Error,
  write: (baudRate: number) => Promise<void>,
): Promise<void> {
  const { baudRates } = BOARDS[board];
  for (const baudRate of baudRates) {
    try {
      return await write(baudRate);
    } catch (error) {
      if (!(error instanceof retried) || baudRate === baudRates.at(-1)) throw error;
    }
  }
}
