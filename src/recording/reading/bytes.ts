/** Random access to a file's bytes. */
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

export interface Bytes {
  readonly size: number;
  /** Returns fewer bytes if the file ends before. */
  read(position: number, length: number): Buffer;
  close(): void;
}

/** @throws as the file system does */
export function fileBytes(file: string): Bytes {
  // Before it is opened, which waits where a pipe has no writer.
  mustBeFile(statSync(file));
  const descriptor = openSync(file, 'r');
  const found = fstatSync(descriptor);
  return {
    size: found.size,
    read(position, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, found.size - position)));
      let done = 0;
      while (done < bytes.length) {
        const got = readSync(descriptor, bytes, done, bytes.length - done, position + done);
        if (got === 0) break;
        done += got;
      }
      return bytes.subarray(0, done);
    },
    close: () => closeSync(descriptor),
  };
}

/** A device or a pipe may never end. */
function mustBeFile(found: Stats): void {
  if (found.isFile()) return;
  throw new Error(found.isDirectory() ? 'this is a folder' : 'this is not a regular file');
}
