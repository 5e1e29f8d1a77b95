/** An article beside the map: its scene opens, its numbers are dragged, its keys choose missions; all of it on a phone, too. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { folderWith } from '../cli/steerbot.js';
import { seriousViolations } from '../support/axe.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Observer, observe } from '../support/observer.js';
import { type Served, served } from '../support/served.js';

let run: Served;
let watched: Watched | undefined;
let seen: Observer | undefined;

async function reads(article: string, size?: { width: number; height: number }): Promise<Page> {
  run = await served(['sim', 'playground'], folderWith({}));
  watched = await openPage(`${run.address}&article=${article}`);
  const { page } = watched;
  if (size) await page.setViewportSize(size);
  await page.getByTestId('article').getByRole('heading', { level: 2 }).waitFor();
  seen = await observe(run.address);
  return page;
}

/** The value of the first number whose label ends so [SI]. */
const tuned = (label: string): number | undefined =>
  seen?.scene?.tunables.find((one) => one.label.endsWith(label))?.value;

afterEach(async () => {
  const complaints = watched?.complaints ?? [];
  seen?.close();
  await watched?.page.context().close();
  await run.end();
  expect(complaints).toEqual([]);
});

describe.skipIf(noChromium)('an article', () => {
  it('opens its scene, and its numbers are dragged and stepped', async () => {
    const page = await reads('arrive');
    await expect.poll(() => seen?.scene?.name).toBe('arrive');
    const number = page.getByRole('slider', { name: /slowing radius/ }).first();
    await expect.poll(() => number.textContent()).toBe('0.6 m');
    const box = await number.boundingBox();
    if (!box) throw new Error('no number');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => tuned('slowingRadius')).toBeGreaterThan(0.7);
    // What was dragged last arrives a little later.
    let dragged = 0;
    const isStill = () => {
      const before = dragged;
      dragged = tuned('slowingRadius') ?? 0;
      return dragged === before;
    };
    await expect.poll(isStill, { interval: 400 }).toBe(true);
    await number.press('ArrowLeft');
    await expect.poll(() => tuned('slowingRadius')).toBeLessThan(dragged);
    await expect.poll(() => number.textContent()).toBe(`${tuned('slowingRadius')} m`);
    // Not as the arrow keys of the map, nor as those that drive.
    expect(await page.getByTestId('state').getAttribute('data-state')).toBe('driving');
  });

  it('leads to other scenes and articles, and chooses missions', async () => {
    const page = await reads('pursue-and-evade');
    const text = page.getByTestId('article');
    await expect.poll(() => seen?.scene?.name).toBe('pursue');
    await text.getByRole('button', { name: 'pursue, looking 1 s ahead' }).click();
    await expect.poll(() => tuned('pursue · lookAhead')).toBe(1);
    await expect.poll(() => text.getByRole('slider', { name: /look ahead/ }).count()).toBe(1);
    await text.getByRole('button', { name: 'the scene of evade' }).click();
    await expect.poll(() => seen?.scene?.name).toBe('evade');
    await text.getByRole('combobox').selectOption('queue');
    await expect.poll(() => seen?.scene?.name).toBe('doorway');
    expect(page.url()).toContain('article=queue');
    await text.getByRole('button', { name: 'Close' }).click();
    expect(page.url()).not.toContain('article');
    expect(await page.getByRole('complementary', { name: 'Panels' }).count()).toBe(1);
  });

  it('is found in the gallery, and from its scene', async () => {
    const page = await reads('seek');
    await page.getByTestId('article').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Read: Seek' }).click();
    await page.getByTestId('article').waitFor();
    await page.getByRole('button', { name: 'Scenes' }).click();
    await page.getByRole('button', { name: 'Wander', exact: true }).click();
    await expect.poll(() => page.getByRole('heading', { level: 2 }).first().textContent()).toMatch(/Wander/);
    const pictures = page.locator('.gallery img');
    await page.getByRole('button', { name: 'Scenes' }).click();
    const width = () => page.evaluate<number>("document.querySelectorAll('.gallery img')[5].naturalWidth");
    await pictures.nth(5).scrollIntoViewIfNeeded();
    await expect.poll(width).toBe(280);
  });

  it.each([
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ])('is read at $width × $height, without a violation', async (size) => {
    const page = await reads('collision-avoidance', size);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(size.width);
    const [map, text] = [page.getByTestId('map'), page.getByTestId('article').locator('p').first()];
    const [mapBox, textBox] = [await map.boundingBox(), await text.boundingBox()];
    expect(mapBox?.height).toBeGreaterThan(100);
    expect(mapBox?.width).toBeGreaterThan(250);
    expect((textBox?.x ?? 0) + (textBox?.width ?? 9999)).toBeLessThanOrEqual(size.width);
    expect(await seriousViolations(page)).toEqual([]);
  });
});
