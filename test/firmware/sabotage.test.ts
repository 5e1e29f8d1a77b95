import { describe, expect } from 'vitest';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { builtFirmware } from '../support/builtFirmware.js';
import { Mortal } from '../support/deaths.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import { fuzzBoard } from '../support/lineFuzz.js';
import { isMissing } from '../support/tools.js';

/** The firmware without one of its guards. */
const without = (guard: string) => builtFirmware('steerbot', '--define', `STEERBOT_NO_${guard}`);

/** The tests of the firmware would be worth nothing if they passed all the same. */
describe.skipIf(isMissing('avr-gcc', 'gcc-avr'))('a firmware that is sabotaged is found out', () => {
  it('without its dead-man: the motors run on', () => {
    const robot = new Mortal(without('DEADMAN'), 7);
    expect(robot.live('the host is killed').off).toBe(Number.POSITIVE_INFINITY);
  });

  itThorough('without its latch: old frames start the motors again', () => {
    const robot = new Mortal(without('LATCH'), 7);
    expect(robot.live('the host is killed')).toMatchObject({ restarted: false });
    expect(robot.live('the host is frozen, and its old frames come later')).toMatchObject({
      restarted: true,
    });
  });

  itThorough('without its checksum: corrupted frames are acted upon', () => {
    expect(fuzzBoard(without('CRC'), 1000, 3).actedUpon).toBeGreaterThan(10);
  });

  it('whole, with the same checks, it is not', () => {
    const robot = new Mortal(loadFirmware(), 7);
    expect(robot.live('the host is killed').off).toBeLessThan(0.25);
    expect(robot.live('the host is frozen, and its old frames come later').restarted).toBe(false);
    expect(fuzzBoard(loadFirmware(), 1000, 3).actedUpon).toBe(0);
  });
});
