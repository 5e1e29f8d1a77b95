import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseWheels, toTwist, toWheels } from '../../src/locomotion/differentialDrive.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import { SMALL } from '../support/percept.js';

/** Track 0.15 m, 0.5 m/s at the rim, and acceleration enough for anything. */
const BODY: BodyLimits = {
  ...SMALL,
  track: 0.15,
  maxWheelSpeed: 0.5,
  maxAcceleration: 1e6,
  maxTurnRate: 100,
};
/** 1 m/s²: 20 mm/s a tick of 20 ms. */
const SLOW: BodyLimits = { ...BODY, maxAcceleration: 1 };
const REST: WheelSpeeds = { left: 0, right: 0 };

const wheels = (left: number, right: number): WheelSpeeds => ({ left, right });
const near = (left: number, right: number, digits = 9) => ({
  left: expect.closeTo(left, digits),
  right: expect.closeTo(right, digits),
});
const choose = (linear: number, angular: number, last = REST, body = SLOW) =>
  chooseWheels({ linear, angular }, last, body, 0.02);

describe('kinematics', () => {
  it('of a track of 0.15 m: 0.2 and 0.8 m/s are 0.5 m/s and 4 rad/s', () => {
    expect(toTwist(wheels(0.2, 0.8), 0.15)).toEqual({ linear: 0.5, angular: expect.closeTo(4, 9) });
    expect(toWheels({ linear: 0.5, angular: 4 }, 0.15)).toEqual(near(0.2, 0.8));
  });

  it('go both ways', () => {
    const speed = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(speed, speed, fc.double({ min: 0.05, max: 1, noNaN: true }), (left, right, track) => {
        expect(toWheels(toTwist({ left, right }, track), track)).toEqual(near(left, right));
      }),
    );
  });
});

describe('wheels that are too slow for what is wanted', () => {
  it.each([
    [0.5, 4, 0.125, 0.5, 0.3125, 2.5],
    [0.5, -8, 0.5, -0.045455, 0.227273, -3.636364],
    [0, 10, -0.5, 0.5, 0, 6.666667],
    [0.3, 2, 0.15, 0.45, 0.3, 2],
    [-0.5, 3, -0.5, -0.189655, -0.344828, 2.068966],
  ])('keep the curvature of (%f, %f): %f and %f', (linear, angular, left, right, slower, turn) => {
    const chosen = choose(linear, angular, REST, BODY);
    expect(chosen).toEqual(near(left, right, 6));
    expect(toTwist(chosen, 0.15)).toEqual({
      linear: expect.closeTo(slower, 6),
      angular: expect.closeTo(turn, 5),
    });
  });

  it('turn no faster than the turn rate, and slow down with it', () => {
    const gentle = { ...BODY, maxTurnRate: 2 };
    expect(toTwist(choose(0.4, 4, REST, gentle), 0.15)).toEqual({
      linear: expect.closeTo(0.2, 9),
      angular: expect.closeTo(2, 9),
    });
    expect(toTwist(choose(-0.4, -8, REST, gentle), 0.15)).toEqual({
      linear: expect.closeTo(-0.1, 9),
      angular: expect.closeTo(-2, 9),
    });
    expect(toTwist(choose(0.4, -1, REST, gentle), 0.15).linear).toBeCloseTo(0.4, 9);
  });
});

describe('wheels that gain 20 mm/s a tick', () => {
  it('start in the proportion that is wanted', () => {
    expect(choose(0.3, 0)).toEqual(near(0.02, 0.02));
    expect(choose(0.3, 2)).toEqual(near(0.02 / 3, 0.02));
    expect(choose(0, 5)).toEqual(near(-0.02, 0.02));
    expect(choose(0.01, 0)).toEqual(near(0.01, 0.01));
  });

  it('go on from where they are', () => {
    expect(choose(0.3, 2, wheels(0.1, 0.3))).toEqual(near(0.32 / 3, 0.32));
    expect(choose(0.3, 2, wheels(0.15, 0.44))).toEqual(near(0.15, 0.45));
  });

  it('slow down in the proportion that is wanted', () => {
    expect(choose(0.1, 0, wheels(0.3, 0.3))).toEqual(near(0.28, 0.28));
    expect(choose(0.1, 0, wheels(0.3, 0.298))).toEqual(near(0.28, 0.28));
    // Straight on it could lose only 15 mm/s. Slowing down goes first: 0.9 of 20/300 of the mean, 17.7 mm/s.
    expect(choose(0.1, 0, wheels(0.3, 0.29))).toEqual(near(0.28, 0.2746));
  });

  it('stop on the curve that they are on, both at once', () => {
    expect(choose(0, 0, wheels(0.4, 0.1))).toEqual(near(0.38, 0.095));
    expect(choose(0, 0, wheels(-0.2, 0.4))).toEqual(near(-0.19, 0.38));
    expect(choose(0, 0, wheels(0.015, 0.005))).toEqual(near(0, 0));
    expect(choose(0, 0)).toEqual(near(0, 0));
    // Next to nothing is a stop, too: a line through almost zero has no curvature.
    expect(choose(0, 5e-323, wheels(0.4, 0.1))).toEqual(near(0.38, 0.095));
    expect(choose(0.9e-9, 0, wheels(0.4, 0.1))).toEqual(near(0.38, 0.095));
    // From 1e-9 m/s it is straight on: the faster wheel brakes, and the slower one as little as it may.
    expect(choose(1e-9, 0, wheels(0.4, 0.1))).toEqual(near(0.38, 0.0975));
  });

  it('come as near as they can to a curve that they cannot reach', () => {
    // From straight on to a turn in place: left down, and right, too, for both must get to ∓.
    expect(choose(0, 4, wheels(0.3, 0.3))).toEqual(near(0.28, 0.28));
    // From straight on to a curve round the left wheel, at half the speed: it must lose 0.9 of 20 mm/s meanwhile.
    expect(choose(0.15, 2, wheels(0.3, 0.3))).toEqual(near(0.28, 0.284));
    // At the same speed nothing is to be lost.
    expect(choose(0.3, 2, wheels(0.3, 0.3))).toEqual(near(0.28, 0.32));
  });

  it('come near to the curve first, and then to the speed', () => {
    // Round the left wheel, nearly. With the right one at 0.43 it would be nearer to both speeds, not to the curve.
    expect(choose(0.165, 1.8, wheels(0.3, 0.45))).toEqual(near(0.28, 0.44));
  });

  it('stand with one wheel as soon as it can, whichever way it turned', () => {
    for (const sign of [1, -1]) {
      const [standing, turning] = [sign * 0.02, sign * 0.3];
      expect(choose(sign * 0.15, 2 * sign, wheels(standing, turning))).toEqual(near(0, turning));
      expect(choose(sign * 0.15, -2 * sign, wheels(turning, standing))).toEqual(near(turning, 0));
      expect(choose(sign * 0.15, 2 * sign, wheels(-standing, turning))).toEqual(near(0, turning));
    }
  });

  it('stop a wheel that is to stand no faster than it can brake, whichever way it turns', () => {
    expect(choose(0.15, 2, wheels(-0.3, -0.3))).toEqual(near(-0.28, -0.28));
    expect(choose(0.15, -2, wheels(-0.3, -0.3))).toEqual(near(-0.28, -0.28));
    // The other wheel has its speed already, and keeps it.
    expect(choose(0.15, 2, wheels(-0.3, 0.3))).toEqual(near(-0.28, 0.3));
    expect(choose(0.15, -2, wheels(0.3, -0.3))).toEqual(near(0.3, -0.28));
  });

  it('reverse through rest', () => {
    expect(choose(-0.3, 0, wheels(0.3, 0.3))).toEqual(near(0.28, 0.28));
    expect(choose(-0.3, 0, wheels(0.01, 0.01))).toEqual(near(-0.01, -0.01));
  });

  it('never exceed the rim speed', () => {
    expect(choose(0.5, 0, wheels(0.49, 0.49))).toEqual(near(0.5, 0.5));
    expect(choose(9, 0, wheels(0.49, 0.49))).toEqual(near(0.5, 0.5));
    expect(choose(-9, 0, wheels(-0.49, -0.49))).toEqual(near(-0.5, -0.5));
  });
});
