import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { parsePlant } from '../../../sim/scenario/plantSchema.js';
import { itOnce as it, itThorough, THOROUGH } from '../../support/effort.js';
import { folderWith, steerbot } from '../steerbot.js';

const COURSE = '[[0, 0], [1.2, 0], [1.2, 0.8], [0, 0.8], [0, 0]]';
const scenario = (robots: string) => `name: late
duration: 30 s
fixes: { rate: 10 Hz, delay: 100 ms, deviation: 0.01 m }
plant: { delay: 110 ms, trackError: 0.04, slip: 0.002 }
robots:
${robots}`;
const robot = (id: string, y: number) =>
  `  - { id: ${id}, robot: scout, at: { x: 0, y: ${y} }, mission: { followPath: { path: ${COURSE}, loop: true } } }\n`;
/** Its sharp corners turn a wheel back, and its encoders count up both ways. */
const ONE_CHANNEL = `  - id: a
    robot: sparkfun-redbot
    at: { x: 0, y: 0 }
    mission: { followPath: { path: [[0, 0], [1.2, 0], [0.2, 0.3], [1.2, 0.8], [0, 0.8], [0, 0]], loop: true } }
`;

const cwd = folderWith({
  'channel.yaml': scenario(ONE_CHANNEL),
  'one.yaml': scenario(robot('a', 0)),
  'two.yaml': scenario(robot('a', 0) + robot('b', 3)),
});
const compare = (...args: string[]) => steerbot(['compare', ...args], { cwd });

beforeAll(async () => {
  for (const name of THOROUGH ? ['one', 'two', 'channel'] : ['one']) {
    const { code } = await steerbot(['sim', `${name}.yaml`, '--headless', '--record', `${name}.mcap`], {
      cwd,
    });
    expect(code).toBe(0);
  }
});

describe('compare', () => {
  it('says what differs, the greatest first, and writes the body as a plant', async () => {
    const { code, stdout } = await compare('one.mcap', '--write', 'plant.yaml');
    expect(code).toBe(0);
    const [delay, track] = stdout.split('\n').filter((line) => /^ {2}(delay|track) /.test(line));
    expect(delay).toMatch(/40 ms +1(09|10)\.\d+ ± .* ms +\d+ %/);
    expect(track).toMatch(/141 mm +14[5-8]\.?\d* ± .* mm/);
    const plant = parsePlant(readFileSync(join(cwd, 'plant.yaml'), 'utf8'), 'plant.yaml');
    expect(plant.delay).toBeCloseTo(0.11, 2);
    expect(plant.trackError).toBeCloseTo(0.04, 1);
  });

  it('tells programs the same, in SI', async () => {
    const { stdout, stderr } = await compare('one.mcap', '--json');
    const { figures, drift, robot: name, plant, fixes } = JSON.parse(stdout);
    expect({ name, plant, stderr }).toEqual({ name: 'scout', plant: null, stderr: '' });
    expect(fixes).toBeGreaterThan(250);
    expect(figures[0]).toMatchObject({ name: 'delay', unit: 's', file: 0.04, isSure: true });
    expect(figures[0].value).toBeCloseTo(0.11, 2);
    expect(drift.found.share).toBeLessThan(drift.file.share / 20);
    const explained = figures.reduce((sum: number, { explains }: { explains: number }) => sum + explains, 0);
    expect(explained).toBeCloseTo(1, 1);
  });

  itThorough('finds the cause with encoders of one channel, too', async () => {
    const { figures } = JSON.parse((await compare('channel.mcap', '--json')).stdout);
    expect(figures[0]).toMatchObject({ name: 'delay', file: 0.04, isSure: true });
    expect(figures[0].value).toBeCloseTo(0.11, 2);
    // The rest is the track's, and slip.
    expect(figures[0].explains).toBeGreaterThan(0.85);
  });

  itThorough('asks which robot of several, and takes its name', async () => {
    const asked = await compare('two.mcap');
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toContain('two.mcap has 2 robots; name one: --robot a, b');
    expect((await compare('two.mcap', '--robot', 'c')).stderr).toContain("no robot 'c'; it has a, b");
    expect((await compare('two.mcap', '--robot', 'b')).stdout).toContain('delay');
  });

  it('writes over a body that was written so, and over no robot, scenario or mission', async () => {
    expect((await compare('one.mcap', '--write', 'again.yaml')).code).toBe(0);
    expect((await compare('one.mcap', '--write', 'again.yaml')).code).toBe(0);
    const others = ['one.yaml', 'my-robot.yaml', 'broken.yaml'];
    writeFileSync(join(cwd, 'my-robot.yaml'), 'extends: scout\nname: mine\n');
    writeFileSync(join(cwd, 'broken.yaml'), 'delay: [');
    const texts = () => others.map((file) => readFileSync(join(cwd, file), 'utf8'));
    const before = texts();
    for (const file of others) {
      const { code, stderr } = await compare('one.mcap', '--write', file);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('would be lost') });
    }
    expect(texts()).toEqual(before);
  });

  it('refuses a file that is no recording, and one that it may not write', async () => {
    expect(await compare('one.yaml')).toMatchObject({ code: 2, stdout: '' });
    expect(await compare('one.mcap', '--write', 'none/plant.yaml')).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });
});
