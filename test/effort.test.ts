/** What `npm test` leaves out is run by the thorough checks, and by a test that is run there. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { partOf, THOROUGH } from './support/effort.js';
import { rootFile } from './support/runs.js';

const files = readdirSync(rootFile('test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(rootFile(`test/${name}`), 'utf8') }));

/** Tests that take only a part of their cases although the thorough checks skip them: the other cases would never run. */
const lost = (text: string): string[] =>
  /\bitOnce as it\b/.test(text)
    ? [...text.matchAll(/\b(?:it|itOnce|describeOnce)\.each(?:<[^(]*>)?\(\s*(partOf|drawn)\b/g)].map(
        ([words]) => words,
      )
    : [];

describe('a part of the cases', () => {
  it('is spread evenly, and nothing is in both parts or in none', () => {
    const cases = Array.from({ length: 9 }, (_, i) => i);
    const [few, others] = [
      [0, 3, 6],
      [1, 2, 4, 5, 7, 8],
    ];
    expect(partOf(cases, 3)).toEqual(THOROUGH ? others : few);
    for (const count of [1, 2, 4, 5, 7, 8, 9])
      expect(partOf(cases, count)).toHaveLength(THOROUGH ? 9 - count : count);
  });

  it('is never of a test that is skipped where the other part is due', () => {
    expect(
      lost("import { itOnce as it } from 'effort';\nit.each<[string]>(\n  partOf([], 2))("),
    ).toHaveLength(1);
    expect(files.filter(({ text }) => lost(text).length > 0).map(({ name }) => name)).toEqual([]);
  });
});
