/** Where bytes go: a file, or what a test puts in its place. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

export interface Sink {
  /** How many bytes were taken: as with any file, it may be fewer than were given. @throws as a file does */
  write(bytes: Uint8Array, position: number): number;
  /** Cuts what stands behind. */
  truncate(length: number): void;
  close(): void;
}

/** Empties the file. @throws as the file system does */
export function fileSink(file: string): Sink {
  const descriptor = openSync(file, 'w');
  return {
    write: (bytes, position) => writeSync(descriptor, bytes, 0, bytes.byteLength, position),
    truncate: (length) => ftruncateSync(descriptor, length),
    close: () => closeSync(descriptor),
  };
}

/** @throws what the sink throws, or where it takes nothing */
export function writeWhole(sink: Sink, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    const taken = sink.write(bytes.subarray(done), position + done);
    if (!(taken > 0)) throw new Error('the disk takes no more');
    done += taken;
  }
}
