/** The survivors that cannot matter, each with its reason: test/mutation/survivors.json. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Fate } from './hunt.js';
import type { Mutant } from './mutants.js';

const SURVIVOR = z.strictObject({
  file: z.string(),
  /** The line, or the lines joined by single spaces, and what the mutant makes of it. */
  code: z.string(),
  becomes: z.string(),
  /** Why no robot and no user could tell the difference. */
  why: z.string().min(20),
});

export type Survivor = z.infer<typeof SURVIVOR>;

const FILE = fileURLToPath(new URL('survivors.json', import.meta.url));

export const namedSurvivors = (): Survivor[] =>
  z.array(SURVIVOR).parse(JSON.parse(readFileSync(FILE, 'utf8')));

const isSame = (entry: Survivor, { file, code, becomes }: Mutant): boolean =>
  entry.file === file && entry.code === code && entry.becomes === becomes;

export const namedAs = (survivors: readonly Survivor[], mutant: Mutant): Survivor | undefined =>
  survivors.find((entry) => isSame(entry, mutant));

/** The entries that are no longer true: their mutant was killed, or their file has no such code. */
export function outdated(
  survivors: readonly Survivor[],
  mutants: readonly Mutant[],
  fates: readonly Fate[],
): { readonly entry: Survivor; readonly because: 'gone' | 'killed' }[] {
  const files = new Set(mutants.map(({ file }) => file));
  return survivors.flatMap((entry) => {
    if (!files.has(entry.file)) return [];
    if (!mutants.some((mutant) => isSame(entry, mutant))) return { entry, because: 'gone' as const };
    const tried = fates.filter(({ mutant }) => isSame(entry, mutant));
    const killed = tried.length > 0 && tried.every(({ killedBy }) => killedBy !== null);
    return killed ? { entry, because: 'killed' as const } : [];
  });
}
