import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExactly, encodeExactly } from '../../src/recording/format/exactJson.js';

const number = fc.oneof(
  fc.double(),
  fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    number,
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    tie('map'),
    tie('list'),
  ),
  list: fc.array(tie('any')),
  map: fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true }),
})).map;

describe('exact JSON', () => {
  it('gives every value back, every number of it', () => {
    fc.assert(
      fc.property(value, (map) => {
        const given = map as Record<string, unknown>;
        expect(decodeExactly(encodeExactly(given))).toEqual(given);
      }),
    );
  });

  it('is plain JSON if JSON can express all numbers', () => {
    expect(encodeExactly({ a: [1, { b: null }] })).toBe('{"a":[1,{"b":null}]}');
  });

  it('notes numbers that JSON cannot express, beside their replacements', () => {
    expect(encodeExactly({ a: [1, { b: -0 }], c: Number.NaN })).toBe(
      '{"a":[1,{"b":0}],"c":null,"exactly":[["a",1,"b","-0"],["c","NaN"]]}',
    );
  });

  it('ignores notes that point nowhere, or at inherited properties', () => {
    const text = '{"a":1,"exactly":[["b","NaN"],["__proto__","stolen","NaN"],["a","x","NaN"],7,[]]}';
    expect(decodeExactly(text)).toEqual({ a: 1 });
    expect('stolen' in {}).toBe(false);
  });
});
