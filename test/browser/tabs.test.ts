/** Three tabs of one page: one drives by hand, each may stop, and another takes over when it is closed. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Observer, observe } from '../support/observer.js';
import { type Served, served } from '../support/served.js';

let run: Served;
let seen: Observer;
let tabs: Page[] = [];
const complaints: (readonly string[])[] = [];

async function openTab(): Promise<Page> {
  const opened = await openPage(run.address, { viewport: { width: 1000, height: 600 } });
  complaints.push(opened.complaints);
  await opened.page.getByRole('button', { name: 'STOP' }).waitFor();
  return opened.page;
}

async function sees(what: string, safety: string): Promise<void> {
  await seen.sees(what, ({ robots }) => robots[0]?.tick?.safety === safety);
}

describe.skipIf(noChromium)('three tabs', () => {
  beforeAll(async () => {
    run = await served(['sim', 'wander'], folderWith({}));
    seen = await observe(run.address);
  });

  beforeEach(async () => {
    tabs = [await openTab(), await openTab(), await openTab()];
    await sees('an armed robot', 'driving');
  });

  afterEach(async () => {
    for (const tab of tabs) await tab.context().close();
  });

  afterAll(async () => {
    seen.close();
    await run.end();
    expect(complaints.flat()).toEqual([]);
  });

  /** In control, with a key held. */
  async function holdForwards(tab: Page): Promise<void> {
    await tab.getByRole('button', { name: 'Drive by hand' }).click();
    await tab.keyboard.down('ArrowUp');
    await seen.sees('wheels that turn forwards', ({ robots }) => (robots[0]?.tick?.duties.left ?? 0) > 0.2);
  }

  it('only one of them drives, and the others say so', async () => {
    const [first, second, third] = tabs as [Page, Page, Page];
    await holdForwards(first);
    for (const other of [second, third]) await other.getByText('Another operator is driving').waitFor();
    await second.getByRole('button', { name: 'Drive by hand' }).click();
    await second.keyboard.down('ArrowDown');
    const since = seen.frames.length;
    await seen.sees(
      'a second more',
      ({ at }) => at > (seen.frames[since]?.frame.at ?? Number.POSITIVE_INFINITY) + 1,
    );
    const lefts = seen.frames
      .slice(since)
      .map(({ frame }) => frame.robots[0]?.tick?.estimate.wheels.left ?? Number.NaN);
    // A busy machine lets the lease of the key run out now and then, and the wheels are braked, by a duty that is below
    // zero; the other tab's key never turns a wheel.
    expect(Math.min(...lefts)).toBeGreaterThan(-0.02);
    expect(Math.max(...lefts)).toBeGreaterThan(0);
    await second.keyboard.up('ArrowDown');
    await first.keyboard.up('ArrowUp');
    await seen.sees('no power', () => seen.power() === 0);
  });

  it.each([2, 0, 1])('STOP of tab %i stops what the first drives', async (which) => {
    const [first] = tabs as [Page];
    await holdForwards(first);
    await tabs[which]?.getByRole('button', { name: 'STOP' }).click();
    await sees('STOP', 'stopped');
    expect(seen.power()).toBe(0);
    await first.keyboard.up('ArrowUp');
    // A robot that still rolls is not armed.
    await seen.sees('a robot at rest', ({ robots }) => robots[0]?.tick?.estimate.wheels.left === 0);
    await tabs[2]?.getByRole('button', { name: 'Arm' }).click();
    await sees('an armed robot', 'driving');
    expect(seen.power()).toBe(0);
  });

  it('closing the one that drives ends that, and another takes over', async () => {
    const [first, second] = tabs as [Page, Page];
    await holdForwards(first);
    await first.context().close();
    tabs = tabs.slice(1);
    await seen.sees('no power', () => seen.power() === 0);
    expect(seen.robot().tick).toMatchObject({ mode: 'manual', safety: 'driving' });
    await holdForwards(second);
    await second.keyboard.up('ArrowUp');
    await seen.sees('no power', () => seen.power() === 0);
  });
});
