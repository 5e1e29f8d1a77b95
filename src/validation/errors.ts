/** Errors before a robot moves: faults in files, with their place, and robots that cannot be reached. */
import { distance } from 'fastest-levenshtein';
import { atCaller, DEEP, traces } from './caller.js';

/**
 * One problem of one file: where it is, what was found, what is allowed, what to do. Lines count from 1. The
 * line is 0 for what has no place: a file that cannot be read, a setting, and an object from a program, where `file` is the
 * path of the value, `scenario.robots[0].at`.
 */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  readonly found: string;
  readonly allowed: string;
  readonly cure: string;
}

/** A fault as one line: `file:line:col: found; allowed; cure`. Empty parts are left out. */
export function faultLine(fault: FileFault): string {
  const said = [fault.found, fault.allowed, fault.cure].filter((part) => part !== '').join('; ');
  return fault.line > 0 ? `${fault.file}:${fault.line}:${fault.col}: ${said}` : `${fault.file}: ${said}`;
}

/** Makes a fault from a message `found; allowed; cure`; later parts may be missing. */
export function placedFault(file: string, line: number, col: number, message: string): FileFault {
  const [found = '', allowed = '', ...cure] = message.split('; ');
  return { file, line, col, found, allowed, cure: cure.join('; ') };
}

const MAX_SHOWN_FAULTS = 100;

/**
 * A file or object that is not valid: all its faults at once, each with its place. Thrown at start-up only.
 *
 * @example
 * ```ts
 * import { FileError, loadRobot } from 'steerbot';
 * try {
 *   loadRobot('scoot');
 * } catch (error) {
 *   console.log(error instanceof FileError); // true
 * }
 * ```
 */
export class FileError extends Error {
  override readonly name: string = 'FileError';
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    const lines = faults.slice(0, MAX_SHOWN_FAULTS).map(faultLine);
    if (faults.length > MAX_SHOWN_FAULTS) lines.push(`and ${faults.length - MAX_SHOWN_FAULTS} more`);
    const limit = traces.stackTraceLimit;
    traces.stackTraceLimit = DEEP;
    super(lines.join('\n'));
    traces.stackTraceLimit = limit;
    atCaller(this);
    this.faults = faults;
    // Node prints what can be enumerated behind the message, which says it all.
    Object.defineProperty(this, 'faults', { enumerable: false });
  }
}

/** A file that cannot be read: missing, a directory, or forbidden. */
export class UnreadableFile extends FileError {
  override readonly name = 'UnreadableFile';
  /** `found; allowed; cure`, so that the caller can report it at the place that names the file. */
  readonly why: string;

  constructor(file: string, why: string) {
    super([placedFault(file, 0, 0, why)]);
    this.why = why;
  }
}

/** A command, or a program's options, ask for something that cannot be done; nothing has run. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The robot cannot be reached, or its connection was lost; the message says what to do.
 *
 * @example
 * ```ts
 * import { DriverError, arrive, drive } from 'steerbot';
 * const error = await drive('scout', arrive({ target: [1, 0] }), { port: '/dev/nothing' }).catch((why) => why);
 * console.log(error instanceof DriverError); // true
 * ```
 */
export class DriverError extends Error {
  override readonly name: string = 'DriverError';
  /** The same message for programs: it names a parameter where the command line's message names an option. */
  readonly forPrograms: string;

  constructor(message: string, forPrograms = message) {
    super(message);
    this.forPrograms = forPrograms;
  }
}

/**
 * The board's dead-man stopped the motors, because no command arrived in time.
 *
 * @example
 * ```ts
 * import { DeadManTripped, DriverError } from 'steerbot';
 * console.log(new DeadManTripped('no command came in time') instanceof DriverError); // true
 * ```
 */
export class DeadManTripped extends DriverError {
  override readonly name = 'DeadManTripped';
}

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last;
}

/** Number of wrong, missing or extra letters; two swapped neighbors count as one. */
function slips(word: string, meant: string): number {
  const i = [...word].findIndex((letter, at) => letter !== meant[at]);
  const swapped =
    word.slice(0, i) +
    word
      .slice(i, i + 2)
      .split('')
      .reverse()
      .join('') +
    word.slice(i + 2);
  return i >= 0 && swapped === meant ? 1 : distance(word, meant);
}

/** `did you mean 'mass'?`, or '' without a similar candidate, or ones of which it is a part. Ignores case. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const wanted = word.toLowerCase();
  let best = '';
  let least = (wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))) + 0.5;
  for (const candidate of candidates) {
    const away = slips(wanted, candidate.toLowerCase());
    if (away < least) [best, least] = [candidate, away];
  }
  const meant = best === '' ? holding(wanted, candidates) : [best];
  return meant.length === 0 ? '' : `did you mean ${oneOf(meant.map((one) => `'${one}'`))}?`;
}

const SHORTEST_PART = 3;
const MOST_SHOWN = 4;

/** `l298n` for `generic-l298n`; of more than these it says too little. */
function holding(word: string, candidates: readonly string[]): readonly string[] {
  const holders = candidates.filter((candidate) => candidate.toLowerCase().split('-').includes(word));
  return word.length < SHORTEST_PART || holders.length > MOST_SHOWN ? [] : holders;
}

/** A value as messages show it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value !== 'string') return String(value);
  return value.length > 40 ? `'${value.slice(0, 40)}…'` : `'${value}'`;
}

/** `a list is found`, or `missing`. */
export const isFound = (value: unknown): string =>
  value === undefined ? 'missing' : `${shown(value)} is found`;

/** Sorts faults by file, then from top to bottom. */
export const inOrder = (faults: readonly FileFault[]): FileFault[] =>
  faults.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.col - b.col);

/** The message of a thrown value, which may be anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
