/** The glossary says of the page's words what the page says of them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GLOSSARY } from '../../src/dashboard/page/words.js';
import { rootFile } from '../support/runs.js';

it('the glossary has the words of the page', () => {
  const rows = readFileSync(rootFile('docs/glossary.md'), 'utf8').split('\n');
  for (const [word, meaning] of GLOSSARY) expect(rows).toContain(`| **${word}** | ${meaning} |`);
});
