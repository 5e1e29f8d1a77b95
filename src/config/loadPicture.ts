/** Loads grey pictures: PGM and PNG. */
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { messageOf, UnreadableFile } from '../validation/errors.js';
import { pathFault } from './paths/found.js';
import type { GreyPicture } from './worlds/outlines.js';

/** A map of a building at 5 cm has 4 million. */
const MAX_PIXELS = 1 << 25;

/** @throws FileError */
function readPicture(bytes: Uint8Array, file: string): GreyPicture {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (/^P[25]\s/.test(start)) return pgm(bytes, file);
  if (start.endsWith('PNG')) return png(bytes, file);
  throw pathFault(file, 'this is no PGM and no PNG, which are read; save it as one of them');
}

function mustFit(width: number, height: number, file: string): void {
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS))
    throw pathFault(
      file,
      `a picture of ${width} × ${height} pixels cannot be read; at most ${MAX_PIXELS} are`,
    );
}

/** Source: the PGM format specification of Netpbm. */
function pgm(bytes: Uint8Array, file: string): GreyPicture {
  let at = 2;
  const white = (code: number | undefined) => code === 32 || (code !== undefined && code >= 9 && code <= 13);
  const number = (): number => {
    while (at < bytes.length && (white(bytes[at]) || bytes[at] === 35)) {
      if (bytes[at] === 35) while (at < bytes.length && bytes[at] !== 10) at += 1;
      else at += 1;
    }
    let digits = '';
    while (at < bytes.length && (bytes[at] as number) >= 48 && (bytes[at] as number) <= 57)
      digits += String.fromCharCode(bytes[at++] as number);
    return digits === '' ? Number.NaN : Number(digits);
  };
  const isPlain = bytes[1] === 50;
  const [width, height, most] = [number(), number(), number()];
  mustFit(width, height, file);
  if (!(most > 0 && most < 65_536))
    throw pathFault(file, `a PGM whose white is ${most}; 1 to 65535 is wanted`);
  const size = most > 255 ? 2 : 1;
  at += 1;
  if (!isPlain && bytes.length - at < width * height * size)
    throw pathFault(file, 'the picture is cut off; copy it again');
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    const value = isPlain
      ? number()
      : size === 2
        ? (bytes[at + 2 * i] as number) * 256 + (bytes[at + 2 * i + 1] as number)
        : (bytes[at + i] as number);
    if (Number.isNaN(value)) throw pathFault(file, 'the picture is cut off; copy it again');
    grey[i] = Math.round((255 * value) / most);
  }
  return { width, height, grey };
}

function png(bytes: Uint8Array, file: string): GreyPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24) throw pathFault(file, 'the picture is cut off; copy it again');
  mustFit(view.getUint32(16), view.getUint32(20), file);
  try {
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
    const grey = new Uint8Array(width * height);
    for (let i = 0; i < grey.length; i++) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(4 * i, 4 * i + 4);
      // What can be seen through is not there: as on white paper.
      grey[i] = Math.round(((red + green + blue) / 3) * (alpha / 255) + 255 - alpha);
    }
    return { width, height, grey };
  } catch (error) {
    throw pathFault(file, `this PNG cannot be read (${messageOf(error)})`);
  }
}

/** @throws FileError */
export function loadPicture(path: string): GreyPicture {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new UnreadableFile(path, 'there is no such picture; it is wanted beside the file that names it');
  }
  return readPicture(bytes, path);
}
