/** A lesson beside its scene: the clock runs, a mission is written and judged, answers are kept, and all is handed in. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { folderWith } from '../cli/steerbot.js';
import { seriousViolations } from '../support/axe.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Served, served } from '../support/served.js';

let run: Served;
let watched: Watched | undefined;

async function opens(lesson: string): Promise<Page> {
  run = await served(['sim', lesson], folderWith({}));
  watched = await openPage(`${run.address}&article=${lesson}`);
  const { page } = watched;
  await page.getByTestId('mission-text').waitFor();
  return page;
}

async function write(page: Page, mission: string): Promise<void> {
  await page.getByTestId('mission-text').fill(mission);
  await page.getByRole('button', { name: 'Run it' }).click();
}

/** The file that the browser saves. */
async function handedIn(page: Page, by: string) {
  await page.getByLabel('Your name').fill(by);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hand in' }).click();
  const saved = await saving;
  return { file: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') };
}

const verdict = (page: Page): Promise<string[]> =>
  page.locator('.mission-field .verdict li').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));

afterEach(async () => {
  const complaints = watched?.complaints ?? [];
  await watched?.page.context().close();
  await run.end();
  expect(complaints).toEqual([]);
});

describe.skipIf(noChromium)('a lesson', () => {
  it('fails as given, passes with a mission that is written beside it, and hands that in', async () => {
    const page = await opens('1-stop');
    await expect
      .poll(() => verdict(page), { timeout: 15_000 })
      .toContainEqual(expect.stringMatching(/failed.*beyond its target/));
    await write(page, 'arrive: { target: [1.5, 0] } # late');
    await expect
      .poll(async () => (await verdict(page)).filter((row) => row.includes('passed')).length, {
        timeout: 15_000,
      })
      .toBe(5);
    // Letters that are keys elsewhere, and spaces: the robot is not stopped by them.
    const answer = page.getByLabel('How far is that?');
    await answer.pressSequentially('p r 0.125 m');
    expect(await answer.inputValue()).toBe('p r 0.125 m');
    expect(await page.getByTestId('state').getAttribute('data-state')).not.toBe('stopped');
    const { file, text } = await handedIn(page, 'Ada Lovelace');
    expect(file).toBe('ada-lovelace-1-stop.yaml');
    expect(parse(text)).toEqual({
      ...{ lesson: '1-stop', by: 'Ada Lovelace', minutes: 0 },
      answers: { 'braking-distance': 'p r 0.125 m' },
      mission: { arrive: { target: [1.5, 0] } },
    });
    expect(text).toContain('# late');
  });

  it('shows a mistake at its field, and drives on', async () => {
    const page = await opens('3-courtyard');
    await write(page, 'prioritize:\n  - avoidObstacles: { marg: 60 mm }\n  - arrive: { target: [4, 0] }');
    await expect
      .poll(() => page.locator('.mission-mistake').textContent())
      .toMatch(/^mission:2:23: unknown key 'marg'.*'margin'/s);
    expect(await page.getByTestId('mistake').count()).toBe(0);
    // What drives is handed in, not the draft.
    expect(parse((await handedIn(page, 'Bo')).text).mission.arrive.target).toEqual([4, 0]);
  });

  it('gives a pupil the own mission back after another scene, hands it in from there, and forgets it', async () => {
    const page = await opens('1-stop');
    const field = page.getByTestId('mission-text');
    const given = await field.inputValue();
    await write(page, 'arrive: { target: [1.5, 0] } # mine');
    await expect.poll(() => field.inputValue()).toContain('# mine');
    await page.getByRole('button', { name: 'three masses' }).click();
    await page.getByRole('heading', { name: 'mass', exact: true }).waitFor();
    expect((await handedIn(page, 'Cleo')).text).toContain('# mine');
    await page.getByRole('button', { name: 'the scene' }).click();
    await expect.poll(() => field.inputValue()).toContain('# mine');
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await page.getByRole('button', { name: 'Yes, clear everything' }).click();
    await expect.poll(() => field.inputValue()).toBe(given);
    expect(await page.getByLabel('Your name').inputValue()).toBe('');
  });

  it('keeps answers and clock over a reload, until it is begun anew', async () => {
    const page = await opens('2-path');
    const clock = page.getByTestId('lesson-clock');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect.poll(() => clock.textContent()).toMatch(/^9:5\d for part 1 of 3: Where it leaves the line/);
    await page.getByLabel('How quick is yours?').fill('13.7 s');
    await page.reload();
    await page.getByTestId('mission-text').waitFor();
    await expect.poll(() => clock.textContent()).toMatch(/^9:[345]\d for part 1 of 3/);
    expect(await page.getByLabel('How quick is yours?').inputValue()).toBe('13.7 s');
    expect(
      await page.getByRole('heading', { name: /Where it leaves the line/ }).getAttribute('data-now'),
    ).toBe('true');
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await page.getByRole('button', { name: 'Yes, clear everything' }).click();
    await expect.poll(() => clock.textContent()).toMatch(/^10:00 /);
    expect(await page.getByLabel('How quick is yours?').inputValue()).toBe('');
  });

  it('is found among the scenes, comes with its text, and has no fault that axe finds', async () => {
    const page = await opens('1-stop');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Scenes' }).click();
    // A space in the search is one, beside a simulation.
    await page.getByRole('searchbox').pressSequentially('lesson yard posts');
    await page.getByRole('button', { name: /^3-courtyard/ }).click();
    await page.getByRole('heading', { name: 'Lesson 3: a yard with posts' }).waitFor();
    await expect
      .poll(() => page.getByTestId('mission-text').inputValue())
      .toMatch(/^arrive: \{target: \[4, 0\]/);
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      expect(await seriousViolations(page)).toEqual([]);
    }
  });
});
