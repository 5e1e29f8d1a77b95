/** Which Steerbot computes: only the same code gives the same figures. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, packageManifest } from '../../config/loadFile.js';

let known: string | undefined;

/** `0.1.0-1f2e3d4c`: the package's version, and the beginning of the SHA-256 of its code. */
export function codeVersion(): string {
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  const folder = join(packageFolder(), 'dist/bundle');
  for (const name of readdirSync(folder).filter(isCode).sort()) hash.update(readFileSync(join(folder, name)));
  known = `${packageManifest().version}-${hash.digest('hex').slice(0, 8)}`;
  return known;
}

const isCode = (name: string): boolean => name.endsWith('.js');
