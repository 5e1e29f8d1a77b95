import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { MAX_SEEDS, parseSeeds, seedsText } from '../../src/study/seeds.js';

describe('seeds', () => {
  it.each<[string, number[]]>([
    ['5', [5]],
    ['0', [0]],
    ['3..3', [3]],
    ['1..4', [1, 2, 3, 4]],
    ['1-4,7', [1, 2, 3, 4, 7]],
    ['1..3,20', [1, 2, 3, 20]],
    ['20, 1..3', [20, 1, 2, 3]],
    ['4294967294..4294967295', [4294967294, 4294967295]],
  ])('%s are these', (text, list) => {
    expect(parseSeeds(text).list).toEqual(list);
  });

  it('are kept as they were written, without spaces', () => {
    expect(parseSeeds('20, 1..3').text).toBe('20,1..3');
  });

  it('are at most a million', () => {
    expect(parseSeeds('1..1000000').list).toHaveLength(MAX_SEEDS);
  });

  it.each([
    ['', /no seed and no range.*1\.\.1000/],
    ['a', /'a' is no seed/],
    ['1,', /'' is no seed/],
    ['1...5', /'1\.\.\.5' is no seed/],
    ['1-', /'1-' is no seed/],
    ['1-5-9', /'1-5-9' is no seed/],
    ['-1', /'-1' is no seed/],
    ['1.5', /'1\.5' is no seed/],
    ['1e3', /'1e3' is no seed/],
    ['5..1', /5\.\.1 runs backwards; write 1\.\.5/],
    ['4294967296', /whole number from 0 to 4294967295/],
    ['1..1000001', /1000001 seeds; at most 1000000/],
    ['0..4294967295', /4294967296 seeds/],
    ['1..600000,700001..1300000', /1200000 seeds/],
    ['1..10,5', /Seed 5 is given twice/],
    ['7,7', /Seed 7 is given twice/],
  ])('%j are refused', (text, words) => {
    expect(() => parseSeeds(text)).toThrow(InvalidArgumentError);
    expect(() => parseSeeds(text)).toThrow(words);
  });

  it.each(['5', '1..4', '1..3,7', '20,1..3', '7,5,3'])('are written again as %s', (text) => {
    expect(seedsText(parseSeeds(text).list)).toBe(text);
  });
});
