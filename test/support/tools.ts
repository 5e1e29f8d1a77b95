/** Programs and libraries that some tests need beside Node: where one is missing the tests skip, but never in CI. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether the tests that need it must be skipped. @throws Error in CI, where nothing may be missing */
export function isMissing(program: string, packageName = program): boolean {
  try {
    execFileSync(process.platform === 'win32' ? 'where' : 'which', [program], { stdio: 'ignore' });
    return false;
  } catch {
    if (process.env.CI) throw new Error(`${program} is missing: install Debian's ${packageName}`);
    return true;
  }
}

/** The same of a file that a Debian package brings. @throws Error in CI, where nothing may be missing */
export function isFileMissing(file: string, packageName: string): boolean {
  if (existsSync(file)) return false;
  if (process.env.CI) throw new Error(`${file} is missing: install Debian's ${packageName}`);
  return true;
}
