/** Packs the sources of the libraries that are linked into the hex, as their licence requires for distributing the hex. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackFirmata } from './firmataSource.mjs';
import { CORE } from './toolchain.mjs';

const OF_CORE = [
  'cores/arduino',
  'variants/standard',
  'variants/mega',
  'libraries/Wire/src',
  'platform.txt',
  'boards.txt',
];
const OF_FIRMATA = /^(Boards\.h|Firmata.*\.(h|cpp)|LICENSE\.txt)$/;
/** The same bytes every time. */
const PLAIN = [
  '--sort=name',
  '--mtime=@0',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=go=rX,u=rwX',
];

/** Writes them to a tar.gz. */
export function packLibrarySources(file, cache) {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-sources-'));
  try {
    const all = join(folder, 'library-sources');
    for (const part of OF_CORE)
      cpSync(join(CORE, part), join(all, 'arduino-core-avr', part), { recursive: true });
    const firmata = unpackFirmata(cache, folder);
    mkdirSync(join(all, 'Firmata'));
    for (const name of readdirSync(firmata).filter((name) => OF_FIRMATA.test(name))) {
      cpSync(join(firmata, name), join(all, 'Firmata', name));
    }
    execFileSync('tar', [...PLAIN, '-I', 'gzip -9n', '-cf', file, '-C', folder, 'library-sources']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
