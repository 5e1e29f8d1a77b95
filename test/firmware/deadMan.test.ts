import { describe, expect, it } from 'vitest';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { ALL_DEATHS, Mortal } from '../support/deaths.js';
import { drawn } from '../support/effort.js';

/** Random instants of death, of each seed: 100 instants miss one in thirty of a period with a chance of 3 %. */
const PHASES = drawn(50, 8);
const SEEDS = [7, 8].slice(0, drawn(2, 1));
const CASES = ALL_DEATHS.flatMap((death) => SEEDS.map((seed) => [death, seed] as const));

describe('at the default of 200 ms every motor output is off within 250 ms of the last valid frame, and stays off', () => {
  it.each(CASES)('when %s, at instants drawn from %i', (death, seed) => {
    const robot = new Mortal(loadFirmware(), seed);
    const fates = Array.from({ length: PHASES }, () => robot.live(death));
    const offs = fates.map(({ off }) => off);
    expect(Math.max(...offs)).toBeLessThanOrEqual(0.25);
    // Not before its time either.
    expect(Math.min(...offs)).toBeGreaterThanOrEqual(0.195);
    expect(fates.some(({ restarted }) => restarted)).toBe(false);
  });
});

describe('while frames come at 50 Hz', () => {
  it('the motors are never off', () => {
    expect(new Mortal(loadFirmware(), 11).everOff(drawn(60, 6))).toBe(false);
  });
});
