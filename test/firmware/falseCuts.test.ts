/** The board must not cut the motors of a healthy robot: the firmware's own check, compiled for this machine. */
import { afterAll, describe, expect, it } from 'vitest';
import { drawn } from '../support/effort.js';
import { blockedFrom, drawTrace, nativeStallCheck } from '../support/stallTraces.js';
import { isMissing } from '../support/tools.js';

const RUNS = drawn(1000, 100);

describe.skipIf(isMissing('g++'))(
  'starts, drives, slow approaches and stops with 20 to 1437 counts (needs g++)',
  () => {
    const check = isMissing('g++') ? undefined : nativeStallCheck();
    afterAll(() => check?.close());
    const traces = Array.from({ length: RUNS }, (_, i) => drawTrace(i + 1));

    it(`are cut in none of ${RUNS} drawn runs`, () => {
      expect(check?.cutsIn(traces)).toEqual([]);
    });

    it('are cut, most of them, once the counts of a wheel stand still', () => {
      const blocked = traces.map((trace) => blockedFrom(trace, 2));
      const found = new Set(check?.cutsIn(blocked).map(({ run }) => run));
      expect(found.size).toBeGreaterThan(0.5 * RUNS);
    });
  },
);
