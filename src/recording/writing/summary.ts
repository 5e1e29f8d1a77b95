/** The index at the end of a file: what it holds, and where. */
import { McapConstants, McapRecordBuilder, type McapTypes } from '@mcap/core';

type Write = (records: McapRecordBuilder) => void;
type Index = readonly [opcode: number, write: Write];

function each<T>(items: readonly T[], write: (records: McapRecordBuilder, item: T) => void): Write {
  return (records) => {
    for (const item of items) write(records, item);
  };
}

export class Summary {
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

  /** Everything behind the last chunk, to be written at `position`. */
  bytes(
    position: number,
    { schemas, channels }: { schemas: readonly McapTypes.Schema[]; channels: readonly McapTypes.Channel[] },
  ): Uint8Array {
    const records = new McapRecordBuilder();
    // 0: no checksum over all; each chunk has its own.
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

  #groups(schemas: readonly McapTypes.Schema[], channels: readonly McapTypes.Channel[]): readonly Index[] {
    const { Opcode } = McapConstants;
    const statistics = [this.#statistics(schemas.length, channels.length)];
    return [
      [Opcode.SCHEMA, each(schemas, (records, schema) => records.writeSchema(schema))],
      [Opcode.CHANNEL, each(channels, (records, channel) => records.writeChannel(channel))],
      [Opcode.STATISTICS, each(statistics, (records, counts) => records.writeStatistics(counts))],
      [Opcode.METADATA_INDEX, each(this.#metadata, (records, index) => records.writeMetadataIndex(index))],
      [Opcode.CHUNK_INDEX, each(this.#chunks, (records, index) => records.writeChunkIndex(index))],
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
