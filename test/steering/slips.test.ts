/** Mistakes in the articles that Steerbot implements: each is named, and the intended rule holds. */
import { describe, expect, it } from 'vitest';
import { add, length, scale, ZERO } from '../../src/math/geometry.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { flee } from '../../src/steering/behaviors/flee.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { isFiniteSteering } from '../../src/steering/steer.js';
import { PLAIN, percept } from '../support/percept.js';
import { desiredOf, forceOf, near } from './near.js';
import { drivePoint, endOf } from './pointMass.js';

const ask = (behavior: Behavior, changes: Parameters<typeof percept>[0] = {}) =>
  behavior.steer(percept(changes), behavior.start(), ZERO);

describe('mistakes in the articles', () => {
  it('seek goes along target − position, not position − target', () => {
    const said = ask(seek({ target: [3, 4] }));
    expect(said.desiredVelocity).toEqual(near(0.6, 0.8));
    expect(said.force).toEqual(near(0.6, 0.8));
  });

  it('the future position is p + v·T, not (p + v)·T', () => {
    const follow = followPath({ path: [[0, 0], [4, 0]], predict: 0.5 }); // biome-ignore format: one line
    const said = ask(follow, { pose: { x: 1, y: 0.2, heading: 0 }, velocity: { x: 0.4, y: -0.2 } });
    const predicted = said.marks?.find(({ label }) => label === 'predicted');
    expect(predicted).toEqual({ kind: 'point', at: near(1.2, 0.1), label: 'predicted' });
  });

  it('d / k · 0.3 means d / (0.3 k)', () => {
    const slow = arrive({ target: [0.3, 0], profile: 'buckland', deceleration: 2, within: 1e-12 });
    expect(ask(slow).desiredVelocity).toEqual(near(0.5, 0));
  });

  it('at the target a force of zero would coast; it brakes', () => {
    const velocity = { x: 0.3, y: -0.1 };
    for (const behavior of [arrive({ target: [0, 0] }), seek({ target: [0, 0] })]) {
      const said = ask(behavior, { velocity });
      expect(said.desiredVelocity).toEqual(near(0, 0));
      expect(said.force).toEqual(near(-0.3, 0.1));
    }
  });

  it('a point mass that passes its target at speed comes to rest on it', () => {
    const states = drivePoint(arrive({ target: [0, 0] }), {
      body: PLAIN,
      dt: 0.02,
      seconds: 12,
      velocity: { x: 0.3, y: 0 },
    });
    expect(length(endOf(states).pose)).toBeLessThan(0.004);
    expect(endOf(states).forwardSpeed).toBeLessThan(1e-3);
  });

  it('the desired velocity of flee is minus that of seek, its force is not', () => {
    const velocity = { x: 0.5, y: 0.25 };
    const [chase, run] = [seek({ target: [2, 1] }), flee({ target: [2, 1] })].map((behavior) =>
      ask(behavior, { velocity }),
    );
    if (!chase || !run) throw new Error('two answers are wanted');
    const opposite = scale(desiredOf(chase), -1);
    expect(run.desiredVelocity).toEqual(near(opposite.x, opposite.y));
    // Both subtract the same velocity, so the forces sum to −2 k v instead of zero.
    expect(add(forceOf(run), forceOf(chase))).toEqual(near(-1, -0.5));
  });

  it('a distance of zero makes no NaN', () => {
    const onIt: readonly Behavior[] = [
      seek({ target: [0, 0] }),
      flee({ target: [0, 0] }),
      flee({ target: [0, 0], panicDistance: 1 }),
      arrive({ target: [0, 0] }),
      arrive({ target: [0, 0], profile: 'linear' }),
      arrive({ target: [0, 0], profile: 'buckland' }),
      followPath({ path: [[0, 0], [1, 0]] }), // biome-ignore format: one line
      followPath({ path: [[1, 0], [0, 0]] }), // biome-ignore format: one line
      wander({ distance: 0 }),
    ];
    for (const behavior of onIt) {
      for (const velocity of [ZERO, { x: 0.5, y: 0 }]) {
        const said = ask(behavior, { velocity });
        expect(isFiniteSteering(said)).toBe(true);
        expect(said.marks?.length).toBeGreaterThan(0);
        expect(JSON.stringify({ ...said, memory: 0 })).not.toContain('null');
      }
    }
  });

  it('the wander point is displaced, not drawn again', () => {
    const stroll = wander({ jitter: 0.001 });
    const aside = { displacement: { x: 0, y: 0.1 }, course: null };
    const { displacement } = stroll.steer(percept(), aside, ZERO).memory;
    expect(displacement).toEqual(near(0, 0.1, 3));
  });

  it('the wander point is turned from the body to the world', () => {
    const said = ask(wander({ jitter: 0 }), { pose: { x: 1, y: 1, heading: Math.PI / 2 } });
    expect(said.marks?.at(-1)).toMatchObject({ kind: 'point', at: near(1, 1.3) });
    expect(said.desiredVelocity).toEqual(near(0, 1));
  });
});
