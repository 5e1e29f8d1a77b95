/** The pages that quote figures. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../src/config/loadFile.js';
import type { FigureTable } from './figures.js';
import { requoted } from './quotes.js';

export const QUOTING_PAGES: readonly string[] = [
  'README.md',
  'SAFETY.md',
  ...readdirSync(join(packageFolder(), 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const pageText = (page: string): string => readFileSync(join(packageFolder(), page), 'utf8');

/** Writes every quoted number anew; says which pages have changed. */
export function requotePages(figures: FigureTable): string[] {
  return QUOTING_PAGES.filter((page) => {
    const before = pageText(page);
    const after = requoted(before, figures);
    if (after !== before) writeFileSync(join(packageFolder(), page), after);
    return after !== before;
  });
}
