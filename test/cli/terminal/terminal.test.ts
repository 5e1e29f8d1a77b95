import { describe, expect, it } from 'vitest';
import { isForegroundStat, isInForeground } from '../../../src/cli/terminal/terminal.js';

/** State, parent, group, session, terminal, the terminal's group. */
const stat = (numbers: string) => `11400 (node) 12 (x) ${numbers} 4194304 2472 0`;

describe('a process', () => {
  it.each([
    ['that has the terminal', 'R 11385 11400 11385 34816 11400', true],
    ['behind another that has it', 'R 11385 11400 11385 34816 11385', false],
    ['without a terminal of its own', 'R 11385 11400 11385 0 -1', true],
  ])('%s may read from it: %s is %s', (_, numbers, may) => {
    expect(isForegroundStat(stat(numbers))).toBe(may);
  });

  it('is told so of itself', () => {
    expect(typeof isInForeground()).toBe('boolean');
  });
});
