/** How a command tells its exit code; it is 0 unless told. */
import type { ExitCode } from '../terminal/exitCodes.js';

export type End = (code: ExitCode) => void;
