import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { servePage } from '../../../src/cli/pageHost/programPage.js';
import type { Run } from '../../../src/drive/run.js';
import { rootFile } from '../../support/runs.js';
import { builtProgram, ended } from '../steerbot.js';

/** A program that shows its run, as a page's visitor and as a second page would meet it. */
const PROGRAM = `
import { arrive, drive, servePage } from '${rootFile('dist/bundle/index.js')}';
const listen = { host: '127.0.0.1', port: 0 };
const run = await drive('scout', arrive({ target: [5, 0] }), { port: 'simulated', until: 'stopped' });
const page = await servePage(run, { listen, foxglove: listen });
const foxglove = (await fetch(page.foxglove.watch.replace('ws:', 'http:'))).status;
const { status } = await fetch(page.address);
const second = await servePage(run, { listen }).then(() => 'served', (error) => error.message);
const { outcome } = await run.stop();
const after = await fetch(page.address).then((answer) => answer.status);
await page.close();
const closed = await fetch(page.address).then(() => 'open', () => 'closed');
console.log(JSON.stringify({ status, foxglove, second, outcome, after, closed, isOther: page.address !== page.viewAddress }));
`;

describe('the page of a program', () => {
  it('is served until it is closed, also after the run; a run has one', async () => {
    builtProgram();
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM]);
    const { code, stdout, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      status: 200,
      foxglove: 426,
      second: expect.stringContaining('has a page already'),
      outcome: 'stopped',
      after: 200,
      closed: 'closed',
      isOther: true,
    });
  });

  it('is not made for what drive() has not made', async () => {
    await expect(servePage({} as Run)).rejects.toThrow(TypeError);
  });
});
