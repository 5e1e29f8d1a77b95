import { describe, expect, it } from 'vitest';
import type { Ways, WindowSums } from '../../src/safety/motionWindow.js';
import { slip } from '../../src/safety/twoTurns.js';
import { deniedTurn } from '../../src/safety/unaskedTurn.js';

const BODY = { track: 0.5 };
/** Wheels that roll so that the body turns by an angle [rad]. */
const turning = (angle: number): Ways => ({ left: -angle / 4, right: angle / 4 });
const sums = (more: Partial<WindowSums>): WindowSums => ({
  lasting: 0.25,
  quick: turning(0),
  slow: turning(0),
  likely: more.quick ?? turning(0),
  counted: turning(0),
  turned: 0,
  repeats: false,
  ...more,
});

describe('a body whose wheels turn it otherwise than its gyroscope says', () => {
  const found = (rolled: number, turned: number | null, more: Partial<WindowSums> = {}) =>
    slip(sums({ counted: turning(rolled), turned, ...more }), BODY);

  it.each([
    // 0.6 rad/s: 0.15 rad in 0.25 s, 0.6 rad in a second.
    [0, 0.15, 0.25, undefined],
    [0, 0.151, 0.25, 'wheelSlip'],
    [0, -0.151, 0.25, 'wheelSlip'],
    [0, 0.599, 1, undefined],
    [0, 0.601, 1, 'wheelSlip'],
    // 40 % of the greater turn.
    [1, 0.61, 0.25, undefined],
    [1, 0.59, 0.25, 'wheelSlip'],
    [1, 1.66, 0.25, undefined],
    [1, 1.67, 0.25, 'wheelSlip'],
    [-1, -0.61, 0.25, undefined],
    [-1, -0.59, 0.25, 'wheelSlip'],
    // Opposite within 30 % of the turn.
    [1, -1 / 1.29, 0.25, 'encodersSwapped'],
    [1, -1 / 1.31, 0.25, 'wheelSlip'],
    [1, -1 / 0.71, 0.25, 'encodersSwapped'],
    [1, -1 / 0.69, 0.25, 'wheelSlip'],
    [7, -10, 0.25, 'wheelSlip'],
  ])('rolled %d rad, turned %d rad in %d s: %s', (rolled, turned, lasting, kind) => {
    expect(found(rolled, turned, { lasting })?.kind).toBe(kind);
  });

  it('without a turn by a gyroscope proves nothing', () => {
    expect(found(1, null)).toBeUndefined();
  });

  it('has a stuck gyroscope if that repeats one value, also the opposite one', () => {
    for (const turned of [0.151, -1])
      expect(found(turned > 0 ? 0 : 1, turned, { repeats: true })?.kind).toBe('gyroStuck');
  });

  it('has swapped encoders, or one of them fails, if it turns just the other way', () => {
    expect(found(1, -1)?.causes).toEqual([
      'encodersSwapped',
      'encoderStuck',
      'encoderReversed',
      'gyroReversed',
    ]);
  });

  it('must do so for 0.15 s: other faults show sooner', () => {
    for (const finding of [found(0, 0.301), found(1, -1), found(0, 0.151, { repeats: true })])
      expect(finding?.after).toBe(0.15);
  });

  it('must do so for 0.6 s if it is less than twice that much: floors are rough', () => {
    for (const finding of [found(0, 0.151), found(0, 0.299), found(0, -0.299)])
      expect(finding).toMatchObject({ kind: 'wheelSlip', after: 0.6 });
  });
});

describe('a body without encoders', () => {
  const found = (quick: number, slow: number, turned: number | null, lasting = 2) =>
    deniedTurn(sums({ quick: turning(quick), slow: turning(slow), turned, lasting }), BODY);

  it.each([
    // A commanded turn of 1 rad, and a fifth that motors explain, by both models, must show to a fifth.
    [1.29, 1.29, 0, 'noProgress'],
    [-1.29, -1.29, 0, 'noProgress'],
    [1.27, 1.27, 0, undefined],
    [2, 1.43, 0, undefined],
    [1.27, 2, 0, undefined],
    [2, -2, 0, undefined],
    [2, 2, 0.39, 'noProgress'],
    [2, 2, 0.4, 'noProgress'],
    [2, 2, 0.41, undefined],
    [-2, -2, -0.39, 'noProgress'],
    // Three tenths the other way are the wrong way.
    [2, 2, -0.59, 'noProgress'],
    [2, 2, -0.6, 'wheelReversed'],
    [-2, -2, 0.6, 'wheelReversed'],
    [2, 2, null, undefined],
  ])('told %d to %d rad, turned %d: %s', (quick, slow, turned, kind) => {
    expect(found(quick, slow, turned)?.kind).toBe(kind);
  });

  it('may be told to turn all the time to go straight, where its motors are unlike by a fifth', () => {
    const told = { left: 1.2, right: 0.8 };
    const straight = (turned: number) =>
      deniedTurn(sums({ quick: told, slow: told, turned, lasting: 2 }), { track: 0.141 })?.kind;
    expect([0, 0.1, -0.1, 1].map(straight)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('shows a missing turn after two seconds, a wrong one at once', () => {
    expect(found(2, 2, 0, 1.99)).toBeUndefined();
    expect(found(2, 2, 0, 2)).toMatchObject({
      kind: 'noProgress',
      causes: ['motorDead', 'wheelsBlocked', 'wheelSlip'],
    });
    expect(found(2, 2, -2, 0.25)).toMatchObject({
      kind: 'wheelReversed',
      causes: ['motorReversed', 'motorsSwapped'],
    });
  });
});
