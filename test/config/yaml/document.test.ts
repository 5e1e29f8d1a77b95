import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseDocument, SourceDocument } from '../../../src/config/yaml/document.js';
import { FileError } from '../../../src/validation/errors.js';
import { quantity } from '../../../src/validation/quantity.js';

const schema = z.strictObject({
  size: quantity('m', { above: 0 }),
  parts: z.array(z.strictObject({ id: z.string(), mass: quantity('kg') })).default([]),
  kind: z.enum(['round', 'square']).default('round'),
});

function linesOf(text: string): string[] {
  try {
    parseDocument(text, 'f', schema);
    return [];
  } catch (error) {
    return error instanceof FileError ? error.message.split('\n') : [String(error)];
  }
}

describe('a document', () => {
  it('with ten thousand unknown keys finds the place of each without asking for all the others', () => {
    const keys = Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join('\n');
    const lines = linesOf(`size: 1\n${keys}`);
    expect(lines[0]).toMatch(/^f:2:1: unknown key 'k0'/);
    expect(lines.at(-1)).toBe('and 9900 more');
  });

  it('is a checked value', () => {
    expect(parseDocument('size: 70 mm\nparts: [{ id: a, mass: 1 }]', 'f', schema)).toEqual({
      size: 0.07,
      parts: [{ id: 'a', mass: 1 }],
      kind: 'round',
    });
  });

  it('tells all its problems at once, in the order of the file', () => {
    const text = 'sise: 1\nkind: roun\nparts:\n  - { id: 3, mass: 1 m }\n  - id: b\n';
    expect(linesOf(text)).toEqual([
      "f:1:1: 'size' is missing; a length is wanted: m, mm, cm or km",
      "f:1:1: unknown key 'sise'; allowed: size, parts, kind; did you mean 'size'?",
      "f:2:7: 'roun' is found; round or square is wanted; did you mean 'round'?",
      'f:4:11: 3 is found; a text is wanted',
      "f:4:20: '1 m' is a length; a mass is wanted: kg or g",
      "f:5:5: 'mass' is missing; a mass is wanted: kg or g",
    ]);
  });

  it('counts lines and columns over a byte order mark and CRLF', () => {
    expect(linesOf('\uFEFFsize: 1\r\nkind: red\r\n')).toEqual([
      "f:2:7: 'red' is found; round or square is wanted",
    ]);
  });

  it('may use an alias, whose problems are shown at its anchor', () => {
    const text = 'size: 1\nparts:\n  - &a { id: a, mass: 1 m }\n  - *a\n';
    expect(linesOf(text).map((line) => line.slice(0, 7))).toEqual(['f:3:23:', 'f:3:23:']);
  });

  it.each(['a: &a [*a]', 'a: &a { b: { c: *a } }'])('must not hold itself: %s', (text) => {
    expect(() => new SourceDocument(text, 'f')).toThrow(
      /^f:1:\d+: the alias \*a stands in what it stands for; write the value out$/,
    );
  });

  it('may nest twenty levels', () => {
    const nested = (levels: number) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`;
    const { value } = new SourceDocument(nested(19), 'f');
    expect(JSON.stringify(value)).toBe(`{"a":${'['.repeat(19)}${']'.repeat(19)}}`);
    expect(() => new SourceDocument(nested(20), 'f')).toThrow(
      'f:1:23: this is nested too deeply; 20 levels are allowed',
    );
  });

  it('shows a moved value where it is written', () => {
    const document = new SourceDocument('a: { b: 1 }\nc: 2\n', 'f');
    document.move(['x', 'y'], ['c']);
    expect(document.fault(['x', 'y', 'z'], 'm')).toMatchObject({ line: 2, col: 4 });
    expect(document.fault(['x', 'y'], 'm', 'key')).toMatchObject({ line: 2, col: 1 });
  });

  it('shows what is not written at the nearest key that is', () => {
    const document = new SourceDocument('a:\n  b: 1\n', 'f');
    expect(document.fault(['a', 'c', 'd'], 'm')).toMatchObject({ line: 1, col: 1 });
    expect(document.fault(['a', 'b'], 'm')).toMatchObject({ line: 2, col: 6 });
  });
});
