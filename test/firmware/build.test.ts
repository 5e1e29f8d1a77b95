/** The hex in the repository is what its sources give, wherever they are built. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { itOnce as it, itThorough } from '../support/effort.js';
import { isMissing } from '../support/tools.js';

const FIRMWARE = 'robots/firmware';
const scratch = mkdtempSync(join(tmpdir(), 'steerbot-build-test-'));

function build(firmware: string, ...options: string[]): string {
  return execFileSync('node', [join(firmware, 'build.mjs'), ...options], { encoding: 'utf8', stdio: 'pipe' });
}

function copyOfFirmware(name: string): string {
  const copy = join(scratch, name);
  cpSync(FIRMWARE, copy, { recursive: true });
  return copy;
}

function edit(file: string, pattern: RegExp, replacement: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
}

let isRecordedCompiler = false;
const hexIn = (folder: string) => readFileSync(join(folder, 'steerbot-uno.hex'), 'utf8');

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(isMissing('avr-gcc', 'gcc-avr'))('the firmware (needs avr-gcc)', () => {
  itThorough('is in the repository as its sources give it, if the compiler is the recorded one', () => {
    const said = build(FIRMWARE, '--check');
    isRecordedCompiler = /byte by byte/.test(said);
    expect(said).toMatch(/byte by byte|compiler differs/);
  });

  itThorough('comes out the same from another folder, and says how big it is', () => {
    const elsewhere = copyOfFirmware('a folder with another name');
    const here = build(FIRMWARE, '--board', 'uno', '--out', join(scratch, 'here'));
    build(elsewhere, '--board', 'uno', '--out', join(scratch, 'there'));
    expect(hexIn(join(scratch, 'there'))).toBe(hexIn(join(scratch, 'here')));
    expect(here).toMatch(/flash \d+ of 32768 bytes \(\d+\.\d %\), RAM \d+ of 2048 bytes \(\d+\.\d %\)/);
  });

  itThorough('no longer passes the check with one byte changed, in a hex or in a source', () => {
    const changed = copyOfFirmware('changed');
    edit(join(changed, 'hex/steerbot-uno.hex'), /^:10/m, ':11');
    expect(() => build(changed, '--check', '--board', 'uno')).toThrow(/is not what .* records/);

    const other = copyOfFirmware('other');
    edit(join(other, 'steerbot/frame.cpp'), /0x90D9/, '0x90D8');
    if (isRecordedCompiler) expect(() => build(other, '--check', '--board', 'uno')).toThrow(/other bytes/);
  });

  itThorough(
    'says what the compiler says of the first file with an error, though others compile beside it',
    () => {
      const broken = copyOfFirmware('broken');
      edit(join(broken, 'steerbot/frame.cpp'), /$/, '\nint planted = ;\n');
      const out = join(scratch, 'nowhere');
      expect(() => build(broken, '--board', 'uno', '--out', out)).toThrow(
        /frame\.cpp does not compile:\n[\s\S]*frame\.cpp:\d+:\d+: error: expected primary-expression/,
      );
    },
  );

  it('never goes into the repository without its dead-man', () => {
    expect(() => build(FIRMWARE, '--define', 'STEERBOT_NO_DEADMAN')).toThrow(/need --out/);
    expect(() => build(FIRMWARE, '--sketch', 'standard-firmata')).toThrow(/need --out/);
  });
});
