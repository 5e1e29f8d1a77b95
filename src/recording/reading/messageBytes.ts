/**
 * The bytes of messages, at the positions that they would have if no chunk were compressed. Of an uncompressed recording
 * these are the positions in the file.
 */
import { unpacked } from '../format/compression.js';
import type { Bytes } from './bytes.js';

/** Where the compressed records of a chunk are in the file [bytes]. */
export interface PackedPlace {
  readonly position: number;
  readonly length: number;
  /** Size when unpacked. */
  readonly size: number;
}

interface PackedChunk extends PackedPlace {
  /** Position of the first unpacked byte. */
  readonly from: number;
  /** By how much positions behind it are ahead of those in the file. */
  readonly shift: number;
}

/** Of chunks that stay unpacked: consecutive messages are in one, and refer to a few before. */
const CACHED_BYTES = 1 << 26;

export class MessageBytes {
  readonly #file: Bytes;
  /** In the order of the file. */
  readonly #chunks: PackedChunk[] = [];
  /** Unpacked chunks by their first position, the one used last at the end. */
  readonly #cache = new Map<number, Buffer>();

  readonly #mostCached: number;

  constructor(file: Bytes, mostCached = CACHED_BYTES) {
    this.#file = file;
    this.#mostCached = mostCached;
  }

  /** Position of a byte of the file that is not compressed, behind all chunks added. */
  positionOf(inFile: number): number {
    return inFile + (this.#chunks.at(-1)?.shift ?? 0);
  }

  /** Adds the next compressed chunk, and what is in it. Returns the position of its first unpacked byte. */
  add(place: PackedPlace, records: Buffer): number {
    const { position, length, size } = place;
    const from = this.positionOf(position);
    // A chunk that compression made longer keeps its place.
    const shift = from - position + Math.max(0, size - length);
    this.#chunks.push({ ...place, from, shift });
    this.#cache.set(from, records);
    this.#forgetOldest();
    return from;
  }

  /** @throws an error where a compressed chunk can no longer be unpacked */
  read(position: number, length: number): Buffer {
    const chunk = this.#chunkBefore(position);
    const start = position - (chunk?.from ?? 0);
    if (!chunk || start >= chunk.size) return this.#file.read(position - (chunk?.shift ?? 0), length);
    return this.#unpacked(chunk).subarray(start, start + length);
  }

  close(): void {
    this.#cache.clear();
    this.#file.close();
  }

  /** The last chunk that begins at or before a position. */
  #chunkBefore(position: number): PackedChunk | undefined {
    let [low, high] = [0, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#chunks[middle]?.from ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return this.#chunks[low - 1];
  }

  #unpacked({ from, position, length, size }: PackedChunk): Buffer {
    const known = this.#cache.get(from);
    const records = known ?? unpacked(this.#file.read(position, length), size);
    this.#cache.delete(from);
    this.#cache.set(from, records);
    if (!known) this.#forgetOldest();
    return records;
  }

  #forgetOldest(): void {
    let total = [...this.#cache.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [from, { length }] of this.#cache) {
      if (total <= this.#mostCached) return;
      this.#cache.delete(from);
      total -= length;
    }
  }
}
