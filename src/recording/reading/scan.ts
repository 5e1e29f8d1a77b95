/**
 * Reads a file once and notes the place of each message. A truncated or partly damaged file gives all its whole
 * messages; no length in it is trusted. The index at the end is not used, so every file is read the same way.
 */

import { crc32 } from 'node:zlib';
import { McapConstants } from '@mcap/core';
import { ABOUT_NAME } from '../writing/mcapFile.js';
import type { Bytes } from './bytes.js';

export interface FoundChannel {
  readonly topic: string;
  readonly schema: string;
  readonly metadata: ReadonlyMap<string, string>;
}

export interface FoundMessage {
  readonly channel: FoundChannel;
  readonly sequence: number;
  readonly logged: bigint;
  readonly position: number;
  readonly length: number;
}

export interface Scan {
  readonly about: ReadonlyMap<string, string>;
  /** The recorder finished the file: nothing is missing at the end. */
  readonly ended: boolean;
  /** Bytes that could not be read. */
  readonly lost: number;
}

export const { Opcode } = McapConstants;

const WANTED_OPCODES = new Set<number>([
  Opcode.CHUNK,
  Opcode.SCHEMA,
  Opcode.CHANNEL,
  Opcode.MESSAGE,
  Opcode.METADATA,
]);

const MAGIC = Buffer.from([0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]);
/** No recorder writes larger records: a damaged length must not allocate memory. */
const MAX_RECORD_BYTES = 1 << 28;

export class Scanner {
  readonly #bytes: Bytes;
  readonly #found: (message: FoundMessage) => void;
  readonly #schemas = new Map<number, string>();
  readonly #channels = new Map<number, FoundChannel>();
  #about: ReadonlyMap<string, string> = new Map();
  #lost = 0;

  constructor(bytes: Bytes, found: (message: FoundMessage) => void) {
    this.#bytes = bytes;
    this.#found = found;
  }

  /** Undefined if it is not an MCAP file. @throws CompressedChunk */
  scan(): Scan | undefined {
    const { size } = this.#bytes;
    if (!this.#bytes.read(0, MAGIC.length).equals(MAGIC)) return undefined;
    for (let at = MAGIC.length; at < size; ) {
      const head = recordHead(this.#bytes.read(at, RECORD_HEAD_BYTES), 0);
      const start = at + RECORD_HEAD_BYTES;
      if (head?.opcode === Opcode.DATA_END) return this.#result(true);
      const next = start + (head?.length ?? 0);
      if (!head || next > size) {
        this.#lost += size - at;
        if (head?.opcode === Opcode.CHUNK) this.#lost -= this.#cutChunk(start, at);
        return this.#result(false);
      }
      this.#record(head.opcode, start, head.length);
      at = next;
    }
    return this.#result(false);
  }

  #result(ended: boolean): Scan {
    return { about: this.#about, ended, lost: this.#lost };
  }

  #record(opcode: number, start: number, length: number): void {
    if (!WANTED_OPCODES.has(opcode)) return;
    const bytes = length <= MAX_RECORD_BYTES ? this.#bytes.read(start, length) : undefined;
    const isRead = bytes !== undefined && this.#attempt(() => this.#content(opcode, bytes, start));
    if (!isRead) this.#lost += length;
  }

  #content(opcode: number, bytes: Buffer, position: number): void {
    if (opcode === Opcode.CHUNK) this.#chunk(bytes, position);
    else this.#plainRecord(opcode, bytes, { opcode, start: 0, end: bytes.length }, position);
  }

  /** Reads a whole chunk, if its checksum is right. */
  #chunk(bytes: Buffer, position: number): void {
    const { crc, records, compression, length } = chunkHead(bytes, 0);
    if (compression !== '') throw new CompressedChunk(compression);
    const inside = bytes.subarray(0, records + length);
    if (inside.length < records + length || (crc !== 0 && crc32(inside.subarray(records)) !== crc))
      throw new RangeError('a chunk that is damaged');
    for (const record of wholeRecords(inside, records))
      this.#plainRecord(record.opcode, inside, record, position);
  }

  /**
   * Reads the whole messages of a truncated chunk and returns the bytes read. Each must parse, since there is no
   * checksum.
   */
  #cutChunk(position: number, from: number): number {
    const bytes = this.#bytes.read(position, Math.min(MAX_RECORD_BYTES, this.#bytes.size - position));
    let read = 0;
    this.#attempt(() => {
      const { records, compression } = chunkHead(bytes, 0);
      if (compression !== '') throw new CompressedChunk(compression);
      for (const record of wholeRecords(bytes, records)) {
        if (record.opcode === Opcode.MESSAGE)
          JSON.parse(bytes.toString('utf8', record.start + MESSAGE_HEAD_BYTES, record.end));
        this.#plainRecord(record.opcode, bytes, record, position);
        read = position + record.end - from;
      }
    });
    return read;
  }

  #plainRecord(opcode: number, bytes: Buffer, place: RecordPlace, position: number): void {
    const { start } = place;
    if (opcode === Opcode.MESSAGE) this.#message(bytes, place, position);
    else if (opcode === Opcode.SCHEMA) {
      this.#schemas.set(bytes.readUInt16LE(start), stringAt(bytes, start + 2).text);
    } else if (opcode === Opcode.CHANNEL) this.#channel(bytes, start);
    else if (opcode === Opcode.METADATA) {
      const name = stringAt(bytes, start);
      if (name.text === ABOUT_NAME) this.#about = stringsAt(bytes, name.end);
    }
  }

  #channel(bytes: Buffer, start: number): void {
    const topic = stringAt(bytes, start + 4);
    const encoding = stringAt(bytes, topic.end);
    const schema = this.#schemas.get(bytes.readUInt16LE(start + 2)) ?? '';
    const metadata = stringsAt(bytes, encoding.end);
    this.#channels.set(bytes.readUInt16LE(start), { topic: topic.text, schema, metadata });
  }

  #message(bytes: Buffer, place: RecordPlace, position: number): void {
    const head = messageHead(bytes, place);
    const channel = head && this.#channels.get(head.channel);
    if (!channel) return;
    const { sequence, logged } = head;
    const [data, length] = [place.start + MESSAGE_HEAD_BYTES, place.end - place.start - MESSAGE_HEAD_BYTES];
    this.#found({ channel, sequence, logged, position: position + data, length });
  }

  #attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof CompressedChunk) throw error;
      return false;
    }
  }
}

/** A chunk that another program has compressed. */
export class CompressedChunk extends Error {
  override readonly name = 'CompressedChunk';
}

// The records of an MCAP file, after its specification.

/** Opcode and length of the content. */
export const RECORD_HEAD_BYTES = 9;

export interface RecordPlace {
  readonly opcode: number;
  /** Start of the content in the buffer. */
  readonly start: number;
  readonly end: number;
}

/** A record's opcode and length; undefined if there is none, or if they are impossible. */
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
  readonly crc: number;
  readonly compression: string;
  /** Where its records begin, and how many bytes they take. */
  readonly records: number;
  readonly length: number;
}

/** Times and sizes come first. @throws RangeError if the bytes end within it */
export function chunkHead(bytes: Buffer, start: number): ChunkHead {
  const words = start + 28;
  const compression = stringAt(bytes, words);
  const length = Number(bytes.readBigUInt64LE(compression.end));
  return {
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
