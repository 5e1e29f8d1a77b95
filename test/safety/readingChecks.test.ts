import { describe, expect, it } from 'vitest';
import {
  futureSource,
  isFiniteNeighbor,
  isFiniteTarget,
  readingTrouble,
  updateTarget,
} from '../../src/safety/readingChecks.js';
import type { Reading, Target } from '../../src/signals/signals.js';

const good: readonly Reading[] = [
  { kind: 'encoders', at: 1, left: 5, right: -7 },
  { kind: 'range', at: 1, sensor: 's', distances: [null] },
  { kind: 'heading', at: 1, sensor: 's', heading: 2 },
  { kind: 'turnRate', at: 1, sensor: 's', turnRate: -3 },
  { kind: 'level', at: 1, sensor: 's', level: 0.5 },
  { kind: 'battery', at: 1, volts: 7.2 },
  { kind: 'pose', at: 1, pose: { x: 1, y: 2, heading: 3 } },
  { kind: 'link', at: 1, badFrames: 0 },
];
const judge = (reading: Reading, last: number | undefined = 0.98) =>
  readingTrouble(reading, last, 0.98, 0.02);

describe('a reading', () => {
  it.each(good)('of $kind is accepted', (reading) => {
    expect(judge(reading)).toBeUndefined();
    expect(judge(reading, 1)).toBeUndefined();
  });

  it.each(good)(
    'of $kind with a time that is not a number, or from the future, stops the robot',
    (reading) => {
      for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 1e9])
        expect(judge({ ...reading, at })).toMatchObject({ stops: true });
    },
  );

  it.each(good)('of $kind older than the one before is left out', (reading) => {
    expect(judge(reading, 1.5)).toMatchObject({ stops: false });
  });

  it.each<Reading>([
    { kind: 'encoders', at: 1, left: Number.NaN, right: 0 },
    { kind: 'encoders', at: 1, left: 0, right: Number.POSITIVE_INFINITY },
    { kind: 'heading', at: 1, sensor: 's', heading: Number.NaN },
    { kind: 'turnRate', at: 1, sensor: 's', turnRate: Number.NaN },
    { kind: 'turnRate', at: 1, sensor: 's', turnRate: 1e4 },
    { kind: 'level', at: 1, sensor: 's', level: 1.5 },
    { kind: 'battery', at: 1, volts: Number.NaN },
    { kind: 'battery', at: 1, volts: 1e4 },
    { kind: 'pose', at: 1, pose: { x: Number.NaN, y: 0, heading: 0 } },
    { kind: 'pose', at: 1, pose: { x: 0, y: 0, heading: Number.NaN } },
    { kind: 'pose', at: 1, pose: { x: 1e9, y: 0, heading: 0 } },
    { kind: 'link', at: 1, badFrames: Number.NaN },
  ])('of impossible numbers stops the robot: %j', (reading) => {
    expect(judge(reading)).toMatchObject({ stops: true });
  });
});

describe('a source at a tick', () => {
  it('may be a period ahead, and no more', () => {
    expect(futureSource({ pose: 1.02 }, 1, 0.02)).toBeUndefined();
    expect(futureSource({ pose: 1.03 }, 1, 0.02)).toContain('pose');
  });
});

const at = (time: number, x: number, id = 'ball'): Target => ({
  id,
  at: time,
  position: { x, y: 0 },
  velocity: { x: 0.3, y: 0 },
});
const heard = (...news: readonly Target[]) =>
  news.reduce(updateTarget, { believed: undefined, suspect: undefined } as ReturnType<typeof updateTarget>);

describe('a target that jumps', () => {
  it('is not followed until a second reading confirms it', () => {
    expect(heard(at(0, 0), at(0.02, 5)).believed?.position.x).toBe(0);
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 5.006)).believed?.position.x).toBe(5.006);
  });

  it('is forgotten when it is back where it was', () => {
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 0.012), at(0.06, 5)).believed?.position.x).toBe(0.012);
  });

  it('is not one that moves within its limits: 0.25 m at once, and 1 m/s more than it reports', () => {
    expect(heard(at(0, 0), at(0.02, 0.27)).suspect).toBeUndefined();
    expect(heard(at(0, 0), at(0.02, 0.3)).suspect).toBeDefined();
    expect(heard(at(0, 0), at(1, 1.8)).suspect).toBeUndefined();
  });

  it('is believed after a long silence, and of a pointer always', () => {
    expect(heard(at(0, 0), at(3, 9)).believed?.position.x).toBe(9);
    expect(heard(at(0, 0, 'pointer'), at(0.02, 9, 'pointer')).believed?.position.x).toBe(9);
  });
});

describe('news that is not finite', () => {
  it('is neither a target nor a neighbor', () => {
    expect(isFiniteTarget(at(0, Number.NaN))).toBe(false);
    expect(isFiniteTarget(at(Number.POSITIVE_INFINITY, 0))).toBe(false);
    const robot = { ...at(0, 0), heading: 0, radius: 0.1 };
    expect(isFiniteNeighbor(robot)).toBe(true);
    expect(isFiniteNeighbor({ ...robot, heading: Number.NaN })).toBe(false);
    expect(isFiniteNeighbor({ ...robot, radius: Number.NaN })).toBe(false);
  });
});
