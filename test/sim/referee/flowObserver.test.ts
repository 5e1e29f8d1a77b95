import { describe, expect, it } from 'vitest';
import { FlowObserver } from '../../../sim/referee/flowObserver.js';
import type { ObservedRun } from '../../../sim/referee/observers.js';

const flow = (crossings: Readonly<Record<string, readonly number[]>>, atLeast = 0.5) => {
  const robots = Object.keys(crossings);
  const run = { robots, crossingsOf: (id: string) => crossings[id] ?? [], passingTimeOf: () => 0.5 };
  return new FlowObserver(atLeast, run as unknown as ObservedRun).rows();
};

describe('the flow', () => {
  it('is the crossings after the first per second, times the time to pass a line', () => {
    // Four more in 8 s: 0.5 per second.
    const crossings = { a: [2, 10], b: [4, 6], c: [9] };
    expect(flow(crossings)).toMatchObject([{ criterion: 'flow', limit: 0.5, measured: 0.25, passed: false }]);
    expect(flow(crossings, 0.25)).toMatchObject([{ passed: true }]);
  });

  it('is unknown, and not met, before the second crossing', () => {
    for (const crossings of [{ a: [] }, { a: [3] }, { a: [3], b: [3] }])
      expect(flow(crossings, 0)).toMatchObject([{ measured: null, passed: false }]);
  });
});
