import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFile, replaceFile } from '../../../src/cli/terminal/outputFile.js';
import { folderWith } from '../steerbot.js';

const POSIX = process.platform !== 'win32';
const textOf = (...name: string[]) => readFileSync(join(...name), 'utf8');

describe('a file that is replaced', () => {
  it('says the new text, and nothing is left beside it', () => {
    const folder = folderWith({ 'a.yaml': 'old' });
    replaceFile(join(folder, 'a.yaml'), 'new');
    replaceFile(join(folder, 'b.yaml'), 'first');
    expect([textOf(folder, 'a.yaml'), textOf(folder, 'b.yaml')]).toEqual(['new', 'first']);
    expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'b.yaml']);
  });

  it("leaves the user's own FILE.new alone", () => {
    const folder = folderWith({ 'a.yaml': 'old', 'a.yaml.new': 'mine' });
    replaceFile(join(folder, 'a.yaml'), 'new');
    expect(textOf(folder, 'a.yaml.new')).toBe('mine');
  });

  it.runIf(POSIX)('does not write through a link that was put beside it', () => {
    const folder = folderWith({ 'a.yaml': 'old', victim: 'precious' });
    symlinkSync('victim', join(folder, 'a.yaml.new'));
    replaceFile(join(folder, 'a.yaml'), 'new');
    expect([textOf(folder, 'victim'), textOf(folder, 'a.yaml')]).toEqual(['precious', 'new']);
  });

  it.runIf(POSIX)('stays a link, and what it leads to is written', () => {
    const folder = folderWith({ 'there/real.yaml': 'old' });
    symlinkSync('there/real.yaml', join(folder, 'a.yaml'));
    symlinkSync('a.yaml', join(folder, 'again.yaml'));
    replaceFile(join(folder, 'again.yaml'), 'new');
    expect([readlinkSync(join(folder, 'a.yaml')), readlinkSync(join(folder, 'again.yaml'))]).toEqual([
      'there/real.yaml',
      'a.yaml',
    ]);
    expect(lstatSync(join(folder, 'there/real.yaml')).isFile()).toBe(true);
    expect(textOf(folder, 'there/real.yaml')).toBe('new');
    expect(readdirSync(join(folder, 'there'))).toEqual(['real.yaml']);
  });

  it.runIf(POSIX)('is made where a link leads to that has no file yet', () => {
    const folder = folderWith({});
    symlinkSync('later.yaml', join(folder, 'a.yaml'));
    replaceFile(join(folder, 'a.yaml'), 'new');
    expect([readlinkSync(join(folder, 'a.yaml')), textOf(folder, 'later.yaml')]).toEqual([
      'later.yaml',
      'new',
    ]);
  });

  it.runIf(POSIX).each([0o640, 0o600, 0o664])('keeps its permissions %o', (mode) => {
    const folder = folderWith({ 'a.yaml': 'old' });
    chmodSync(join(folder, 'a.yaml'), mode);
    replaceFile(join(folder, 'a.yaml'), 'new');
    expect(statSync(join(folder, 'a.yaml')).mode & 0o777).toBe(mode);
  });

  it('leaves nothing behind where it cannot be written', () => {
    const folder = folderWith({});
    // No file takes the place of a folder.
    mkdirSync(join(folder, 'a.yaml'));
    expect(() => replaceFile(join(folder, 'a.yaml'), 'new')).toThrow();
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });
});

describe('a new file', () => {
  it('is written only where none of its name is there, links included', () => {
    const folder = folderWith({ 'a.yaml': 'mine' });
    expect(createFile(join(folder, 'a.yaml'), 'new')).toBe(false);
    expect(createFile(join(folder, 'b.yaml'), 'new')).toBe(true);
    expect([textOf(folder, 'a.yaml'), textOf(folder, 'b.yaml')]).toEqual(['mine', 'new']);
    if (POSIX) {
      symlinkSync('nowhere', join(folder, 'c.yaml'));
      expect(createFile(join(folder, 'c.yaml'), 'new')).toBe(false);
      expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    }
  });
});
