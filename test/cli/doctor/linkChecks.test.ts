/** What a link is like, and what fits it. */
import { describe, expect, it } from 'vitest';
import {
  deadManRow,
  delayRow,
  fasterBaud,
  type LinkKind,
  rateRow,
  speedRow,
} from '../../../src/cli/doctor/linkChecks.js';
import { deadManFor } from '../../../src/drivers/steerbot/deadManFor.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { WIRED } from '../../drivers/robots.js';

const USB: LinkKind = { through: 'usb', baud: 57_600 };
const trips = (median: number, p95: number, longest: number, lost = 0) => ({
  median,
  p95,
  longest,
  answered: 250 - lost,
  lost,
});

describe('the delay of a link', () => {
  it('is told as median, 95 % and longest; of a cable it is well up to 12 ms, whatever the longest is', () => {
    const row = delayRow(trips(0.006, 0.008, 0.09), USB);
    expect(row).toMatchObject({
      state: 'ok',
      found: 'median 6.0 ms, 95 % within 8.0 ms, longest 90.0 ms, of 250 questions',
      figures: { median: 0.006, p95: 0.008, longest: 0.09, answered: 250, lost: 0 },
    });
  });

  it('beyond is something to look at where a converter may collect bytes, and not on a radio', () => {
    const slow = trips(0.021, 0.021, 0.021);
    for (const through of ['usb', 'serial'] as const) {
      const row = delayRow(slow, { through });
      expect(row).toMatchObject({ state: 'warning', cure: expect.stringContaining('latency timer') });
    }
    expect(delayRow(slow, { through: 'radio' }).state).toBe('ok');
  });

  it('says how many questions were lost; without an answer it is wrong', () => {
    expect(delayRow(trips(0.005, 0.005, 0.005, 3), USB)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('of 250 questions, 3 of them without an answer'),
    });
    expect(delayRow({ ...trips(9, 9, 9, 250), answered: 0 }, USB).state).toBe('wrong');
  });
});

describe('the dead-man time of a link', () => {
  // Longest + (longest − median) + two periods + 50 ms.
  it.each([
    [0.005, 0.005, 0.02, 0.1],
    [0.005, 0.0051, 0.02, 0.1],
    [0.001, 0.001, 0.004, 0.06],
    [0.009, 0.16, 0.02, 0.41],
    [0.2, 0.2, 0.02, 0.29],
    [0.2, 0.48, 0.02, 0.5],
    [0.2, 0.2, 0.1, 0.45],
  ])('of %d s, %d s at worst, with a command every %d s is %d s', (median, longest, period, time) => {
    expect(deadManFor({ median, p95: longest, longest, period })).toBeCloseTo(time, 9);
  });

  it('is none where the first command, or more than a few, comes more than 500 ms late', () => {
    expect(deadManFor({ median: 0.49, p95: 0.49, longest: 0.49, period: 0.02 })).toBeUndefined();
    expect(deadManFor({ median: 0.01, p95: 0.5, longest: 0.5, period: 0.02 })).toBeUndefined();
    expect(deadManRow(trips(0.5, 0.6, 0.6))).toMatchObject({
      state: 'wrong',
      cure: 'take a quicker link',
      figures: { proposed: null },
    });
  });

  it('is 500 ms where only a longest round trip is longer: it may have met a pause on either way', () => {
    const row = deadManRow(trips(0.01, 0.2, 0.56));
    expect(row).toMatchObject({ state: 'warning', figures: { proposed: 0.5 } });
    expect(row.found).toContain('and a longest pause may trip even that');
  });

  it('is well where the file has one as long, and else is proposed', () => {
    expect(deadManRow(trips(0.005, 0.005, 0.005))).toMatchObject({
      state: 'ok',
      found: '200 ms; at 50 Hz this link needs 100 ms',
    });
    expect(deadManRow(trips(0.01, 0.1, 0.16), { rate: 20, deadMan: 0.2 })).toMatchObject({
      state: 'warning',
      cure: "write `link: { deadMan: 460 ms }` into the robot's file, in place of any other deadMan",
      figures: { deadMan: 0.2, proposed: 0.46 },
    });
  });
});

describe('the speed on a link', () => {
  const robot = (speed: number, deadMan: number): RobotDefinition => ({
    ...WIRED,
    limits: { ...WIRED.limits, speed },
    control: { ...WIRED.control, deadMan },
  });

  it('is that at which the robot drives 0.1 m until its dead-man stops it', () => {
    // 0.1 m / (0.2 s + 0.05 s)
    const row = speedRow(trips(0.005, 0.05, 0.05), robot(0.4, 0.2));
    expect(row).toMatchObject({ state: 'ok', figures: { limit: 0.4, proposed: 0.4 } });
  });

  it('goes by the dead-man that the link needs, if the file has a shorter one', () => {
    // 0.1 m / (0.5 s + 0.3 s)
    expect(speedRow(trips(0.2, 0.3, 0.45), robot(0.5, 0.2))).toMatchObject({
      state: 'warning',
      cure: expect.stringContaining('speed: 0.12 m/s'),
      figures: { limit: 0.5, proposed: 0.12 },
    });
  });
});

describe('the rate of a line', () => {
  it('is 250 000 baud where a USB port is at 57 600 and its firmware can change it', () => {
    expect(fasterBaud(USB, 2)).toBe(250_000);
    expect(fasterBaud(USB, 1)).toBeUndefined();
    expect(fasterBaud({ ...USB, baud: 115_200 }, 2)).toBeUndefined();
    expect(fasterBaud({ ...USB, through: 'serial' }, 2)).toBeUndefined();
    expect(rateRow(USB, 2)).toMatchObject([{ figures: { baud: 57_600, proposed: 250_000 } }]);
    expect(rateRow({ through: 'radio' }, 2)).toEqual([]);
  });
});
