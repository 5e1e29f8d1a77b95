/**
 * An MCAP file that grows by whole compressed chunks, and ends with an index. Source: the MCAP specification, version 0.
 *
 * The package's own McapWriter ends a chunk only by size, and cannot go on after a failed write. Here the caller ends a
 * chunk, and a failed chunk leaves no trace.
 */

import { crc32 } from 'node:zlib';
import { McapChunkBuilder, McapConstants, McapRecordBuilder, type McapTypes } from '@mcap/core';
import { ChannelRegistry, type RecordedMessage } from '../format/channels.js';
import { packed, ZSTD } from '../format/compression.js';
import { logTime } from '../format/timeline.js';
import { type Sink, writeWhole } from './sink.js';

/** Metadata of the recording, written to the file as given. */
export type About = Readonly<Record<string, string>>;

/** The name of its metadata record. */
export const ABOUT_NAME = 'steerbot';

export class McapFile {
  readonly #sink: Sink;
  readonly #epoch: bigint;
  readonly #registry = new ChannelRegistry();
  readonly #summary = new Summary();
  readonly #records = new McapRecordBuilder();
  readonly #chunk = new McapChunkBuilder({});
  #position = 0;

  private constructor(sink: Sink, epoch: bigint) {
    this.#sink = sink;
    this.#epoch = epoch;
  }

  /** @throws the sink's errors; the sink is then closed */
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

  /** Before compression. */
  get waitingBytes(): number {
    return this.#chunk.byteLength;
  }

  /** Bytes in the file. */
  get bytes(): number {
    return this.#position;
  }

  add({ channel, time, sequence, data }: RecordedMessage): void {
    const stamp = logTime(this.#epoch, time);
    this.#registry.need(
      channel,
      (schema) => this.#chunk.addSchema(schema),
      (record) => this.#chunk.addChannel(record),
    );
    const channelId = this.#registry.idOf(channel);
    this.#chunk.addMessage({ channelId, sequence, logTime: stamp, publishTime: stamp, data });
  }

  /** Ends and writes the chunk. @throws the sink's errors; the chunk is then dropped as a whole */
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

  /** Writes the index and closes the file. @throws the sink's errors; the file can be read all the same */
  end(): void {
    try {
      this.flush();
      const bytes = this.#summary.bytes(this.#position, this.#registry.written);
      writeWhole(this.#sink, bytes, this.#position);
      this.#position += bytes.byteLength;
      // A half-written chunk may have left bytes beyond this position.
      this.#sink.truncate(this.#position);
    } finally {
      this.#sink.close();
    }
  }

  /** Closes the file after a failure: it ends with its last whole chunk, without an index, and can be read. */
  abandon(): void {
    try {
      this.#sink.truncate(this.#position);
    } catch {
      // Then bytes of a half-written chunk follow, which readers leave out.
    } finally {
      this.#sink.close();
    }
  }

  #head(about: About): void {
    this.#records.writeMagic();
    this.#records.writeHeader({ profile: '', library: `steerbot ${about.version ?? ''}`.trim() });
    const offset = this.#records.length;
    this.#records.writeMetadata({ name: ABOUT_NAME, metadata: new Map(Object.entries(about)) });
    writeWhole(this.#sink, this.#records.buffer, 0);
    this.#position = this.#records.length;
    this.#summary.metadata(ABOUT_NAME, offset, this.#position - offset);
  }

  #buildChunk(): McapTypes.ChunkIndex {
    const { buffer, messageStartTime, messageEndTime } = this.#chunk;
    const records = packed(buffer);
    const uncompressedSize = BigInt(buffer.byteLength);
    const shared = { messageStartTime, messageEndTime, compression: ZSTD, uncompressedSize };
    this.#records.reset();
    const chunkLength = this.#records.writeChunk({
      ...shared,
      uncompressedCrc: crc32(buffer),
      records,
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
      compressedSize: BigInt(records.byteLength),
    };
  }
}

type WriteRecords = (records: McapRecordBuilder) => void;
type SummaryGroup = readonly [opcode: number, write: WriteRecords];

function writeEach<T>(
  items: readonly T[],
  write: (records: McapRecordBuilder, item: T) => void,
): WriteRecords {
  return (records) => {
    for (const item of items) write(records, item);
  };
}

/** The index at the end of a file: the contents and their positions. */
class Summary {
  readonly #chunks: McapTypes.ChunkIndex[] = [];
  readonly #metadata: McapTypes.MetadataIndex[] = [];
  readonly #counts = new Map<number, bigint>();

  metadata(name: string, offset: number, length: number): void {
    this.#metadata.push({ name, offset: BigInt(offset), length: BigInt(length) });
  }

  chunk(index: McapTypes.ChunkIndex, messages: Iterable<McapTypes.MessageIndex>): void {
    this.#chunks.push(index);
    for (const { channelId, records } of messages) {
      this.#counts.set(channelId, (this.#counts.get(channelId) ?? 0n) + BigInt(records.length));
    }
  }

  /** All bytes after the last chunk, to be written at `position`. */
  bytes(
    position: number,
    { schemas, channels }: { schemas: readonly McapTypes.Schema[]; channels: readonly McapTypes.Channel[] },
  ): Uint8Array {
    const records = new McapRecordBuilder();
    // 0: no overall checksum; each chunk has its own.
    records.writeDataEnd({ dataSectionCrc: 0 });
    const start = records.length;
    const groups = this.#groups(schemas, channels).map(([groupOpcode, write]) => {
      const from = records.length;
      write(records);
      return { groupOpcode, groupStart: BigInt(position + from), groupLength: BigInt(records.length - from) };
    });
    const offsets = records.length;
    for (const group of groups) if (group.groupLength > 0n) records.writeSummaryOffset(group);
    records.writeFooter({
      summaryStart: BigInt(position + start),
      summaryOffsetStart: BigInt(position + offsets),
      summaryCrc: 0,
    });
    records.writeMagic();
    return records.buffer;
  }

  #groups(
    schemas: readonly McapTypes.Schema[],
    channels: readonly McapTypes.Channel[],
  ): readonly SummaryGroup[] {
    const { Opcode } = McapConstants;
    const statistics = [this.#statistics(schemas.length, channels.length)];
    return [
      [Opcode.SCHEMA, writeEach(schemas, (records, schema) => records.writeSchema(schema))],
      [Opcode.CHANNEL, writeEach(channels, (records, channel) => records.writeChannel(channel))],
      [Opcode.STATISTICS, writeEach(statistics, (records, counts) => records.writeStatistics(counts))],
      [
        Opcode.METADATA_INDEX,
        writeEach(this.#metadata, (records, index) => records.writeMetadataIndex(index)),
      ],
      [Opcode.CHUNK_INDEX, writeEach(this.#chunks, (records, index) => records.writeChunkIndex(index))],
    ];
  }

  #statistics(schemaCount: number, channelCount: number): McapTypes.Statistics {
    const times = this.#chunks.flatMap(({ messageStartTime, messageEndTime }) => [
      messageStartTime,
      messageEndTime,
    ]);
    return {
      messageCount: [...this.#counts.values()].reduce((sum, count) => sum + count, 0n),
      schemaCount,
      channelCount,
      attachmentCount: 0,
      metadataCount: this.#metadata.length,
      chunkCount: this.#chunks.length,
      messageStartTime: times.reduce((a, b) => (b < a ? b : a), times[0] ?? 0n),
      messageEndTime: times.reduce((a, b) => (b > a ? b : a), times[0] ?? 0n),
      channelMessageCounts: this.#counts,
    };
  }
}
