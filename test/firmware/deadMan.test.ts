import { describe, expect, it } from 'vitest';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { ALL_DEATHS, Mortal } from '../support/deaths.js';
import { drawn } from '../support/effort.js';

/** Random instants of death, each. */
const PHASES = drawn(200, 20);

describe('at the default of 200 ms every motor output is off within 250 ms of the last valid frame, and stays off', () => {
  it.each(ALL_DEATHS)('when %s', (death) => {
    const robot = new Mortal(loadFirmware(), 7);
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
    expect(new Mortal(loadFirmware(), 11).everOff(drawn(60))).toBe(false);
  });
});
