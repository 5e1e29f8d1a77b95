/**
 * `npm run chaos -- --hours 1 --seed 1`: robots in random scenes, with random faults and operators, until so many hours
 * are simulated. Every violation of a promise is printed with the command that repeats it.
 */
import { parseArgs } from 'node:util';
import { wallTime } from '../../src/control/clock.js';
import type { Seconds } from '../../src/math/units.js';
import { drawRun } from './drawRun.js';
import { writeFailure } from './failure.js';
import { type Outcome, runDrawn } from './runChaos.js';
import { summaryText, Tally } from './tally.js';

const HOUR: Seconds = 3600;
const USAGE = `npm run chaos -- [--hours N] [--seed S] [--only INDEX] [--json]`;

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    firmware: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const wholeNumber = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new RangeError(`--${name} ${text}: a whole number is wanted\n${USAGE}`);
  return value;
};

const seed = wholeNumber('seed', values.seed);
const began = wallTime.now();
const tally = new Tally();

async function one(index: number, firmware = values.firmware): Promise<Outcome> {
  const run = drawRun(seed, index, firmware);
  const t = process.cpuUsage();
  const outcome = await runDrawn(run);
  if (process.env.CHAOS_TIMES)
    console.error(
      `${index} ${outcome.scene} ${outcome.robots} robots ${outcome.seconds} s: ${(outcome.seconds * 1e6 / (process.cpuUsage(t).user)).toFixed(0)}x`,
    );
  if (outcome.violations.length > 0) console.error(writeFailure(run, outcome));
  return outcome;
}

if (values.only !== undefined) tally.add(await one(wholeNumber('only', values.only)));
else for (let index = 0; tally.seconds < Number(values.hours) * HOUR; index++) tally.add(await one(index));

const summary = tally.summary(wallTime.now() - began);
console.log(values.json ? JSON.stringify(summary) : summaryText(`chaos, seed ${seed}`, summary));
process.exitCode = tally.violations > 0 ? 1 : 0;
