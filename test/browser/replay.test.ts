/** A recording on the page, from the command line to the scrub bar. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderWith, steerbot } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { type Observer, observe } from '../support/observer.js';
import { type Served, served } from '../support/served.js';

let run: Served | undefined;
let seen: Observer | undefined;
let watched: Watched | undefined;

afterEach(async () => {
  expect(watched?.complaints).toEqual([]);
  seen?.close();
  await watched?.page.context().close();
  await run?.end();
});

describe.skipIf(noChromium)('a recording', () => {
  it('opens paused with the whole run, is played on the page, and shows any of its instants', async () => {
    const folder = folderWith({});
    const recorded = await steerbot(['sim', 'seek', '--headless', '--record', 'run.mcap'], { cwd: folder });
    expect(recorded).toMatchObject({ code: 0 });
    run = await served(['replay', join(folder, 'run.mcap')]);
    seen = await observe(run.address);
    watched = await openPage(run.address);
    const { page } = watched;
    const bar = page.getByRole('slider', { name: 'Instant' });
    await bar.waitFor();
    expect(seen.scene).toMatchObject({ source: 'recording', duration: expect.any(Number) });
    await seen.sees('that it waits', ({ at, pace }) => at === 0 && pace.paused);
    expect(seen.scene?.history?.trails).toMatchObject({ a: [expect.anything()] });
    await page.getByRole('button', { name: 'Play' }).click();
    await seen.sees('that it goes on', ({ at, pace }) => at > 0.2 && !pace.paused);
    await page.getByRole('button', { name: 'Pause' }).click();
    await seen.sees('a pause', ({ pace }) => pace.paused);
    await bar.fill('2');
    await seen.sees('that instant', ({ at }) => Math.abs(at - 2) < 0.05);
    const { truth } = seen.robot();
    await bar.fill('1');
    await seen.sees('the one before', ({ at }) => Math.abs(at - 1) < 0.05);
    await bar.fill('2');
    await seen.sees('that instant again', ({ at }) => Math.abs(at - 2) < 0.05);
    expect(seen.robot().truth).toEqual(truth);
    expect(await page.getByTestId('state').textContent()).toMatch(/driving/i);
  });
});
