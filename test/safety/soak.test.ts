import { describe, expect } from 'vitest';
import { drawRun, watchRun } from '../support/drawnRuns.js';
import { drawn, itOnce as it, itInBoth } from '../support/effort.js';
import { limiterViolations } from '../support/limiterSoak.js';
import { loopViolations, tableViolations } from '../support/supervisorSoak.js';

describe('the last gate before the motors', () => {
  it('passes nothing but finite speeds within the limits, which stop before what is seen', () => {
    expect(limiterViolations(1e5, 1, 10)).toEqual([]);
  });
});

describe('the supervisor', () => {
  itInBoth('lets a robot drive again after arming alone, whatever came before', () => {
    expect(tableViolations(drawn(1e4), 1)).toEqual([]);
  });

  itInBoth('holds the motors of a robot that may not drive, in random histories of its loop', () => {
    let [driven, armed] = [0, 0];
    for (let seed = 1; seed <= drawn(30, 12); seed++) {
      const run = loopViolations(seed);
      expect(run.found).toEqual([]);
      driven += run.driven;
      armed += run.armed;
    }
    expect(driven).toBeGreaterThan(drawn(500));
    expect(armed).toBeGreaterThan(drawn(20));
  });
});

describe('a healthy robot', () => {
  itInBoth('notices no fault, whatever its encoders, its motors, its rate and its mission', () => {
    const seeds = Array.from({ length: drawn(40) }, (_, i) => i + 1);
    expect(seeds.flatMap((seed) => watchRun(drawRun(seed)).alarms)).toEqual([]);
  });
});
