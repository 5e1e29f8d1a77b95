/** What a command does not use it does not load: its start is most of what a short command takes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { itInBoth, partOf } from '../support/effort.js';
import { folderWith, spawned } from './steerbot.js';

/** Notes the URL of each module that is loaded. */
const FILES = {
  'hooks.mjs': `import { appendFileSync } from 'node:fs';
export function load(url, context, next) {
  appendFileSync(new URL('loaded.txt', import.meta.url), url + '\\n');
  return next(url, context);
}
`,
  'register.mjs': `import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);
`,
};

async function loadedBy(line: string): Promise<string[]> {
  const folder = folderWith(FILES);
  const register = pathToFileURL(join(folder, 'register.mjs')).href;
  await spawned(line.split(' '), { env: { NODE_OPTIONS: `--import=${register}` } });
  const list = join(folder, 'loaded.txt');
  const urls = existsSync(list) ? readFileSync(list, 'utf8') : '';
  // A bundled package is a chunk of its name.
  const names = [
    ...urls.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\/|\/bundle\/([\w-]+)-[\w-]{8}\.js$/gm),
  ].map(([, installed, bundled = '']) => installed ?? bundled);
  return [...new Set(names)];
}

const CONTROL = ['rxjs', 'planck'];
const BOARDS = ['avr8js', 'serialport', 'firmata-io'];
const OTHERS = ['@mcap/core', '@foxglove/wasm-zstd', '@clack/prompts', 'ws', 'sirv', 'piscina'];

itInBoth.each(
  partOf(
    [
      ['--version', 'commander', ['yaml', 'zod', ...CONTROL, ...BOARDS, ...OTHERS]],
      ['drive --help', 'commander', ['yaml', 'zod', ...CONTROL, ...BOARDS, ...OTHERS]],
      ['sim arrive --headless', 'planck', [...BOARDS, ...OTHERS]],
      ['check robots/scout.yaml', 'zod', [...CONTROL, ...BOARDS, ...OTHERS]],
    ] as const,
    2,
  ),
)('steerbot %s loads %s, and none of what it does not use', async (line, used, unused) => {
  const packages = await loadedBy(line);
  expect(packages).toContain(used);
  expect(packages.filter((name) => (unused as readonly string[]).includes(name))).toEqual([]);
});
