/** When a run fails, the page shows what happened, when, where and why; a press shows the moment. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Vec2 } from '../../src/math/geometry.js';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { onMap } from '../support/mapView.js';
import { type Observer, observe } from '../support/observer.js';
import { PLANTED_FAILURES, PLANTED_ROBOTS } from '../support/plantedFailures.js';
import { type Served, served } from '../support/served.js';

const files = Object.fromEntries(
  PLANTED_FAILURES.map(({ name, scenario }) => [`${name}.yaml`, `name: ${name}\n${scenario}`]),
);

let run: Served;
let seen: Observer;
let watched: Watched;

/** Whether the map is red round a place, where a mark's ring is: (198, 40, 40). */
const isMarked = (page: Page, { x, y }: Vec2): Promise<boolean> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('[data-testid="map"]');
    const box = canvas.getBoundingClientRect();
    const { data } = canvas.getContext('2d').getImageData(${x} - box.left - 13, ${y} - box.top - 13, 26, 26);
    const isRed = (_, i) => i % 4 === 0 && data[i] > 150 && data[i + 1] < 80 && data[i + 2] < 80;
    return [...data].filter(isRed).length > 20;
  })()`);

describe.skipIf(noChromium)('a planted failure tells itself on the page', () => {
  beforeAll(async () => {
    run = await served(
      ['sim', `${PLANTED_FAILURES[0]?.name}.yaml`],
      folderWith({ ...files, ...PLANTED_ROBOTS }),
    );
    seen = await observe(run.address);
    watched = await openPage(run.address);
    await watched.page.getByTestId('map').waitFor();
  }, 120_000);

  afterAll(async () => {
    seen.close();
    await watched.page.context().close();
    await run.end();
  });

  it.each(PLANTED_FAILURES)('$name', async ({ name, lost, at, place, why }) => {
    const { page } = watched;
    seen.say({ kind: 'open', scene: `${name}.yaml` });
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    seen.say({ kind: 'speed', times: 10 });
    await seen.sees(
      'that it is judged',
      ({ judgedAt }) => seen.scene?.name === name && judgedAt !== undefined,
    );
    const row = seen.frame?.verdict.find(({ passed }) => !passed);
    expect(row?.at).toBeGreaterThanOrEqual(at[0]);
    expect(row?.at).toBeLessThanOrEqual(at[1]);
    // The header tells the first that happened: a fault comes before what it made impossible.
    const chip = page.getByTestId('failure');
    const when = `${row?.at?.toFixed(1)} s`;
    await expect
      .poll(() => chip.textContent())
      .toMatch(/^(failed: .* at \d+\.\d s|faulted at \d+\.\d s: .*)$/);
    const result = page.getByRole('region', { name: 'Result' });
    const item = result
      .getByRole('listitem')
      .filter({ hasText: /failed/ })
      .first();
    const words = item.getByRole('button');
    await expect.poll(() => words.textContent()).toMatch(lost);
    expect(await words.textContent()).toContain(when);
    expect(await item.textContent()).toMatch(new RegExp(why.source.replace(/^\^|\$$/g, '')));
    await words.click();
    await expect.poll(() => page.getByTestId('look-back').textContent()).toContain(`The map shows ${when}`);
    const spot = place ?? row?.place;
    if (!spot) throw new Error('it has no place');
    const { x, y } = await onMap(page, row?.place ?? spot);
    await expect.poll(() => isMarked(page, { x, y })).toBe(true);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => page.getByTestId('look-back').count()).toBe(0);
    expect(watched.complaints).toEqual([]);
  });
});
