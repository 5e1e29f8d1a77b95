/** Hands on a robot with its real firmware, emulated: what is held drives, what is let go of stops. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Observer, observe } from '../support/observer.js';
import { until } from '../support/pty.js';
import { type Served, served } from '../support/served.js';

/** Promised: so long after a hand has let go, however it did, the wheels have no power [s]. */
const LET_GO_WITHIN = 0.3;

let run: Served;
let seen: Observer;
let watched: Watched;

beforeEach(async () => {
  run = await served(['drive', 'scout', '--wait', '--port', 'emulated'], folderWith({}));
  seen = await observe(run.address);
  watched = await openPage(run.address);
  // A key that is held before the robot is armed moves nothing until it is let go of.
  await seen.sees('an armed robot', ({ robots }) => robots[0]?.tick?.safety === 'driving');
});

afterEach(async () => {
  expect(watched.complaints).toEqual([]);
  seen.close();
  await watched.page.context().close();
  await run.end();
});

/** A busy machine may hold up the page's thread for half a second, which stops the robot: then it is armed again. */
async function holdForwards(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Drive by hand' }).click();
  await hold(page);
}

async function hold(page: Page): Promise<void> {
  const safety = () => seen.robot().tick?.safety;
  await page.keyboard.down('ArrowUp');
  await seen.sees('wheels that turn', () => seen.power() > 0.2 || safety() === 'stopped');
  if (safety() !== 'stopped') return;
  await page.keyboard.up('ArrowUp');
  await page.getByRole('button', { name: 'Arm' }).click();
  await seen.sees('an armed robot', () => safety() === 'driving');
  await hold(page);
}

/**
 * By the robot's clock, which a busy machine lets stand: from the last frame that had come when the page was let go of, to
 * the first without power that is followed by none with it.
 *
 * @param letGo the answer is when that was, by the page's clock [ms]
 */
async function untilPowerless(letGo: () => Promise<number>): Promise<number> {
  const instant = await letGo();
  const begun = seen.frames.findLast(({ at }) => at <= instant)?.frame.at ?? Number.NaN;
  await seen.sees('no power', () => seen.power() === 0);
  const off = seen.frames.findLastIndex(({ frame }) => Math.abs(frame.robots[0]?.tick?.duties.left ?? 1) > 0);
  const powerless = seen.frames[off + 1]?.frame.at ?? Number.NaN;
  await seen.sees('half a second more', ({ at }) => at > powerless + 0.5);
  const later = seen.frames.slice(off + 1);
  const powers = later.map(({ frame }) => Math.abs(frame.robots[0]?.tick?.duties.left ?? 1));
  expect(Math.max(...powers)).toBe(0);
  return powerless - begun;
}

describe.skipIf(noChromium)('at the page of a robot that drives', () => {
  it('a field in which one writes stops the robot by Space, and no text changes it', async () => {
    const { page } = watched;
    await page.goto(`${run.address}&article=1-stop`);
    await page.reload();
    const answer = page.getByLabel('How far is that?');
    await answer.click();
    expect(await page.getByRole('button', { name: 'Run it' }).isDisabled()).toBe(true);
    await page.keyboard.press('Space');
    await seen.sees('a stopped robot', ({ robots }) => robots[0]?.tick?.safety === 'stopped');
    expect(await answer.inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'Article' }).selectOption('arrive');
    await page.getByRole('heading', { name: 'Arrive: to stand on a point' }).waitFor();
    expect(await page.getByRole('article').getByRole('slider').count()).toBe(0);
  });

  it('a key that is held drives, and its release stops the wheels', async () => {
    const { page } = watched;
    expect(await page.getByTestId('body').textContent()).toBe('EMULATED');
    await holdForwards(page);
    await page.evaluate(`addEventListener('keyup', () => { window.letGo = Date.now(); }, true)`);
    const release = async () => {
      await page.keyboard.up('ArrowUp');
      return Number(await page.evaluate('window.letGo'));
    };
    expect(await untilPowerless(release)).toBeLessThanOrEqual(LET_GO_WITHIN);
    expect(seen.robot().tick).toMatchObject({ mode: 'manual', safety: 'driving' });
    await page.getByRole('button', { name: 'Resume mission' }).click();
    await seen.sees('the mission at the wheels', ({ robots }) => robots[0]?.tick?.mode === 'auto');
  });

  it('a tab that is closed while a key is held stops the wheels', async () => {
    await holdForwards(watched.page);
    const close = () => watched.page.close().then(() => Date.now());
    expect(await untilPowerless(close)).toBeLessThanOrEqual(LET_GO_WITHIN);
  });

  it('a page that loses the focus while a key is held stops the wheels', async () => {
    await holdForwards(watched.page);
    const blur = () =>
      watched.page.evaluate<number>(
        `{ const at = Date.now(); window.dispatchEvent(new Event('blur')); at; }`,
      );
    expect(await untilPowerless(blur)).toBeLessThanOrEqual(LET_GO_WITHIN);
  });

  it.each<[string, (page: Page) => Promise<void>]>([
    ['Space, from the map', (page: Page) => page.getByTestId('map').press('Space')],
    ['Space, from a slider', (page: Page) => page.getByRole('slider').first().press('Space')],
    ['Space, from a text field', (page: Page) => page.getByRole('spinbutton').first().press('Space')],
  ])('STOP by %s stops the wheels, and they stay so until they are armed', async (_, stop) => {
    const { page } = watched;
    await holdForwards(page);
    await stop(page);
    await seen.sees('STOP', ({ robots }) => robots[0]?.tick?.safety === 'stopped');
    expect(seen.power()).toBe(0);
    // The key is still held.
    await new Promise((done) => setTimeout(done, 500));
    expect(seen.robot().tick?.safety).toBe('stopped');
    expect(seen.power()).toBe(0);
    expect(await page.getByTestId('state').textContent()).toMatch(/stopped/i);
    await page.keyboard.up('ArrowUp');
    await page.getByRole('button', { name: 'Arm' }).click();
    await seen.sees('an armed robot', ({ robots }) => robots[0]?.tick?.safety === 'driving');
    expect(seen.power()).toBe(0);
  });

  it('a second hand is refused while the first holds on, but may stop', async () => {
    await holdForwards(watched.page);
    seen.say({ kind: 'teleop', linear: -1, angular: 0 });
    await seen.sees('a refusal', () => seen.refusals.length > 0);
    expect(seen.robot().tick?.duties.left).toBeGreaterThan(0);
    seen.say({ kind: 'stop' });
    await seen.sees('STOP', ({ robots }) => robots[0]?.tick?.safety === 'stopped');
  });

  it('a robot that was sent somewhere from the page is stopped when the last operator leaves', async () => {
    seen.say({ kind: 'goTo', at: { x: 50, y: 0 } });
    await seen.sees('the robot on its way', () => seen.power() > 0.2);
    seen.close();
    await watched.page.close();
    await until(
      () => run.said().includes('the page was closed; the robot is stopped'),
      () => 'it drives on',
    );
    // What a new client is shown first may be the frame before.
    seen = await observe(run.address);
    await seen.sees('it stopped', ({ robots }) => robots[0]?.tick?.safety === 'stopped');
    expect(seen.power()).toBe(0);
  });
});
