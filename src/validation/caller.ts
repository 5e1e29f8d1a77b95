/** Where a program went wrong: the stack of an error begins with the program's own line, not with where the library found out. */

const FRAME = /^ {4}at /;

/** The package's folder, or `dist` where its compiled files lie. A page has none. */
const HOME = /^(?:file:\/\/)?(.*\/)(?:dist\/bundle|src)\//.exec(decodeURI(import.meta.url))?.[1];
/** The programs of the guides' tests lie beside these. */
const LIBRARY = HOME === undefined ? [] : ['src/', 'sim/', 'dist/bundle/'].map((part) => HOME + part);

const isLibrary = (frame: string): boolean =>
  /\bnode:|\/node_modules\/|<anonymous>/.test(frame) ||
  LIBRARY.some((part) => readable(frame).includes(part));

/** Of a folder with a name like `100 %`, which is no address, the frame is as it stands. */
function readable(frame: string): string {
  try {
    return decodeURI(frame);
  } catch {
    return frame;
  }
}

/** The frames from the program's own line on; none where the program is not on the stack. */
function ownFrames({ stack = '' }: Error): readonly string[] {
  const frames = stack.split('\n').filter((line) => FRAME.test(line));
  const first = frames.findIndex((frame) => !isLibrary(frame));
  return first < 0 ? [] : frames.slice(first);
}

/** V8's own; what pages are compiled with does not know it. */
export const traces = Error as ErrorConstructor & { stackTraceLimit: number };

/** A program may call from deep below its own line: more frames than V8's ten are kept. */
export const DEEP = 50;

/** Makes an error with its whole stack. */
export function deeply<E extends Error>(make: () => E): E {
  const limit = traces.stackTraceLimit;
  traces.stackTraceLimit = DEEP;
  try {
    return make();
  } finally {
    traces.stackTraceLimit = limit;
  }
}

/**
 * Leaves out of an error's stack what lies above the program's own line.
 *
 * @param call made where the program called, for an error that came later
 */
export function atCaller<E extends Error>(error: E, call: Error = error): E {
  ours.add(error);
  const frames = ownFrames(call);
  if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}

/** The errors that tell a program of its mistake, unlike those of a defect of the library. */
const ours = new WeakSet<Error>();

export const isOurs = (error: unknown): error is Error => error instanceof Error && ours.has(error);

/** A program has given something that cannot be meant; the words say what, and what is wanted. */
export const misuse = (words: string, Kind: typeof TypeError | typeof RangeError = TypeError): Error =>
  deeply(() => atCaller(new Kind(words)));

/**
 * The program's own line that the library had called when an error came, `app.js:12:5`; undefined without one. The line that
 * called the library in the first place is none.
 */
export function ownLine(error: Error): string | undefined {
  const [frame = '', ...below] = ownFrames(error);
  if (!below.some(isLibrary)) return undefined;
  return /([^/\\(]+:\d+:\d+)\)?$/.exec(frame)?.[1];
}

/** What a program's own code has thrown, and its line if that is known. */
export const messageAt = (error: unknown): string =>
  error instanceof Error ? [error.message, ownLine(error)].filter(Boolean).join(', at ') : String(error);
