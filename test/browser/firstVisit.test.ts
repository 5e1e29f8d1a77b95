/** The first minute at the page: the run waits, a hint invites, there is something to win; and a file that is edited is seen. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { onMap } from '../support/mapView.js';
import { type Observer, observe } from '../support/observer.js';
import { type Served, served } from '../support/served.js';

const YARD = `
# My yard.
robots: [{ id: me, robot: scout, at: { x: 0, y: 0 }, mission: { arrive: { target: [1, 0] } } }]
duration: 20 s
`;

let run: Served;
let watched: Watched | undefined;
let seen: Observer | undefined;

async function visit(): Promise<Page> {
  watched = await openPage(run.address);
  await watched.page.getByTestId('map').waitFor();
  return watched.page;
}

afterEach(async () => {
  expect(watched?.complaints ?? []).toEqual([]);
  seen?.close();
  await watched?.page.context().close();
  await run.end();
});

describe.skipIf(noChromium)('the first visitor', () => {
  it('sees the run from its beginning, however late', async () => {
    run = await served(['sim', 'yard.yaml'], folderWith({ 'yard.yaml': YARD }));
    await new Promise((done) => setTimeout(done, 1500));
    seen = await observe(run.address);
    await seen.sees('a frame', () => true);
    expect(seen.frames[0]?.frame.at).toBeLessThan(0.5);
    await seen.sees('the robot at its goal', ({ robots }) => robots[0]?.tick?.arrived === true);
  });

  it('is told what to do, wins by driving to the spots, and may try again', async () => {
    run = await served(['sim', 'playground'], folderWith({}));
    const page = await visit();
    seen = await observe(run.address);
    const hint = page.getByTestId('hint');
    await expect.poll(() => hint.textContent()).toMatch(/Move the pointer over the map/);
    await seen.sees('the scene', () => seen?.scene?.spots?.length === 3);
    for (const spot of seen.scene?.spots ?? []) {
      const { x, y } = await onMap(page, spot);
      await page.mouse.move(x - 3, y);
      await page.mouse.move(x, y);
      await seen.sees(
        'the robot at the spot',
        ({ robots }) =>
          Math.hypot((robots[0]?.truth?.x ?? 9) - spot.x, (robots[0]?.truth?.y ?? 9) - spot.y) < 0.11,
      );
    }
    expect(await hint.count()).toBe(0);
    const game = page.getByTestId('game');
    await expect.poll(() => game.textContent()).toMatch(/All spots in \d+\.\d s best \d+\.\d s/);
    await game.getByRole('button', { name: 'Again' }).click();
    await expect.poll(() => hint.count()).toBe(1);
  });

  it('is told why nothing moves, in the next scene too', async () => {
    run = await served(['sim', 'playground'], folderWith({}));
    const page = await visit();
    const standing = page.getByTestId('standing');
    await page.keyboard.press('p');
    await expect.poll(() => standing.textContent()).toMatch(/Paused. Press P/);
    await expect.poll(() => page.getByTestId('state').textContent()).toBe('paused');
    await page.keyboard.press('p');
    await expect.poll(() => standing.count()).toBe(0);
    await page.keyboard.press('Space');
    await expect.poll(() => standing.textContent()).toMatch(/Stopped. Press Arm/);
    await page.getByRole('button', { name: 'Scenes' }).click();
    await page.getByRole('button', { name: /^arrive Arrive/ }).click();
    await page.getByRole('heading', { name: 'arrive', exact: true }).waitFor();
    expect(await standing.textContent()).toMatch(/Stopped. Press Arm/);
    await page.getByRole('button', { name: 'Arm' }).click();
    await expect.poll(() => standing.count()).toBe(0);
  });

  it('finds a scene by an article’s word, and opens it with Enter', async () => {
    run = await served(['sim', 'yard.yaml'], folderWith({ 'yard.yaml': YARD }));
    const page = await visit();
    await page.getByRole('button', { name: 'Scenes' }).click();
    const groups = page.getByRole('dialog').getByRole('heading', { level: 3 });
    await expect.poll(() => groups.first().textContent()).toBe('Your own');
    await page.keyboard.type('braitenberg');
    await expect.poll(() => groups.count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('light');
    // One's own scene is still there.
    await page.getByRole('button', { name: 'Scenes' }).click();
    await page.keyboard.press('Control+A');
    // Space is STOP, wherever one types.
    await page.keyboard.type('yard.yaml');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('yard');
  });

  it('who edits a file sees the scene begin again, and a mistake with its line', async () => {
    const folder = folderWith({ 'yard.yaml': YARD });
    const file = join(folder, 'yard.yaml');
    run = await served(['sim', 'yard.yaml'], folder);
    const page = await visit();
    seen = await observe(run.address);
    await seen.sees('that it drives', ({ at }) => at > 0.5);
    writeFileSync(file, YARD.replace('x: 0,', 'x: -1,'));
    await seen.sees('the change', ({ robots, at }) => (robots[0]?.truth?.x ?? 0) < -0.7 && at < 1.5);
    writeFileSync(file, YARD.replace('arrive', 'arive'));
    const mistake = page.getByTestId('mistake');
    await expect.poll(() => mistake.textContent()).toMatch(/yard\.yaml:3:\d+: unknown behavior 'arive'/);
    writeFileSync(file, readFileSync(file, 'utf8').replace('arive', 'arrive'));
    await expect.poll(() => mistake.count()).toBe(0);
  });
});
