/** Fixes of 0.1 m, ten a second and a quarter of a second late, on a figure eight of a minute: where the filter believes the body. */
import { describe, expect, it } from 'vitest';
import { cases } from '../../support/effort.js';
import { type Drive, driven, figuresOf } from './eightDrive.js';

const drives = (more: Omit<Drive, 'seed'> = {}): Drive[] => cases(30, 3).map((seed) => ({ seed, ...more }));

/** What a drive comes to at its end. */
function endOf(drive: Drive) {
  const run = driven(drive);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

describe('the place of a body with fixes', () => {
  it.each<[string, Omit<Drive, 'seed'>, number, number]>([
    ['and a gyroscope', {}, 0.025, 0.1],
    ['and no gyroscope', { gyro: false }, 0.04, 0.17],
    ['whose wheels are 3 % larger', { scales: [0.03, 0.03] }, 0.03, 0.15],
    ['whose wheels are 3 % larger, without a gyroscope', { gyro: false, scales: [0.03, 0.03] }, 0.04, 0.17],
    ['whose gyroscope tells 1 % too much', { gyroScale: 0.01 }, 0.03, 0.15],
    ['of which every fifth is half a metre wrong', { wrong: 0.2 }, 0.025, 0.1],
    ['that come up to a second late', { late: 0.94 }, 0.03, 0.13],
  ])('%s is right', (_, more, mean, most) => {
    const figures = figuresOf(drives(more));
    expect(figures.mean).toBeLessThan(mean);
    expect(figures.most).toBeLessThan(most);
  });

  it('is off for no longer than three seconds after it began 1 m and 60° wrong', () => {
    const start = { x: 0.7, y: 0.7, heading: Math.PI / 4 + Math.PI / 3 };
    expect(figuresOf(drives({ start }), 3).most).toBeLessThan(0.15);
  });

  it('is left alone by fixes that are half a metre wrong', () => {
    const all = drives({ wrong: 0.2, seconds: 20 }).map(endOf);
    expect(all.reduce((sum, { falselyUsed }) => sum + falselyUsed, 0)).toBe(0);
    expect(all.every(({ refused }) => refused > 15)).toBe(true);
  });

  it('is drifted away from without fixes, and the covariance says so', () => {
    const { mean, within } = figuresOf(drives({ deviation: 0, gyro: false }));
    expect(mean).toBeGreaterThan(0.03);
    for (const share of within) expect(share).toBeGreaterThan(0.9);
  });
});

describe('the doubt of the filter', () => {
  it.each([true, false])(
    'is true, with a gyroscope or without (%s): the body is within 2 σ in 90 to 99.9 of 100 ticks',
    (gyro) => {
      const { within, nees } = figuresOf(drives({ gyro }));
      for (const share of within) expect(share).toBeGreaterThan(0.9);
      // The gyroscope's scale, which is doubted by 1 %, is right here.
      for (const share of gyro ? within.slice(0, 2) : within) expect(share).toBeLessThan(0.9995);
      expect(nees).toBeGreaterThan(0.4);
      expect(nees).toBeLessThan(1.6);
    },
  );
});
