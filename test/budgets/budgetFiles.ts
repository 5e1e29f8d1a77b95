/** The budgets: `budgets.json` has the figures, `functions.csv` the calls behind them. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Calls } from './callCounter.js';
import type { Measured } from './figures.js';

const FIGURES = 'test/budgets/budgets.json';
const FUNCTIONS = 'test/budgets/functions.csv';

export function readBudget(): Measured {
  const { node, figures } = JSON.parse(readFileSync(FIGURES, 'utf8'));
  return { node, figures, calls: callsIn(readFileSync(FUNCTIONS, 'utf8')) };
}

export function writeBudget({ node, figures, calls }: Measured): void {
  writeFileSync(FIGURES, `${JSON.stringify({ node, figures }, null, 2)}\n`);
  writeFileSync(FUNCTIONS, tableOf(calls));
}

/** A line for each function, a column for each scene; empty where the function does not run. */
export function tableOf(calls: Measured['calls']): string {
  const names = new Set(Object.values(calls).flatMap((ofScene) => Object.keys(ofScene)));
  const rows = [...names].sort().map((name) => [name, ...Object.values(calls).map((all) => all[name] ?? '')]);
  return [['function', ...Object.keys(calls)], ...rows].map((row) => `${row.join(',')}\n`).join('');
}

/** The inverse of `tableOf`. */
export function callsIn(table: string): Measured['calls'] {
  const [[, ...scenes] = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const callsOf = (column: number): Calls =>
    Object.fromEntries(
      rows
        .filter((row) => row[column] !== '')
        .map((row): [string, number] => [row[0] ?? '', Number(row[column])]),
    );
  return Object.fromEntries(scenes.map((scene, i) => [scene, callsOf(i + 1)]));
}
