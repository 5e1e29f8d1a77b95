import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { parse, stringify } from 'yaml';
import type { BodyFactory } from '../../sim/engine/body.js';
import { simulatedBody } from '../../sim/plant/simDriver.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import { builtProgram } from '../cli/steerbot.js';
import { drawn, itOnce as it, itInBoth, itThorough } from '../support/effort.js';
import { rootFile } from '../support/runs.js';
import { Chance } from './chance.js';
import { drawRobot } from './drawRobot.js';
import { drawRun, within } from './drawRun.js';
import { failureScenario, failureText } from './failure.js';
import { chaosOptions } from './options.js';
import { runChaos, runDrawn } from './runChaos.js';
import { summaryText, Tally } from './tally.js';
import { robotNames } from './written.js';

const SEED = 20_261_122;

/** The same run for the first seconds only. */
const shortRun = (index: number, seconds = drawn(45, 20)) => within(seconds, drawRun(SEED, index));

describe('a chaos run', () => {
  itInBoth.each(Array.from({ length: drawn(40, 2) }, (_, i) => [i]))(
    '%d keeps every promise',
    async (index) => {
      const { violations, ticks } = await runChaos(shortRun(index));
      expect(violations).toEqual([]);
      expect(ticks).toBeGreaterThan(100);
    },
  );

  itThorough('is the same for the same seed and index, and another for another', async () => {
    const [one, same, other] = [shortRun(3, 20), shortRun(3, 20), shortRun(4, 20)];
    expect(same.written).toEqual(one.written);
    expect(other.written).not.toEqual(one.written);
    expect(await runChaos(same)).toEqual(await runChaos(one));
  });

  itThorough('is made by the program as it is built, too', () => {
    builtProgram();
    const program = rootFile('dist/test/chaos/main.js');
    const options = ['--hours', '0.02', '--seconds', '2', '--seed', '7', '--workers', '1'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^simulated, seed 7: 0 violations/m);
  });

  it('can be made of every preset, as it is and varied', () => {
    const chance = new Chance(SEED, 0, 'robots');
    const names = new Set<string>();
    for (let i = 0; i < 300; i++) {
      const { name, sensors } = parseRobot(stringify(drawRobot(chance)), 'robot.yaml');
      names.add(name);
      expect(new Set(sensors.map(({ id }) => id)).size).toBe(sensors.length);
    }
    expect([...names].sort()).toEqual(
      robotNames()
        .map((file) => loadRobot(file).name)
        .sort(),
    );
  });

  itThorough('draws every behavior, and faults of every class, within fifty runs', () => {
    const kinds = new Set<string>();
    for (let index = 0; index < 50; index++) {
      const { faults, upsets } = drawRun(SEED, index);
      for (const { fault } of faults) kinds.add(fault);
      for (const { upset } of upsets) kinds.add(upset);
    }
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'encoderStuck',
        'motorDead',
        'rangeBlind',
        'batteryLow',
        'targetLost',
        'gyroStuck',
      ]),
    );
    expect(kinds.size).toBeGreaterThan(25);
  });
});

describe('with the firmware', () => {
  it('keeps every promise, and those of the board', async () => {
    const run = drawRun(SEED, 1, true);
    const ends = run.upsets.at(-1)?.at ?? 0;
    const earlier = run.upsets.map((upset) => ({ ...upset, at: upset.at === ends ? 2 : upset.at }));
    const outcome = await runDrawn({ ...run, upsets: earlier, scenario: { ...run.scenario, duration: 4 } });
    expect(outcome.violations).toEqual([]);
    expect(outcome.ticks).toBeGreaterThan(20);
  });
});

/** A body that keeps its motors' power at every stop. */
const unstoppable: BodyFactory = (context) => {
  const body = simulatedBody(context);
  const { driver } = body;
  return {
    sense: (at) => body.sense(at),
    driver: {
      readings$: driver.readings$,
      arm: () => driver.arm(),
      drive: (duties) => driver.drive({ left: duties.left || 0.5, right: duties.right || 0.5 }),
      stop: () => {},
      close: () => driver.close(),
    },
  };
};

describe('a planted violation', () => {
  it('of a body that drives on after a stop is found, and told with what repeats it', async () => {
    const plain = shortRun(0, 5);
    const robot = plain.scenario.robots[0]?.id ?? '';
    const run = { ...plain, upsets: [{ upset: 'targetNaN', robot, at: 1 } as const] };
    expect((await runChaos(run)).violations).toEqual([]);
    const outcome = await runChaos(run, { bodyOf: unstoppable });
    expect(outcome.violations.map(({ rule }) => rule)).toContain('latch');
    const text = failureText(run, outcome, 'run.yaml');
    expect(text).toMatch(/tick \d+: latch: the motors have power/);
    expect(text).toContain(`npm run chaos -- --seed ${SEED} --only 0`);
    expect(parse(failureScenario(run))).toMatchObject({
      robots: [expect.anything()],
      seed: run.scenario.seed,
    });
  });

  it('of a simulator that throws is told as a crash', async () => {
    const broken: BodyFactory = (context) => ({
      ...simulatedBody(context),
      advanced: (_, to) => {
        if (to > 1) throw new Error('the simulator broke');
      },
    });
    const { violations } = await runChaos(shortRun(0), { bodyOf: broken });
    expect(violations).toMatchObject([
      { rule: 'crash', what: expect.stringContaining('the simulator broke') },
    ]);
  });
});

describe('the summary', () => {
  it('adds up hours, faults and contacts', async () => {
    const tally = new Tally();
    const outcome = await runChaos(shortRun(2, 20));
    tally.add(outcome);
    tally.add(outcome);
    const summary = tally.summary(10);
    expect(summary).toMatchObject({ runs: 2, hours: 40 / 3600, timesRealTime: 4, violations: 0 });
    expect(summaryText('chaos', summary)).toContain('0 violations in 0.01 simulated hours');
  });
});

describe('the options', () => {
  it('have defaults: an hour, seed 1, two threads', () => {
    expect(chaosOptions([])).toMatchObject({ hours: 1, firmwareHours: 0, seed: 1, only: null, workers: 2 });
    expect(chaosOptions([]).seconds).toBe(Number.POSITIVE_INFINITY);
    expect(chaosOptions(['--seconds', '20'])).toMatchObject({ seconds: 20, hours: 1 });
    expect(chaosOptions(['--firmware-hours', '0.5'])).toMatchObject({ hours: 0, firmwareHours: 0.5 });
    expect(chaosOptions(['--only', '7', '--firmware', '--workers', '1'])).toMatchObject({
      only: 7,
      firmware: true,
      workers: 1,
    });
  });

  it.each([
    ['--hours', 'many'],
    ['--seed', '1.5'],
    ['--only', '-1'],
  ])('%s %s is refused', (...words) => {
    expect(() => chaosOptions(words)).toThrow();
  });
});
