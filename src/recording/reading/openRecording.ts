/** Opens a recording, whole or truncated. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { didYouMean, FileError, placedFault, UnreadableFile } from '../../validation/errors.js';
import { type Bytes, fileBytes } from './bytes.js';
import { Contents } from './contents.js';
import { MessageBytes } from './messageBytes.js';
import { Recording } from './recording.js';
import { type Scan, Scanner, UnknownCompression } from './scan.js';
import { UnpacksTooFar } from './unpackingBudget.js';

const CONVERT = "convert it with MCAP's own program: mcap compress --compression zstd";
const CURE = 'name a file that --record, or "Keep recording" on the page, has written';

/**
 * A recording opens if at least one scene can be read, even if nothing follows it.
 *
 * @param mostCached bytes that stay unpacked: who looks over the whole of it at once, unpacks it only once
 * @throws FileError if there is no scene; UnreadableFile if the file cannot be read
 */
export function openRecording(file: string, mostCached?: number): Recording {
  const bytes = openFile(file);
  try {
    const contents = new Contents();
    const messages = new MessageBytes(bytes, mostCached);
    const scan = scanFile(file, new Scanner(bytes, messages, (message) => contents.add(message)));
    if (contents.scenes.length === 0) {
      const end = scan.ended ? '' : '; it was cut off, or nothing was recorded yet';
      throw refusedRecording(file, `there is no scene in this recording${end}; ${CURE}`);
    }
    return new Recording(file, messages, scan, contents);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

function scanFile(file: string, scanner: Scanner): Scan {
  try {
    const scan = scanner.scan();
    if (!scan) throw refusedRecording(file, `this is not an MCAP file, which a recording is; ${CURE}`);
    return scan;
  } catch (error) {
    if (error instanceof UnpacksTooFar) throw refusedRecording(file, `${error.message}; ${CURE}`);
    if (!(error instanceof UnknownCompression)) throw error;
    throw refusedRecording(
      file,
      `its chunks are compressed (${wordOf(error)}); only zstd and uncompressed recordings are read; ${CONVERT}`,
    );
  }
}

/** The name of a compression, unless the file holds something else there. */
const wordOf = ({ message }: UnknownCompression): string =>
  /^\w{1,20}$/.test(message) ? message : 'in another way';

function openFile(file: string): Bytes {
  try {
    return fileBytes(file);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(
      file,
      missing ? `no such file; ${CURE}; ${meantBeside(file)}` : `the file cannot be read (${why})`,
    );
  }
}

/** What is meant by the name of a recording that is not there: one beside it. */
function meantBeside(file: string): string {
  const folder = dirname(file);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  return didYouMean(basename(file, ENDING) + ENDING, others);
}

const ENDING = '.mcap';

/** Why a recording is refused. It has no lines. */
export const refusedRecording = (file: string, message: string): FileError =>
  new FileError([placedFault(file, 0, 0, message)]);
