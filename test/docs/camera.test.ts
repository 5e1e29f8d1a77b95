/** The camera's program of the guide, at the page of a drive: the robot is then where it says. */
import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { ended, folderWith } from '../cli/steerbot.js';
import { observe } from '../support/observer.js';
import { until } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { type Served, served } from '../support/served.js';

let run: Served | undefined;
afterEach(async () => {
  await run?.end();
  run = undefined;
});

describe('the program of a camera', () => {
  it('tells a robot where it is', async () => {
    run = await served(['drive', 'scout', '--wait', '--port', 'emulated'], folderWith({}));
    const observer = await observe(run.address);
    await observer.sees('it is connected', ({ robots: [robot] }) => (robot?.tick?.at ?? 0) > 0.5);
    const camera = spawn(process.execPath, [rootFile('docs/camera.mjs'), run.address], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const over = ended(camera);
    // Five agree that it stands elsewhere than it believes.
    const told = setInterval(() => camera.stdin.write('0.8 -0.4 0.02 0.05\n'), 150);
    const isThere = () => {
      const { x = 0, y = 0 } = observer.frame?.robots[0]?.tick?.estimate.pose ?? {};
      return Math.hypot(x - 0.8, y + 0.4) < 0.05;
    };
    try {
      await until(isThere, () => `never there: ${JSON.stringify(observer.frame?.robots[0])?.slice(0, 400)}`);
    } finally {
      clearInterval(told);
      camera.stdin.end();
      observer.close();
    }
    expect(await over).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
