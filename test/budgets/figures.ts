/** Measures everything that has a budget. Paths are relative to the repository's root. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Calls } from './callCounter.js';
import type { TickWork } from './measureTicks.js';

/** Two levels: the scene of a tick, `lines` or `package`, and a figure's name. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Measured {
  /** Node's major version. Another V8 allocates other bytes, about 0.5 % more or fewer; all else is the same. */
  readonly node: number;
  readonly figures: Figures;
  /** By scene: a robot's share of the calls. */
  readonly calls: Readonly<Record<string, Calls>>;
}

const PROGRAM = 'dist/test/budgets/measureTicks.js';

/** With these flags, the allocated bytes are the same in every run, however busy the machine is. */
const V8_FLAGS = [
  // V8 optimizes a function when it has time, and optimized code allocates less: the interpreter does all.
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  // Collections happen where the program asks for them or where the new space is full, which is never in a tick. A major
  // one, which V8 starts when it sees fit, would empty V8's caches.
  '--single-threaded',
  '--expose-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--initial-heap-size=512',
  // Hashes decide what a cache of V8 still holds.
  '--hash-seed=1',
  '--random-seed=1',
];

const run = promisify(execFile);

/** @throws Error if the built program is missing or fails */
export async function measure(): Promise<Measured> {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' };
  const { stdout } = await run(process.execPath, [...V8_FLAGS, PROGRAM], { env, maxBuffer: 2 ** 24 });
  const ticks = Object.entries<TickWork>(JSON.parse(stdout));
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  return {
    node: Number.parseInt(process.versions.node, 10),
    figures: {
      ...Object.fromEntries(ticks.map(([scene, work]) => [scene, figuresOf(work)])),
      lines: { src: linesIn('src'), sim: linesIn('sim'), test: linesIn('test') },
      package: { dependencies: Object.keys({ ...dependencies, ...optionalDependencies }).length },
    },
    calls: Object.fromEntries(ticks.map(([scene, work]) => [scene, callsPerRobot(work)])),
  };
}

/** Files and functions that run in the tick, and a robot's share of their calls and of the allocated bytes. */
function figuresOf({ robots, calls, bytes, state }: TickWork): Record<string, number> {
  const functions = Object.keys(calls);
  const sum = Object.values(calls).reduce((a, b) => a + b, 0);
  return {
    files: new Set(functions.map((name) => name.slice(0, name.indexOf(':')))).size,
    functions: functions.length,
    calls: Math.round(sum / robots),
    bytes: Math.round(bytes / robots),
    state,
  };
}

function callsPerRobot({ robots, calls }: TickWork): Calls {
  const share = (count: number) => Math.round((100 * count) / robots) / 100;
  return Object.fromEntries(Object.entries(calls).map(([name, count]) => [name, share(count)]));
}

/** As `wc -l` counts the lines of its TypeScript. */
const linesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1, 0);
