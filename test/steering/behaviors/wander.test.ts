import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { distance, length, vec, wrapAngle, ZERO } from '../../../src/math/geometry.js';
import type { Random } from '../../../src/math/random.js';
import type { BodyLimits } from '../../../src/robot/limits.js';
import { type WanderInput, wander } from '../../../src/steering/behaviors/wander.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const always = (value: number): Random => ({ uniform: () => 0.5, gaussian: () => value, state: () => [] });

describe('wander', () => {
  it('starts with its point straight ahead', () => {
    expect(wander({ radius: 0.3 }).start()).toEqual({ displacement: vec(0.3, 0) });
  });

  it('moves the point along the circle by jitter·√dt/radius for each deviation', () => {
    const stroll = wander({ radius: 0.2, distance: 0.4, jitter: 0.5 });
    // 0.5 · √0.04 · 2 / 0.2 = 1 rad.
    const said = stroll.steer(percept({ dt: 0.04, random: always(2) }), stroll.start(), ZERO);
    expect(said.memory.displacement).toEqual(near(0.2 * Math.cos(1), 0.2 * Math.sin(1)));
  });

  it('seeks the point at full speed, turned to the world, with the bearing widened for the length of the tick', () => {
    const stroll = wander({ radius: 0.1, distance: 0.1, jitter: 0 });
    const memory = { displacement: vec(0, 0.1) };
    const pose = { x: 2, y: 1, heading: Math.PI / 2 };
    const said = stroll.steer(percept({ dt: 1, pose }), memory, ZERO);
    const bearing = ((Math.PI / 4) * (1 + 10 / (1 - Math.exp(-1)))) / (1 + 10);
    expect(said.desiredVelocity).toEqual(near(-Math.sin(bearing), Math.cos(bearing)));
    expect(said.marks).toEqual([
      { kind: 'circle', at: near(2, 1.1), radius: 0.1, label: 'wander circle' },
      { kind: 'point', at: near(1.9, 1.1), label: 'wander point' },
    ]);
    const brief = stroll.steer(percept({ dt: 1e-9, pose }), memory, ZERO);
    expect(brief.desiredVelocity).toEqual(near(-Math.SQRT1_2, Math.SQRT1_2, 6));
  });

  it('aims at the middle of the way that the point strays in the tick', () => {
    const stroll = wander({ radius: 0.2, distance: 0, jitter: 0.5 });
    const said = stroll.steer(percept({ dt: 0.04, random: always(2) }), stroll.start(), ZERO);
    expect(said.marks?.[1]).toMatchObject({ at: near(0.2 * Math.cos(0.5), 0.2 * Math.sin(0.5)) });
  });

  it('lets its displacement accumulate, on the circle', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { maxLength: 40 }), (draws) => {
        const stroll = wander({ radius: 0.2, jitter: 0.3 });
        let memory = stroll.start();
        for (const draw of draws) {
          memory = stroll.steer(percept({ dt: 0.04, random: always(draw) }), memory, ZERO).memory;
          expect(length(memory.displacement)).toBeCloseTo(0.2, 9);
        }
        const strayed = draws.reduce((sum, draw) => sum + draw * 0.3, 0);
        expect(memory.displacement).toEqual(near(0.2 * Math.cos(strayed), 0.2 * Math.sin(strayed), 6));
      }),
    );
  });

  it('has no goal', () => {
    const said = wander().steer(percept(), wander().start(), ZERO);
    expect(said.arrived).toBeUndefined();
    expect(said.lookahead).toBeUndefined();
  });

  it('without jitter goes straight on', () => {
    const course = { body: SMALL, dt: 0.02, seconds: 3, velocity: { x: 0.5, y: 0 } };
    expect(endOf(drivePoint(wander({ jitter: 0 }), course)).pose).toMatchObject(near(1.5, 0));
  });

  it('walks the same way with the same seed and another with another', () => {
    const walk = (seed: number) =>
      endOf(drivePoint(wander(), { body: SMALL, dt: 0.02, seconds: 5, seed })).pose;
    expect(walk(3)).toEqual(walk(3));
    expect(distance(walk(3), walk(4))).toBeGreaterThan(0.01);
  });
});

describe('the turn of a wandering point mass in one second', () => {
  const SEEDS = 900;

  const rmsTurn = (rate: number, body: BodyLimits, input: WanderInput): number => {
    let squares = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const course = { body, dt: 1 / rate, seconds: 1, velocity: { x: body.maxSpeed, y: 0 }, seed };
      let heading = 0;
      let turned = 0;
      for (const { pose } of drivePoint(wander(input), course)) {
        turned += wrapAngle(pose.heading - heading);
        heading = pose.heading;
      }
      squares += turned * turned;
    }
    return Math.sqrt(squares / SEEDS);
  };

  itInBoth.each(
    partOf<[string, BodyLimits, WanderInput]>(
      [
        ['with its force clamped', SMALL, {}],
        ['with little force', { ...SMALL, maxForce: 0.2 }, {}],
        ['of a sluggish body', PLAIN, { jitter: 0.2 }],
      ],
      1,
    ),
  )('is the same at 10, 50 and 240 Hz, %s', (_, body, input) => {
    const turns = [10, 50, 240].map((rate) => rmsTurn(rate, body, input));
    expect(Math.min(...turns)).toBeGreaterThan(0.1);
    expect(Math.max(...turns) / Math.min(...turns)).toBeLessThan(1.1);
  });

  it('is larger on a larger circle and with more jitter', () => {
    const turn = (input: WanderInput) => rmsTurn(20, SMALL, input);
    const plain = turn({ radius: 0.05, jitter: 0.05 });
    expect(turn({ radius: 0.1, jitter: 0.1 })).toBeGreaterThan(1.2 * plain);
    expect(turn({ radius: 0.05, jitter: 0.02 })).toBeLessThan(0.8 * plain);
  });
});
