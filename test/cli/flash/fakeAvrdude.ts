/** A program called avrdude that writes nothing, but down what it was asked for. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { folderWith } from '../steerbot.js';

export interface Fake {
  /** Its exit code at each of its runs; the last goes on. */
  readonly endsWith: readonly number[];
  readonly says?: string;
  /** Seconds. */
  readonly takes?: number;
  /** As it begins, Ctrl-C is pressed: the process group of its parent gets the signal. */
  readonly interrupted?: boolean;
}

export interface FakeAvrdude {
  /** For the tests that look for it. */
  readonly env: { readonly PATH: string };
  /** The arguments of each run. */
  runs(): string[];
  /** Whether the last run came to its end. */
  finished(): boolean;
}

export function avrdudeThat({ endsWith, says = '', takes = 0, interrupted = false }: Fake): FakeAvrdude {
  const folder = folderWith({});
  const [program, runs, finished] = ['avrdude', 'runs', 'finished'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    program,
    `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === '-?') process.exit(1);
fs.appendFileSync(${JSON.stringify(runs)}, args.join(' ') + '\\n');
const run = fs.readFileSync(${JSON.stringify(runs)}, 'utf8').trim().split('\\n').length;
const codes = ${JSON.stringify(endsWith)};
process.stderr.write(${JSON.stringify(says)});
if (${interrupted}) process.kill(-process.ppid, 'SIGINT');
setTimeout(() => {
  fs.writeFileSync(${JSON.stringify(finished)}, '');
  process.exitCode = codes[run - 1] ?? codes.at(-1);
}, ${takes * 1000});
`,
  );
  chmodSync(program, 0o755);
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    runs: () => (existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n') : []),
    finished: () => existsSync(finished),
  };
}
