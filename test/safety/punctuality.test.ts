import { describe, expect, it } from 'vitest';
import {
  blindTime,
  type LateTicks,
  lateHold,
  longestGap,
  noteTick,
  startPunctual,
} from '../../src/safety/punctuality.js';

const DEAD_MAN = 0.2;

/** Ticks with these gaps between them, from 0 on. */
function ticked(gaps: readonly number[], blind: number, late: LateTicks = startPunctual): LateTicks {
  let at = 0;
  let state = late;
  for (const gap of gaps) {
    at += gap;
    state = noteTick(state, at, gap, blind);
  }
  return state;
}

const punctual = (seconds: number, period = 0.02) =>
  Array.from({ length: Math.round(seconds / period) }, () => period);

const shareOf = (late: LateTicks, blind: number, period = 0.02) =>
  lateHold(late, { period, blind })?.share ?? 1;

describe('the longest gap at full speed', () => {
  it.each([
    [250, 0.2, 0.2 / 3],
    [50, 0.2, 0.2 / 3],
    [50, 0.5, 0.5 / 3],
    // A third of the dead-man time is shorter than a period.
    [10, 0.2, 0.15],
    [5, 0.5, 0.3],
    [5, 0.2, 0.3],
  ])('at %d Hz with a dead-man of %d s is %d s', (rate, deadMan, gap) => {
    expect(blindTime({ rate, deadMan })).toBeCloseTo(gap, 12);
  });
});

describe('ticks that come late', () => {
  it.each([
    [0.1, 0.667],
    [0.133, 0.501],
    [0.19, 0.351],
    [0.4, 0.167],
  ])('%d s apart leave this share of the speed: %d', (gap, share) => {
    const blind = blindTime({ rate: 50, deadMan: DEAD_MAN });
    expect(shareOf(ticked([0.02, gap], blind), blind)).toBeCloseTo(share, 3);
  });

  it.each([10, 20, 50, 100, 250])('at %d Hz leave the way driven blind as it is', (rate) => {
    const period = 1 / rate;
    const blind = blindTime({ rate, deadMan: DEAD_MAN });
    for (let gap = period; gap < 1; gap += period / 7) {
      const share = shareOf(ticked([period, gap], blind), blind, period);
      expect(share * gap).toBeLessThanOrEqual(blind + 1e-9);
      expect(gap > blind || share === 1).toBe(true);
    }
  });

  it.each([10, 20, 50, 100, 250])('by a quarter of a period at %d Hz slow nothing', (rate) => {
    const period = 1 / rate;
    const blind = blindTime({ rate, deadMan: DEAD_MAN });
    const gaps = Array.from({ length: 4 * rate }, (_, i) => period * (i % 2 === 0 ? 1.25 : 0.75));
    expect(ticked(gaps, blind)).toBe(startPunctual);
  });

  it('say by how much, against the period', () => {
    const blind = blindTime({ rate: 50, deadMan: DEAD_MAN });
    expect(lateHold(ticked([0.065], blind), { period: 0.02, blind })).toBeNull();
    expect(lateHold(ticked([0.1], blind), { period: 0.02, blind })?.what).toBe(
      'this computer is busy: ticks come 80 ms late',
    );
    expect(lateHold(ticked([1.02], blind), { period: 0.02, blind })?.what).toContain(' 1000 ms ');
  });

  it('count for a second, the longest of them', () => {
    const blind = blindTime({ rate: 50, deadMan: DEAD_MAN });
    const gaps = [0.18, ...punctual(0.5), 0.09];
    expect(longestGap(ticked([...gaps, ...punctual(0.36)], blind))).toBe(0.18);
    expect(longestGap(ticked([...gaps, ...punctual(0.46)], blind))).toBe(0.09);
    expect(longestGap(ticked([...gaps, ...punctual(0.98)], blind))).toBe(0.09);
    expect(ticked([...gaps, ...punctual(1)], blind)).toEqual(startPunctual);
  });

  it('count by the longest gap, also one that came later', () => {
    const blind = blindTime({ rate: 50, deadMan: DEAD_MAN });
    expect(longestGap(ticked([0.09, 0.02, 0.18], blind))).toBe(0.18);
    expect(ticked([0.09, 0.02, 0.09], blind)).toHaveLength(1);
  });

  it('are few to remember, and plain JSON', () => {
    const blind = blindTime({ rate: 50, deadMan: DEAD_MAN });
    const falling = Array.from({ length: 200 }, (_, i) => 0.15 - 0.0004 * i);
    const late = ticked(falling, blind);
    expect(late.length).toBeLessThanOrEqual(15);
    expect(JSON.parse(JSON.stringify(late))).toEqual(late);
    const gaps = late.map(({ gap }) => gap);
    expect(gaps).toEqual(gaps.toSorted((a, b) => b - a));
  });
});
