/** What the build puts into the page, read from the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../src/config/loadFile.js';
import type { FileTexts } from '../../src/playground/files.js';

const textsIn = (folder: string): [string, string][] =>
  readdirSync(join(packageFolder(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(yaml|csv)$/.test(name))
    .map((name) => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      return [`../../${path}`, readFileSync(join(packageFolder(), path), 'utf8')];
    });

export const TEXTS: FileTexts = Object.fromEntries(['sim/scenarios', 'robots'].flatMap(textsIn));
