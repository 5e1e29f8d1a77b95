import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { codeViolations } from './support/codeRules.js';
import { importViolations } from './support/importRules.js';
import {
  ALLOWED_CODE,
  ALLOWED_IMPORTS,
  FORBIDDEN_CODE,
  FORBIDDEN_IMPORTS,
  FORBIDDEN_OPERATORS,
} from './support/plantedCode.js';
import { readSource } from './support/sourceFacts.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const violations = (file: string, text: string): string[] => {
  const source = readSource(file, text);
  return [...importViolations(source), ...codeViolations(source)];
};

const sources = ['src', 'sim'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort(),
);

describe('the source', () => {
  it('is found', () => {
    expect(sources).toContain('src/signals.ts');
    expect(sources).toContain('src/steering/behavior.ts');
    expect(sources).toContain('sim/scenario.ts');
  });

  it.each(sources)('%s keeps the rules', (file) => {
    expect(violations(file, readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });
});

describe('a planted fault is found', () => {
  it.each([...FORBIDDEN_IMPORTS, ...FORBIDDEN_OPERATORS, ...FORBIDDEN_CODE])(
    '%s: %s',
    (file, text, ...told) => {
      const found = violations(file, text);
      expect(found).toHaveLength(1);
      let rest = found[0] ?? '';
      for (const words of [file, ...told]) {
        expect(rest).toContain(words);
        rest = rest.slice(rest.indexOf(words) + words.length);
      }
    },
  );
});

describe('a planted case that is allowed passes', () => {
  it.each([...ALLOWED_IMPORTS, ...ALLOWED_CODE])('%s: %s', (file, text) => {
    expect(violations(file, text)).toEqual([]);
  });
});
