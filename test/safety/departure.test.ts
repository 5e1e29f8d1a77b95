/** Wheels that suddenly go otherwise than before. */
import { describe, expect, it } from 'vitest';
import type { SentCommand } from '../../src/math/wheel.js';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import { countWheels, watchMotion } from '../../src/safety/motionMonitor.js';
import { type Finding, startMotion } from '../../src/safety/motionWindow.js';

const PERIOD = 0.02;
const SPEED = 0.5;
const FINE = 1.5e-4;

interface Drive {
  /** How far the left wheel goes of what it is told; the right one does as it is told. */
  readonly share: (at: number) => number;
  readonly perCount?: number;
  readonly seconds?: number;
  readonly told?: (at: number) => number;
}

interface Course {
  /** When each doubt began. */
  readonly begun: readonly number[];
  readonly finding?: Finding & { readonly at: number };
}

function driven({ share, perCount = FINE, seconds = 5, told = () => SPEED }: Drive): Course {
  const body = monitoredBody({
    track: 0.141,
    noLoadSpeed: 0.6,
    period: PERIOD,
    latency: 0.04,
    response: { lag: 0.06, breakaway: 0.03, acceleration: 1 },
    metersPerCount: { left: perCount, right: perCount },
  });
  let state = startMotion(0, { left: told(0), right: told(0) });
  const begun: number[] = [];
  const sent: SentCommand[] = [];
  const gone = { left: 0, right: 0 };
  const counted = { left: 0, right: 0 };
  for (let n = 1; n * PERIOD <= seconds; n++) {
    const at = n * PERIOD;
    const way = { left: 0, right: 0 };
    for (const side of ['left', 'right'] as const) {
      gone[side] += told(at) * PERIOD * (side === 'left' ? share(at) : 1);
      const counts = Math.floor(gone[side] / perCount);
      way[side] = (counts - counted[side]) * perCount;
      counted[side] = counts;
    }
    state = countWheels(state, at, way, body).state;
    sent.push({ at, left: told(at), right: told(at) });
    const { doubted } = state.departure;
    const watched = watchMotion(state, at, body, { sent });
    if (watched.finding) return { begun, finding: { ...watched.finding, at } };
    state = watched.state;
    if (!doubted && state.departure.doubted) begun.push(Number(at.toFixed(2)));
  }
  return { begun };
}

function doubts(drive: Drive): readonly number[] {
  const { begun, finding } = driven(drive);
  if (finding) throw new Error(finding.what);
  return begun;
}

const from =
  (since: number, before: number, after: number) =>
  (at: number): number =>
    at < since ? before : after;

/** From two seconds on, gently. */
const stopping = (at: number): number => Math.max(0, Math.min(SPEED, SPEED - (at - 2) / 4));

describe('a wheel is doubted', () => {
  it.each([
    ['faster by a fifth', 1, 1.2],
    ['slower by a fifth', 1, 0.8],
    ['faster, where it was slow', 0.85, 1.2],
    ['slower, where it was fast', 1.1, 0.8],
  ])('soon after it goes %s', (_, before, after) => {
    const [first = 9, ...more] = doubts({ share: from(3, before, after) }).filter((at) => at > 2);
    expect(first).toBeGreaterThan(3);
    expect(first).toBeLessThan(3.26);
    // A second look finds nothing new.
    expect(more).toEqual([]);
  });

  it('once, at the start, where it is a fifth faster than its file says', () => {
    expect(doubts({ share: () => 1.2, seconds: 20 })).toHaveLength(1);
  });

  it('later, by coarse counts', () => {
    const [first = 9] = doubts({ share: from(3, 1, 1.2), perCount: 0.011 });
    expect(first).toBeGreaterThan(3.1);
    expect(first).toBeLessThan(3.8);
  });

  it('also after it has stood for an hour', () => {
    const told = (at: number) => (at < 10 ? stopping(at) : at < 3600 ? 0 : Math.min(SPEED, (at - 3600) / 4));
    const [first = 9999] = doubts({ share: from(3605, 1, 1.2), told, seconds: 3607 });
    expect(first).toBeGreaterThan(3605);
    expect(first).toBeLessThan(3605.3);
  });
});

describe('a wheel is not doubted', () => {
  it.each([
    ['by 5 %', 1, 1.05],
    ['by 5 %, down', 1, 0.95],
    ['back to what its file says', 0.85, 1],
    ['back, from above', 1.1, 1],
  ])('where it changes %s', (_, before, after) => {
    expect(doubts({ share: from(3, before, after) }).filter((at) => at > 2)).toEqual([]);
  });

  it('where it is told to stand, and rolls a little', () => {
    expect(doubts({ share: () => 1, told: stopping, seconds: 8 })).toEqual([]);
  });
});

describe('a doubted wheel', () => {
  /** Faster than told from 3 s on; it is told to slow down after 3.3 s. */
  const SHARE = 1.15;
  const slower = (at: number) => Math.max(0.2, Math.min(SPEED, SPEED - 1.5 * (at - 3.3)));

  it('that follows its commands all the same is no fault', () => {
    expect(driven({ share: from(3, 1, SHARE), told: slower }).finding).toBeUndefined();
  });

  it('that does not slow down with its commands runs on', () => {
    const share = (at: number) => (at < 3 ? 1 : (SHARE * SPEED) / slower(at));
    const { finding } = driven({ share, told: slower });
    expect(finding).toMatchObject({ kind: 'wheelRunsOn', what: expect.stringContaining('left') });
    // The check of the window, which knows no doubt, finds it 0.08 s later.
    expect(finding?.at).toBeLessThan(3.75);
  });
});
