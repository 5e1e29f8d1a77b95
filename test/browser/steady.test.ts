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
  expect(watched?.complaints ?? []).toEqual([]);
  await watched?.page.context().close();
  await run.end();
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
});
