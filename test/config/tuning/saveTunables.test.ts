import { describe, expect, it } from 'vitest';
import { saveTunables } from '../../../src/config/tuning/tunedFiles.js';
import type { YamlPath } from '../../../src/config/yaml/yamlLocate.js';
import { FileError } from '../../../src/validation/errors.js';
import type { Unit } from '../../../src/validation/quantity.js';

const saved = (text: string, path: YamlPath, value: number, unit: Unit): string =>
  saveTunables(text, 'robot.yaml', [{ path, value, unit }]);

/** The message of the refusal. */
function refusal(text: string, path: YamlPath, value = 1): string {
  try {
    saved(text, path, value, 'm');
  } catch (error) {
    if (error instanceof FileError) return error.message;
    throw error;
  }
  return 'nothing';
}

describe('a saved number', () => {
  it.each([
    ['stays in its unit', 'a: 70 mm\n', 0.0825, 'm', 'a: 82.5 mm\n'],
    ['stays an angle in degrees', 'a: 30 deg', Math.PI / 4, 'rad', 'a: 45 deg'],
    ['stays bare', 'a: 0.3\n', 0.35, 'm', 'a: 0.35\n'],
    ['stays close to its unit', 'a: 70mm\n', 0.08, 'm', 'a: 80mm\n'],
    ['keeps its way to write a square', 'a: 1 m/s^2\n', 1.5, 'm/s²', 'a: 1.5 m/s^2\n'],
    ['stays quoted', `a: "70 mm"\nb: '1 s'\n`, 0.08, 'm', `a: "80 mm"\nb: '1 s'\n`],
    ['takes the SI unit where a word stood', 'a: exact # until then\n', 0.5, 's', 'a: 0.5 s # until then\n'],
    ['is plain without a unit', 'a: 1\n', 0.25, '', 'a: 0.25\n'],
    ['has four digits and no artefacts', 'a: 1 m\n', 0.1 + 0.2, 'm', 'a: 0.3 m\n'],
    ['is rounded to four digits', 'a: 1 m\n', 1.23456, 'm', 'a: 1.235 m\n'],
    ['may be in a flow map', '{ b: 1, a: 70 mm }\n', 0.08, 'm', '{ b: 1, a: 80 mm }\n'],
    ['leaves the remark in its column', 'a: 70 mm    # wheels\n', 0.1025, 'm', 'a: 102.5 mm # wheels\n'],
    ['pushes the remark where it must', 'a: 7 mm  # wheels\n', 0.1025, 'm', 'a: 102.5 mm # wheels\n'],
    ['keeps a remark close by where it is', 'a: 70 mm # wheels\n', 0.1, 'm', 'a: 100 mm # wheels\n'],
    ['keeps the anchor', 'a: &x 70 mm\nb: *x\n', 0.08, 'm', 'a: &x 80 mm\nb: *x\n'],
    ['is changed where its anchor is', 'b: &x 70 mm\na: *x\n', 0.08, 'm', 'b: &x 80 mm\na: *x\n'],
    ['keeps a byte order mark', '\uFEFFa: 70 mm\n', 0.08, 'm', '\uFEFFa: 80 mm\n'],
    ['keeps Windows’ line ends', 'a: 70 mm\r\nb: 1\r\n', 0.08, 'm', 'a: 80 mm\r\nb: 1\r\n'],
  ] as const)('%s', (_, before, value, unit, after) => {
    expect(saved(before, ['a'], value, unit)).toBe(after);
  });

  it('is found through lists, and maps behind an alias', () => {
    const text = 'm: &m\n  - seek: &s { within: 10 mm }\nrobots: [{ mission: *m }]\n';
    const path = ['robots', 0, 'mission', 0, 'seek', 'within'];
    expect(saved(text, path, 0.02, 'm')).toBe(text.replace('10 mm', '20 mm'));
  });

  it('comes with others, in any order', () => {
    const changes = [
      { path: ['c', 'd'], value: 0.25, unit: 's' },
      { path: ['a'], value: 0.08, unit: 'm' },
    ] as const;
    expect(saveTunables('a: 70 mm\nb: 1\n', 'robot.yaml', changes)).toBe(
      'a: 80 mm\nb: 1\nc: { d: 0.25 s }\n',
    );
  });
});

describe('a number that is not there yet', () => {
  it.each([
    ['is the last of its flow map', 'a: { b: 1 }\n', 'a: { b: 1, c: 2 m }\n'],
    ['comes before a last comma', 'a: { b: 1, }\n', 'a: { b: 1, c: 2 m, }\n'],
    ['comes behind a list', 'a: { b: [1, 2] }\n', 'a: { b: [1, 2], c: 2 m }\n'],
    ['comes behind a key alone', 'a: { b }\n', 'a: { b, c: 2 m }\n'],
    ['is the only one of an empty map', 'a: {}\n', 'a: { c: 2 m }\n'],
    ['opens a map behind a key', 'a:\nb: 1\n', 'a: { c: 2 m }\nb: 1\n'],
    ['opens a map in place of nothing', 'a: ~\nb: 1\n', 'a: { c: 2 m }\nb: 1\n'],
    ['brings its map with it', 'b: 1\n', 'b: 1\na: { c: 2 m }\n'],
    ['has a line of its own', 'a:\n  b: 1 # one\n\nd: 1\n', 'a:\n  b: 1 # one\n  c: 2 m\n\nd: 1\n'],
    [
      'comes behind all that is in its map',
      'a:\n  b:\n    - e: { f: 1 } # one\n      g: 2\n# end\nd: 1\n',
      'a:\n  b:\n    - e: { f: 1 } # one\n      g: 2\n  c: 2 m\n# end\nd: 1\n',
    ],
    ['needs no line end behind the last', 'a:\n  b: 1', 'a:\n  b: 1\n  c: 2 m'],
    ['keeps Windows’ line ends', 'a:\r\n  b: 1\r\nd: 1\r\n', 'a:\r\n  b: 1\r\n  c: 2 m\r\nd: 1\r\n'],
    ['goes where the alias leads', 'b: &x { d: 1 }\na: *x\n', 'b: &x { d: 1, c: 2 m }\na: *x\n'],
  ])('%s', (_, before, after) => {
    expect(saved(before, ['a', 'c'], 2, 'm')).toBe(after);
  });

  it('is as far in as the first key of its map in a list', () => {
    const text = 'robots:\n  -   id: a # one\n';
    expect(saved(text, ['robots', 0, 'c'], 2, 'm')).toBe(`${text}      c: 2 m\n`);
  });
});

describe('what cannot be saved', () => {
  it.each([
    ['two documents', 'a: 1\n---\na: 2\n', ['a'], /robot\.yaml:2:1: a second document begins/],
    ['no YAML', 'a: [1\n', ['a'], /this is not YAML/],
    [
      'merged keys',
      'b: &x { a: 1 }\nc:\n  <<: *x\n',
      ['c', 'a'],
      /robot\.yaml:3:3: .*a merge key << is found/,
    ],
    ['a list', 'a: [1, 2]\n', ['a'], /'a' is not saved: a list or a map is found; one number is wanted/],
    ['a map', 'a: { b: 1 }\n', ['a'], /a list or a map is found/],
    ['a block of text', 'a: |\n  70 mm\n', ['a'], /a block of text is found/],
    ['a missing item', 'a: [{ b: 1 }]\n', ['a', 1, 'b'], /the list has no item 1; it has 1/],
    ['a value in the place of a map', 'a: 1\n', ['a', 'b'], /no map is found where 'b' would be written/],
    ['a drawn value', 'vary: { a: [1, 2] }\na: 1\n', ['a'], /vary draws 'a' from the seed; change its range/],
    [
      'a value drawn by an id',
      'vary: { robots.x.b: [1, 2] }\nrobots: [{ id: x, b: 1 }]\n',
      ['robots', 0, 'b'],
      /vary draws 'robots\.x\.b'/,
    ],
  ] as const)('%s is refused, with the reason', (_, text, path, why) => {
    expect(refusal(text, path)).toMatch(why);
  });

  it('is not a finite number', () => {
    expect(refusal('a: 1\n', ['a'], Number.NaN)).toMatch(/NaN is not a finite number/);
  });
});
