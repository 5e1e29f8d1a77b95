/** People at the page, and a robot that does what they say: everything is read off another client's frames. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { distance, type Vec2 } from '../../src/geometry.js';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { type Observer, observe } from '../support/observer.js';
import { until } from '../support/pty.js';
import { type Served, served } from '../support/served.js';

let run: Served;
let seen: Observer;
let watched: Watched;

async function start(...args: string[]): Promise<Page> {
  run = await served(['sim', ...args], folderWith({}));
  seen = await observe(run.address);
  watched = await openPage(run.address);
  await watched.page.getByTestId('map').waitFor();
  return watched.page;
}

afterEach(async () => {
  expect(watched.complaints).toEqual([]);
  seen.close();
  await watched.page.context().close();
  await run.end();
});

const truth = (id?: string): Vec2 => seen.robot(id).truth ?? { x: Number.NaN, y: Number.NaN };

describe.skipIf(noChromium)('the page of a simulated robot', () => {
  it('shows the playground, where a robot moves within 5 s of the start', async () => {
    const page = await start('playground');
    const from = truth();
    await seen.sees('the robot elsewhere', () => distance(truth(), from) > 0.05);
    expect(await page.getByTestId('state').textContent()).toMatch(/driving/i);
  });
});
