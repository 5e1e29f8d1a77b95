/** How often each function of src and sim runs, by V8's precise coverage. */
import { type Profiler, Session } from 'node:inspector/promises';
import { type FunctionPlace, namesOf } from './functionNames.js';

/** How often functions ran: `src/control/step.ts:step` → 1. */
export type Calls = Readonly<Record<string, number>>;

/** The built file of a module; libraries and Node's own code are not counted. */
const BUILT = /\/dist\/((?:src|sim)\/.*)\.js$/;

export class CallCounter {
  readonly #session = new Session();
  /** Every function that was seen, by module and place: the names of those that run depend on the others. */
  readonly #seen = new Map<string, Map<string, FunctionPlace>>();

  /** Counts from here on. It must start before the modules are imported, to see all their functions. */
  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** The calls since the start or the last `take`. */
  async take(): Promise<Calls> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const calls = result.flatMap(({ url, functions }) => {
      const module = BUILT.exec(url)?.[1];
      return module === undefined ? [] : this.#callsIn(`${module}.ts`, functions);
    });
    return Object.fromEntries(calls.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Without the counting, V8 runs as fast as it can again. */
  async end(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #callsIn(module: string, functions: readonly Profiler.FunctionCoverage[]): [string, number][] {
    const seen = this.#seen.get(module) ?? new Map<string, FunctionPlace>();
    this.#seen.set(module, seen);
    const counts = new Map<string, number>();
    for (const { functionName: name, ranges } of functions) {
      const { startOffset: start = 0, endOffset: end = 0, count = 0 } = ranges[0] ?? {};
      const id = `${start}-${end} ${name}`;
      seen.set(id, { name, start, end });
      if (count > 0) counts.set(id, count);
    }
    const names = namesOf(seen);
    return [...counts].map(([id, count]) => [`${module}:${names.get(id)}`, count]);
  }
}
