/** A destination of bytes: a file, or a test's replacement. */
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

export interface Sink {
  /** Returns the number of bytes written, which may be fewer than given. @throws file system errors */
  write(bytes: Uint8Array, position: number): number;
  /** Cuts the file to this length. */
  truncate(length: number): void;
  close(): void;
}

/** Opens the file and empties it. @throws file system errors */
export function fileSink(file: string): Sink {
  const descriptor = openSync(file, 'w');
  return {
    write(bytes, position) {
      // The system would take the bytes, and lose them when the file is closed.
      if (fstatSync(descriptor).nlink === 0)
        throw new Error('the file was deleted while it was being written');
      return writeSync(descriptor, bytes, 0, bytes.byteLength, position);
    },
    truncate: (length) => ftruncateSync(descriptor, length),
    close: () => closeSync(descriptor),
  };
}

/** @throws the sink's errors, or an error if it takes no bytes */
export function writeWhole(sink: Sink, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    const taken = sink.write(bytes.subarray(done), position + done);
    if (!(taken > 0)) throw new Error('the disk does not accept more data');
    done += taken;
  }
}
