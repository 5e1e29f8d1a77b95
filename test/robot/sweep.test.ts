import { describe, expect, it } from 'vitest';
import { deg, ms } from '../../src/math/units.js';
import {
  angleOfPulse,
  directionsOf,
  lookOrder,
  looksApart,
  lookTime,
  MAX_DIRECTIONS,
  moveTime,
  pulseOfAngle,
} from '../../src/robot/sweep.js';

describe('a sweep', () => {
  it('has a direction at each end and every step', () => {
    const degrees = directionsOf(deg(-60), deg(60), deg(30)).map((angle) =>
      Math.round((angle * 180) / Math.PI),
    );
    expect(degrees).toEqual([-60, -30, 0, 30, 60]);
    expect(directionsOf(deg(-50), deg(50), deg(30))).toHaveLength(4);
    expect(directionsOf(0, deg(20), deg(30))).toHaveLength(1);
  });

  it('goes to and fro: once a cycle to the ends, twice to the others', () => {
    expect(lookOrder(5)).toEqual([0, 1, 2, 3, 4, 3, 2, 1]);
    expect(lookOrder(2)).toEqual([0, 1]);
    expect([0, 1, 2, 3, 4].map((place) => looksApart(place, 5))).toEqual([8, 6, 4, 6, 8]);
  });

  it('takes the time of a slow servo: 20 ms until the next pulse, 0.17 s for 60°, 40 ms to stand still', () => {
    expect(moveTime(deg(30))).toBeCloseTo(ms(20 + 85 + 40), 6);
    expect(moveTime(deg(-60))).toBeCloseTo(ms(20 + 170 + 40), 6);
    expect(lookTime(deg(30), 20)).toBeCloseTo(ms(145 + 50 + 30), 6);
  });

  it('has looked everywhere within the 3 s that a drive waits for its sensors', () => {
    const widest = deg(180) / (MAX_DIRECTIONS - 1);
    expect(MAX_DIRECTIONS * lookTime(widest, 20) + moveTime(deg(180))).toBeLessThan(3);
  });

  it('has pulses as Arduino’s Servo library makes them', () => {
    expect(pulseOfAngle(deg(-90))).toBeCloseTo(544e-6, 9);
    expect(pulseOfAngle(0)).toBeCloseTo(1472e-6, 9);
    expect(pulseOfAngle(deg(90))).toBeCloseTo(2400e-6, 9);
    expect(angleOfPulse(pulseOfAngle(deg(25)))).toBeCloseTo(deg(25), 9);
  });
});
