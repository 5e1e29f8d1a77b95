import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Folded } from '../../src/control/step.js';
import type { Reading } from '../../src/signals/signals.js';
import { seek } from '../../src/steering/behaviors/seek.js';

const model = prepareModel({ ...loadRobot('scout'), sensors: [] }, seek({ target: [100, 0] }));
const PERIOD = 0.02;

/** Ticks from one number to another, each after the readings of its time. */
function drive(before: Folded, from: number, to: number, readings: (at: number) => Reading[]): Folded {
  let next = before;
  for (let i = from; i < to; i++) {
    for (const reading of readings(i * PERIOD))
      next = receive(model, next.state, { kind: 'reading', reading });
    next = receive(model, next.state, { kind: 'clock', at: i * PERIOD, lostPeriods: 0 });
  }
  return next;
}

const start: Folded = {
  state: startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 }),
};
/** Of wheels that speed up by 1 m/s² to 0.5 m/s, a moment after they are told: 1437 counts are 0.22 m. */
const encoders = (time: number): Reading => {
  const at = time - 0.1;
  const way = at < 0 ? 0 : at < 0.5 ? at ** 2 / 2 : 0.5 * at - 0.125;
  const counts = Math.floor((way * 1437) / (Math.PI * 0.07));
  return { kind: 'encoders', at: time, left: counts, right: counts };
};
const outside = (at: number): Reading => ({ kind: 'pose', at, pose: { x: 5, y: 5, heading: 1 } });
const counted = ({ tick }: Folded) => tick?.estimate.source;

describe('a sensor that falls silent', () => {
  it('stops the robot, and leaves the pose to the granted speeds, which says so', () => {
    const before = drive(start, 0, 50, (at) => [encoders(at)]);
    const after = drive(before, 50, 100, () => []);
    expect([counted(before), counted(after)]).toEqual(['encoders', 'granted']);
    const way = (after.tick?.estimate.pose.x ?? 0) - (before.tick?.estimate.pose.x ?? 0);
    // Seen after 0.3 s and a tick, at 0.5 m/s; then the motors are off.
    expect(way).toBeGreaterThan(0.2);
    expect(way).toBeLessThan(0.36);
    expect(after.tick).toMatchObject({ safety: 'faulted', faults: [{ kind: 'encoderSilent' }] });
    expect(after.tick?.estimate.covariance.xx).toBeGreaterThan(
      3 * (before.tick?.estimate.covariance.xx ?? 0),
    );
  });

  it('has no effect while its readings may only be late', () => {
    const before = drive(start, 0, 50, (at) => [encoders(at)]);
    expect(counted(drive(before, 50, 56, () => []))).toBe('encoders');
  });

  it('costs no memory, however long it is silent', () => {
    expect(drive(start, 0, 2000, () => []).state.estimator.sent.length).toBeLessThan(12);
  });

  it('is used again when it sends, without a jump for the counts of the silence', () => {
    const before = drive(start, 0, 50, (at) => [encoders(at)]);
    const silent = drive(before, 50, 100, () => []);
    const back = drive(silent, 100, 101, (at) => [{ ...encoders(at), left: 9e6, right: 9e6 } as Reading]);
    expect(counted(back)).toBe('encoders');
    const jump = (back.tick?.estimate.pose.x ?? 0) - (silent.tick?.estimate.pose.x ?? 0);
    expect(Math.abs(jump)).toBeLessThan(0.02);
  });

  it('hands over to the encoders where it was the pose from outside', () => {
    const both = drive(start, 0, 50, (at) => [outside(at), encoders(at)]);
    expect(counted(both)).toBe('pose');
    const alone = drive(both, 50, 100, (at) => [encoders(at)]);
    expect(counted(alone)).toBe('encoders');
    expect(alone.tick?.estimate.pose.y).toBeGreaterThan(5);
  });
});
