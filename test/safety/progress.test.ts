/** Which place counts as progress, and which of the reasons that are found in turn counts. */
import { describe, expect, it } from 'vitest';
import { type FoundReason, keptBy, onward, type Progress } from '../../src/safety/progress.js';

const BODY = { radius: 0.125, maxSpeed: 1 };
const HERE = { at: { x: 0, y: 0 }, since: 0, closedAt: null, cause: null, blockedSince: null };

describe('before a closed way', () => {
  /** It has gone half a meter, and has so much less to go. */
  const isProgress = (nearer: number, closed = true) => {
    const before: Progress = { ...HERE, remaining: 1 };
    const now = { at: 1, pose: { x: 0.5, y: 0 }, remaining: 1 - nearer, closed };
    return onward(before, now, BODY, false).since === 1;
  };

  it('more than three radii nearer is progress, exactly three are not', () => {
    const three = 3 * BODY.radius;
    expect([three, three + 1e-9].map((way) => isProgress(way))).toEqual([false, true]);
    expect(isProgress(0, false)).toBe(true);
  });
});

describe('of two reasons', () => {
  const light: FoundReason = { why: 'it waits', weight: 1 };
  const heavy: FoundReason = { why: 'no way is free', weight: 4 };
  const whyAfter = (...found: readonly [FoundReason, number][]) =>
    found.reduce<Progress>((kept, [reason, at]) => keptBy(kept, reason, at), { ...HERE, remaining: null })
      .cause?.why;

  it('the weightier counts, whichever is found first', () => {
    expect(whyAfter([light, 1], [heavy, 1.1])).toBe(heavy.why);
    expect(whyAfter([heavy, 1], [light, 1.1])).toBe(heavy.why);
  });

  it('the lighter one counts when the other has not been found for more than a second', () => {
    expect(whyAfter([heavy, 1], [light, 2])).toBe(heavy.why);
    expect(whyAfter([heavy, 1], [light, 2.1])).toBe(light.why);
  });

  it('of the same weight the newer counts', () => {
    expect(whyAfter([light, 1], [{ ...light, why: 'it turns' }, 1.1])).toBe('it turns');
  });
});
