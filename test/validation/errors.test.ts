import { describe, expect, it } from 'vitest';
import {
  didYouMean,
  FileError,
  faultLine,
  inOrder,
  oneOf,
  placedFault,
  UnreadableFile,
} from '../../src/validation/errors.js';

describe('a fault', () => {
  const fault = placedFault('a.yaml', 3, 7, "'0.5 kg' is a mass; a length is wanted; write m");

  it('has what was found, what is allowed and what to do', () => {
    expect(fault).toMatchObject({
      found: "'0.5 kg' is a mass",
      allowed: 'a length is wanted',
      cure: 'write m',
    });
  });

  it('is one line that editors can follow', () => {
    expect(faultLine(fault)).toBe("a.yaml:3:7: '0.5 kg' is a mass; a length is wanted; write m");
  });

  it('leaves out empty parts', () => {
    expect(faultLine(placedFault('a', 1, 1, 'no such file'))).toBe('a:1:1: no such file');
    expect(faultLine(placedFault('a', 1, 1, 'x; y; '))).toBe('a:1:1: x; y');
  });
});

describe('a FileError', () => {
  it('tells all faults, one a line', () => {
    const error = new FileError([placedFault('a', 1, 2, 'x'), placedFault('a', 3, 4, 'y')]);
    expect(error.message).toBe('a:1:2: x\na:3:4: y');
    expect(error.faults).toHaveLength(2);
  });

  it('ends its message after a hundred', () => {
    const error = new FileError(Array.from({ length: 103 }, (_, i) => placedFault('a', i + 1, 1, 'x')));
    expect(error.message.split('\n')).toHaveLength(101);
    expect(error.message).toMatch(/a:100:1: x\nand 3 more$/);
  });

  it('of an unreadable file keeps the reason', () => {
    const error = new UnreadableFile('b.csv', 'no such file; a path is wanted');
    expect(error).toBeInstanceOf(FileError);
    expect(error.why).toBe('no such file; a path is wanted');
  });
});

it('puts faults in the order of their lines and columns', () => {
  const places = [
    [2, 1],
    [1, 9],
    [1, 10],
  ] as const;
  const faults = inOrder(places.map(([line, col]) => placedFault('a', line, col, '')));
  expect(faults.map(({ line, col }) => [line, col])).toEqual([
    [1, 9],
    [1, 10],
    [2, 1],
  ]);
});

describe('did you mean', () => {
  it.each([
    ['raduis', 'radius'],
    ['MASS', 'mass'],
    ['trak', 'track'],
  ])('%s is %s', (word, meant) => {
    expect(didYouMean(word, ['mass', 'radius', 'track'])).toBe(`did you mean '${meant}'?`);
  });

  it('in a short word is also two letters that changed places', () => {
    expect(didYouMean('pmw', ['dir', 'pwm', 'cdir'])).toBe("did you mean 'pwm'?");
    expect(didYouMean('mwp', ['dir', 'pwm', 'cdir'])).toBe('');
  });

  it.each(['colour', 'xy', ''])('%j is nothing', (word) => {
    expect(didYouMean(word, ['mass', 'radius', 'track'])).toBe('');
  });
});

it('lists words with an or before the last', () => {
  expect(oneOf(['m', 'mm', 'km'])).toBe('m, mm or km');
  expect(oneOf(['m'])).toBe('m');
});
