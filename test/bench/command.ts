/** From the command to the result, process start included. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export function benchCommand(): void {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const { status } = spawnSync(process.execPath, [MAIN, 'sim', 'square', '--headless', '--json']);
    if (status !== 0) throw new Error(`steerbot sim square ended with ${status}`);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  console.log(`steerbot sim square: ${times.map((ms) => (ms / 1000).toFixed(2)).join(' ')} s`);
}
