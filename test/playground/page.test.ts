/** The playground as it is put on a web host: built, served as plain files, used in a real browser. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import type { Vec2 } from '../../src/math/geometry.js';
import { noChromium, openPage, type Watched } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { rootFile } from '../support/runs.js';
import { type StaticServer, serveFolder } from './staticServer.js';

const folder = mkdtempSync(join(tmpdir(), 'steerbot-playground-'));
let server: StaticServer;

/** The paths of all modules that went into it. */
let modules: readonly string[] = [];

const keepModules: Plugin = {
  name: 'keep-modules',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  },
};

beforeAll(async () => {
  const configFile = rootFile('vite.playground.config.ts');
  // As `npm run playground` builds it: Vitest's own NODE_ENV would leave in what is for development.
  vi.stubEnv('NODE_ENV', 'production');
  await build({ configFile, logLevel: 'error', plugins: [keepModules], build: { outDir: folder } });
  vi.unstubAllEnvs();
  // The same that `npm run playground` draws.
  cpSync(rootFile('dist/page/scenes'), join(folder, 'scenes'), { recursive: true });
  server = await serveFolder(folder);
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // The page does not load the licences, and pictures of scenes only as the gallery shows them.
    .filter((name) => /\.\w+$/.test(name) && !name.endsWith('.md') && !name.startsWith('scenes'))
    .map((name) => join(folder, name));

describe('the built playground', () => {
  it('is at most 468 kB, compressed, with all articles', () => {
    const sizes = files().map((file) => gzipSync(readFileSync(file)).length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(468_000);
  });

  it('has nothing in it that drives real robots, or the emulated board', () => {
    const packages = new Set(modules.flatMap((path) => /node_modules\/([\w.@-]+)/.exec(path)?.[1] ?? []));
    expect(packages).toContain('planck');
    for (const absent of [
      'firmata-io',
      'johnny-five',
      'serialport',
      '@serialport',
      'avr8js',
      'ws',
      'commander',
    ]) {
      expect(packages).not.toContain(absent);
    }
    const own = modules.filter((path) => !path.includes('node_modules'));
    expect(own.filter((path) => /src\/(drivers|cli|dashboard\/server)\//.test(path))).toEqual([]);
  });

  it('may lie anywhere below a host', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(/^(\.\/|data:)/);
  });
});

/** Lets the page do nothing for three seconds; its times before and soon after. */
const WAIT = `(async () => {
  const time = () => Number.parseFloat(document.querySelector('[data-testid=time]').textContent);
  const before = time();
  const end = performance.now() + 3000;
  while (performance.now() < end);
  await new Promise((done) => setTimeout(done, 300));
  return [before, time()];
})()`;

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

  /** No page had an error, and none opened a dialog. */
  afterEach(async () => {
    expect(watched.complaints).toEqual([]);
    await watched.page.context().close();
  });

  it('opens the scene of its name, where a robot moves', async () => {
    const page = await open('');
    await sceneIs('playground');
    expect(page.url()).toMatch(/#scene=playground$/);
    const from = await robot();
    await expect.poll(robot).not.toEqual(from);
  });

  it('opens the scene of the address', async () => {
    await open('#scene=figure-eight');
    await sceneIs('figure-eight');
  });

  it('says that there is no such scene, and opens its own', async () => {
    const page = await open('#scene=figure-eigth');
    await sceneIs('playground');
    await page
      .getByText(/figure-eigth.*no such file; did you mean 'figure-eight'/)
      .first()
      .waitFor();
    expect(page.url()).toMatch(/#scene=playground$/);
  });

  it('opens an article with its scene, and keeps both in the address', async () => {
    const page = await open('#article=wander');
    await sceneIs('wander');
    await page.getByRole('heading', { level: 2, name: /^Wander/ }).waitFor();
    expect(page.url()).toMatch(/#scene=wander&article=wander$/);
    const jitter = page.getByRole('slider', { name: /jitter/ });
    await jitter.press('ArrowRight');
    await expect.poll(() => jitter.textContent()).not.toBe('0.3 m');
  });

  it('has the lessons: a mission is written in the page, with no server to read it', async () => {
    const page = await open('#article=1-stop');
    await sceneIs('1-stop');
    const mission = page.getByTestId('mission-text');
    await mission.fill('arive: { target: [1.5, 0] }');
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.getByText("unknown behavior 'arive'").first().waitFor();
    await mission.fill('arrive: { target: [1.5, 0] }');
    await page.getByRole('button', { name: 'Run it' }).click();
    await expect.poll(() => page.locator('.verdict [data-passed=true]').count(), { timeout: 20_000 }).toBe(5);
  });

  it('lets a robot chase the pointer', async () => {
    const page = await open('#scene=playground');
    const map = await page.getByRole('application').boundingBox();
    if (!map) throw new Error('there is no map');
    const pointTo = (share: number) => page.mouse.move(map.x + share * map.width, map.y + map.height / 2);
    await pointTo(0.85);
    await expect.poll(async () => (await robot()).x).toBeGreaterThan(1.2);
    await pointTo(0.2);
    await expect.poll(async () => (await robot()).x).toBeLessThan(-1.1);
  });

  it('opens another scene, which its address names, and goes back', async () => {
    const page = await open('#scene=seek');
    await page.getByRole('button', { name: 'Scenes' }).click();
    await page.getByRole('button', { name: /^doorway-zipper / }).click();
    await sceneIs('doorway-zipper');
    expect(page.url()).toMatch(/#scene=doorway-zipper$/);
    await page.goBack();
    await sceneIs('seek');
    expect(page.url()).toMatch(/#scene=seek$/);
  });

  it('saves the changed file', async () => {
    const page = await open('#scene=seek');
    // Shown in millimetres; the file is in metres.
    const within = page.getByRole('spinbutton', { name: 'seek · within' });
    await within.fill('20');
    await within.press('Enter');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('seek.yaml');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/within: 0\.02 m/);
  });

  it('does not run wild after the browser let it wait', async () => {
    const page = await open('#scene=wander');
    const [before, after] = await page.evaluate<[number, number]>(WAIT);
    // The three seconds are lost.
    expect(after - before).toBeLessThan(2.5);
    await expect.poll(time).toBeGreaterThan(after + 0.5);
  });
});
