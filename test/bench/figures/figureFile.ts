/** docs/figures.json: every figure that the docs quote, and which run of which bench has measured it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../src/config/loadFile.js';
import type { FigureTable } from './figures.js';

export interface BenchRun {
  /** Makes these figures again. */
  readonly command: string;
  /** Of the code that was measured. */
  readonly commit: string;
  readonly date: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly figures: FigureTable;
}

/** By the bench's name. */
export type BenchRuns = Readonly<Record<string, BenchRun>>;

const FILE = join(packageFolder(), 'docs/figures.json');

export const readRuns = (): BenchRuns => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

/** All figures in one table. */
export const tableOf = (runs: BenchRuns): FigureTable =>
  Object.assign({}, ...Object.values(runs).map(({ figures }) => figures));

/** Puts a bench's run in the place of the one before. */
export function storeRun(bench: string, run: BenchRun): void {
  const runs = { ...readRuns(), [bench]: run };
  const sorted = Object.fromEntries(Object.entries(runs).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${asText(sorted)}\n`);
}

/** A figure a line, so that a change of one is a change of one line. */
const asText = (runs: BenchRuns): string =>
  JSON.stringify(runs, null, 2).replace(/\{\s*"kind"[^}]*\}/g, (figure) => figure.replace(/\n\s*/g, ' '));
