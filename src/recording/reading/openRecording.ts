/** Opens a recording, whole or cut. */
import { FileError, placedFault, UnreadableFile } from '../../validation/errors.js';
import { type Bytes, fileBytes } from './bytes.js';
import { Contents } from './contents.js';
import { Recording } from './recording.js';
import { CompressedChunk, type Scan, Scanner } from './scan.js';

const CURE = 'name a file that --record has written, or that was kept of a run';

/**
 * A recording opens if a scene of it can be read, though nothing may be left behind that.
 *
 * @throws FileError where none can; UnreadableFile where the file cannot be had
 */
export function openRecording(file: string): Recording {
  const bytes = openFile(file);
  try {
    const contents = new Contents();
    const scan = scanFile(file, bytes, contents);
    if (contents.scenes.length === 0) {
      const end = scan.ended ? '' : '; it was cut, or nothing was recorded yet';
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
    if (!scan) throw refusal(file, `this is no MCAP file; a recording is one; ${CURE}`);
    return scan;
  } catch (error) {
    if (!(error instanceof CompressedChunk)) throw error;
    throw refusal(
      file,
      `its chunks are compressed (${error.message}); a recording is not; decompress it first`,
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
