/** What a command costs from its start to its end, beside a bare Node: the processor's time, which load changes little. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ratiosOf, row } from './clock.js';
import type { Figures } from './figures/figures.js';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const ROUNDS = 9;

/** Loaded before a program: says at its end what its process has used, all of its threads together. */
const REPORT = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(2, '\\ncpu ' + (user + system));
});`;
const REPORT_MODULE = `data:text/javascript,import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${REPORT}`;

/** Of a process [ns]. */
function cpuOf(args: readonly string[]): number {
  const { status, stderr } = spawnSync(process.execPath, ['--import', REPORT_MODULE, ...args], {
    encoding: 'utf8',
  });
  const used = /cpu (\d+)$/.exec(stderr)?.[1];
  if (status !== 0 || used === undefined)
    throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return 1000 * Number(used);
}

const COMMANDS = {
  version: ['--version'],
  seek: ['sim', 'seek', '--headless'],
} as const;

export function benchCommand(_: readonly string[], figures: Figures): void {
  for (const [id, words] of Object.entries(COMMANDS)) {
    const rounds = Array.from({ length: ROUNDS }, () => ({
      ours: cpuOf([MAIN, ...words]),
      theirs: cpuOf(['-e', '0']),
    }));
    console.log(row(`steerbot ${words.join(' ')}, beside node -e 0`, rounds));
    figures.ratio(`command.${id}`, ratiosOf(rounds), 'node -e 0');
  }
}
