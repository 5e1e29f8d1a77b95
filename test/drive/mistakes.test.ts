/** Mistakes of programs: each is told in words that name the argument and the cure, at the program's own line. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { rootFile } from '../support/runs.js';

interface Told {
  readonly name: string;
  readonly said: string;
  /** In the words that are wanted. */
  readonly isTold: boolean;
  /** The first frame of the stack is the line that is wrong. */
  readonly isPlaced: boolean;
}

const { stdout, stderr } = spawnSync(process.execPath, [rootFile('test/drive/mistakes.mjs')], {
  encoding: 'utf8',
});
const mistakes = stdout
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Told => JSON.parse(line));

describe('a mistake of a program', () => {
  it('is one of many', () => {
    expect(stderr).toBe('');
    expect(mistakes.length).toBeGreaterThanOrEqual(90);
  });

  it.each(mistakes)('$name: its error says what is wrong and what to do, and where', (told) => {
    expect(told).toMatchObject({ isTold: true, isPlaced: true });
  });
});
