/** Nothing on the page is pushed aside by what comes later. */
import { afterEach, describe, expect } from 'vitest';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Served, served } from '../support/served.js';

/** The browser's own figure: the share of the screen that moved, times how far. */
const MOST_SHIFT = 0.002;

let run: Served;
let watched: Watched | undefined;

afterEach(async () => {
  const complaints = watched?.complaints ?? [];
  await watched?.page.context().close();
  await run.end();
  expect(complaints).toEqual([]);
});

/** Notes every shift since the page began: how much, and of what. */
const NOTE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, of: sources.map(({ node }) => node?.className).join() });
  }).observe({ type: 'layout-shift', buffered: true });
`;

describe.skipIf(noChromium)('the page', () => {
  it.each([
    ['playground', 1280, 800],
    ['clutter', 1280, 800],
    ['doorway', 390, 844],
    ['square', 844, 390],
    ['first-drive', 820, 1180],
  ])('stays where it is while %s begins, on %i × %i', async (scene, width, height) => {
    run = await served(['sim', scene], folderWith({}));
    watched = await openPage(run.address, { viewport: { width, height } }, NOTE_SHIFTS);
    const { page } = watched;
    await page.getByTestId('map').waitFor();
    await expect.poll(() => page.getByTestId('time').textContent(), { timeout: 60_000 }).toMatch(/^[2-9]\./);
    const shifts = await page.evaluate<{ value: number; of: string }[]>('window.shifts');
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, JSON.stringify(shifts)).toBeLessThan(MOST_SHIFT);
  });

  it.each([
    [1280, 800],
    [390, 844],
    [844, 390],
    [360, 640],
  ])('has STOP within reach on %i × %i, whatever is open', async (width, height) => {
    run = await served(['sim', '3-courtyard'], folderWith({}));
    watched = await openPage(run.address, { viewport: { width, height } });
    const { page } = watched;
    /** What lies on STOP, at nine places of it. */
    const onStop = () =>
      page.getByRole('button', { name: 'STOP', exact: true }).evaluate((stop) => {
        const { left, right, top, bottom } = stop.getBoundingClientRect();
        const shares = [0.1, 0.5, 0.9];
        const places = shares.flatMap((x) => shares.map((y) => [x, y] as const));
        return places.flatMap(([x, y]) => {
          const at = [left + x * (right - left), top + y * (bottom - top)] as const;
          const found = stop.ownerDocument.elementFromPoint(...at);
          return stop === found || stop.contains(found) ? [] : [`${found?.outerHTML.slice(0, 200)} at ${at}`];
        });
      });
    await page.getByRole('button', { name: 'Show the moment' }).click();
    await expect.poll(onStop, { message: 'at an earlier moment' }).toEqual([]);
    // Nothing that takes the focus can scroll the page.
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBeLessThanOrEqual(0);
    // A press explains what is there; only the button leads back.
    await page.getByRole('application').click({ position: { x: 40, y: 90 }, force: true });
    expect(await page.getByTestId('look-back').count()).toBe(1);
    for (const name of ['Scenes', 'Keys and help']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(onStop, { message: name }).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
});
