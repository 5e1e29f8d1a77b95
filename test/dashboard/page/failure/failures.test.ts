/** What the header tells of a failed run. */
import { describe, expect, it } from 'vitest';
import { failuresIn } from '../../../../src/dashboard/page/failure/failures.js';
import { Past } from '../../../../src/dashboard/page/failure/past.js';
import type { VerdictView } from '../../../../src/signals/view.js';
import { frameOf, tickOf } from '../views.js';

const late: VerdictView = {
  words: 'arrived: never, at most 5.00 s',
  passed: false,
  lost: 'had not arrived at 5.0 s',
  at: 5,
  robot: 'a',
  place: { x: 1, y: 0 },
  why: 'It stood.',
};
const touch: VerdictView = {
  ...late,
  words: 'contacts: 1, at most 0',
  lost: 'touched a post at 7.0 s',
  at: 7,
};
const met: VerdictView = { words: 'contacts: 0, at most 0', passed: true };
const what = 'the left wheel hardly turns';
const faulted = tickOf({
  safety: 'faulted',
  cause: { kind: 'wheelStands', what },
  faults: [{ at: 2.04, kind: 'wheelStands', what }],
});

describe('the failures of a frame', () => {
  it('are the lost criteria, a contact before what was lost earlier', () => {
    const found = failuresIn(frameOf({ a: tickOf({}) }, { verdict: [met, late, touch] }));
    expect(found.map(({ words }) => words)).toEqual([
      'failed: touched a post at 7.0 s',
      'failed: had not arrived at 5.0 s',
    ]);
    expect(found[1]).toMatchObject({ at: 5, place: { x: 1, y: 0 }, why: 'It stood.' });
  });

  it('are the faults that stop a robot, in the order of time, with its name among others', () => {
    const alone = failuresIn(frameOf({ a: faulted }, { verdict: [late] }));
    expect(alone.map(({ words }) => words)).toEqual([
      `faulted at 2.0 s: ${what}`,
      'failed: had not arrived at 5.0 s',
    ]);
    expect(failuresIn(frameOf({ a: faulted, b: tickOf({}) }))[0]?.words).toBe(`a faulted at 2.0 s: ${what}`);
  });

  it('leave out goals that were missed after an operator took over, and keep contacts', () => {
    const found = failuresIn(frameOf({ a: tickOf({}) }, { verdict: [late, touch], takenOverAt: 3 }));
    expect(found.map(({ at }) => at)).toEqual([7]);
    expect(failuresIn(frameOf({ a: tickOf({}) }, { verdict: [late], takenOverAt: 6 }))).toHaveLength(1);
  });

  it('are none in a recording of an older version, whose verdict tells no time', () => {
    expect(
      failuresIn(frameOf({ a: tickOf({}) }, { verdict: [{ words: 'arrived: never', passed: false }] })),
    ).toEqual([]);
  });
});

describe('the past of a run', () => {
  const seen = (...times: readonly number[]) => {
    const past = new Past();
    for (const at of times) past.see(frameOf({ a: tickOf({}) }, { at }));
    return past;
  };

  it('gives the frame nearest to a moment', () => {
    const past = seen(0, 1, 2);
    expect([-1, 0.4, 0.6, 1, 9].map((at) => past.at(at)?.at)).toEqual([0, 0, 1, 1, 2]);
    expect(new Past().at(1)).toBeNull();
  });

  it('begins again with a run that begins again', () => {
    expect(seen(0, 1, 2, 0, 0.5).span).toEqual([0, 0.5]);
  });

  it('keeps the newest frame of an instant', () => {
    const past = new Past();
    past.see(frameOf({}, { at: 1 }));
    past.see(frameOf({}, { at: 1, verdict: [met] }));
    expect(past.at(1)?.verdict).toEqual([met]);
  });

  it('keeps an hour from beginning to end, and its last minutes in full', () => {
    const past = new Past();
    for (let n = 0; n <= 3600 * 30; n++) past.see(frameOf({ a: tickOf({}) }, { at: n / 30 }));
    expect(past.span).toEqual([0, 3600]);
    expect(Math.abs((past.at(1800)?.at ?? 0) - 1800)).toBeLessThan(2);
    expect(past.at(3599.5)?.at).toBeCloseTo(3599.5, 1);
    expect(past.size).toBeLessThan(12_001);
  });
});
