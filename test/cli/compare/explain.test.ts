import { describe, expect } from 'vitest';
import { AS_DECLARED, type PlantSpec } from '../../../sim/scenario/plantSpec.js';
import { type DriftExplanation, explain } from '../../../src/cli/compare/explain.js';
import type { RecordedRun } from '../../../src/cli/compare/recordedRun.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { UsageError } from '../../../src/validation/errors.js';
import { cases, exceptions, itOnce as it, itInBoth, itThorough, THOROUGH } from '../../support/effort.js';
import { FILE, textOf } from '../calibrate/hiddenRobot.js';
import {
  bodyWith,
  CAUSES,
  driftOf,
  FIGURE_EIGHT,
  recordedDrive,
  truthOf,
  writtenPlant,
} from './hiddenBody.js';

const robotWith = (counts: number, others: { gyro?: boolean; blind?: boolean; rate?: number } = {}) =>
  parseRobot(textOf({ counts, gyro: false, ...others }), FILE);
const COUNTS = 1437;
const ROBOT = robotWith(COUNTS);

const ALL = 20;
/** One body in `npm test`: how many figures may be off shows only over all. */
const SMOKE = [3];
const SEEDS = (THOROUGH ? cases(ALL) : SMOKE).map((i) => ({ i, cause: CAUSES[i % CAUSES.length] ?? 'lag' }));
/** A drive of less is none. */
const LEAST_WAY = 2;
const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The same body's drive by a robot, and what it tells: recorded and explained once for all who ask. */
const explained = new Map<string, Promise<{ run: RecordedRun; explanation: DriftExplanation }>>();

function explainedDrive(counts: number, i: number, plant: PlantSpec) {
  const key = `${counts} ${i}`;
  const found =
    explained.get(key) ??
    recordedDrive({ robot: robotWith(counts), plant, seed: i }).then(({ run }) => ({
      run,
      explanation: explain(run),
    }));
  explained.set(key, found);
  return found;
}

/** What moves a body unlike its file, the greatest first. */
const causesOf = (run: RecordedRun) =>
  explain(run)
    .causes.filter(({ isSure }) => isSure)
    .map(({ name }) => name);

describe.each([COUNTS, 20].slice(0, THOROUGH ? 2 : 1).map((counts) => ({ counts })))(
  'hidden bodies with $counts counts',
  ({ counts }) => {
    itInBoth('name the right cause first, and tell every figure within its uncertainty', async () => {
      const robot = robotWith(counts);
      const [wrong, far]: [string[], number[]] = [[], []];
      for (const { i, cause } of SEEDS) {
        const plant = bodyWith(cause, i);
        const { causes, way } = (await explainedDrive(counts, i, plant)).explanation;
        const first = causes.find(({ isSure }) => isSure)?.name;
        if (first !== cause) wrong.push(`${cause}: ${first}`);
        const truth = truthOf(plant, robot);
        // A body with much dead band stands still for most of the time, and tells little but that.
        if (way < LEAST_WAY) continue;
        for (const { name, measured } of causes)
          far.push(Math.abs(measured.value - (truth[name] ?? Number.NaN)) / measured.deviation);
      }
      expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(exceptions(0.15, ALL));
      // Of all seeds' figures, of which these are a part.
      const figures = (far.length * ALL) / SEEDS.length;
      expect(far.filter((off) => off > 2).length).toBeLessThanOrEqual(exceptions(0.1, figures));
      expect(Math.max(...far)).toBeLessThan(4.5);
    });
  },
);

describe('the plant that is written', () => {
  itInBoth('moves for the commands of another run as the body did, within 2 cm per metre', async () => {
    const [still, slipping, file]: [number[], number[], number[]] = [[], [], []];
    const hardlyMoved: number[] = [];
    for (const { i, cause } of SEEDS) {
      const plant = bodyWith(cause, i);
      const { run, explanation } = await explainedDrive(COUNTS, i, plant);
      const found = writtenPlant(run, explanation);
      const drive = { robot: ROBOT, seed: 100 + i, mission: FIGURE_EIGHT, duration: 30 };
      const fresh = await recordedDrive({ ...drive, plant: { ...plant, slip: 0 } });
      (explanation.way < LEAST_WAY ? hardlyMoved : still).push(driftOf(fresh, ROBOT, found));
      file.push(driftOf(fresh, ROBOT, AS_DECLARED));
      slipping.push(driftOf(await recordedDrive({ ...drive, plant }), ROBOT, found));
    }
    expect(Math.max(...still)).toBeLessThan(0.02);
    // These tell nothing of their wheels and track, which are off by half a percent.
    expect(Math.max(...hardlyMoved)).toBeLessThan(0.03);
    // The slip of the fresh run, 0.002, is 1.2 cm after the first metre, and grows.
    expect(middle(slipping)).toBeLessThan(0.02);
    expect(middle(file)).toBeGreaterThan(4 * middle(still));
  });
});

describe('what a recording tells', () => {
  it('is nothing of a body that is as its file says', async () => {
    const { run } = await recordedDrive({ robot: ROBOT, plant: AS_DECLARED, seed: 1 });
    expect(causesOf(run)).toEqual([]);
  });

  itThorough('leaves out the spans in which someone held the robot', async () => {
    const { run } = await recordedDrive({ robot: ROBOT, plant: bodyWith('delay', 3), seed: 3, seen: false });
    const held = explain(heldFrom(run, 12.2));
    expect(held.spans.used).toBeLessThan(held.spans.count);
    const [delay, truth] = [held.causes.find(({ name }) => name === 'delay'), explain(run)];
    expect(held.causes[0]?.name).toBe('delay');
    expect(delay?.measured.value).toBeCloseTo(truth.body.delay, 2);
  });

  itThorough.each([10, 100])('names the cause at %i Hz too', async (rate) => {
    const robot = robotWith(200, { rate });
    const { run } = await recordedDrive({ robot, plant: bodyWith('no-load speed', 5), seed: 5 });
    expect(causesOf(run)[0]).toBe('no-load speed');
  });

  itThorough('of a robot with a gyroscope: how its wheels differ, without any fix', async () => {
    const robot = robotWith(1437, { gyro: true });
    const plant = { ...AS_DECLARED, wheelDiameterError: { left: 0.03, right: -0.01 }, gyroBias: 0.05 };
    const { run } = await recordedDrive({ robot, plant, seed: 2, seen: false });
    const { causes, body } = explain(run);
    expect(causes[0]?.name).toBe('right wheel by left');
    expect(body.wheels.right / body.wheels.left).toBeCloseTo(0.99 / 1.03, 3);
    expect(causes.map(({ name }) => name)).not.toContain('wheels');
  });

  itThorough('of a robot without encoders that is seen: speeds and track', async () => {
    const robot = robotWith(1437, { blind: true });
    const plant = { ...AS_DECLARED, wheelSpeedError: { left: 0.05, right: -0.05 }, slip: 0.003 };
    const { run } = await recordedDrive({ robot, plant, seed: 4 });
    expect(explain(run).causes.map(({ name }) => name)).toHaveLength(3);
    expect(causesOf(run)[0]).toBe('right motor by left');
    const { left, right } = explain(run).body.noLoadSpeed;
    expect(right / left).toBeCloseTo(0.95 / 1.05, 1);
  });

  itThorough('does not depend on fixes that are wrong', async () => {
    const { run } = await recordedDrive({ robot: ROBOT, plant: bodyWith('track', 6), seed: 6 });
    const fixes = run.log.fixes.map((fix, i) =>
      i % 10 === 3 ? { ...fix, pose: { ...fix.pose, x: fix.pose.x + 0.7 } } : fix,
    );
    expect(causesOf({ ...run, log: { ...run.log, fixes } })[0]).toBe('track');
  });
});

describe('a recording that tells nothing is refused', () => {
  it.each<[string, (run: RecordedRun) => RecordedRun, RegExp]>([
    ['of a robot without encoders and fixes', without('encoders'), /neither encoders nor 40 fixes/],
    ['without a moment of driving', withDuty(0), /never told to turn/],
    ['of five seconds', cutAt(5), /too short/],
  ])('%s', async (_, changed, words) => {
    const { run } = await recordedDrive({
      robot: ROBOT,
      plant: AS_DECLARED,
      seed: 1,
      duration: 12,
      seen: false,
    });
    expect(() => explain(changed(run))).toThrow(UsageError);
    expect(() => explain(changed(run))).toThrow(words);
  });
});

function without(_: 'encoders'): (run: RecordedRun) => RecordedRun {
  return (run) => {
    const { encoders, ...robot } = run.robot;
    return { ...run, robot, log: { ...run.log, counts: [] } };
  };
}

function withDuty(duty: number): (run: RecordedRun) => RecordedRun {
  return (run) => {
    const duties = run.log.duties.map(({ at }) => ({ at, left: duty, right: duty }));
    return { ...run, log: { ...run.log, duties } };
  };
}

function cutAt(end: number): (run: RecordedRun) => RecordedRun {
  return (run) => {
    const early = ({ at }: { at: number }) => at < end;
    const { duties, counts } = run.log;
    return { ...run, log: { ...run.log, duties: duties.filter(early), counts: counts.filter(early) } };
  };
}

/** For a second and a half no wheel turns; after it they go on from there. */
function heldFrom(run: RecordedRun, start: number): RecordedRun {
  const { counts } = run.log;
  const at = (time: number) => counts.find((reading) => reading.at >= time);
  const [before, after] = [at(start), at(start + 1.5)];
  if (!before || !after) throw new Error('the drive is too short');
  const held = counts.map((reading) => {
    if (reading.at < start) return reading;
    if (reading.at < start + 1.5) return { ...reading, left: before.left, right: before.right };
    const [left, right] = [after.left - before.left, after.right - before.right];
    return { ...reading, left: reading.left - left, right: reading.right - right };
  });
  return { ...run, log: { ...run.log, counts: held } };
}
