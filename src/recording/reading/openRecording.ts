/** Opens a recording, whole or truncated. */
import { FileError, placedFault, UnreadableFile } from '../../validation/errors.js';
import { type Bytes, fileBytes } from './bytes.js';
import { Contents } from './contents.js';
import { Recording } from './recording.js';
import { CompressedChunk, type Scan, Scanner } from './scan.js';

const CURE = 'name a file that --record, or "Keep recording" on the page, has written';

/**
 * A recording opens if at least one scene can be read, even if nothing follows it.
 *
 * @throws FileError if there is no scene; UnreadableFile if the file cannot be read
 */
export function openRecording(file: string): Recording {
  const bytes = openFile(file);
  try {
    const contents = new Contents();
    const scan = scanFile(file, bytes, contents);
    if (contents.scenes.length === 0) {
      const end = scan.ended ? '' : '; it was cut off, or nothing was recorded yet';
      throw refusal(file, `there is no scene in this recording${end}; ${CURE}`);
    }
    return new Recording(file, bytes, scan, contents);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

function scanFile(file: string, bytes: Bytes, contents: Contents): Scan {
  try {
    const scan = new Scanner(bytes, (message) => contents.add(message)).scan();
    if (!scan) throw refusal(file, `this is not an MCAP file, which a recording is; ${CURE}`);
    return scan;
  } catch (error) {
    if (!(error instanceof CompressedChunk)) throw error;
    throw refusal(
      file,
      `its chunks are compressed (${error.message}); only uncompressed recordings are read; decompress it first`,
    );
  }
}

function openFile(file: string): Bytes {
  try {
    return fileBytes(file);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(file, missing ? 'no such file' : `the file cannot be read (${why})`);
  }
}

const refusal = (file: string, message: string): FileError =>
  new FileError([placedFault(file, 1, 1, message)]);
