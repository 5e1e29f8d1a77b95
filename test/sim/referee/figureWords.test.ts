/** Figures are told in plain words: no criterion's row shows its key. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { figureWords } from '../../../sim/referee/lossWords.js';
import { BEATS } from '../../../sim/referee/result.js';
import { rootFile } from '../../support/runs.js';

/** Every row that the words of a loss know. */
const ROWS = [
  ...readFileSync(rootFile('sim/referee/lossWords.ts'), 'utf8').matchAll(/case '([\w.]+)':/g),
].map(([, row = '']) => row);

it.each([...ROWS, `${BEATS}distance.reaches`])('%s', (criterion) => {
  const words = figureWords({
    criterion,
    measured: 1,
    limit: 2,
    passed: true,
    bound: 'atMost',
    of: 'a',
  } as never);
  expect(words).toMatch(/^[A-Za-z][a-zA-Z ,]*: \S+.*, at most/);
  expect(words).not.toMatch(/[a-z][A-Z]/);
});
