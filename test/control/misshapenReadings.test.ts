import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Reading } from '../../src/signals/signals.js';
import { loopOf } from './guardedLoop.js';

const KINDS = [
  'encoders',
  'range',
  'heading',
  'turnRate',
  'level',
  'bearing',
  'battery',
  'pose',
  'link',
  'tripped',
];
const VALUES = [
  undefined,
  null,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  '1',
  'front',
  [],
  [[]],
  ['1'],
  {},
  () => 1,
];
const KEYS = [
  'at',
  'sensor',
  'distances',
  'pose',
  'heading',
  'turnRate',
  'level',
  'bearing',
  'volts',
  'left',
  'badFrames',
  'sent',
  'lost',
];

const whole = (kind: string): Record<string, unknown> => ({
  kind,
  at: 0.1,
  sensor: 'front',
  distances: [1],
  pose: { x: 0, y: 0, heading: 0 },
  heading: 0,
  turnRate: 0,
  level: 0.5,
  bearing: 0,
  volts: 7,
  left: 0,
  right: 0,
  badFrames: 0,
  reason: 'silence',
});

/** Readings of each kind, with one key that is missing or has a value of another type; and values that are no readings. */
const MISSHAPEN: readonly unknown[] = [
  ...VALUES,
  ...VALUES.map((kind) => ({ kind, at: 0.1 })),
  ...['__proto__', 'toString', 'ranges'].map((kind) => ({ kind, at: 0.1 })),
  ...KINDS.map((kind) => ({ kind })),
  ...KINDS.flatMap((kind) =>
    KEYS.flatMap((key) => VALUES.map((value) => ({ ...whole(kind), [key]: value }))),
  ),
  ...['x', 'y', 'heading'].flatMap((key) =>
    VALUES.map((value) => ({ ...whole('pose'), pose: { x: 0, y: 0, heading: 0, [key]: value } })),
  ),
];

const SCOUT = loadRobot('scout');

describe('a reading of any shape', () => {
  it(`of which there are ${MISSHAPEN.length} here, never ends the loop, and gives no duty or pose that is not finite`, () => {
    for (const reading of MISSHAPEN) {
      const loop = loopOf(SCOUT);
      loop.run(2);
      loop.hear(reading as Reading);
      const tick = loop.run(3);
      expect(Number.isFinite(tick?.duties.left)).toBe(true);
      expect(Number.isFinite(tick?.estimate.pose.x)).toBe(true);
    }
  });

  it.each([
    [undefined, 'a reading that is no object'],
    [{ kind: 'ranges', at: 0 }, 'a reading of no known kind'],
    [{ kind: 'range', at: 0, sensor: 'front' }, 'a range without a list of distances'],
    [{ kind: 'range', at: 0, sensor: 'front', distances: ['1'] }, 'a range without a list of distances'],
    [{ kind: 'level', at: 0, level: 0 }, 'a level without the name of its sensor'],
    [{ kind: 'pose', at: 0 }, 'a pose without a place'],
  ])('says what it lacks: %j', (reading, what) => {
    const loop = loopOf(SCOUT);
    loop.run(5);
    loop.hear(reading as Reading);
    expect(loop.run(1)).toMatchObject({ safety: 'faulted', duties: { left: 0, right: 0 } });
    expect(loop.tick?.faults).toContainEqual(expect.objectContaining({ kind: 'reading', what }));
  });
});
