/** The page in a real browser: how smoothly it draws, how old what it shows is, how soon STOP is at the motors' pins. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { observe } from '../support/observer.js';
import { robotOnPty, until } from '../support/pty.js';
import { median } from './clock.js';
import type { Figures } from './figures/figures.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const STOPS = 100;
/** What is measured is divided into so many rounds. */
const ROUNDS = 5;

const inRounds = (values: readonly number[]): number[][] => {
  const length = Math.floor(values.length / ROUNDS);
  return Array.from({ length: ROUNDS }, (_, i) => values.slice(i * length, (i + 1) * length));
};

const at = (values: readonly number[], share: number): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
};

async function serve(args: readonly string[]): Promise<{ address: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const address = () => /http:\/\/127\S+/.exec(said)?.[0];
  await until(
    () => address() !== undefined,
    () => said,
  );
  return { address: address() ?? '', child };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('close', () => done());
    child.kill('SIGINT');
  });
}

/** Twenty robots that wander among two hundred posts. */
const CROWD = `
name: crowd
sensing: truth
duration: 600 s
world:
  walls: [[[-4, -3], [4, -3], [4, 3], [-4, 3], [-4, -3]]]
  posts: { radius: 40 mm, at: [${Array.from({ length: 200 }, (_, i) => `[${((i % 20) - 9.5) * 0.4}, ${(Math.floor(i / 20) - 4.5) * 0.6}]`).join(', ')}] }
robots:
  - id: crowd
    robot: scout
    count: 20
    inside: [[-3.8, -2.8], [3.8, 2.8]]
    mission: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] }
`;

/** Notes in the page when each frame has been drawn: the page says \`seen\` then. */
const NOTE_DRAWN = `
  window.drawn = [];
  let last;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (!this.noted) {
      this.noted = true;
      this.addEventListener('message', ({ data }) => {
        if (data.startsWith('{"kind":"frame"')) last = Number(/"at":([\\d.]+)/.exec(data)[1]);
      });
    }
    if (String(text).includes('seen')) window.drawn.push([last, Date.now()]);
    return send.call(this, text);
  };
`;

async function smoothness(page: Page): Promise<number[]> {
  return (await page.evaluate(`new Promise((done) => {
    const gaps = [];
    let before = performance.now();
    const next = (now) => {
      gaps.push(now - before);
      before = now;
      if (gaps.length < 300) requestAnimationFrame(next); else done(gaps);
    };
    requestAnimationFrame(next);
  })`)) as number[];
}

async function benchCrowd(browser: Browser, folder: string, figures: Figures): Promise<void> {
  writeFileSync(join(folder, 'crowd.yaml'), CROWD);
  const { address, child } = await serve(['sim', join(folder, 'crowd.yaml')]);
  const seen = await observe(address);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(NOTE_DRAWN);
  await page.goto(address);
  await page.waitForTimeout(3000);
  const gaps = await smoothness(page);
  const rateOf = (part: readonly number[]) => (1000 * part.length) / part.reduce((sum, gap) => sum + gap, 0);
  const fps = rateOf(gaps);
  figures.wall('page.frames', inRounds(gaps).map(rateOf), '/s');
  console.log(
    `20 robots, 200 posts: ${fps.toFixed(1)} frames/s, gap p50 ${at(gaps, 0.5)}, p95 ${at(gaps, 0.95)} ms`,
  );
  const drawn = (await page.evaluate('window.drawn')) as [number, number][];
  const came = new Map(seen.frames.map((one) => [one.frame.at, one.at]));
  const ages = drawn.flatMap(([time, when]) => (came.has(time) ? [when - (came.get(time) ?? 0)] : []));
  console.log(
    `a frame is drawn after another client has it: p50 ${at(ages, 0.5)}, p95 ${at(ages, 0.95)} ms (${ages.length})`,
  );
  figures.wall(
    'page.drawn',
    inRounds(ages).map((part) => Number(at(part, 0.95))),
    'ms',
  );
  seen.close();
  await page.close();
  await end(child);
}

/** A robot that still rolls, or whose link was away, cannot be armed at once. */
async function armAgain(page: Page, isPowered: () => boolean): Promise<void> {
  for (let tries = 0; tries < 20 && !isPowered(); tries++) {
    const arm = page.getByRole('button', { name: 'Arm' });
    if (await arm.isVisible()) await arm.click();
    await page.waitForTimeout(500);
  }
}

async function benchStop(browser: Browser, figures: Figures): Promise<void> {
  const board = await robotOnPty();
  const { address, child } = await serve(['drive', 'scout', '--port', board.path, '--seek', '1000,0']);
  const page = await browser.newPage();
  await page.addInitScript(`addEventListener('keydown', () => { window.pressed = Date.now(); }, true);
    addEventListener('pointerdown', () => { window.pressed = Date.now(); }, true);`);
  await page.goto(address);
  await page.getByRole('button', { name: 'STOP' }).waitFor();
  const times: { space: number[]; button: number[] } = { space: [], button: [] };
  for (let i = 0; i < STOPS; i++) {
    await armAgain(page, board.isPowered);
    await until(board.isPowered, () => 'it does not drive');
    await page.waitForTimeout(30 + ((i * 37) % 40));
    if (i % 2 === 0) await page.keyboard.press('Space');
    else await page.getByRole('button', { name: 'STOP' }).click();
    await until(
      () => !board.isPowered(),
      () => 'it does not stop',
    );
    const off = board.changes.at(-1)?.at ?? Number.NaN;
    times[i % 2 === 0 ? 'space' : 'button'].push(off - Number(await page.evaluate('window.pressed')));
  }
  const rounds = inRounds([...times.space, ...times.button]);
  figures.wall('page.stop.median', rounds.map(median), 'ms');
  figures.wall(
    'page.stop.longest',
    rounds.map((part) => Math.max(...part)),
    'ms',
  );
  for (const [how, ms] of Object.entries(times)) {
    console.log(
      `STOP by ${how} to no power at the pins: p50 ${at(ms, 0.5)}, p99 ${at(ms, 0.99)}, max ${at(ms, 1)} ms (${ms.length})`,
    );
  }
  await page.close();
  await end(child);
  board.end();
}

export async function benchPage(_: readonly string[], figures: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-page-'));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  await benchCrowd(browser, folder, figures);
  await benchStop(browser, figures);
  await browser.close();
  rmSync(folder, { recursive: true });
}
