/** The records of an MCAP file, after its specification. */
import { McapConstants } from '@mcap/core';

export const { Opcode } = McapConstants;

/** Opcode and length of the content. */
export const RECORD_HEAD_BYTES = 9;

export interface RecordPlace {
  readonly opcode: number;
  /** Start of the content in the buffer. */
  readonly start: number;
  readonly end: number;
}

/** A record's opcode and length; undefined at the end, or if they are impossible. */
export function recordHead(bytes: Buffer, at: number): { opcode: number; length: number } | undefined {
  if (at + RECORD_HEAD_BYTES > bytes.length) return undefined;
  const opcode = bytes.readUInt8(at);
  const length = Number(bytes.readBigUInt64LE(at + 1));
  return opcode === 0 || !Number.isSafeInteger(length) ? undefined : { opcode, length };
}

/** Whole records, up to the first that is truncated or impossible. */
export function* wholeRecords(bytes: Buffer, from: number): Generator<RecordPlace> {
  for (let at = from; ; ) {
    const head = recordHead(bytes, at);
    const start = at + RECORD_HEAD_BYTES;
    if (!head || start + head.length > bytes.length) return;
    yield { opcode: head.opcode, start, end: start + head.length };
    at = start + head.length;
  }
}

/** Channel, sequence, log and publish time come before a message's data. */
export const MESSAGE_HEAD_BYTES = 22;

export interface MessageHead {
  readonly channel: number;
  readonly sequence: number;
  readonly logged: bigint;
}

export function messageHead(bytes: Buffer, { start, end }: RecordPlace): MessageHead | undefined {
  if (end - start < MESSAGE_HEAD_BYTES) return undefined;
  return {
    channel: bytes.readUInt16LE(start),
    sequence: bytes.readUInt32LE(start + 2),
    logged: bytes.readBigUInt64LE(start + 6),
  };
}

export interface ChunkHead {
  /** Bytes that its records take when they are not compressed. */
  readonly size: number;
  /** Of the records when they are not compressed; 0 means that none is written. */
  readonly crc: number;
  readonly compression: string;
  /** Where its records begin, and how many bytes they take. */
  readonly records: number;
  readonly length: number;
}

/** The times of its messages come first. @throws RangeError if the bytes end within it */
export function chunkHead(bytes: Buffer, start: number): ChunkHead {
  const words = start + 28;
  const compression = stringAt(bytes, words);
  const length = Number(bytes.readBigUInt64LE(compression.end));
  return {
    size: Number(bytes.readBigUInt64LE(start + 16)),
    crc: bytes.readUInt32LE(start + 24),
    compression: compression.text,
    records: compression.end + 8,
    length,
  };
}

/** @throws RangeError where it is cut within */
export function stringAt(bytes: Buffer, at: number): { readonly text: string; readonly end: number } {
  const end = at + 4 + bytes.readUInt32LE(at);
  if (end > bytes.length) throw new RangeError('a string that is cut');
  return { text: bytes.toString('utf8', at + 4, end), end };
}

/** @throws RangeError where it is cut within */
export function stringsAt(bytes: Buffer, at: number): Map<string, string> {
  const end = at + 4 + bytes.readUInt32LE(at);
  const strings = new Map<string, string>();
  for (let next = at + 4; next < end; ) {
    const key = stringAt(bytes, next);
    const value = stringAt(bytes, key.end);
    strings.set(key.text, value.text);
    next = value.end;
  }
  return strings;
}
