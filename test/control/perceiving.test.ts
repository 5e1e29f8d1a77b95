import { describe, expect, it } from 'vitest';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { SCOUT } from '../sim/bodies.js';
import { foldedLoop, saying } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;
/** Sent commands take effect after a tenth of a second. */
const LATE: RobotDefinition = { ...BARE, control: { ...BARE.control, latency: 0.1 } };
/** To the left and forwards: both wheels turn, the right one faster. */
const CURVE = saying({ force: { x: 0.3, y: 0.05 }, lookahead: 0.2 });

describe('what a behavior perceives', () => {
  it('is the body where it will be when its answer takes effect, not where it is', () => {
    const loop = foldedLoop(LATE, CURVE);
    const { estimate } = loop.run(20).at(-1) ?? expect.fail('no tick');
    expect(loop.perceived.pose).toEqual(estimate.predicted);
    expect(estimate.predicted.x - estimate.pose.x).toBeGreaterThan(0.015);
  });

  it('is the reference velocity, and how fast the middle of the body goes, by the tick before', () => {
    const loop = foldedLoop(BARE, CURVE);
    loop.run(20);
    const { granted, mission } = loop.state;
    expect(granted.right - granted.left).toBeGreaterThan(0.01);
    loop.run(1);
    expect(loop.perceived.velocity).toEqual(mission.reference);
    expect(loop.perceived.forwardSpeed).toBeCloseTo((granted.left + granted.right) / 2, 12);
  });

  it('is the time of this tick, and how long it lasts', () => {
    const loop = foldedLoop(BARE, CURVE);
    loop.tickAt(1);
    expect(loop.perceived).toMatchObject({ at: 1, dt: 0.02 });
    expect(loop.tickAt(1.03).at).toBe(1.03);
    expect(loop.perceived.at).toBe(1.03);
    expect(loop.perceived.dt).toBeCloseTo(0.03, 12);
  });

  it('is a tick of three periods at most, and of one where the clock stood still', () => {
    const loop = foldedLoop(BARE, CURVE);
    const lengthOf = (at: number) => {
      loop.tickAt(at);
      return loop.perceived.dt;
    };
    expect(lengthOf(1)).toBe(0.02);
    expect(lengthOf(1)).toBe(0.02);
    expect(lengthOf(1.001)).toBeCloseTo(0.001, 12);
    expect(lengthOf(1.06)).toBeCloseTo(0.059, 12);
    expect(lengthOf(1.13)).toBeCloseTo(0.06, 12);
    expect(lengthOf(1.5)).toBeCloseTo(0.06, 12);
  });

  it('is its own name, the other robots, and the last readings of range sensors', () => {
    const loop = foldedLoop(BARE, CURVE, { id: 'first' });
    const other = {
      id: 'second',
      at: 0,
      position: { x: 1, y: 2 },
      velocity: { x: 0, y: 0 },
      heading: 0,
      radius: 0.1,
    };
    const echo = { kind: 'range', at: 0, sensor: 'front', distances: [0.4] } as const;
    loop.fold({ kind: 'surroundings', surroundings: { at: 0, neighbors: [other] } });
    loop.hear(echo);
    loop.run(1);
    expect(loop.perceived).toMatchObject({ id: 'first', neighbors: [other], ranges: { front: echo } });
  });
});
