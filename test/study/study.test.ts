/** A study from a program: the same runs, tables and figures as the command line's. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { bootstrap, type RunRow, study } from '../../src/lab.js';
import { folderWith, steerbot } from '../cli/steerbot.js';

/** Two scenes with as many robots and other draws, of two seconds each. */
const short = (name: string) => (seed: number) => ({ ...loadScenario(name, { seed }), duration: 2 });
const SCENES = { arrive: short('arrive'), wander: short('wander') };

describe('a study', () => {
  it('runs each scene with each seed, and tells each when it is done', async () => {
    const told: [number, string[]][] = [];
    const { runs, result } = await study({
      scenes: SCENES,
      seeds: [3, 1],
      onSeed: (seed, rows) => told.push([seed, Object.keys(rows)]),
    });
    expect(told).toEqual([
      [3, ['arrive', 'wander']],
      [1, ['arrive', 'wander']],
    ]);
    expect(runs.map(({ seed }) => seed)).toEqual([3, 1]);
    expect(runs.map((each) => each.runs.wander?.seed)).toEqual([3, 1]);
    expect(result.scenarios.map(({ scenario, runs: count }) => [scenario, count])).toEqual([
      ['arrive', 2],
      ['wander', 2],
    ]);
    expect(result.comparison?.passRate.pairs).toBe(2);
  });

  it('has the figures, the table and the picture of the command line', async () => {
    const cwd = folderWith({});
    const args = ['sim', 'arrive', '--seeds', '1..4', '--json', '--csv', 'a.csv', '--plot', 'a.svg'];
    const told = JSON.parse((await steerbot(args, { cwd })).stdout);
    const scenes = { arrive: (seed: number) => loadScenario('arrive', { seed }) };
    const here = await study({ scenes, seeds: '1..4' });
    const withoutHow = ({ worst, ...rest }: { worst: object | null }) => ({ ...rest, ...worst, command: '' });
    expect(here.result.scenarios.map(withoutHow)).toEqual(told.scenarios.map(withoutHow));
    here.write(join(cwd, 'b.csv'));
    expect(readFileSync(join(cwd, 'b.csv'), 'utf8')).toBe(readFileSync(join(cwd, 'a.csv'), 'utf8'));
    expect(here.plot()).toBe(readFileSync(join(cwd, 'a.svg'), 'utf8'));
    expect(here.plot(['maxSpeed'])).toContain('maxSpeed');
  });

  it('compares two scenes seed by seed, as one would by hand', async () => {
    const slow = (seed: number) => {
      const scene = { ...loadScenario('arrive', { seed }), duration: 20 };
      const [robot] = scene.robots;
      if (!robot) throw new Error('it has a robot');
      const limits = { ...robot.robot.limits, speed: 0.2 };
      return { ...scene, robots: [{ ...robot, robot: { ...robot.robot, limits } }] };
    };
    const { result, runs } = await study({
      scenes: { fast: (seed) => loadScenario('arrive', { seed }), slow },
      seeds: '1..6',
    });
    const time = (row: RunRow | undefined) => row?.figures.timeToGoal ?? Number.NaN;
    const gains = runs.map(({ runs: { fast, slow: other } }) => time(other) - time(fast));
    expect(result.comparison?.figures.timeToGoal?.mean).toEqual(bootstrap(gains)?.mean);
    expect(result.comparison?.figures.timeToGoal?.more).toBe(6);
  });

  it('lets the timers of its program come in between', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await study({ scenes: { wander: short('wander') }, seeds: '1..5' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThanOrEqual(3);
  });

  it('refuses seeds, scenes and tables that are none, and says what a scene that cannot run says', async () => {
    const scenes = { wander: short('wander') };
    await expect(study({ scenes, seeds: '5..1' })).rejects.toThrow(/5\.\.1 runs backwards/);
    await expect(study({ scenes, seeds: [1, 1] })).rejects.toThrow(RangeError);
    await expect(study({ scenes, seeds: [1.5] })).rejects.toThrow(RangeError);
    await expect(study({ scenes: {}, seeds: '1' })).rejects.toThrow('one scene or more');
    const broken = () => {
      throw new Error('no such robot');
    };
    await expect(study({ scenes: { broken }, seeds: '7' })).rejects.toThrow('no such robot');
    const deaf = () => loadScenario('wander');
    await expect(study({ scenes: { deaf }, seeds: '7' })).rejects.toThrow(/seed 7 has seed/);
    await expect(study({ scenes, seeds: 5 as never })).rejects.toThrow(TypeError);
    const done = await study({ scenes, seeds: '1' });
    expect(() => done.write('runs.xls')).toThrow(/\.csv, \.jsonl, \.parquet/);
    expect(() => done.write(join(folderWith({}), 'none', 'a.csv'))).toThrow(/^'?[^-].*none/);
    expect(() => done.plot(['foo'])).toThrow(/no such figure: 'foo'; known are .*timeToGoal/);
    expect(() => done.plot([])).toThrow(RangeError);
  });
});
