/** Programs that some tests need beside Node: where one is missing the tests skip, but never in CI. */
import { execFileSync } from 'node:child_process';

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
