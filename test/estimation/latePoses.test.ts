import { describe, expect, it } from 'vitest';
import {
  estimateNow,
  propagateUntil,
  receiveEncoders,
  recordSent,
  startEstimate,
} from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { receivePose } from '../../src/estimation/outside.js';
import { distance, moveAlongArc, type Pose, wrapAngle } from '../../src/math/geometry.js';
import { instantBody } from './believed.js';

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };
const TRACK = 0.15;
const COUNTED = instantBody(TRACK, 1e-6);
const { metersPerCount: _, ...UNCOUNTED } = COUNTED;

interface Ride {
  readonly turnRate: number;
  readonly rate: number;
  /** Of the poses: positive is late, negative a stamp from the future. */
  readonly late: number;
  readonly body: EstimatorParameters;
}

/** Half a metre a second for three seconds: the greatest error of the place [m], and of the heading, in the last half. */
function errors({ turnRate, rate, late, body }: Ride) {
  const speed = 0.5;
  const truth = (at: number) => moveAlongArc(ORIGIN, speed * at, turnRate * at);
  const wheels = { left: speed - (turnRate * TRACK) / 2, right: speed + (turnRate * TRACK) / 2 };
  // It begins 0.2 m and 0.3 rad wrong: without the poses it stays so.
  let state: EstimatorState = startEstimate(0, { x: 0.1, y: -0.17, heading: 0.3 }, speed, body);
  state = recordSent(state, 0, wheels);
  let [place, heading] = [0, 0];
  for (let n = 0; n <= 3 * rate; n++) {
    const at = n / rate;
    const reading = { kind: 'encoders', at, left: n, right: n } as const;
    const ways = { left: wheels.left / rate, right: wheels.right / rate };
    if (body.metersPerCount) state = receiveEncoders(state, reading, body, ways);
    const seen = late > 0 ? at - late : at;
    const stamp = late > 0 ? seen : at - late;
    if (seen >= 0) state = receivePose(state, { kind: 'pose', at: stamp, pose: truth(seen) }, body);
    state = propagateUntil(state, at, body);
    state = recordSent(state, at, wheels);
    if (at < 1.5) continue;
    const { predicted } = estimateNow(state, at, body).estimate;
    place = Math.max(place, distance(predicted, truth(at)));
    heading = Math.max(heading, Math.abs(wrapAngle(predicted.heading - truth(at).heading)));
  }
  return { place, heading, state };
}

describe('poses that come late', () => {
  const cases = [COUNTED, UNCOUNTED].flatMap((body) =>
    [0, 0.015, 0.1, 0.25, 0.6].flatMap((late) =>
      [0, 1, -3].flatMap((turnRate) => [10, 50].map((rate) => ({ body, late, turnRate, rate }))),
    ),
  );

  it.each(cases)('by $late s at $rate Hz, turning at $turnRate rad/s, tell where it is now', (ride) => {
    const { place, heading } = errors(ride);
    expect(place).toBeLessThan(0.001);
    expect(heading).toBeLessThan(0.002);
  });

  it('are not used if they are older than the motions kept', () => {
    expect(errors({ body: COUNTED, late: 1.5, turnRate: 0, rate: 50 }).place).toBeGreaterThan(0.1);
  });

  it('keep the motions since, plain JSON, and none while poses come in time', () => {
    const { state } = errors({ body: COUNTED, late: 0.1, turnRate: 1, rate: 50 });
    // From the last pose on: what was before it no longer counts.
    expect(state.history?.motions.length).toBe(5);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    // The pose is known, and so are its errors.
    const known = state.history?.base;
    for (const i of [0, 1, 2, 3, 7, 11]) expect(known?.covariance[i]).toBe(0);
    expect(errors({ body: COUNTED, late: 0, turnRate: 1, rate: 50 }).state.history).toBeNull();
  });

  it('are ignored if a newer one came first', () => {
    const seen = (at: number, x: number) => ({ kind: 'pose', at, pose: { ...ORIGIN, x } }) as const;
    const state = receivePose(startEstimate(0, ORIGIN, 0, COUNTED), seen(1, 5), COUNTED);
    expect(receivePose(state, seen(0.9, 4), COUNTED).belief.pose.x).toBe(5);
  });
});

describe('poses with stamps from the future', () => {
  it.each([0.05, 0.1, 0.4])('%d s ahead count as of now, and no way counts backwards', (ahead) => {
    for (const turnRate of [0, 1]) {
      expect(errors({ body: COUNTED, late: -ahead, turnRate, rate: 50 }).place).toBeLessThan(0.001);
    }
  });

  it.each([2, 1.7e9])('%d s ahead come from another clock, and are not used', (ahead) => {
    const { place } = errors({ body: COUNTED, late: -ahead, turnRate: 0, rate: 50 });
    expect(place).toBeGreaterThan(0.1);
    expect(place).toBeLessThan(2);
  });
});

describe('motions that were gone', () => {
  const [speed, turnRate, period] = [0.5, 5, 0.02];
  const ways = {
    left: (speed - (turnRate * TRACK) / 2) * period,
    right: (speed + (turnRate * TRACK) / 2) * period,
  };

  /** Readings 50 times a second on a circle, from a heading; a first late pose has begun to keep the ways. */
  function circling(heading: number) {
    const start = { ...ORIGIN, heading };
    const truth = (at: number) => moveAlongArc(start, speed * at, turnRate * at);
    let state = startEstimate(0, start, 0, COUNTED);
    const count = (at: number) => {
      state = receiveEncoders(state, { kind: 'encoders', at, left: at, right: at }, COUNTED, ways);
    };
    const see = (at: number) => {
      state = receivePose(state, { kind: 'pose', at, pose: truth(at) }, COUNTED);
    };
    count(0);
    count(period);
    see(0.01);
    return { truth, count, see, last: () => state };
  }

  const isAt = (pose: Pose, place: Pose) => {
    expect(distance(pose, place)).toBeLessThan(1e-9);
    expect(Math.abs(wrapAngle(pose.heading - place.heading))).toBeLessThan(1e-9);
  };

  it('are kept whole where a pose in time has told of their first part already', () => {
    const { truth, count, see, last } = circling(0.3);
    count(0.04);
    see(0.05);
    isAt(last().belief.pose, truth(0.05));
    count(0.06);
    isAt(last().belief.pose, truth(0.06));
    // This one comes late, of an instant within the second of them.
    see(0.055);
    isAt(last().belief.pose, truth(0.06));
  });

  it('turn on where the heading goes over from π to −π', () => {
    const { truth, count, see, last } = circling(Math.PI - 0.25);
    for (const at of [0.04, 0.06, 0.08]) count(at);
    see(0.05);
    isAt(last().belief.pose, truth(0.08));
  });

  it('are kept for two seconds after the last pose, and then no more', () => {
    const keptAfter = (seconds: number) => {
      const { count, see, last } = circling(0);
      for (const at of [0.04, 0.06]) count(at);
      see(0.05);
      for (let n = 4; n <= Math.round((0.05 + seconds) / period); n++) count(n * period);
      return last().history?.motions.length ?? null;
    };
    expect(keptAfter(1.95)).toBeGreaterThanOrEqual(49);
    expect(keptAfter(2.05)).toBeNull();
  });

  it('of two readings of one instant are no way, and no pose is made of them', () => {
    const { truth, count, see, last } = circling(0);
    for (const at of [0.04, 0.06, 0.06, 0.08]) count(at);
    see(0.06);
    isAt(last().belief.pose, truth(0.08));
  });
});
