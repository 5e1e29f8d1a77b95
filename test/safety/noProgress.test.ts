/** Wheels that creep without effect: too slow for the check of a window. */
import { describe, expect, it } from 'vitest';
import type { SentCommand } from '../../src/math/wheel.js';
import { type MonitoredBody, monitoredBody } from '../../src/safety/monitoredBody.js';
import { countWheels, watchMotion } from '../../src/safety/motionMonitor.js';
import { type Sample, startMotion, type Ways } from '../../src/safety/motionWindow.js';
import { lastRolled, lastRolledAfter, rolledAt, stall } from '../../src/safety/stall.js';

const PERIOD = 0.02;
const both = (way: number): Ways => ({ left: way, right: way });
const STILL = both(0);

interface Creep {
  /** Speeds that are commanded. */
  readonly told: Ways;
  readonly perCount?: number;
  readonly breakaway?: number;
  /** The ways that the wheels count in a tick. */
  readonly counted?: (tick: number) => Ways;
}

const bodyWith = ({ perCount = 0.00015, breakaway = 0 }) =>
  monitoredBody({
    track: 0.15,
    noLoadSpeed: 0.6,
    period: PERIOD,
    latency: 0.04,
    response: { lag: 0.06, breakaway, acceleration: 1 },
    metersPerCount: both(perCount),
  });

/** What the monitor finds within ten seconds, and when. */
function found({ told, counted = () => STILL, ...wheels }: Creep) {
  const body = bodyWith(wheels);
  let state = startMotion(0, told);
  for (let tick = 1; tick <= 500; tick++) {
    const at = tick * PERIOD;
    state = countWheels(state, at, counted(tick), body).state;
    const watched = watchMotion(state, at, body);
    if (watched.finding) return { at: Number(at.toFixed(6)), ...watched.finding };
    state = watched.state;
  }
  return undefined;
}

/** The same, of both wheels [s]. */
function foundAt(creep: Creep) {
  const { kind, at } = found(creep) ?? {};
  expect([undefined, 'noProgress']).toContain(kind);
  return at;
}

describe('wheels that are told to creep, and stand', () => {
  it('are found after exactly two seconds, also one alone, or backwards', () => {
    for (const told of [both(0.05), both(-0.05), { left: 0, right: 0.05 }, { left: 0.05, right: 0 }])
      expect(foundAt({ told })).toBe(2);
  });

  it('are found after 20 mm and four counts, however slow', () => {
    expect(foundAt({ told: both(0.0081) })).toBeCloseTo(0.02 / 0.0081, 1);
    expect(foundAt({ told: both(0.0101), perCount: 0.01 })).toBeCloseTo(0.04 / 0.0101, 1);
  });

  it('may stand at hardly more than the breakaway speed: a quarter more', () => {
    expect(foundAt({ told: both(0.0372), breakaway: 0.03 })).toBeUndefined();
    const counted = (tick: number) => both(tick === 50 ? 0.001 : 0);
    expect(foundAt({ told: both(0.0372), breakaway: 0.03, counted })).toBeUndefined();
    expect(foundAt({ told: both(0.0378), breakaway: 0.03 })).toBe(2);
  });

  it('may stand for ever if told to', () => {
    expect(foundAt({ told: STILL })).toBeUndefined();
    expect(foundAt({ told: both(0.0009) })).toBeUndefined();
  });

  it('are told to roll from 1 mm/s on', () => {
    const body = bodyWith({});
    const start = startMotion(0, both(0.001));
    const late = { ...start.now, at: 30, quick: both(0.03) };
    const rolled = lastRolled(start.now);
    const state = { ...start, now: late, samples: [late], countedAt: 30, rolled };
    expect(watchMotion(state, 30.02, body).finding?.kind).toBe('noProgress');
  });

  it.each([
    ['two counts', 0.005, 0.01, 3],
    ['two counts but for rounding', 0.005, 1.99 * 0.005, 3],
    ['less than two counts', 0.005, 0.0098, 2],
    ['a millimetre', 0.00015, 0.001, 3],
    ['less than a millimetre', 0.00015, 0.0009, 2],
  ])('make progress by %s', (_, perCount, way, at) => {
    const told = both(0.038);
    for (const once of [both(way), both(-way)]) {
      const counted = (tick: number) => (tick === 50 ? once : STILL);
      expect(foundAt({ told, perCount, counted })).toBe(at);
    }
  });

  it.each(['left', 'right'] as const)('are found each for itself: %s, while the other rolls', (side) => {
    const told = both(0.05);
    const rolls = both(0.001);
    const counted = () => ({ ...rolls, [side]: 0 });
    // So slow that no window tells.
    expect(found({ told, breakaway: 0.03, counted })).toMatchObject({
      kind: 'wheelStands',
      at: 2,
      what: expect.stringMatching(`the ${side} wheel has not turned for 2.0 s`),
      causes: ['bodyWeak', 'motorDead', 'wheelsBlocked', 'encoderStuck'],
    });
    expect(found({ told, breakaway: 0.03, counted: () => rolls })).toBeUndefined();
    // One that is told to stand may do so.
    expect(found({ told: { ...told, [side]: 0 }, breakaway: 0.03, counted })).toBeUndefined();
  });

  it('have two seconds from the command on that ends a rest', () => {
    const body = bodyWith({ breakaway: 0.03 });
    let state = startMotion(0, STILL);
    let found: number | undefined;
    const sent: SentCommand[] = [];
    for (let tick = 1; tick <= 500 && found === undefined; tick++) {
      const at = tick * PERIOD;
      state = countWheels(state, at, STILL, body).state;
      const watched = watchMotion(state, at, body, { sent });
      if (watched.finding) found = at;
      const told = at >= 3 ? 0.06 : 0;
      state = watched.state;
      sent.push({ at, left: told, right: told });
    }
    expect(found).toBeGreaterThan(5);
    expect(found).toBeLessThan(5.2);
  });
});

describe('when a wheel last rolled', () => {
  const sample = (at: number, way: number): Sample => ({
    ...startMotion(at, STILL).now,
    quick: both(way),
    counted: { left: 0, right: way },
  });
  const body = { metersPerCount: both(0.00015), breakaway: 0 };
  const first = lastRolled(sample(0, 0));

  it('is told of both, and of each', () => {
    const next = lastRolledAfter(first, sample(1, 0.01), both(0.1), body);
    expect([next.left.at, next.right.at]).toEqual([0, 1]);
    expect(rolledAt(next)).toBe(1);
    expect(rolledAt({ left: next.right, right: next.left })).toBe(1);
  });

  it('is now, without encoders: nothing stalls', () => {
    const blind: Pick<MonitoredBody, 'metersPerCount' | 'breakaway'> = { breakaway: 0 };
    expect(rolledAt(lastRolledAfter(first, sample(9, 1), both(0.1), blind))).toBe(9);
    expect(stall(first, sample(9, 1), blind)).toBeUndefined();
    expect(stall(first, sample(9, 1), body)?.kind).toBe('wheelStands');
  });

  it('is two seconds and 20 mm ago where it stalls', () => {
    expect(stall(first, sample(2, 0.02), body)?.what).toMatch(/^the left wheel has not turned for 2.0 s/);
    expect(stall(first, sample(2, 0.0199), body)).toBeUndefined();
    expect(stall(first, sample(1.99, 0.02), body)).toBeUndefined();
  });
});
