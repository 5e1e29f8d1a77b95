import { describe, expect, it } from 'vitest';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { avoidObstacles } from '../../src/steering/behaviors/avoidObstacles.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { blend, budget, dither, prioritize } from '../../src/steering/combine.js';
import { FileError } from '../../src/validation/errors.js';

/** As a program without types would call it. */
const loosely = (make: unknown, input?: unknown) => (make as (input: unknown) => unknown)(input);

describe('a behavior that is made wrongly', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'a mistyped key',
      { target: [1, 0], slowingRadios: 0.1 },
      /^arrive(\.slowingRadios)?: unknown key 'slowingRadios'; .*did you mean 'slowingRadius'/,
    ],
    ['half a point', { target: [0.5] }, /^arrive\.target: /],
    ['a mass for a length', { target: [1, 0], within: '20 kg' }, /^arrive\.within: '20 kg' is a mass/],
  ])('says which, what and where: %s', (_, input, words) => {
    expect(() => loosely(arrive, input)).toThrow(FileError);
    expect(() => loosely(arrive, input)).toThrow(words);
  });

  it.each([
    ['nothing', undefined, /^arrive: missing; an object is wanted: \{ target, /],
    ['a place alone', [1, 0], /^arrive: a list is found; an object is wanted: \{ target, /],
  ])('says what it takes: %s', (_, input, words) => {
    expect(() => loosely(arrive, input)).toThrow(TypeError);
    expect(() => loosely(arrive, input)).toThrow(words);
  });

  it('says everything at once', () => {
    expect(() => loosely(arrive, { target: 1, within: -1 })).toThrow(/^arrive\.target: .*\narrive\.within: /);
  });
});

describe('a combinator', () => {
  it.each([
    ['prioritize', prioritize],
    ['budget', budget],
    ['blend', blend],
    ['dither', dither],
  ])('%s refuses what is no behavior, and says what to do', (name, combine) => {
    const loose = combine as (...parts: unknown[]) => unknown;
    expect(() => loose(wander(), avoidObstacles)).toThrow(
      `${name}: argument 2 is a function; a behavior is wanted`,
    );
    expect(() => loose([wander(), wander()])).toThrow(`${name}: argument 1 is a list; a behavior is wanted`);
    expect(() => loose(undefined)).toThrow(`${name}: argument 1 is missing; a behavior is wanted`);
    expect(() => loose(wander(), avoidObstacles())).not.toThrow();
  });
});
