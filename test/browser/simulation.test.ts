/** People at the page of a simulation; what the robot does is read off another client's frames, not off the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { distance, type Vec2 } from '../../src/math/geometry.js';
import { folderWith, steerbot } from '../cli/steerbot.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { dragOnMap, onMap } from '../support/mapView.js';
import { type Observer, observe } from '../support/observer.js';
import { until } from '../support/pty.js';
import { type Served, served } from '../support/served.js';

let run: Served | undefined;
let seen: Observer;
let watched: Watched;

const ROOM = `
robots:
  - id: me
    robot: scout
    at: { x: 0, y: 0 }
    mission: { prioritize: [{ avoidObstacles: {} }, { arrive: { target: [0, 0] } }] }   # stays here
world:
  walls: [[[-2, -1.5], [2, -1.5], [2, 1.5], [-2, 1.5], [-2, -1.5]]]
  circles: [{ at: [0.9, 1.1], radius: 0.15 }]
sensing: truth
duration: 600 s
`;

async function start(scene: string, folder = folderWith({ 'room.yaml': ROOM })): Promise<Page> {
  run = await served(['sim', scene], folder);
  seen = await observe(run.address);
  watched = await openPage(run.address);
  await watched.page.getByTestId('map').waitFor();
  // Before it is connected a key has no effect.
  await expect.poll(() => watched.page.getByTestId('state').textContent()).not.toMatch(/^(connecting)?$/i);
  return watched.page;
}

afterEach(async () => {
  expect(watched.complaints).toEqual([]);
  seen.close();
  await watched.page.context().close();
  await run?.end();
});

const truth = (id?: string): Vec2 => seen.robot(id).truth ?? { x: Number.NaN, y: Number.NaN };
const isNear = (at: Vec2, within = 0.1) => distance(truth(), at) < within;

describe.skipIf(noChromium)('at the page of a simulation', () => {
  it('the playground moves by itself, and the robot then chases the pointer that is held over the map', async () => {
    const page = await start('playground');
    const from = truth();
    await seen.sees('a robot that moves', () => distance(truth(), from) > 0.05);
    expect(await page.getByTestId('state').textContent()).toMatch(/driving/i);
    for (const at of [
      { x: -0.7, y: 0.6 },
      { x: 0, y: -0.2 },
    ]) {
      const { x, y } = await onMap(page, at);
      await page.mouse.move(x, y);
      await seen.sees(
        'the pointer there',
        ({ pointer }) => pointer !== undefined && distance(pointer, at) < 0.02,
      );
      await seen.sees(`the robot at ${at.x}, ${at.y}`, () => isNear(at, 0.15));
    }
  });

  it('says at its result how far off a robot without encoders would be', async () => {
    const blind = ROOM.replace('scout', 'boe-bot').replace('[0, 0] } }] }', '[0.2, 0] } }] }');
    const page = await start('blind.yaml', folderWith({ 'blind.yaml': blind.replace('truth', 'odometry') }));
    await seen.sees('the remark', ({ remarks = [] }) => remarks.length > 0);
    const result = page.getByRole('region', { name: 'Result' });
    await expect
      .poll(() => result.innerText())
      .toMatch(/me has no encoders; .* expect to be off by up to 0\.0\d m/);
  });

  it('shows which fault was injected and what the robot noticed, and STOP keeps its place', async () => {
    const page = await start('loose-wire');
    await seen.sees('the fault', ({ robots }) => robots[0]?.tick?.safety === 'faulted');
    const log = page.getByRole('list', { name: /What happened/ });
    await expect
      .poll(() => log.innerText())
      .toMatch(/left wheel hardly turns[\s\S]*injected fault: encoderStuck/);
    for (const width of [1300, 900, 390]) {
      await page.setViewportSize({ width, height: 850 });
      const stop = await page.getByRole('button', { name: /STOP/ }).boundingBox();
      const right = (stop?.x ?? width) + (stop?.width ?? 0);
      expect([stop !== null && stop.x >= 0, right <= width], `${width}`).toEqual([true, true]);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('keys change what it does: another behavior speaks', async () => {
    const page = await start('playground');
    await page.keyboard.press('7');
    await seen.sees(
      'another contribution',
      ({ robots }) => robots[0]?.tick?.contributions[0]?.behavior === 'wander',
    );
    await page.keyboard.press('1');
    await seen.sees(
      'the first again',
      ({ robots }) => robots[0]?.tick?.contributions[0]?.behavior === 'seek',
    );
  });

  it('a click on the map sends the robot there, where it comes to rest', async () => {
    const page = await start('room.yaml');
    const { x, y } = await onMap(page, { x: -0.8, y: 0.5 });
    await page.mouse.click(x, y);
    await seen.sees(
      'the robot there',
      ({ robots }) => robots[0]?.tick?.arrived === true && isNear({ x: -0.8, y: 0.5 }, 0.02),
    );
  });

  it('a path that is drawn is driven', async () => {
    const page = await start('room.yaml');
    await page.getByRole('button', { name: 'Path' }).click();
    await dragOnMap(
      page,
      [
        { x: 0, y: 0 },
        { x: 0.6, y: 0 },
        { x: 0.6, y: -0.6 },
      ],
      12,
    );
    await page.keyboard.press('Enter');
    await seen.sees('the path', () => JSON.stringify(seen.scene?.robots[0]?.mission).includes('followPath'));
    await seen.sees('the robot at its end', () => isNear({ x: 0.6, y: -0.6 }, 0.05));
  });

  it('an obstacle can be dragged before the robot, which does not touch it', async () => {
    const page = await start('room.yaml');
    await page.getByRole('button', { name: 'Move' }).click();
    await dragOnMap(page, [
      { x: 0.9, y: 1.1 },
      { x: 0.7, y: 0.02 },
    ]);
    await seen.sees('the obstacle there', ({ moved }) =>
      moved.some(({ at }) => distance(at, { x: 0.7, y: 0.02 }) < 0.03),
    );
    await page.getByRole('button', { name: 'Target' }).click();
    const { x, y } = await onMap(page, { x: 1.4, y: 0 });
    await page.mouse.click(x, y);
    let nearest = Number.POSITIVE_INFINITY;
    await seen.sees('the robot beyond it', () => {
      nearest = Math.min(nearest, distance(truth(), { x: 0.7, y: 0.02 }));
      return isNear({ x: 1.4, y: 0 }, 0.05);
    });
    expect(nearest).toBeGreaterThan(0.15 + 0.09);
  });

  it('a slider is felt at once, and what it says is saved with the comments of the file', async () => {
    const folder = folderWith({ 'room.yaml': ROOM });
    const page = await start('room.yaml', folder);
    const slider = page.getByRole('slider', { name: /within/ }).first();
    await slider.focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    const id = seen.scene?.tunables.find(({ label }) => label.includes('within'))?.id;
    const before = 0.01;
    await seen.sees(
      'another value',
      () => (seen.scene?.tunables.find((one) => one.id === id)?.value ?? before) !== before,
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seen.sees('a file that says so', () =>
      readFileSync(join(folder, 'room.yaml'), 'utf8').includes('within'),
    );
    const text = readFileSync(join(folder, 'room.yaml'), 'utf8');
    expect(text).toContain('# stays here');
    expect(text.split('\n')).toHaveLength(ROOM.split('\n').length);
  });

  it('a run goes on while the page is reloaded, and is seen again', async () => {
    const page = await start('playground');
    await page.reload();
    await page.getByTestId('map').waitFor();
    const time = async () => Number.parseFloat((await page.getByTestId('time').textContent()) ?? '');
    // Until its first frame it shows no time.
    await expect.poll(time).toBeGreaterThanOrEqual(0);
    const at = await time();
    await seen.sees('time going on', ({ at: now }) => now > at + 1);
    await expect.poll(time).toBeGreaterThan(at);
    expect(page.url()).not.toContain('token');
  });

  it('the doorway changes its queue live, and shows its flow', async () => {
    const page = await start('doorway');
    await seen.sees('a robot through the door', ({ flow }) => (flow?.crossings ?? 0) > 0);
    await page.keyboard.press('5');
    await seen.sees('the last mode', () => seen.scene?.mission === 4);
    expect(await page.getByText('Crossings').locator('..').textContent()).toMatch(/\d/);
  });

  it('a clip of the map is saved as WebM, and the last minutes as a recording', async () => {
    const folder = folderWith({});
    const page = await start('playground', folder);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save clip' }).click();
    await page.waitForTimeout(1000);
    await page.getByRole('button', { name: 'Finish clip' }).click();
    const clip = readFileSync((await (await download).path()) ?? '');
    // Matroska's first four bytes.
    expect(clip.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    await page.getByRole('button', { name: 'Keep recording' }).click();
    await until(
      () => readdirSync(folder).some((name) => /^playground-.*\.mcap$/.test(name)),
      () => 'nothing is kept',
    );
    await page
      .getByText(/kept in playground-/)
      .first()
      .waitFor();
    const [kept = ''] = readdirSync(folder).filter((name) => name.endsWith('.mcap'));
    const { code, stdout } = await steerbot(['replay', kept, '--resimulate', '--json'], { cwd: folder });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, identical: true });
  });

  it('pauses, steps and goes on', async () => {
    const page = await start('playground');
    await page.getByRole('button', { name: 'Pause' }).click();
    await seen.sees('a pause', ({ pace }) => pace.paused);
    const { at = 0 } = seen.frame ?? {};
    await page.getByRole('button', { name: 'Step' }).click();
    await seen.sees('one step', (frame) => frame.at > at);
    expect(seen.frame?.at).toBeCloseTo(at + 0.02, 6);
    await page.getByRole('button', { name: 'Play' }).click();
    await seen.sees('time going on', (frame) => frame.at > at + 0.5);
  });
});
