import { describe, expect, it } from 'vitest';
import {
  estimateNow,
  propagateUntil,
  receiveEncoders,
  recordSent,
  startEstimate,
} from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';

const SPEED = 0.5;
/** Rolls at once; a count is a millimetre. */
const BODY: EstimatorParameters = {
  track: 0.15,
  doubts: wheelDoubts(0.15),
  latency: 0,
  patience: 0.15,
  response: { lag: 0, breakaway: 0, acceleration: 1e9 },
  metersPerCount: { left: 0.001, right: 0.001 },
};

/** Rolls straight on at 0.5 m/s, told 50 times a second; the readings of a gap come only after it, as stamped. */
function withGap(gap: number, duration = 4) {
  let state: EstimatorState = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, BODY);
  const kept: number[] = [];
  let before = 0;
  const hear = (at: number) => {
    const count = Math.round(SPEED * at * 1000);
    const way = (count - before) / 1000;
    before = count;
    state = receiveEncoders(state, { kind: 'encoders', at, left: count, right: count }, BODY, {
      left: way,
      right: way,
    });
  };
  hear(0);
  state = recordSent(state, 0, { left: SPEED, right: SPEED });
  const sources = new Set<string>();
  let worst = 0;
  for (let n = 1; n <= duration * 50; n++) {
    const at = n / 50;
    if (at > 1 && at < 1 + gap) kept.push(at);
    else for (const each of [...kept.splice(0), at]) hear(each);
    state = propagateUntil(state, at, BODY);
    sources.add(state.source);
    worst = Math.max(worst, Math.abs(estimateNow(state, at, BODY).estimate.predicted.x - SPEED * at));
  }
  return { off: state.belief.pose.x - SPEED * duration, worst, sources: [...sources] };
}

describe('encoder readings that come late, all at once', () => {
  it.each([0.1, 0.16, 0.2, 0.3, 0.48])('after a gap of %d s count once', (gap) => {
    const { off, worst } = withGap(gap);
    expect(off).toBeCloseTo(0, 9);
    // Meanwhile the model knows where the wheels roll.
    expect(worst).toBeLessThan(0.002);
  });

  it('set the source to granted while no measurement came', () => {
    expect(withGap(0.1).sources).toEqual(['encoders']);
    expect(withGap(0.3).sources).toEqual(['encoders', 'granted']);
  });

  it.each([0.7, 1.5])('after a gap of %d s are left out: the granted speeds have replaced them', (gap) => {
    expect(withGap(gap).off).toBeCloseTo(0, 1);
  });
});
