/** Loads firmware for an Arduino Uno or Nano from an Intel HEX file, as words of program memory. */
import { join } from 'node:path';
import { loadText, packageFolder } from '../../src/config/loadFile.js';
import { BOARDS, type BoardName, DEFAULT_BOARD } from '../../src/kit/boards.js';
import { FileError, placedFault } from '../../src/validation/errors.js';
import { FLASH_BYTES } from './chip.js';

const HEX_FOLDER = ['robots', 'firmware', 'hex'];

/** Steerbot's own firmware for a board whose chip is emulated. */
export const firmwareOf = (board: BoardName = DEFAULT_BOARD): Uint16Array =>
  loadFirmware(join(packageFolder(), ...HEX_FOLDER, BOARDS[board].hex));

/**
 * @param file an Intel HEX file; default Steerbot's own firmware for an Uno
 * @throws FileError when it cannot be read or is damaged
 */
export function loadFirmware(
  file = join(packageFolder(), ...HEX_FOLDER, BOARDS[DEFAULT_BOARD].hex),
): Uint16Array {
  return parseIntelHex(loadText(file), file, FLASH_BYTES);
}

/** Record types of Intel HEX, the format compilers write firmware in: lines of bytes with an address and a checksum. */
const DATA_RECORD = 0;
const END_RECORD = 1;
/** Upper bits of the address: in units of 16 bytes, and of 64 KiB. */
const SEGMENT_RECORD = 2;
const LINEAR_RECORD = 4;
/** Start addresses of programs; an AVR ignores them. */
const START_RECORDS = [3, 5];

interface HexRecord {
  readonly kind: number;
  readonly address: number;
  readonly data: readonly number[];
}

/**
 * The words of program memory; words that the file leaves out are FFFF, as in erased flash.
 *
 * @param flashBytes size of the program memory
 * @throws FileError at the first line that is not a record, does not fit, or has a wrong checksum
 */
export function parseIntelHex(text: string, file: string, flashBytes: number): Uint16Array {
  const flash = new Uint8Array(flashBytes).fill(0xff);
  const lines = text.split(/\r?\n/);
  let base = 0;
  for (const [i, line] of lines.entries()) {
    const fail = (message: string): never => {
      throw new FileError([placedFault(file, i + 1, 1, message)]);
    };
    if (line.trim() === '') continue;
    const { kind, address, data } = readRecord(line.trim(), fail);
    const [high = 0, low = 0] = data;
    if (kind === END_RECORD) return new Uint16Array(flash.buffer);
    if (kind === SEGMENT_RECORD) base = ((high << 8) | low) << 4;
    else if (kind === LINEAR_RECORD) base = ((high << 8) | low) * 0x10000;
    else if (kind === DATA_RECORD) {
      const at = base + address;
      if (at + data.length > flashBytes)
        fail(`address ${at} is beyond the flash; it has ${flashBytes} bytes`);
      flash.set(data, at);
    } else if (!START_RECORDS.includes(kind)) fail(`record type ${kind} is not known; 0 to 5 are`);
  }
  throw new FileError([
    placedFault(file, lines.length, 1, 'the end record is missing; :00000001FF ends a file'),
  ]);
}

/** `:` count, address, type, data, checksum: the bytes add up to a multiple of 256. */
function readRecord(line: string, fail: (message: string) => never): HexRecord {
  if (!/^:([0-9a-f]{2}){5,}$/i.test(line))
    fail('this is not a record; a record is a colon and pairs of hex digits');
  const bytes = Array.from(line.matchAll(/[0-9a-f]{2}/gi), ([pair]) => Number.parseInt(pair, 16));
  const [count = 0, high = 0, low = 0, kind = 0] = bytes;
  if (bytes.length !== count + 5) fail(`${bytes.length - 5} bytes are found; the line says ${count}`);
  const sum = bytes.reduce((total, byte) => total + byte, 0) & 0xff;
  if (sum !== 0) fail('the checksum is wrong; the file is damaged; build the firmware again');
  return { kind, address: (high << 8) | low, data: bytes.slice(4, -1) };
}
