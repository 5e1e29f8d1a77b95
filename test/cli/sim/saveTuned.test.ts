import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { OwnCopies } from '../../../src/cli/sim/ownCopies.js';
import { RobotFile, SceneFiles } from '../../../src/cli/sim/saveTuned.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { withTunable } from '../../../src/config/tuning/tunables.js';
import type { TunedRobot } from '../../../src/config/tuning/tunedFiles.js';
import type { Setup } from '../../../src/signals/signals.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../../support/effort.js';
import { observe } from '../../support/observer.js';
import { until } from '../../support/pty.js';
import { missionOf, rootFile } from '../../support/runs.js';
import { served } from '../../support/served.js';
import { folderWith } from '../steerbot.js';

const SPEED = 'robot.limits.speed';
const before = process.cwd();

beforeEach(() => process.chdir(realpathSync(mkdtempSync(join(tmpdir(), 'steerbot-save-')))));

afterEach(() => {
  const folder = process.cwd();
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** All files of the package that a save may be tempted by. */
const packaged = (): string =>
  ['robots', 'sim/scenarios', 'docs']
    .flatMap((folder) =>
      readdirSync(rootFile(folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(rootFile(folder), name),
      ),
    )
    .filter((name) => /\.(yaml|csv|new)$/.test(name))
    .map((name) => `${name}\n${readFileSync(name, 'utf8')}`)
    .join('\n');
const asDelivered = packaged();
afterAll(() => expect(packaged() === asDelivered).toBe(true));

function changed(setup: Setup, id: string, value: number): Setup {
  const next = withTunable(setup, id, value);
  if (typeof next === 'string') throw new Error(next);
  return next;
}

/** Robots of a scenario's entries, tuned. */
const tunedTo = (
  { robots }: Scenario,
  changes: Readonly<Record<number, readonly [id: string, value: number]>>,
): TunedRobot[] =>
  Object.entries(changes).map(([index, [id, value]]) => {
    const spec = robots.find((one, i) => (one.entry ?? i) === Number(index));
    if (!spec) throw new Error(`no robot ${index}`);
    const loaded: Setup = { robot: spec.robot, mission: spec.mission };
    return { entry: { index: Number(index) }, loaded, tuned: changed(loaded, id, value) };
  });

const files = (): string[] => readdirSync('.', { recursive: true, encoding: 'utf8' }).sort();
const here = (name: string): string => readFileSync(name, 'utf8');
const filesOf = (scenario: string, copies = new OwnCopies()) => new SceneFiles(scenario, {}, copies);
const SQUARE = rootFile('sim/scenarios/square.yaml');

describe('Save of a scene that comes with Steerbot', () => {
  it('writes copies into the working folder, which name each other, and says how to run them', () => {
    const words = filesOf(SQUARE).save(tunedTo(loadScenario('square'), { 0: [SPEED, 0.2] }));
    expect(files()).toEqual(['my-scout.yaml', 'my-square.yaml']);
    expect(words).toBe(
      'saved to my-square.yaml and my-scout.yaml; the files that come with Steerbot stay as they are; ' +
        'run yours: steerbot sim ./my-square.yaml',
    );
    expect(here('my-square.yaml')).toMatch(/^# A square metre (.*\n)+ *robot: \.\/my-scout\.yaml\n/);
    const { robots } = loadScenario('./my-square.yaml');
    expect(robots[0]?.robot.limits.speed).toBe(0.2);
    expect(robots[0]?.mission).toEqual(loadScenario('square').robots[0]?.mission);
  });

  it('goes on with the copies: later saves write to them, and what is turned back is saved, too', () => {
    const own = filesOf(SQUARE);
    const scenario = loadScenario('square');
    own.save(tunedTo(scenario, { 0: [SPEED, 0.2] }));
    writeFileSync('my-scout.yaml', `${here('my-scout.yaml')}# a remark of mine\n`);
    expect(own.save(tunedTo(scenario, { 0: [SPEED, 0.3] }))).toMatch(
      /^saved to my-scout\.yaml; .*\.\/my-square\.yaml$/,
    );
    expect(loadScenario('./my-square.yaml').robots[0]?.robot.limits.speed).toBe(0.3);
    own.save(tunedTo(scenario, { 0: [SPEED, 0.5] }));
    expect(loadScenario('./my-square.yaml').robots[0]?.robot).toEqual(scenario.robots[0]?.robot);
    expect(here('my-scout.yaml')).toContain('# a remark of mine');
    expect(files()).toEqual(['my-scout.yaml', 'my-square.yaml']);
  });

  it("takes free names, and writes over no file of the user's", () => {
    writeFileSync('my-square.yaml', 'mine');
    symlinkSync('nowhere.yaml', 'my-scout.yaml');
    const words = filesOf(SQUARE).save(tunedTo(loadScenario('square'), { 0: [SPEED, 0.2] }));
    expect(words).toMatch(/^saved to my-square-2\.yaml and my-scout-2\.yaml; .* \.\/my-square-2\.yaml$/);
    expect(here('my-square.yaml')).toBe('mine');
    expect(files()).not.toContain('nowhere.yaml');
    // Another session's copies are the user's by now.
    filesOf(SQUARE).save(tunedTo(loadScenario('square'), { 0: [SPEED, 0.3] }));
    expect(files()).toContain('my-square-3.yaml');
    expect(loadScenario('./my-square-2.yaml').robots[0]?.robot.limits.speed).toBe(0.2);
  });

  it('begins with new copies where the old ones were removed', () => {
    const own = filesOf(SQUARE);
    const robots = tunedTo(loadScenario('square'), { 0: [SPEED, 0.2] });
    own.save(robots);
    for (const name of files()) rmSync(name);
    own.save(robots);
    expect(loadScenario('./my-square.yaml').robots[0]?.robot.limits.speed).toBe(0.2);
  });

  it('copies the scenario alone where its mission was tuned, and finds its robots by their names', () => {
    const scenario = loadScenario('seek');
    const id = 'mission.seek.within';
    filesOf(rootFile('sim/scenarios/seek.yaml')).save(tunedTo(scenario, { 0: [id, 0.02] }));
    expect(files()).toEqual(['my-seek.yaml']);
    expect(loadScenario('./my-seek.yaml').robots[0]?.robot).toEqual(scenario.robots[0]?.robot);
    expect(here('my-seek.yaml')).toContain('robot: scout');
  });

  it('leaves robots that were not tuned with the robot that they had', () => {
    const name = join(process.cwd(), 'two.yaml');
    const robot = (id: string, y: number) =>
      `  - { id: ${id}, robot: scout, at: { y: ${y} }, mission: { seek: { target: [9, 0] } } }\n`;
    writeFileSync(name, `robots:\n${robot('a', 0)}${robot('b', 1)}`);
    filesOf(name).save(tunedTo(loadScenario(name), { 1: [SPEED, 0.2] }));
    expect(loadScenario(name).robots.map((one) => one.robot.limits.speed)).toEqual([0.5, 0.2]);
  });

  const names = readdirSync(rootFile('sim/scenarios')).flatMap(
    (name) => /^(.+)\.yaml$/.exec(name)?.[1] ?? [],
  );
  itInBoth.each(partOf(names, Math.ceil(names.length / 5)))(
    '%s: the copy is the scene as it was tuned, wherever what it names lies',
    (name) => {
      const scenario = loadScenario(name);
      const robots = tunedTo(scenario, { 0: ['robot.limits.turnRate', 1.5] });
      filesOf(rootFile(`sim/scenarios/${name}.yaml`)).save(robots);
      const again = loadScenario(`./my-${name}.yaml`);
      const first = (one: Scenario['robots'][number], i: number) => (one.entry ?? i) === 0;
      const expected = scenario.robots.map((one, i) =>
        first(one, i) ? { ...one, robot: robots[0]?.tuned.robot } : one,
      );
      // It is read after what was tuned: the file has four digits.
      expect(JSON.parse(JSON.stringify(again))).toEqual(
        JSON.parse(JSON.stringify({ ...scenario, robots: expected })),
      );
    },
  );
});

describe("Save of a scene of the user's own", () => {
  it('is written in place; a robot that comes with Steerbot is copied, and the scene names the copy', () => {
    mkdirSync('lab');
    writeFileSync(
      'lab/own.yaml',
      'robots: [{ id: a, robot: scout, mission: { seek: { target: [1, 0] } } }] # mine\n',
    );
    const own = filesOf(join(process.cwd(), 'lab/own.yaml'));
    const words = own.save(tunedTo(loadScenario('lab/own.yaml'), { 0: [SPEED, 0.2] }));
    expect(words).toMatch(/^saved to lab\/own\.yaml and my-scout\.yaml; .*: steerbot sim lab\/own\.yaml$/);
    expect(files()).toEqual(['lab', 'lab/own.yaml', 'my-scout.yaml']);
    expect(here('lab/own.yaml')).toBe(
      'robots: [{ id: a, robot: ../my-scout.yaml, mission: { seek: { target: [1, 0] } } }] # mine\n',
    );
    expect(loadScenario('lab/own.yaml').robots[0]?.robot.limits.speed).toBe(0.2);
  });

  it('and of his own robot writes that in place, as it always has', () => {
    writeFileSync('bot.yaml', readFileSync(rootFile('robots/scout.yaml')));
    const scene = 'robots: [{ id: a, robot: bot.yaml, mission: { seek: { target: [1, 0] } } }]\n';
    writeFileSync('own.yaml', scene);
    const words = filesOf(join(process.cwd(), 'own.yaml')).save(
      tunedTo(loadScenario('own.yaml'), { 0: [SPEED, 0.2] }),
    );
    expect([words, files(), here('own.yaml')]).toEqual([
      'saved to bot.yaml',
      ['bot.yaml', 'own.yaml'],
      scene,
    ]);
    expect(loadRobot('bot.yaml').limits.speed).toBe(0.2);
  });
});

describe('Save of a robot that drives', () => {
  const loaded = (name: string): Setup => ({
    robot: loadRobot(name),
    mission: missionOf({ seek: { target: [1, 0] } }),
  });

  it('writes a copy of one that comes with Steerbot, once, and goes on with it', () => {
    const file = new RobotFile('scout');
    const setup = loaded('scout');
    expect(file.save(setup, changed(setup, SPEED, 0.2))).toBe(
      'saved to my-scout.yaml; the files that come with Steerbot stay as they are; ' +
        'drive yours: steerbot drive ./my-scout.yaml',
    );
    expect(file.save(setup, changed(setup, SPEED, 0.3))).toMatch(/^saved to my-scout\.yaml; /);
    expect([files(), loadRobot('./my-scout.yaml').limits.speed]).toEqual([['my-scout.yaml'], 0.3]);
    file.save(setup, changed(setup, SPEED, 0.5));
    expect(loadRobot('./my-scout.yaml')).toEqual(setup.robot);
  });

  it('also where the package is reached through a link', () => {
    symlinkSync(rootFile('robots'), 'linked');
    const setup = loaded('linked/scout.yaml');
    new RobotFile('linked/scout.yaml').save(setup, changed(setup, SPEED, 0.2));
    expect(files()).toContain('my-scout.yaml');
  });

  it("writes the user's own in place", () => {
    writeFileSync('bot.yaml', readFileSync(rootFile('robots/scout.yaml')));
    const setup = loaded('bot.yaml');
    expect(new RobotFile('bot.yaml').save(setup, changed(setup, SPEED, 0.2))).toBe('saved to bot.yaml');
    expect([files(), loadRobot('bot.yaml').limits.speed]).toEqual([['bot.yaml'], 0.2]);
  });
});

describe('the page', () => {
  itThorough.each([
    [['sim', 'playground', '--listen', '0'], 'my-playground.yaml', ['my-playground.yaml', 'my-scout.yaml']],
    [['drive', 'scout', '--wait', '--port', 'emulated', '--listen', '0'], 'my-scout.yaml', ['my-scout.yaml']],
  ])('of %j saves into the working folder, again and again', async (args, said, made) => {
    const cwd = folderWith({});
    const run = await served(args, cwd);
    const seen = await observe(run.address);
    try {
      // A robot that drives is tuned once it is there.
      await seen.sees('a robot', ({ link }) => link.state !== 'connecting');
      const news: string[] = [];
      const told = () => seen.frames.flatMap(({ frame }) => frame.news.map(({ words }) => words));
      for (const value of [0.2, 0.25]) {
        const id = seen.scene?.tunables.find((one) => one.id.endsWith(SPEED))?.id ?? '';
        seen.say({ kind: 'tune', id, value });
        seen.say({ kind: 'save' });
        const count = news.length;
        await until(
          () => told().filter((words) => /^(not )?saved/.test(words)).length > count,
          () => `never saved: ${told().join('\n')}`,
        );
        news.push(
          ...told()
            .filter((words) => /^(not )?saved/.test(words))
            .slice(count),
        );
      }
      expect(news[0]).toMatch(new RegExp(`^saved to .*steerbot (sim|drive) \\./${said}$`));
      expect(readdirSync(cwd).sort()).toEqual(made);
      expect(loadRobot(join(cwd, 'my-scout.yaml')).limits.speed).toBe(0.25);
      if (args[0] === 'sim') {
        await seen.sees('the copy in the gallery', () =>
          Boolean(seen.scene?.gallery.some(({ name, group }) => name === said && group === 'Your own')),
        );
        seen.say({ kind: 'open', scene: 'playground' });
        await seen.sees(
          'the copy',
          () => seen.scene?.tunables.find((one) => one.id.endsWith(SPEED))?.value === 0.25,
        );
      }
    } finally {
      seen.close();
      await run.end();
    }
  });
});
