/** Converts bytes to text that is safe to parse. */
import { FileError, placedFault } from '../../validation/errors.js';

/** Size limit of all files; YAML has a lower one. */
const MAX_FILE_MEGABYTES = 10;

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; col: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, col: offset - before.lastIndexOf('\n') };
}

const textFault = (file: string, text: string, offset: number, message: string): FileError => {
  const { line, col } = lineAndColumn(text, offset);
  return new FileError([placedFault(file, line, col, message)]);
};

/** @throws FileError if the file is too big */
export function checkSize(size: number, file: string, megabytes = MAX_FILE_MEGABYTES): void {
  const found = size / 1024 / 1024;
  if (found <= megabytes) return;
  const message = `the file is too big (${found.toFixed(2)} MB); at most ${megabytes} MB is read`;
  throw new FileError([placedFault(file, 1, 1, message)]);
}

/** UTF-8, or UTF-16 with a byte order mark, as the `>` of older PowerShells writes it. */
const encodingOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';

/** @throws FileError if the bytes are not text. */
export function decodeText(bytes: Uint8Array, file: string): string {
  checkSize(bytes.byteLength, file);
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder(encoding).decode(bytes);
    const wanted = 'a text file in UTF-8 is wanted; save it as UTF-8';
    throw textFault(file, text, Math.max(0, text.indexOf('\uFFFD')), `the file is not UTF-8; ${wanted}`);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL_CHARACTER = /[\0-\x08\x0B\x0C\x0E-\x1F]/;

/** The text without its byte order mark. @throws FileError if it is too big or binary. */
export function plainText(text: string, file: string): string {
  checkSize(text.length, file);
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const at = plain.search(CONTROL_CHARACTER);
  if (at < 0) return plain;
  const code = plain.charCodeAt(at).toString(16).padStart(2, '0');
  throw textFault(file, plain, at, `a control character (0x${code}), as of a binary file; text is wanted`);
}
