import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFiles } from '../../src/cli/check.js';
import { faultLine } from '../../src/validation/errors.js';
import { BAD_INPUTS, type BadInput, GOOD_PATH, GOOD_ROBOT, GOOD_SCENARIO } from '../support/badInputs.js';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'steerbot-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The faults of a case's file, one a line, with paths as seen from the case's folder. */
function faultsOf(files: BadInput['files'], check: string): string[] {
  const folder = mkdtempSync(join(root, 'case-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const lines = checkFiles([join(folder, check)]).map(faultLine);
  rmSync(folder, { recursive: true });
  return lines.map((line) => line.replaceAll(join(folder, '/'), ''));
}

describe('a valid file', () => {
  it.each([
    ['a robot', 'r.yaml', GOOD_ROBOT],
    ['a scenario', 's.yaml', GOOD_SCENARIO],
    ['a path', 'line.csv', GOOD_PATH],
    ['a mission', 'm.yaml', 'followPath: { path: line.csv }\n'],
  ])('%s has no fault', (_, file, text) => {
    expect(faultsOf({ 'line.csv': GOOD_PATH, [file]: text }, file)).toEqual([]);
  });
});

describe('an invalid file', () => {
  it.each(BAD_INPUTS)(
    '$name is refused, with the place of its fault',
    ({ files, check, blames, at, expect: words }) => {
      const lines = faultsOf(files, check);
      const here = lines.filter((line) =>
        line.startsWith(`${[blames ?? check, at].filter(Boolean).join(':')}: `),
      );
      expect(
        here.filter((line) => words.test(line)),
        lines.join('\n'),
      ).toHaveLength(1);
    },
  );

  it('is never refused with one of zod’s own messages, and pollutes no prototype', () => {
    const lines = BAD_INPUTS.flatMap(({ files, check }) => faultsOf(files, check));
    expect(lines.filter((line) => /Invalid|expected|Unrecognized|received/.test(line))).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });
});
