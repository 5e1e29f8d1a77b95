import { describe, expect, it } from 'vitest';
import { fromPolar, vec, ZERO } from '../../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import { deg } from '../../../src/math/units.js';
import type { Neighbor } from '../../../src/signals/signals.js';
import type { Behavior, Percept } from '../../../src/steering/behavior.js';
import { align } from '../../../src/steering/behaviors/align.js';
import { avoidNeighbors } from '../../../src/steering/behaviors/avoidNeighbors.js';
import { flock } from '../../../src/steering/behaviors/flock.js';
import { queue } from '../../../src/steering/behaviors/queue.js';
import { separate } from '../../../src/steering/behaviors/separate.js';
import { percept, SMALL } from '../../support/percept.js';
import { robot } from '../among.js';
import { near } from '../near.js';

const CROWDS = 1500;
const BEHAVIORS = {
  align: align({ radius: '1 m' }),
  avoidNeighbors: avoidNeighbors(),
  flock: flock(),
  queue: queue({ mode: 'brakeHardStopAndSeparate' }),
  separate: separate({ radius: '1 m' }),
};

const between = (random: Random, low: number, high: number) => low + (high - low) * random.uniform();

/** Close to the body in the middle, some touching it, some each other. */
function crowd(random: Random): Neighbor[] {
  return Array.from({ length: 6 }, (_, i) => {
    const { x, y } = fromPolar(between(random, 0.17, 0.4), between(random, -Math.PI, Math.PI));
    const velocity = fromPolar(between(random, 0, 0.4), between(random, -Math.PI, Math.PI));
    const heading = between(random, -Math.PI, Math.PI);
    return robot(x, y, { id: `r${i}`, radius: 0.09, velocity, heading });
  });
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const keys = list.map(() => random.uniform());
  return list
    .map((_, i) => i)
    .sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
    .map((i) => list[i] as T);
}

function answer(behavior: Behavior<unknown>, changes: Partial<Percept>) {
  const { force = ZERO, velocityScale = 1 } = behavior.steer(
    percept({ body: SMALL, id: 'me', ...changes }),
    behavior.start(),
    vec(0.9, 0.4),
  );
  return { force, velocityScale };
}

describe.each(Object.entries(BEHAVIORS))('%s', (_, behavior) => {
  it('says the same of the same crowd, in whichever order its robots were heard of', () => {
    const random = resumeRandom(seedRandom(3));
    for (let i = 0; i < CROWDS; i++) {
      const neighbors = crowd(random);
      const velocity = fromPolar(between(random, 0, 0.3), between(random, -0.5, 0.5));
      const own = { velocity, forwardSpeed: between(random, 0, 0.1) };
      const first = answer(behavior as Behavior, { ...own, neighbors });
      const second = answer(behavior as Behavior, { ...own, neighbors: shuffled(random, neighbors) });
      expect(second.force).toEqual(near(first.force.x, first.force.y, 9));
      expect(second.velocityScale).toBeCloseTo(first.velocityScale, 9);
    }
  });
});

describe('a crowd that stands exactly alike on both sides', () => {
  it('is told apart by ids, and not by the order', () => {
    const pair = [deg(30), deg(-30)].map((bearing, i) => {
      const { x, y } = fromPolar(0.4, bearing);
      return robot(x, y, { id: `r${i}`, radius: 0.09, heading: Math.PI });
    });
    const going = { velocity: vec(0.3, 0), forwardSpeed: 0.3 };
    const one = answer(avoidNeighbors() as Behavior, { ...going, neighbors: pair });
    const other = answer(avoidNeighbors() as Behavior, { ...going, neighbors: [...pair].reverse() });
    expect(other).toEqual(one);
  });
});
