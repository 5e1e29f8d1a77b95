/** A recording on the page, from the command line to the scrub bar. */
import { readFileSync } from 'node:fs';
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

/** It cannot arrive in that time. */
const LATE = `name: late
robots:
  - id: a
    robot: scout
    mission:
      arrive: { target: [2, 0] }
duration: 4 s
criteria:
  - arrived: { within: 10 mm, before: 1 s }
`;

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

  it('tells its end from the begin, goes from tick to tick, and compares two instants in any plot', async () => {
    const folder = folderWith({ 'late.yaml': LATE });
    await steerbot(['sim', 'late.yaml', '--headless', '--record', 'run.mcap'], { cwd: folder });
    run = await served(['replay', join(folder, 'run.mcap')]);
    seen = await observe(run.address);
    watched = await openPage(run.address);
    const { page } = watched;
    const bar = page.getByRole('slider', { name: 'Instant' });
    await bar.waitFor();
    await seen.sees('the begin', ({ at }) => at === 0);
    expect(await page.getByTestId('failure').textContent()).toMatch(/failed/);
    const line = page.getByRole('region', { name: 'Timeline' });
    expect(await line.getByRole('button', { name: /s: / }).count()).toBeGreaterThan(0);

    await bar.fill('1');
    await seen.sees('that instant', ({ at }) => Math.abs(at - 1) < 0.021);
    const at = seen.frame?.at ?? 0;
    await page.getByRole('heading', { name: 'late' }).click();
    await page.keyboard.press('a');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await seen.sees('three ticks on', ({ at: now }) => Math.abs(now - at - 0.06) < 1e-6);
    await page.keyboard.press('ArrowLeft');
    await seen.sees('one back', ({ at: now }) => Math.abs(now - at - 0.04) < 1e-6);
    await expect.poll(() => line.textContent()).toMatch(/0\.04 s from .* m straight, .* m driven/);

    const moment = page.getByRole('region', { name: 'This moment' });
    expect(await moment.textContent()).toMatch(/It drives at .*arrive\d\.\d+ N.*Its place by encoders/);

    const plots = page.getByRole('region', { name: 'Plots' });
    expect(await plots.getByRole('table').textContent()).toMatch(/at A.*now.*change.*left\d\.\d+/);
    await plots.getByRole('tab', { name: 'Signals' }).click();
    const search = plots.getByRole('searchbox');
    await search.fill('wanted speed');
    await plots.getByRole('list', { name: 'Signals' }).getByRole('button').click();
    await search.fill('true heading');
    const charts = plots.locator('.signal-charts');
    await charts.scrollIntoViewIfNeeded();
    await plots
      .getByRole('list', { name: 'Signals' })
      .getByRole('listitem')
      .dragTo(charts, { targetPosition: { x: 40, y: 10 } });
    await expect.poll(() => plots.locator('.uplot').count()).toBe(2);
    await line.getByRole('button', { name: 'Plot only this' }).click();
    await expect
      .poll(() => seen?.scene?.history?.between?.map((end) => Math.round(50 * end)))
      .toEqual([50, 52]);
    const saved = page.waitForEvent('download');
    await plots.getByRole('button', { name: 'Save as CSV' }).click();
    const rows = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(rows[0]).toBe('time [s],wanted speed (Wanted) [m/s],true heading (Heading) [°]');
    expect(rows).toHaveLength(4);
    const figure = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save figure' }).click();
    const drawn = readFileSync(await (await figure).path(), 'utf8');
    expect(drawn).toMatch(/^<svg [\s\S]*wanted speed[\s\S]*true heading[\s\S]*<\/svg>\s*$/);
    await bar.fill('2');
    const clip = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save clip from A' }).click();
    expect((await clip).suggestedFilename()).toMatch(/^late.*\.webm$/);
    await seen.sees('the later instant', ({ at: now, pace }) => pace.paused && Math.abs(now - 2) < 0.1);
    await line.getByRole('button', { name: 'Plot all of it' }).click();
    await expect.poll(() => seen?.scene?.history?.between).toBeUndefined();
  });

  it('has another future for each thing that is changed in it, from that instant on', async () => {
    const folder = folderWith({});
    await steerbot(['sim', 'arrive', '--headless', '--record', 'run.mcap'], { cwd: folder });
    run = await served(['replay', join(folder, 'run.mcap')]);
    seen = await observe(run.address);
    watched = await openPage(run.address);
    const { page } = watched;
    const bar = page.getByRole('slider', { name: 'Instant' });
    await bar.fill('1');
    await seen.sees('that instant', ({ at }) => Math.abs(at - 1) < 0.05);
    const panel = page.getByRole('region', { name: 'What if?' });
    expect(await panel.textContent()).toMatch(/Stop at an instant and change something/);

    const begun = Date.now();
    const slowing = page.getByRole('slider', { name: /slowing radius/ });
    await slowing.fill(String(Number(await slowing.getAttribute('max'))));
    await expect.poll(() => seen?.scene?.futures?.[0]?.until ?? 0).toBeGreaterThan(2);
    expect(Date.now() - begun).toBeLessThan(3000);
    const row = panel.getByRole('listitem').filter({ hasText: /slowing radius/ });
    await expect.poll(() => row.first().textContent()).toMatch(/from 1\.00 s on.*It was ✓ arrived: 4\.72 s/);
    const [first] = seen.scene?.futures ?? [];
    expect(first).toMatchObject({ number: 1, at: 1, state: 'complete' });
    expect(Object.keys(first?.ways ?? {})).toEqual(['a']);
    // The recording itself stays what it was, and where it was.
    expect(seen.frame).toMatchObject({ at: 1, pace: { paused: true } });

    const map = page.getByTestId('map');
    const box = await map.boundingBox();
    if (!box) throw new Error('no map');
    await page.mouse.click(box.x + 0.6 * box.width, box.y + 0.25 * box.height);
    await expect.poll(() => seen?.scene?.futures?.length).toBe(2);
    await expect.poll(() => seen?.scene?.futures?.[1]?.state).toBe('complete');
    expect(seen.scene?.futures?.[1]?.words).toMatch(/goal/);

    await panel.getByRole('checkbox', { name: /From the beginning/ }).check();
    await expect.poll(() => seen?.scene?.fromBegin).toBe(true);
    await page.getByRole('spinbutton', { name: /acceleration/ }).fill('0.5');
    await page.keyboard.press('Enter');
    await expect.poll(() => seen?.scene?.futures?.[2]?.state).toBe('complete');
    expect(seen.scene?.futures?.[2]).toMatchObject({ at: 0 });
    // Its speeds are plotted beside the recorded ones.
    const { samples = [] } = seen.scene?.futures?.[2] ?? {};
    expect(samples.length).toBeGreaterThan(50);
    expect(samples[0]?.robots[0]?.tick?.estimate.wheels).toEqual({
      left: expect.any(Number),
      right: expect.any(Number),
    });

    const file = page.waitForEvent('download');
    await row.first().getByRole('button', { name: 'Save as a scenario' }).click();
    const again = await steerbot(['sim', await (await file).path(), '--headless', '--json']);
    expect(await row.first().textContent()).toContain(
      `arrived: ${JSON.parse(again.stdout).criteria[0].measured.toFixed(2)} s`,
    );

    await panel.getByRole('button', { name: /Forget: .*slowing/ }).click();
    await expect.poll(() => seen?.scene?.futures?.map(({ number }) => number)).toEqual([2, 3]);
  });

  it('says what would have made a failed run succeed', async () => {
    const folder = folderWith({});
    const slow = ['--set', 'faults.new={ fault: wheelSlip, side: left, at: 1 s, share: 0.6 }'];
    await steerbot(['sim', 'arrive', '--headless', '--record', 'run.mcap', ...slow], { cwd: folder });
    run = await served(['replay', join(folder, 'run.mcap')]);
    watched = await openPage(run.address);
    const { page } = watched;
    const panel = page.getByRole('region', { name: 'What if?' });
    await panel.getByRole('button', { name: 'What would have helped?' }).click();
    await expect
      .poll(
        () =>
          panel
            .locator('.helped li')
            .first()
            .textContent({ timeout: 1000 })
            .catch(() => ''),
        { timeout: 60_000 },
      )
      .toMatch(/^without the fault wheel slip \(left\)✓ arrived: \d/);
    await panel.getByRole('button', { name: 'without the fault wheel slip (left)' }).click();
    const shown = panel.locator('.future').first();
    await expect.poll(() => shown.textContent()).toMatch(/without the fault.*from 0\.00 s on.*✓ arrived/);
  });
});
