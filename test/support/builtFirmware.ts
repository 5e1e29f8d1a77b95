/** Firmware that is built only for a test: sabotaged, or not Steerbot's. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { rootFile } from './runs.js';

type Sketch = 'steerbot' | 'standard-firmata';

/** The program of an Uno. @param options of the build script, beside the board and the folder */
export function builtFirmware(sketch: Sketch, ...options: string[]): Uint16Array {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-firmware-test-'));
  try {
    return loadFirmware(buildInto(folder, sketch, ...options));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same as a file, which is the answer. */
export function buildInto(folder: string, sketch: Sketch, ...options: string[]): string {
  const args = ['--board', 'uno', '--sketch', sketch, '--out', folder, ...options];
  execFileSync(process.execPath, [rootFile('robots/firmware/build.mjs'), ...args], { stdio: 'pipe' });
  return join(folder, `${sketch}-uno.hex`);
}
