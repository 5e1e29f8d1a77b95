import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firmwareFile } from '../../../src/cli/flash/flash.js';
import { FileError } from '../../../src/validation/errors.js';
import { rootFile } from '../../support/runs.js';
import { folderWith } from '../steerbot.js';

const HEX = rootFile('robots/firmware/hex');
const read = (board: 'uno' | 'mega') => readFileSync(join(HEX, `steerbot-${board}.hex`), 'utf8');

/** What flash would write onto an Uno, if its hex were this. */
function withHex(text: string): () => void {
  const folder = folderWith({});
  cpSync(HEX, folder, { recursive: true });
  writeFileSync(join(folder, 'steerbot-uno.hex'), text);
  return () => firmwareFile('uno', folder);
}

describe('the firmware that is flashed', () => {
  it.each(['uno', 'nano', 'mega'] as const)('is the one that was built for an %s', (board) => {
    expect(firmwareFile(board)).toMatch(new RegExp(`steerbot-${board}\\.hex$`));
  });

  const lines = read('uno').split('\n');
  it.each<[string, string]>([
    ['with a line missing within', lines.toSpliced(100, 1).join('\n')],
    ['with its last line of data missing', lines.toSpliced(-3, 1).join('\n')],
    ['of another board', read('mega')],
  ])('%s is refused before anything is written', (_, text) => {
    expect(withHex(text)).toThrow(FileError);
    expect(withHex(text)).toThrow(
      /steerbot-uno.hex:1:1: this is not the firmware that was built for an Arduino Uno.*; install Steerbot again/,
    );
  });
});
