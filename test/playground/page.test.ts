/** The playground as it is put on a web host: built, served as plain files, used in a real browser. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Vec2 } from '../../src/geometry.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { rootFile } from '../support/runs.js';
import { type StaticServer, serveFolder } from './staticServer.js';

const folder = mkdtempSync(join(tmpdir(), 'steerbot-playground-'));
let server: StaticServer;

beforeAll(async () => {
  const configFile = rootFile('vite.playground.config.ts');
  await build({ configFile, logLevel: 'error', build: { outDir: folder } });
  server = await serveFolder(folder);
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => join(folder, name));

describe('the built playground', () => {
  it('is at most 400 kB, compressed', () => {
    const sizes = files().map((file) => gzipSync(readFileSync(file)).length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(400_000);
  });

  it('has nothing in it that drives real robots, or the emulated board', () => {
    const code = files()
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(file, 'utf8'))
      .join();
    expect(code).toContain('planck');
    expect(code).not.toMatch(/firmata-io|johnny-five|serialport|avr8js|require\("/i);
  });

  it('may lie anywhere below a host', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(/^(\.\/|data:)/);
  });
});

describe.skipIf(noChromium)('the playground in a browser', () => {
  let watched: Watched;

  const open = async (fragment: string): Promise<Page> => {
    watched = await openPage(server.address + fragment);
    await watched.page.getByText('driving by mission').waitFor();
    return watched.page;
  };

  const number = (words = ''): number => Number(words.replace('−', '-'));

  /** Where the first robot is, as the page says in words. */
  const robot = async (): Promise<Vec2> => {
    const words = await watched.page.getByRole('region', { name: 'The map in words' }).textContent();
    const [, x, y] = / at ([−\d.]+) m, ([−\d.]+) m/.exec(words ?? '') ?? [];
    return { x: number(x), y: number(y) };
  };

  const time = async (): Promise<number> =>
    Number.parseFloat((await watched.page.getByTestId('time').textContent()) ?? '');

  const sceneIs = (name: string) => watched.page.getByRole('heading', { name, exact: true }).waitFor();

  /** Nothing went wrong in any page, and nobody was asked for anything. */
  afterEach(async () => {
    expect(watched.complaints).toEqual([]);
    await watched.page.context().close();
  });

  it('opens the scene of its name, where a robot moves', async () => {
    const page = await open('');
    await sceneIs('playground');
    expect(page.url()).toMatch(/#scene=playground$/);
    const from = await robot();
    await expect.poll(robot, { timeout: 10_000 }).not.toEqual(from);
  });

  it('opens the scene of the address', async () => {
    await open('#scene=figure-eight');
    await sceneIs('figure-eight');
  });

  it('says that there is no such scene, and opens its own', async () => {
    const page = await open('#scene=figure-ate');
    await sceneIs('playground');
    await page
      .getByText(/figure-ate.*no such file; did you mean 'figure-eight'/)
      .first()
      .waitFor();
    expect(page.url()).toMatch(/#scene=playground$/);
  });

  it('lets a robot chase the pointer', async () => {
    const page = await open('#scene=chase-pointer');
    const map = await page.getByRole('application').boundingBox();
    if (!map) throw new Error('there is no map');
    const pointTo = (share: number) => page.mouse.move(map.x + share * map.width, map.y + map.height / 2);
    await pointTo(0.5);
    await page.mouse.down();
    await pointTo(0.9);
    await expect.poll(async () => (await robot()).x, { timeout: 15_000 }).toBeGreaterThan(1.4);
    await pointTo(0.1);
    await expect.poll(async () => (await robot()).x, { timeout: 15_000 }).toBeLessThan(0.5);
    await page.mouse.up();
  });

  it('opens another scene, which its address names, and goes back', async () => {
    const page = await open('#scene=seek');
    await page.getByRole('button', { name: 'Scenes' }).click();
    await page.getByRole('button', { name: /^doorway-brake / }).click();
    await sceneIs('doorway-brake');
    expect(page.url()).toMatch(/#scene=doorway-brake$/);
    await page.goBack();
    await sceneIs('seek');
    expect(page.url()).toMatch(/#scene=seek$/);
  });

  it('gives the changed file to whoever saves', async () => {
    const page = await open('#scene=seek');
    const within = page.getByLabel('seek · within').last();
    await within.fill('0.02');
    await within.press('Enter');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('seek.yaml');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/within: 0\.02 m/);
  });

  it('does not run wild after the browser let it wait', async () => {
    const page = await open('#scene=wander');
    const before = await time();
    await page.evaluate(() => {
      const end = performance.now() + 3000;
      while (performance.now() < end);
    });
    // Time went on before and after the wait; three seconds of it are lost.
    expect((await time()) - before).toBeLessThan(2.5);
    await expect.poll(time, { timeout: 10_000 }).toBeGreaterThan(before + 0.5);
  });
});
