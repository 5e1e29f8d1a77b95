/**
 * A file that grows by whole chunks, and ends with an index. Source: the MCAP specification, version 0.
 *
 * McapWriter of the same package ends a chunk only where it is big enough, and cannot go on after a write that failed;
 * this one is told when, and a chunk that fails leaves no trace.
 */
import { crc32 } from 'node:zlib';
import { McapChunkBuilder, McapRecordBuilder, type McapTypes } from '@mcap/core';
import type { Message } from '../format/channels.js';
import { logTime } from '../format/timeline.js';
import { Registry } from './registry.js';
import { type Sink, writeWhole } from './sink.js';
import { Summary } from './summary.js';

/** Of the recording as a whole; stands in the file as it is. */
export type About = Readonly<Record<string, string>>;

/** The name of the metadata that holds it. */
export const ABOUT = 'steerbot';

export class McapFile {
  readonly #sink: Sink;
  readonly #epoch: bigint;
  readonly #registry = new Registry();
  readonly #summary = new Summary();
  readonly #records = new McapRecordBuilder();
  readonly #chunk = new McapChunkBuilder({});
  #position = 0;

  private constructor(sink: Sink, epoch: bigint) {
    this.#sink = sink;
    this.#epoch = epoch;
  }

  /** @throws what the sink throws; then the sink is closed */
  static begin(sink: Sink, epoch: bigint, about: About): McapFile {
    try {
      const file = new McapFile(sink, epoch);
      file.#head(about);
      return file;
    } catch (error) {
      sink.close();
      throw error;
    }
  }

  /** Messages that wait for the end of their chunk. */
  get waiting(): number {
    return this.#chunk.numMessages;
  }

  get waitingBytes(): number {
    return this.#chunk.byteLength;
  }

  /** So many are in the file. */
  get bytes(): number {
    return this.#position;
  }

  add({ channel, time, sequence, data }: Message): void {
    const stamp = logTime(this.#epoch, time);
    this.#registry.need(
      channel,
      (schema) => this.#chunk.addSchema(schema),
      (record) => this.#chunk.addChannel(record),
    );
    const channelId = this.#registry.idOf(channel);
    this.#chunk.addMessage({ channelId, sequence, logTime: stamp, publishTime: stamp, data });
  }

  /** Ends the chunk. @throws what the sink throws; then nothing of the chunk is in the file, and none of it waits */
  flush(): void {
    if (this.waiting === 0) return;
    let inFile = false;
    try {
      const index = this.#buildChunk();
      writeWhole(this.#sink, this.#records.buffer, this.#position);
      this.#position += this.#records.length;
      this.#summary.chunk(index, this.#chunk.indices);
      inFile = true;
    } finally {
      this.#registry.ended(inFile);
      this.#chunk.reset();
    }
  }

  /** Writes the index and closes the file. @throws what the sink throws; the file can be read all the same */
  end(): void {
    try {
      this.flush();
      const bytes = this.#summary.bytes(this.#position, this.#registry.written);
      writeWhole(this.#sink, bytes, this.#position);
      this.#position += bytes.byteLength;
      // A chunk that failed half-way may have left more behind.
      this.#sink.truncate(this.#position);
    } finally {
      this.#sink.close();
    }
  }

  #head(about: About): void {
    this.#records.writeMagic();
    this.#records.writeHeader({ profile: '', library: `steerbot ${about.version ?? ''}`.trim() });
    const offset = this.#records.length;
    this.#records.writeMetadata({ name: ABOUT, metadata: new Map(Object.entries(about)) });
    writeWhole(this.#sink, this.#records.buffer, 0);
    this.#position = this.#records.length;
    this.#summary.metadata(ABOUT, offset, this.#position - offset);
  }

  #buildChunk(): McapTypes.ChunkIndex {
    const { buffer, messageStartTime, messageEndTime } = this.#chunk;
    const size = BigInt(buffer.byteLength);
    const shared = { messageStartTime, messageEndTime, compression: '', uncompressedSize: size };
    this.#records.reset();
    const chunkLength = this.#records.writeChunk({
      ...shared,
      uncompressedCrc: crc32(buffer),
      records: buffer,
    });
    const messageIndexOffsets = new Map<number, bigint>();
    for (const index of this.#chunk.indices) {
      messageIndexOffsets.set(index.channelId, BigInt(this.#position + this.#records.length));
      this.#records.writeMessageIndex(index);
    }
    return {
      ...shared,
      chunkStartOffset: BigInt(this.#position),
      chunkLength,
      messageIndexOffsets,
      messageIndexLength: BigInt(this.#records.length) - chunkLength,
      compressedSize: size,
    };
  }
}
