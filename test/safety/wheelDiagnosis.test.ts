import { describe, expect, it } from 'vitest';
import type { Ways, WindowSums } from '../../src/safety/motionWindow.js';
import { diagnose } from '../../src/safety/wheelDiagnosis.js';

const PER_COUNT = 0.00015;
const BODY = { track: 0.15, metersPerCount: { left: PER_COUNT, right: PER_COUNT } };
const ways = (left: number, right: number): Ways => ({ left, right });

/** A window in which all models expect the same. */
const seen = (told: Ways, counted: Ways, more: Partial<WindowSums> = {}): WindowSums => ({
  lasting: 0.25,
  quick: told,
  slow: told,
  likely: told,
  counted,
  turned: null,
  repeats: false,
  ...more,
});
const found = (told: Ways, counted: Ways, more: Partial<WindowSums> = {}) => {
  const sums = seen(told, counted, more);
  return diagnose(sums, () => ({ ...sums, lasting: 0.12 }), BODY);
};
const AHEAD = ways(0.1, 0.1);

const STANDS = ['encoderStuck', 'encoderSilent', 'motorDead', 'wheelsBlocked'];
const RUNS_DOWN = ['motorDead', 'motorReversed', 'wheelsBlocked', 'encoderReversed'];
const REVERSED = ['encoderReversed', 'motorReversed'];
const SWAPPED = ['encodersSwapped', 'motorsSwapped'];
const RUNS_ON = ['motorStuckOn', 'encoderJump'];

/** What the wheels were told and counted [m], the turn by a gyroscope [rad], and what must be said of it. */
type Case = readonly [
  told: Ways,
  counted: Ways,
  turned: number | null,
  kind: string,
  causes: readonly string[],
];

const CASES: readonly Case[] = [
  // A wheel that stands fits its window; one that runs down shows no final speed yet.
  [AHEAD, ways(0, 0.1), null, 'wheelStands', STANDS],
  [AHEAD, ways(0, 0), null, 'wheelStands', STANDS],
  [ways(0.021, 0.1), ways(0, 0.1), null, 'wheelStands', STANDS],
  [AHEAD, ways(0.044, 0.1), null, 'wheelStands', RUNS_DOWN],
  [AHEAD, ways(-0.029, 0.1), null, 'wheelStands', RUNS_DOWN],
  [AHEAD, ways(-0.031, 0.1), null, 'wheelReversed', REVERSED],
  [AHEAD, ways(-0.1, 0.1), null, 'wheelReversed', REVERSED],
  [AHEAD, ways(-0.1, -0.1), null, 'wheelReversed', REVERSED],
  [AHEAD, ways(0.151, 0.1), null, 'wheelRunsOn', RUNS_ON],
  [AHEAD, ways(0.151, 0.151), null, 'wheelRunsOn', RUNS_ON],
  [ways(0, 0), ways(0.021, 0), null, 'wheelRunsOn', RUNS_ON],
  [ways(0.02, 0.1), ways(0.1, 0.02), null, 'wheelsSwapped', SWAPPED],
  [ways(0.05, 0.1), ways(0.1, 0.05), null, 'wheelsSwapped', SWAPPED],
  [ways(-0.1, 0.1), ways(0.1, -0.1), null, 'wheelsSwapped', [...SWAPPED, ...REVERSED]],
  // A swapped pair rolls as far in sum; a wheel that runs on does not.
  [ways(0.02, 0.1), ways(0.16, 0.1), null, 'wheelRunsOn', RUNS_ON],
  [ways(0.02, 0.1), ways(0.1, 0.06), null, 'wheelRunsOn', RUNS_ON],
  // A body that turns as told has a wrong encoder; one that turns as counted has a wrong motor.
  [AHEAD, ways(0, 0.1), 0, 'wheelStands', ['encoderStuck', 'encoderSilent']],
  [AHEAD, ways(0, 0.1), 0.1 / 0.15, 'wheelStands', ['motorDead', 'wheelsBlocked']],
  [AHEAD, ways(0, 0.1), 0.3, 'wheelStands', STANDS],
  [AHEAD, ways(-0.1, 0.1), 0, 'encoderReversed', []],
  [AHEAD, ways(-0.1, 0.1), 0.2 / 0.15, 'motorReversed', []],
  [ways(-0.1, 0.1), ways(0.1, -0.1), 0.2 / 0.15, 'wheelsSwapped', ['encodersSwapped', 'encoderReversed']],
  [ways(-0.1, 0.1), ways(0.1, -0.1), -0.2 / 0.15, 'wheelsSwapped', ['motorsSwapped', 'motorReversed']],
  [AHEAD, ways(0.151, 0.1), 0, 'encoderJump', []],
  [AHEAD, ways(0.04, 0.1), 0, 'wheelStands', ['encoderReversed', 'encoderStuck']],
  [AHEAD, ways(0.04, 0.1), 0.4, 'wheelStands', ['motorDead', 'motorReversed', 'wheelsBlocked']],
];

const HEALTHY: readonly (readonly [Ways, Ways])[] = [
  [AHEAD, ways(0.046, 0.1)],
  [AHEAD, ways(0.149, 0.1)],
  // Not far enough to tell.
  [ways(0.019, 0.1), ways(0, 0.1)],
  [ways(0, 0), ways(0.019, 0)],
];

const mirrored = ({ left, right }: Ways): Ways => ways(right, left);
const backwards = ({ left, right }: Ways): Ways => ways(-left || 0, -right || 0);
/** A body, the same in a mirror, driving backwards, and both: an arc in a mirror, or backwards, turns the other way. */
const FORMS: readonly (readonly [name: string, form: (way: Ways) => Ways, turn: 1 | -1])[] = [
  ['as it is', (way) => way, 1],
  ['in a mirror', mirrored, -1],
  ['backwards', backwards, -1],
  ['backwards in a mirror', (way) => mirrored(backwards(way)), 1],
];

describe.each(FORMS)('wheels %s', (_, form, turn) => {
  it.each(CASES)(
    'that are told %j and count %j, turned %j, say %s: %j',
    (told, counted, turned, kind, causes) => {
      const finding = found(form(told), form(counted), { turned: turned === null ? null : turn * turned });
      expect({ kind: finding?.kind, causes: finding?.causes ?? [] }).toEqual({ kind, causes });
    },
  );

  it.each(HEALTHY)('that are told %j and count %j are healthy', (told, counted) => {
    expect(found(form(told), form(counted))).toBeUndefined();
  });
});

describe('a finding', () => {
  it('waits 60 ms where no cause fits the window yet', () => {
    expect(found(AHEAD, ways(0, 0.1))?.after).toBeUndefined();
    for (const counted of [ways(0.04, 0.1), ways(0.151, 0.1)])
      expect(found(AHEAD, counted)?.after).toBe(0.06);
  });

  it('says which wheel, how far it was told, how far it counted, and all causes in words', () => {
    expect(found(AHEAD, ways(0.1, 0))?.what).toMatch(
      /^the right wheel hardly turns \(commanded 100 mm in 0.25 s, counted 0 mm\): .*stuck, or .*loose, or .*dead.*, or .*blocked$/,
    );
    expect(found(AHEAD, ways(-0.1, -0.1))?.what).toMatch(/^the wheels run backwards \(commanded 100 mm/);
  });

  it('does not trust a gyroscope that repeats one value', () => {
    expect(found(AHEAD, ways(0, 0.1), { turned: 0, repeats: true })?.causes).toEqual(STANDS);
  });
});

describe('a body that turns otherwise than its wheels', () => {
  const turning = (turned: number, repeats = false) => found(AHEAD, AHEAD, { turned, repeats });

  it('slips from 0.6 rad/s on, which must last 0.6 s, or from 1.2 rad/s on for 0.15 s', () => {
    expect(turning(0.149)).toBeUndefined();
    expect(turning(0.151)).toMatchObject({ kind: 'wheelSlip', after: 0.6 });
    expect(turning(0.301)).toMatchObject({ kind: 'wheelSlip', after: 0.15 });
    expect(turning(-0.151)).toMatchObject({ kind: 'wheelSlip' });
  });

  it('may turn up to 40 % less than its wheels roll', () => {
    const wheels = ways(-0.1, 0.1);
    const rolled = 0.2 / 0.15;
    expect(found(wheels, wheels, { turned: 0.61 * rolled })).toBeUndefined();
    expect(found(wheels, wheels, { turned: 0.59 * rolled })).toMatchObject({ kind: 'wheelSlip' });
    // The greater of both turns counts.
    expect(found(wheels, wheels, { turned: 1.6 * rolled })).toBeUndefined();
    expect(found(wheels, wheels, { turned: 1.7 * rolled })).toMatchObject({ kind: 'wheelSlip' });
  });

  it('has swapped encoders if it turns just the other way, and a stuck gyroscope if that repeats one value', () => {
    const wheels = ways(-0.1, 0.1);
    const rolled = 0.2 / 0.15;
    const other = {
      kind: 'encodersSwapped',
      causes: ['encodersSwapped', 'encoderStuck', 'encoderReversed', 'gyroReversed'],
    };
    expect(found(wheels, wheels, { turned: -rolled })).toMatchObject({ ...other, after: 0.15 });
    expect(found(wheels, wheels, { turned: -rolled / 1.29 })).toMatchObject(other);
    expect(found(wheels, wheels, { turned: -rolled / 1.31 })).toMatchObject({ kind: 'wheelSlip' });
    expect(found(wheels, wheels, { turned: -rolled, repeats: true })).toMatchObject({
      kind: 'gyroStuck',
      after: 0.15,
    });
  });
});
