import { describe, expect, it } from 'vitest';
import { futureSource, isFarAhead, readingTrouble } from '../../src/safety/readingChecks.js';
import type { Reading } from '../../src/signals/signals.js';

const good: readonly Reading[] = [
  { kind: 'encoders', at: 1, left: 5, right: -7 },
  { kind: 'range', at: 1, sensor: 's', distances: [null] },
  { kind: 'heading', at: 1, sensor: 's', heading: 2 },
  { kind: 'turnRate', at: 1, sensor: 's', turnRate: -3 },
  { kind: 'level', at: 1, sensor: 's', level: 0.5 },
  { kind: 'bearing', at: 1, sensor: 's', bearing: -3 },
  { kind: 'bearing', at: 1, sensor: 's', bearing: null },
  { kind: 'battery', at: 1, volts: 7.2 },
  { kind: 'pose', at: 1, pose: { x: 1, y: 2, heading: 3 } },
  { kind: 'link', at: 1, badFrames: 0 },
];
const judge = (reading: Reading, last: number | undefined = 0.98) => readingTrouble(reading, last);

describe('a reading', () => {
  it.each(good)('of $kind is accepted', (reading) => {
    expect(judge(reading)).toBeUndefined();
    expect(judge(reading, 1)).toBeUndefined();
  });

  it.each(good)('of $kind with a time that is not a number stops the robot', (reading) => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(judge({ ...reading, at })).toMatchObject({ stops: true });
  });

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
    { kind: 'bearing', at: 1, sensor: 's', bearing: Number.NaN },
    { kind: 'bearing', at: 1, sensor: 's', bearing: 7 },
    { kind: 'battery', at: 1, volts: Number.NaN },
    { kind: 'battery', at: 1, volts: 1e4 },
    { kind: 'pose', at: 1, pose: { x: Number.NaN, y: 0, heading: 0 } },
    { kind: 'pose', at: 1, pose: { x: 0, y: 0, heading: Number.NaN } },
    { kind: 'pose', at: 1, pose: { x: 1e9, y: 0, heading: 0 } },
    { kind: 'link', at: 1, badFrames: Number.NaN },
  ])('of impossible numbers stops the robot: %j', (reading) => {
    expect(judge(reading)).toMatchObject({ stops: true });
  });

  /** The greatest possible numbers, and the next beyond them. */
  const LIMITS: readonly (readonly [reading: Reading, beyond: Reading])[] = [
    [
      { kind: 'encoders', at: 1, left: 2 ** 53 - 1, right: 1 - 2 ** 53 },
      { kind: 'encoders', at: 1, left: 0, right: 2 ** 53 },
    ],
    [
      { kind: 'heading', at: 1, sensor: 's', heading: -1e5 },
      { kind: 'heading', at: 1, sensor: 's', heading: -1.000001e5 },
    ],
    [
      { kind: 'turnRate', at: 1, sensor: 's', turnRate: 100 },
      { kind: 'turnRate', at: 1, sensor: 's', turnRate: 100.1 },
    ],
    [
      { kind: 'level', at: 1, sensor: 's', level: 1 },
      { kind: 'level', at: 1, sensor: 's', level: 1.001 },
    ],
    [
      { kind: 'battery', at: 1, volts: 100 },
      { kind: 'battery', at: 1, volts: 100.1 },
    ],
    [
      { kind: 'pose', at: 1, pose: { x: 1e5, y: -1e5, heading: 1e5 } },
      { kind: 'pose', at: 1, pose: { x: 0, y: 1.000001e5, heading: 0 } },
    ],
    [
      { kind: 'link', at: 1, badFrames: 2 ** 53 - 1 },
      { kind: 'link', at: 1, badFrames: 2 ** 53 },
    ],
  ];

  it.each(LIMITS)('of the greatest possible numbers is accepted, and none beyond: %j', (reading, beyond) => {
    expect(judge(reading)).toBeUndefined();
    expect(judge(beyond)).toMatchObject({ stops: true, what: expect.stringContaining('out of range') });
  });

  it('without finite numbers is not called out of range, and says what it is', () => {
    expect(judge({ kind: 'encoders', at: 1, left: Number.NaN, right: 0 })?.what).toBe(
      'counts that is not a number',
    );
    const pose = { x: 0, y: Number.POSITIVE_INFINITY, heading: 0 };
    expect(judge({ kind: 'pose', at: 1, pose })?.what).toBe('a pose that is not a number');
  });

  it('that a board trip brings has no number to check', () => {
    expect(judge({ kind: 'tripped', at: 1, cause: 'silence', why: 'no command' })).toBeUndefined();
  });
});

describe('the time of a reading', () => {
  const trouble = (at: number, last: number | undefined) =>
    readingTrouble({ kind: 'battery', at, volts: 7 }, last);

  it('may be half a second after the last tick, to a microsecond: the host may have stalled', () => {
    for (const at of [1.5, 1.5 + 0.9e-6, 1 + 0.5 + 1e-6]) expect(isFarAhead(at, 1, 0.02)).toBe(false);
    for (const at of [1.5 + 1.1e-6, 1.5 + 1.9e-6, 1.9]) expect(isFarAhead(at, 1, 0.02)).toBe(true);
  });

  it('may be two periods after the last tick, where that is longer', () => {
    expect(isFarAhead(2.999, 1, 1)).toBe(false);
    expect(isFarAhead(3.001, 1, 1)).toBe(true);
  });

  it('may be anything before the first tick', () => {
    expect(isFarAhead(1e6, null, 0.02)).toBe(false);
    expect(trouble(-1e6, undefined)).toBeUndefined();
  });

  it('may be a microsecond before that of the reading before: clocks are rounded', () => {
    for (const at of [2, 2 - 0.9e-6, 2 - 1e-6]) expect(trouble(at, 2)).toBeUndefined();
    for (const at of [2 - 1.1e-6, 2 - 1.9e-6]) expect(trouble(at, 2)).toMatchObject({ stops: false });
  });
});

describe('a source at a tick', () => {
  it('may be a period ahead, to a microsecond, and no more', () => {
    for (const at of [1.02, 1.02 + 0.9e-6, 1 + 0.02 + 1e-6])
      expect(futureSource({ pose: at, sensors: {} }, 1, 0.02)).toBeUndefined();
    for (const at of [1.02 + 1.1e-6, 1.02 + 1.9e-6, 1.03]) {
      expect(futureSource({ encoders: 1, pose: at, sensors: {} }, 1, 0.02)).toContain('pose');
      expect(futureSource({ encoders: 1, sensors: { front: at } }, 1, 0.02)).toContain('front');
    }
  });
});
