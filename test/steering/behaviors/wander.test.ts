import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { add, angleOf, distance, length, scale, vec, wrapAngle, ZERO } from '../../../src/math/geometry.js';
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
    expect(wander({ radius: 0.3 }).start()).toEqual({ displacement: vec(0.3, 0), course: null });
  });

  it('moves the point along the circle by jitter·√dt/radius for each deviation', () => {
    const stroll = wander({ radius: 0.2, distance: 0.4, jitter: 0.5 });
    // 0.5 · √0.01 · 2 / 0.2 = 0.5 rad.
    const said = stroll.steer(percept({ dt: 0.01, random: always(2) }), stroll.start(), ZERO);
    expect(said.memory.displacement).toEqual(near(0.2 * Math.cos(0.5), 0.2 * Math.sin(0.5)));
  });

  it('draws the walk of a long tick in short steps', () => {
    const stroll = wander({ radius: 0.2, distance: 0.4, jitter: 0.5 });
    const said = stroll.steer(percept({ dt: 0.04, random: always(2) }), stroll.start(), ZERO);
    const strayed = (2 * (0.5 * Math.sqrt(0.02) * 2)) / 0.2;
    expect(said.memory.displacement).toEqual(near(0.2 * Math.cos(strayed), 0.2 * Math.sin(strayed)));
  });

  it('turns the course of full speed at α/T, and shows its circle ahead', () => {
    const stroll = wander({ radius: 0.1, distance: 0.1, jitter: 0 });
    const pose = { x: 2, y: 1, heading: Math.PI / 2 };
    const { mass, steeringGain, maxSpeed, track } = SMALL;
    const lag = mass / steeringGain + Math.max(track, maxSpeed / 2) / (2 * maxSpeed);
    // The point is seen at 45°, and so is the course.
    const memory = { displacement: vec(0, 0.1), course: (3 * Math.PI) / 4 };
    const said = stroll.steer(percept({ body: SMALL, dt: 0.1, pose }), memory, ZERO);
    expect(said.desiredVelocity).toEqual(near(-maxSpeed * Math.SQRT1_2, maxSpeed * Math.SQRT1_2));
    const course = memory.course + (Math.PI / 4) * (0.1 / lag);
    expect(said.memory.course).toBeCloseTo(wrapAngle(course), 9);
    const change = scale(said.acceleration ?? ZERO, 0.1);
    expect(add(said.desiredVelocity ?? ZERO, change)).toEqual(
      near(maxSpeed * Math.cos(course), maxSpeed * Math.sin(course)),
    );
    expect(said.marks).toEqual([
      { kind: 'circle', at: near(2, 1.1), radius: 0.1, label: 'wander circle' },
      { kind: 'point', at: near(1.9, 1.1), label: 'wander point' },
    ]);
  });

  it('brings a course that the body did not follow back to the bearing of its point', () => {
    const stroll = wander({ jitter: 0 });
    const pose = { x: 0, y: 0, heading: 0 };
    let memory = { displacement: vec(0, 0.1), course: 2 } as ReturnType<typeof stroll.start>;
    const bearing = Math.atan2(0.1, 0.2);
    const said = stroll.steer(percept({ dt: 0.02, pose }), memory, ZERO);
    // It begins no further off than 60°.
    expect(angleOf(said.desiredVelocity ?? ZERO)).toBeCloseTo(Math.PI / 3, 9);
    for (let i = 0; i < 500; i++) memory = stroll.steer(percept({ dt: 0.02, pose }), memory, ZERO).memory;
    // A body that is held never follows: 0 = α + (α − β).
    expect(memory.course).toBeCloseTo(2 * bearing, 1);
  });

  it('on a circle round the body turns as fast as to 60°, or as its body can', () => {
    const stroll = wander({ radius: 0.2, distance: 0.1, jitter: 0 });
    const memory = { displacement: vec(-0.2, 1e-6), course: 0 };
    const turnOf = (maxTurnRate: number) =>
      stroll.steer(percept({ body: { ...SMALL, maxTurnRate }, dt: 1e-4 }), memory, ZERO).memory.course ?? 0;
    const lag =
      SMALL.mass / SMALL.steeringGain + Math.max(SMALL.track, SMALL.maxSpeed / 2) / (2 * SMALL.maxSpeed);
    // α/T, and as much for a course that is not there yet.
    expect(turnOf(100) / 1e-4).toBeCloseTo((2 * Math.PI) / 3 / lag, 2);
    expect(turnOf(0.3) / 1e-4).toBeCloseTo(2 * 0.3, 3);
  });

  it('aims at the middle of the way that the point strays in a step', () => {
    const stroll = wander({ radius: 0.2, distance: 0, jitter: 0.5 });
    const said = stroll.steer(percept({ dt: 0.01, random: always(2) }), stroll.start(), ZERO);
    expect(said.marks?.[1]).toMatchObject({ at: near(0.2 * Math.cos(0.25), 0.2 * Math.sin(0.25)) });
  });

  it('lets its displacement accumulate, on the circle', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { maxLength: 40 }), (draws) => {
        const stroll = wander({ radius: 0.2, jitter: 0.3 });
        let memory = stroll.start();
        for (const draw of draws) {
          memory = stroll.steer(percept({ dt: 0.01, random: always(draw) }), memory, ZERO).memory;
          expect(length(memory.displacement)).toBeCloseTo(0.2, 9);
        }
        const strayed = draws.reduce((sum, draw) => sum + draw * 0.15, 0);
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
