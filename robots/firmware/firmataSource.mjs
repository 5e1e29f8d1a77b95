/** The source of the Firmata library: pinned, fetched once, checked each time it is used. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An npm package because a registry keeps every version for ever, bit by bit, and this one carries the library's
 * whole source, version 2.5.8, with its licence. Nothing else of it is used.
 */
export const PACKAGE = 'node-pixel@0.11.0';
const TARBALL = 'node-pixel-0.11.0.tgz';
const SHA512 = 'nVByJlbqh5rgCbjUXibAm5Z8H/+nqejPUWlF0pMX+z6CqSeHD4QOJ97JqlYY1DoQrRcWtWDizS6iOhGI2Zqgqg==';
const INSIDE = 'package/firmware/src/libs/firmata/arduino';

/** Fetched beside its place and moved there, so that two builds at once do no harm. */
function fetch(cache, tarball) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetch-'));
  const options = ['--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync('npm', ['pack', PACKAGE, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(join(folder, TARBALL), tarball);
  rmSync(folder, { recursive: true });
}

/**
 * Unpacks the library into a folder.
 * @param {string} cache where the package is kept between builds
 * @param {string} folder
 * @returns {string} where Firmata.h is
 */
export function unpackFirmata(cache, folder) {
  const tarball = join(cache, TARBALL);
  if (!existsSync(tarball)) fetch(cache, tarball);
  const found = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (found !== SHA512)
    throw new Error(`${tarball} is not ${PACKAGE} as it was pinned; delete it and try again`);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, INSIDE]);
  return join(folder, INSIDE);
}
