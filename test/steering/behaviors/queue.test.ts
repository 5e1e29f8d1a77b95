import { describe, expect, it } from 'vitest';
import { distance, length, ZERO } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Steering } from '../../../src/steering/behavior.js';
import { QUEUE_MODES, type QueueInput, queue } from '../../../src/steering/behaviors/queue.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { blend } from '../../../src/steering/combine.js';
import { isFiniteSteering, steer } from '../../../src/steering/steer.js';
import { percept, SMALL, unlimited } from '../../support/percept.js';
import { among, robot } from '../among.js';
import { forceOf, near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

/** A body of 0.1 m radius, so that `ahead` and `radius` are 0.3 m unless told otherwise. */
const ask = (input: QueueInput, changes: Parameters<typeof percept>[0] = {}, soFar = { x: 1, y: 0.5 }) => {
  const behavior = queue(input);
  return behavior.steer(percept({ velocity: { x: 0.2, y: 0 }, ...changes }), behavior.start(), soFar);
};
const marked = (said: Steering, label: string) => said.marks?.filter((mark) => mark.label === label);

describe('a robot is ahead', () => {
  const waits = (x: number, y: number, input: QueueInput = {}) =>
    ask({ mode: 'hardStop', ...input }, { neighbors: [robot(x, y)] }).velocityScale !== 1;

  it('if it is nearer than the radius to the point ahead, along the heading, at rest too', () => {
    expect(waits(0.3, 0.29)).toBe(true);
    expect(waits(0.3, 0.31)).toBe(false);
    expect(waits(0.59, 0)).toBe(true);
    expect(waits(0.61, 0)).toBe(false);
    const said = ask({ mode: 'hardStop' }, { velocity: ZERO, neighbors: [robot(0.5, 0)] });
    expect(said.velocityScale).toBeLessThan(1);
  });

  it('by the radius, not by how far ahead the point is', () => {
    expect(waits(0.5, 0.15, { ahead: '0.5 m', radius: 0.1 })).toBe(false);
    expect(waits(0.5, 0.15, { ahead: 0.5, radius: '200 mm' })).toBe(true);
  });

  it('the nearest to the point of several', () => {
    const neighbors = [robot(0.1, 0.2, { id: 'a' }), robot(0.35, 0, { id: 'b' }), robot(0.5, 0, { id: 'c' })];
    expect(marked(ask({ mode: 'brake' }, { neighbors }), 'waits for')).toEqual([
      { kind: 'segment', from: near(0.3, 0), to: { x: 0.35, y: 0 }, label: 'waits for' },
    ]);
  });

  it('never the robot itself, and none without neighbors', () => {
    for (const mode of QUEUE_MODES) {
      const said = ask({ mode });
      expect(said.force).toBeUndefined();
      expect(said.velocityScale ?? 1).toBe(1);
    }
  });

  it('of two that face each other for the one only, so that they do not wait for ever', () => {
    const facing = (id: string) => robot(0.3, 0, { id, heading: deg(180) });
    const scale = (id: string) => ask({ mode: 'hardStop' }, { neighbors: [facing(id)] }).velocityScale;
    expect(scale('zoe')).toBe(1);
    expect(scale('amy')).toBeLessThan(1);
  });
});

describe('queue', () => {
  const ahead = [robot(0.5, 0)];
  const crowd = [robot(0.5, 0), robot(0, -0.25, { id: 'beside' })];

  it('with mode none is silent, even with a robot ahead', () => {
    expect(ask({ mode: 'none' }, { neighbors: crowd })).toMatchObject({ memory: { stuck: 0 } });
    expect(ask({ mode: 'none' }, { neighbors: crowd }).force).toBeUndefined();
  });

  it('stops hard to 30 % in each 1/30 s, at any rate, and without a force', () => {
    for (const [dt, left] of [
      [1 / 30, 0.3],
      [1 / 15, 0.09],
      [0.02, 0.3 ** 0.6],
    ] as const) {
      // biome-ignore format: one line
      const said = ask({ mode: 'hardStop' }, { dt, neighbors: ahead });
      expect(said.velocityScale).toBeCloseTo(left, 12);
      expect(said.force).toBeUndefined();
    }
    const gentle = ask({ mode: 'hardStop', hardStop: 0.8 }, { dt: 1 / 30, neighbors: ahead });
    expect(gentle.velocityScale).toBeCloseTo(0.8, 12);
  });

  it('brakes with −0.8 of the force so far and −k v', () => {
    const said = ask({ mode: 'brake' }, { neighbors: ahead });
    expect(said.force).toEqual(near(-0.8 - 0.2, -0.4));
    expect(said.velocityScale).toBe(1);
    expect(forceOf(ask({ mode: 'brake', brake: 0.5 }, { neighbors: ahead }))).toEqual(near(-0.7, -0.25));
    expect(forceOf(ask({ mode: 'brake' }, { body: SMALL, neighbors: ahead }))).toEqual(
      near(-0.8 - 0.9, -0.4),
    );
  });

  it('says as its gain what its force answers to the velocity with, behind a goal', () => {
    const behind = among(blend(seek({ target: [9, 2] }), queue({ mode: 'brake' })), ahead);
    const at = (x: number, y: number) => {
      const said = behind.steer(percept({ velocity: { x, y } }), behind.start(), ZERO);
      return { force: forceOf(said), gain: said.gain ?? 1 };
    };
    const slope = (at(0.1, 0).force.x - at(0.2, 0).force.x) / 0.1;
    expect(slope).toBeCloseTo(1.2, 9);
    expect(at(0.1, 0).gain).toBeCloseTo(1.2, 9);
    expect(at(0.1, 0.3).force.y - at(0.1, 0.4).force.y).toBeCloseTo(0.12, 9);
  });

  it('while it brakes creeps on at a sixth of what is wanted', () => {
    const behind = among(blend(seek({ target: [100, 0] }), queue({ mode: 'brake', ahead: 50, radius: 90 })), [
      robot(40, 0),
    ]);
    const end = endOf(drivePoint(behind, { body: SMALL, dt: 0.02, seconds: 3, velocity: { x: 0.5, y: 0 } }));
    expect(length(end.velocity)).toBeCloseTo(0.5 / 6, 4);
  });

  it('with both stops hard only if a robot is within the radius of itself', () => {
    const mode = 'brakeAndHardStop';
    expect(ask({ mode }, { neighbors: ahead }).velocityScale).toBe(1);
    expect(ask({ mode }, { neighbors: crowd }).velocityScale).toBeCloseTo(0.3 ** 0.6, 12);
    expect(ask({ mode }, { neighbors: crowd }).force).toEqual(
      ask({ mode: 'brake' }, { neighbors: crowd }).force,
    );
    expect(ask({ mode }, { neighbors: [robot(-0.25, 0)] }).velocityScale).toBe(1);
  });

  it('with separation also pushes off those beside it', () => {
    const of = (mode: NonNullable<QueueInput['mode']>) => {
      const changes = { neighbors: crowd, velocity: ZERO };
      return forceOf(ask({ mode, ahead: 0.4, radius: 0.3 }, changes));
    };
    const [pushed, not] = [of('brakeHardStopAndSeparate'), of('brakeAndHardStop')];
    expect(pushed.y).toBeGreaterThan(not.y + 0.05);
    expect(pushed.x).toBeLessThanOrEqual(not.x);
  });

  it('in the last mode is never too fast to stop, even if it goes first', () => {
    const beside = robot(0, 0.2, { id: 'zoe', radius: 0.09 });
    const changes = { body: SMALL, velocity: { x: 0.3, y: 0 }, forwardSpeed: 0.05, neighbors: [beside] };
    const said = ask({ mode: 'brakeHardStopAndSeparate' }, changes);
    expect(marked(said, 'waits for')).toEqual([]);
    expect(said.velocityScale).toBeLessThan(0.6);
    expect(ask({ mode: 'brakeAndHardStop' }, changes).velocityScale).toBe(1);
  });

  it.each(QUEUE_MODES)('is finite in a heap of coincident robots, %s', (mode) => {
    const heap = [robot(0, 0), robot(0, 0, { id: 'b' }), robot(0.3, 0, { id: 'c' })];
    for (const velocity of [ZERO, { x: 1, y: 0 }]) {
      const said = ask({ mode }, { neighbors: heap, velocity, body: SMALL });
      expect(isFiniteSteering(said)).toBe(true);
      expect(Number.isFinite(length(steer(said, velocity, SMALL, 0.02).reference))).toBe(true);
    }
  });

  it.each([10, 30, 50, 240])('stops hard alike at %i Hz', (rate) => {
    const body = unlimited({ ...SMALL, reaction: 0 });
    const stopping = among(queue({ mode: 'hardStop', ahead: 5, radius: 5 }), [robot(5, 0)]);
    const end = endOf(drivePoint(stopping, { body, dt: 1 / rate, seconds: 0.2, velocity: { x: 0.5, y: 0 } }));
    // Nothing else is said, so that it brakes with all its force, too.
    expect(end.velocity.x).toBeCloseTo(0, 12);
  });

  it.each([10, 50, 240])('brakes alike at %i Hz', (rate) => {
    const behind = among(blend(seek({ target: [50, 5] }), queue({ mode: 'brake', ahead: 50, radius: 90 })), [
      robot(40, 0),
    ]);
    const course = { body: SMALL, seconds: 1, velocity: { x: 0, y: 0.5 } };
    const at = (hertz: number) => endOf(drivePoint(behind, { ...course, dt: 1 / hertz })).pose;
    expect(distance(at(rate), at(960))).toBeLessThan(0.02 * length(at(960)));
  });
});
