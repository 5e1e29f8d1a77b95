/** Which Steerbot computes: only the same code gives the same figures. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageManifest } from '../../config/loadFile.js';

/** Where `src` and `sim` are, as sources or built. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let known: string | undefined;

/** `0.1.0-1f2e3d4c`: the package's version, and the beginning of the SHA-256 of its code. */
export function codeVersion(): string {
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const folder of ['src', 'sim']) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter(isCode).sort()) hash.update(readFileSync(join(ROOT, folder, name)));
  }
  known = `${packageManifest().version}-${hash.digest('hex').slice(0, 8)}`;
  return known;
}

const isCode = (name: string): boolean => /(?<!\.d)\.[jt]s$/.test(name);
