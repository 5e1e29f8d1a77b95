/** What `npm test` leaves out is run by the thorough checks, and by a test that is run there. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rootFile } from './support/runs.js';

const files = readdirSync(rootFile('test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && name !== 'effort.test.ts')
  .map((name) => ({ name, text: readFileSync(rootFile(`test/${name}`), 'utf8') }));

/** Tests that take only a part of their cases although the thorough checks skip them: the other cases would never run. */
const lost = (text: string): string[] =>
  /\bitOnce as it\b/.test(text)
    ? [
        ...text.matchAll(
          /\b(?:it|itOnce|describeOnce)\.each(?:<[^(]*>)?\(\s*(partOf|drawn|cases|thirdOf)\b/g,
        ),
      ].map(([words]) => words)
    : [];

/** The module as it is read with these settings. */
async function effortOf(tests: string, third = '0') {
  vi.resetModules();
  vi.stubEnv('STEERBOT_TESTS', tests);
  vi.stubEnv('STEERBOT_THIRD', third);
  return await import('./support/effort.js');
}
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const NINE = Array.from({ length: 9 }, (_, i) => i);

describe('a part of the cases', () => {
  it('is spread evenly, and nothing is in both parts or in none', async () => {
    const few = (await effortOf('quick')).partOf(NINE, 3);
    expect(few).toEqual([0, 3, 6]);
    const others = (await effortOf('all')).partOf(NINE, 3);
    expect(others).toEqual([1, 2, 4, 5, 7, 8]);
    for (const count of [1, 2, 4, 5, 7, 8, 9])
      expect((await effortOf('all')).partOf(NINE, count)).toHaveLength(9 - count);
  });

  it('is never of a test that is skipped where the other part is due', () => {
    expect(
      lost("import { itOnce as it } from 'effort';\nit.each<[string]>(\n  partOf([], 2))("),
    ).toHaveLength(1);
    expect(files.filter(({ text }) => lost(text).length > 0).map(({ name }) => name)).toEqual([]);
  });
});

describe('the third that a commit draws', () => {
  it('is another for each remainder, and three of them are all cases', async () => {
    const thirds = [];
    for (const third of ['0', '1', '2']) thirds.push((await effortOf('thorough', third)).cases(20));
    expect(thirds.map(({ length }) => length)).toEqual([7, 7, 6]);
    expect(thirds.flat().sort((a, b) => a - b)).toEqual((await effortOf('all')).cases(20));
  });

  it('is never empty, and every night draws all', async () => {
    expect((await effortOf('thorough', '2')).thirdOf([7])).toEqual([7]);
    const { drawn, thirdOf } = await effortOf('all', '2');
    expect([drawn(300), thirdOf(NINE)]).toEqual([300, NINE]);
  });

  it('of tests is chosen by their names, each by one', async () => {
    const names = ['in the first', 'in the second', 'somewhere else', 'not lost'];
    const thirds = [];
    for (const third of ['0', '1', '2'])
      thirds.push(names.filter((await effortOf('thorough', third)).isDrawn));
    expect(thirds.flat().sort()).toEqual(names.toSorted());
    expect(names.filter((await effortOf('all')).isDrawn)).toEqual(names);
  });

  it('is not drawn from a third: eight of nine cases would be lost', () => {
    const twice = /\bitThorough\b(?: as it\b[\s\S]*\bit)?\.each(?:<[^(]*>)?\(\s*(?:thirdOf|cases)\b/;
    expect('itThorough.each(\n  thirdOf([1]))').toMatch(twice);
    expect("import { itThorough as it } from 'x'; it.each(thirdOf([1]))").toMatch(twice);
    expect(files.filter(({ text }) => twice.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('may hold all cases that miss a bound of nine in ten, and npm test none', async () => {
    expect((await effortOf('thorough')).exceptions(0.1, 30)).toBe(2);
    expect((await effortOf('quick')).exceptions(0.1, 30)).toBe(0);
  });

  it('is for the thorough checks: npm test draws the first few', async () => {
    const { cases, drawn } = await effortOf('quick', '2');
    expect([cases(20, 3), drawn(300)]).toEqual([[0, 1, 2], 60]);
  });
});
