/**
 * The compression of a recording's chunks. MCAP names two, lz4 and zstd; we write zstd, which packs better and which
 * every reader of MCAP knows. Foxglove's build of it needs no native code.
 */
import { compress, decompress, isLoaded } from '@foxglove/wasm-zstd';

await isLoaded;

/** Its name in a file. */
export const ZSTD = 'zstd';

/** The fastest level with a positive number: on our JSON the next five pack no better. */
const LEVEL = 1;

/** No chunk of ours is larger than a few megabytes: a damaged or hostile size must not allocate memory. */
export const MAX_UNPACKED_BYTES = 1 << 26;

export const packed = (records: Uint8Array): Uint8Array => compress(records, LEVEL);

/** @param size as the file declares it. @throws an error if the size is wrong or too large, or the bytes are damaged */
export function unpacked(bytes: Uint8Array, size: number): Buffer {
  if (Math.max(size, bytes.byteLength) > MAX_UNPACKED_BYTES)
    throw new RangeError('a chunk that is too large');
  // The given size also bounds the output.
  const records = decompress(bytes, size);
  if (records.length !== size) throw new RangeError('a chunk of another size than it says');
  return records;
}
