/** Recordings that would fill the memory, or that are compressed in a way that is not read. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapRecordBuilder } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { MAX_UNPACKED_BYTES, packed, unpacked } from '../../src/recording/format/compression.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import { chunksOf } from './chunks.js';
import { folderForTests, newsOf, record } from './recorded.js';

const folder = folderForTests();
const file = join(folder, 'run.mcap');
record(file, await newsOf({ length: 3 }));
const bytes = readFileSync(file);

interface ChunkFields {
  readonly compression: string;
  readonly size: number;
  readonly records: Uint8Array;
}

/** The recording with one more chunk behind its own. */
function opened({ compression, size, records }: ChunkFields) {
  const builder = new McapRecordBuilder();
  builder.writeChunk({
    messageStartTime: 0n,
    messageEndTime: 0n,
    uncompressedSize: BigInt(size),
    uncompressedCrc: 0,
    compression,
    records,
  });
  const name = join(folder, 'hostile.mcap');
  const end = chunksOf(bytes).at(-1)?.end ?? 0;
  writeFileSync(name, Buffer.concat([bytes.subarray(0, end), builder.buffer, bytes.subarray(end)]));
  return openRecording(name);
}

describe('a compressed chunk', () => {
  const zeros = packed(Buffer.alloc(1 << 20));

  it.each([
    ['declares more than fits in memory', 2 ** 52, zeros],
    ['declares more than any recorder writes', MAX_UNPACKED_BYTES + 1, zeros],
    ['declares nothing', 0, zeros],
    ['holds more than it declares', 1000, zeros],
    ['holds less than it declares', (1 << 20) + 1, zeros],
    ['is empty', 1000, new Uint8Array()],
    ['is no zstd', 1000, Buffer.from('nothing of the kind')],
  ])('that %s is left out, and the rest is read', (_, size, records) => {
    const recording = opened({ compression: 'zstd', size, records });
    expect(recording.lost).toBeGreaterThanOrEqual(records.length);
    expect(recording.ended).toBe(true);
    expect(recording.frameCount).toBe(150);
    expect(recording.frame(149).at).toBeCloseTo(2.98, 9);
    recording.close();
  });

  it('whose size is allowed takes no more memory than that', () => {
    // 64 MB in 6 kB.
    const large = packed(Buffer.alloc(MAX_UNPACKED_BYTES));
    expect(large.length).toBeLessThan(10_000);
    expect(unpacked(large, MAX_UNPACKED_BYTES)).toHaveLength(MAX_UNPACKED_BYTES);
    expect(() => unpacked(large, MAX_UNPACKED_BYTES - 1)).toThrow();
    expect(() => unpacked(large, MAX_UNPACKED_BYTES + 1)).toThrow(/too large/);
  });

  it.each([
    ['lz4', /compressed \(lz4\); only zstd and uncompressed .* mcap compress --compression zstd/],
    ['\u001b[2J', /compressed \(in another way\)/],
  ])('of %j is refused, with a cure', (compression, words) => {
    expect(() => opened({ compression, size: 10, records: Buffer.alloc(10) })).toThrow(words);
  });
});
