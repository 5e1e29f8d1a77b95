import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { angleOf, distance, length, vec, wrapAngle, ZERO } from '../../../src/math/geometry.js';
import type { Random } from '../../../src/math/random.js';
import type { BodyLimits } from '../../../src/robot/limits.js';
import { type WanderInput, wander } from '../../../src/steering/behaviors/wander.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const always = (value: number): Random => ({ uniform: () => 0.5, gaussian: () => value, state: () => [] });

/** T = τ + 1/g [s]. */
const lagOf = ({ mass, steeringGain, maxSpeed, track }: BodyLimits): number =>
  mass / steeringGain + Math.max(track, maxSpeed / 2) / (2 * maxSpeed);

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

  it('turns its course at α/T, and shows its circle ahead', () => {
    const stroll = wander({ radius: 0.1, distance: 0.1, jitter: 0 });
    const pose = { x: 2, y: 1, heading: Math.PI / 2 };
    // The point is seen at 45°, and so is the course.
    const memory = { displacement: vec(0, 0.1), course: (3 * Math.PI) / 4 };
    const said = stroll.steer(percept({ body: SMALL, dt: 0.1, pose }), memory, ZERO);
    const turned = (Math.PI / 4) * (0.1 / lagOf(SMALL));
    expect(said.memory.course).toBeCloseTo(wrapAngle(memory.course + turned), 9);
    expect(said.marks).toEqual([
      { kind: 'circle', at: near(2, 1.1), radius: 0.1, label: 'wander circle' },
      { kind: 'point', at: near(1.9, 1.1), label: 'wander point' },
    ]);
  });

  it.each([1e-6, 0.02, 0.1, 2])(
    'asks at full speed for what, held over %s s, acts as the turning course',
    (dt) => {
      const { mass, steeringGain, maxSpeed } = SMALL;
      const tau = mass / steeringGain;
      const memory = { displacement: vec(0, 0.1), course: Math.atan2(0.1, 0.2) };
      const said = wander({ jitter: 0 }).steer(percept({ body: SMALL, dt }), memory, ZERO);
      const asked = said.desiredVelocity ?? ZERO;
      expect(length(asked)).toBeCloseTo(maxSpeed, 9);
      // A lag's answer to a ramp from φ0 that turns at ω: ω (dt − τ (1 − e^(−dt/τ))) beside (φ0 − φ)(1 − e^(−dt/τ)).
      const answered = -Math.expm1(-dt / tau);
      const rate = memory.course / lagOf(SMALL);
      const held = memory.course + rate * (dt / answered - tau);
      expect(wrapAngle(angleOf(asked) - held)).toBeCloseTo(0, 6);
    },
  );

  it('brings a course that the body did not follow back to the bearing of its point', () => {
    const stroll = wander({ jitter: 0 });
    const pose = { x: 0, y: 0, heading: 0 };
    const stays = { displacement: vec(0.1, 0), course: 2 };
    // It begins no further off than the point can be: asin(r/d).
    const said = stroll.steer(percept({ dt: 1e-6, pose }), stays, ZERO);
    expect(said.memory.course).toBeCloseTo(Math.PI / 6, 4);
    let memory = stays as ReturnType<typeof stroll.start>;
    for (let i = 0; i < 500; i++) memory = stroll.steer(percept({ dt: 0.02, pose }), memory, ZERO).memory;
    expect(memory.course).toBeCloseTo(0, 2);
  });

  it('takes its course for near where it lies beyond 180°', () => {
    const pose = { x: 0, y: 0, heading: Math.PI - 0.1 };
    const memory = { displacement: vec(0.1, 0), course: 0.1 - Math.PI };
    const { memory: next } = wander({ jitter: 0 }).steer(percept({ dt: 1e-6, pose }), memory, ZERO);
    expect(next.course).toBeCloseTo(0.1 - Math.PI, 4);
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
    // It turns: a sluggish body by 0.1 rad, since the heading's lag, which this point has not, counts too.
    expect(Math.min(...turns)).toBeGreaterThan(0.08);
    expect(Math.max(...turns) / Math.min(...turns)).toBeLessThan(1.1);
  });

  it('is larger on a larger circle and with more jitter', () => {
    const turn = (input: WanderInput) => rmsTurn(20, SMALL, input);
    const plain = turn({ radius: 0.05, jitter: 0.05 });
    expect(turn({ radius: 0.1, jitter: 0.1 })).toBeGreaterThan(1.2 * plain);
    expect(turn({ radius: 0.05, jitter: 0.02 })).toBeLessThan(0.8 * plain);
  });
});
