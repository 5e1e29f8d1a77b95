/** The same recording with its chunks compressed, and without, as earlier recordings are. */
import { McapRecordBuilder } from '@mcap/core';
import { packed, unpacked } from '../../src/recording/format/compression.js';
import { chunkHead, Opcode, wholeRecords } from '../../src/recording/reading/mcapRecords.js';

export const COMPRESSIONS = ['', 'zstd'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

const FIRST_RECORD = 8;

/** Checksums stay as they are. The index at the end is left with the places that it had. */
export function withChunks(content: Buffer, compression: Compression): Buffer {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { opcode, start, end } of wholeRecords(content, FIRST_RECORD)) {
    if (opcode !== Opcode.CHUNK) continue;
    parts.push(content.subarray(done, start - 9), chunkAgain(content, start, compression));
    done = end;
  }
  return Buffer.concat([...parts, content.subarray(done)]);
}

function chunkAgain(content: Buffer, start: number, compression: Compression): Uint8Array {
  const head = chunkHead(content, start);
  const inside = content.subarray(head.records, head.records + head.length);
  const plain = head.compression === '' ? inside : unpacked(inside, head.size);
  const builder = new McapRecordBuilder();
  builder.writeChunk({
    messageStartTime: content.readBigUInt64LE(start),
    messageEndTime: content.readBigUInt64LE(start + 8),
    uncompressedSize: BigInt(plain.length),
    uncompressedCrc: head.crc,
    compression,
    records: compression === '' ? plain : packed(plain),
  });
  return Buffer.from(builder.buffer);
}

export interface ChunkPlace {
  /** Of the record's content. */
  readonly start: number;
  readonly end: number;
}

export const chunksOf = (content: Buffer): ChunkPlace[] =>
  [...wholeRecords(content, FIRST_RECORD)].filter(({ opcode }) => opcode === Opcode.CHUNK);

/** 0 is no checksum. */
export function withoutChecksums(content: Buffer): Buffer {
  const unchecked = Buffer.from(content);
  for (const { start } of chunksOf(unchecked)) unchecked.writeUInt32LE(0, start + 24);
  return unchecked;
}
