import { describe, expect, it } from 'vitest';
import { driveField, FIELD_CASES } from '../bench/obstacleField.js';
import { drawn, partOf, THOROUGH } from '../support/effort.js';

/** Of each case, and so long in each. */
const SEEDS = drawn(5, 1);
const TIME = THOROUGH ? 20 : 8;

const ALL = [10, 20, 50].flatMap((rate) => [0.04, 0.1, 0.15].map((latency) => ({ rate, latency })));

describe('a robot in a field of discs touches none, however often it ticks and however late it answers', () => {
  it.each(THOROUGH ? ALL : partOf(ALL, 4))('at $rate Hz, $latency s', (pacing) => {
    let [way, runs] = [0, 0];
    for (const one of FIELD_CASES)
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { robot, touched } = driveField(one, seed, TIME, pacing);
        expect({ name: one.name, seed, touched }).toEqual({ name: one.name, seed, touched: [] });
        expect(robot.distanceTravelled).toBeGreaterThan(0.05 * TIME);
        expect(robot.faults).toEqual([]);
        way += robot.distanceTravelled;
        runs += 1;
      }
    expect(way / runs).toBeGreaterThan(0.2 * TIME);
  });
});
