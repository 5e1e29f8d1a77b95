/** Makes figures that repeat to the digit again, and says which have become others. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type BenchName, benches } from '../benches.js';
import { type BenchRun, readRuns } from './figureFile.js';
import { Figures, type FigureTable } from './figures.js';

/** Of a kind: each stored figure that is not made again as it was, and each that is new. */
export function differences(kind: 'exact' | 'probe', stored: FigureTable, made: FigureTable): string[] {
  const ofKind = (table: FigureTable) => Object.entries(table).filter(([, figure]) => figure.kind === kind);
  return [
    ...ofKind(stored)
      .filter(([id, { value }]) => made[id]?.value !== value)
      .map(([id, { value }]) => `${id}: ${made[id]?.value ?? 'not measured'}, and ${value} before`),
    ...ofKind(made)
      .filter(([id]) => !(id in stored))
      .map(([id, { value }]) => `${id}: ${value}, and not stored`),
  ];
}

/** Makes a run again. Of a file it has the name alone: where it is differs from machine to machine. */
export function commandOf(name: BenchName, words: readonly string[]): string {
  const named = words.map((word) => (word.endsWith('.json') ? basename(word) : word));
  return ['npm run bench', name, ...(named.length > 0 ? ['--', ...named] : [])].join(' ');
}

/** The bench's words in the command that has made a run. */
export const wordsOf = ({ command }: BenchRun): string[] => command.split(' -- ')[1]?.split(' ') ?? [];

/** `--check`: all figures that repeat, in full. @returns what differs */
export async function checkInFull(names: readonly BenchName[]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, run] of Object.entries(readRuns()) as [BenchName, BenchRun][]) {
    const repeats = Object.values(run.figures).some(({ kind }) => kind === 'exact');
    if (!repeats || (names.length > 0 && !names.includes(name))) continue;
    const missing = wordsOf(run).find((word) => word.endsWith('.json') && !existsSync(word));
    if (missing !== undefined) {
      console.log(`\n# ${name}: left out, there is no ${missing} here`);
      continue;
    }
    console.log(`\n# ${name}`);
    const figures = new Figures();
    await benches[name].run(wordsOf(run), figures);
    found.push(...differences('exact', run.figures, figures.table));
  }
  return found;
}
