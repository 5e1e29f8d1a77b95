/**
 * Reads a file once and notes the place of each message. A truncated or partly damaged file gives all its whole
 * messages, or all its whole chunks if they are compressed; no length in it is trusted. The index at the end is not used, so every file is read the same way.
 */

import { crc32 } from 'node:zlib';
import { MAX_UNPACKED_BYTES, unpacked, ZSTD } from '../format/compression.js';
import { ABOUT_NAME } from '../writing/mcapFile.js';
import type { Bytes } from './bytes.js';
import {
  type ChunkHead,
  chunkHead,
  MESSAGE_HEAD_BYTES,
  messageHead,
  Opcode,
  RECORD_HEAD_BYTES,
  type RecordPlace,
  recordHead,
  stringAt,
  stringsAt,
  wholeRecords,
} from './mcapRecords.js';
import type { MessageBytes } from './messageBytes.js';
import { UnpackingBudget, UnpacksTooFar } from './unpackingBudget.js';

export interface FoundChannel {
  readonly topic: string;
  readonly schema: string;
  readonly metadata: ReadonlyMap<string, string>;
}

export interface FoundMessage {
  readonly channel: FoundChannel;
  readonly sequence: number;
  readonly logged: bigint;
  /** As `MessageBytes` counts. */
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
  readonly #messages: MessageBytes;
  readonly #budget: UnpackingBudget;
  #lost = 0;

  /** @param messages is told of each compressed chunk */
  constructor(bytes: Bytes, messages: MessageBytes, found: (message: FoundMessage) => void) {
    this.#bytes = bytes;
    this.#messages = messages;
    this.#found = found;
    this.#budget = new UnpackingBudget(bytes.size);
  }

  /** Undefined if it is not an MCAP file. @throws UnknownCompression, UnpacksTooFar */
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
    else {
      const place = { opcode, start: 0, end: bytes.length };
      this.#plainRecord(opcode, bytes, place, this.#messages.positionOf(position));
    }
  }

  /** Reads a whole chunk, if its checksum is right. */
  #chunk(bytes: Buffer, position: number): void {
    const head = chunkHead(bytes, 0);
    const inside = bytes.subarray(head.records, head.records + head.length);
    if (inside.length < head.length) throw new RangeError('a chunk that is damaged');
    const isPacked = isCompressed(head);
    const records = isPacked ? this.#unpacked(inside, head) : inside;
    if (head.crc !== 0 && crc32(records) !== head.crc) throw new RangeError('a chunk that is damaged');
    const inFile = position + head.records;
    if (!isPacked) this.#records(records, this.#messages.positionOf(inFile));
    else {
      this.#budget.records(countRecords(records));
      const { length, size } = head;
      this.#records(records, this.#messages.add({ position: inFile, length, size }, records));
    }
  }

  #records(bytes: Buffer, position: number): void {
    for (const record of wholeRecords(bytes, 0)) this.#plainRecord(record.opcode, bytes, record, position);
  }

  /** Refuses by what the head says, before any of it is unpacked. */
  #unpacked(inside: Buffer, { size }: ChunkHead): Buffer {
    if (size <= MAX_UNPACKED_BYTES) this.#budget.unpack(size);
    return unpacked(inside, size);
  }

  /**
   * Reads the whole messages of a truncated chunk that is not compressed, and returns the bytes read. Each must parse,
   * since there is no checksum.
   */
  #cutChunk(position: number, from: number): number {
    const bytes = this.#bytes.read(position, Math.min(MAX_RECORD_BYTES, this.#bytes.size - position));
    let read = 0;
    this.#attempt(() => {
      const head = chunkHead(bytes, 0);
      if (isCompressed(head)) return;
      for (const record of wholeRecords(bytes, head.records)) {
        if (record.opcode === Opcode.MESSAGE)
          JSON.parse(bytes.toString('utf8', record.start + MESSAGE_HEAD_BYTES, record.end));
        this.#plainRecord(record.opcode, bytes, record, this.#messages.positionOf(position));
        read = position + record.end - from;
      }
    });
    return read;
  }

  #plainRecord(opcode: number, bytes: Buffer, place: RecordPlace, position: number): void {
    const { start, end } = place;
    if (opcode === Opcode.CHANNEL || opcode === Opcode.METADATA) this.#budget.names(end - start);
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
      if (error instanceof UnknownCompression || error instanceof UnpacksTooFar) throw error;
      return false;
    }
  }
}

function countRecords(bytes: Buffer): number {
  let count = 0;
  for (const _ of wholeRecords(bytes, 0)) count += 1;
  return count;
}

/** @throws UnknownCompression */
function isCompressed({ compression }: ChunkHead): boolean {
  if (compression !== '' && compression !== ZSTD) throw new UnknownCompression(compression);
  return compression === ZSTD;
}

/** A chunk that another program has compressed in another way. */
export class UnknownCompression extends Error {
  override readonly name = 'UnknownCompression';
}
