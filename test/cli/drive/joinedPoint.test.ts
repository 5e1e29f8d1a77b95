import { describe, expect, it } from 'vitest';
import { joinedPoint } from '../../../src/cli/drive/joinedPoint.js';
import { UsageError } from '../../../src/validation/errors.js';

describe('a point that was written with a space', () => {
  it.each([
    ['after the robot', 'scout', ['2'], { arrive: '1' }, { robot: 'scout', arrive: '1,2' }],
    ['before the robot', '2', ['scout'], { arrive: '1' }, { robot: 'scout', arrive: '1,2' }],
    ['with signs and units', 'scout', ['-.5m'], { seek: '-1m' }, { robot: 'scout', seek: '-1m,-.5m' }],
  ] as const)('is one point: %s', (_, first, more, options, joined) => {
    expect(joinedPoint(first, more, options)).toEqual(joined);
  });

  it('is left as it is where it is whole', () => {
    expect(joinedPoint('scout', [], { arrive: '1,2' })).toEqual({ robot: 'scout', arrive: '1,2' });
  });

  it.each([
    ['a second robot', 'scout', ['rover'], { arrive: '1' }],
    ['a third coordinate', 'scout', ['2', '3'], { arrive: '1' }],
    ['a coordinate too many', 'scout', ['3'], { arrive: '1,2' }],
    ['no point at all', 'scout', ['3'], {}],
  ] as const)('is refused with %s', (_, first, more, options) => {
    expect(() => joinedPoint(first, more, options)).toThrow(UsageError);
  });
});
