import { describe, expect, it } from 'vitest';
import { LIDAR_MOUNT, misplaced, SMALL_SENSOR_MOUNT } from '../../../../sim/plant/ranging.js';
import { chanceOf } from '../../../../sim/plant/realism/chance.js';
import { lidarReports } from '../../../../sim/plant/realism/lidar.js';
import { Sweep } from '../../../../sim/plant/realism/sweep.js';
import type { Pose } from '../../../../src/math/geometry.js';
import { deg } from '../../../../src/math/units.js';
import { beamOf } from '../../../../src/sensors/beam.js';
import { EMPTY, wallAt } from '../../bodies.js';
import { deviationOf, meanOf, numbersIn, readingsOf, sensor } from './sensed.js';

const many = (...distances: (number | null)[]) => Array.from({ length: 20_000 }, () => distances).flat();
const told = (distances: (number | null)[], seed = 1) => lidarReports(distances, 5, chanceOf(seed, 'lidar'));
const shareOf = (all: readonly unknown[], some: readonly unknown[]) => some.length / all.length;

describe('a typical lidar', () => {
  it.each([0.5, 2])('is off by 1.5 % and 3 mm at %d m, in whole millimetres', (distance) => {
    const near = numbersIn(told(many(distance))).filter((d) => Math.abs(d - distance) < 0.15 * distance);
    expect(meanOf(near)).toBeCloseTo(distance, 2);
    expect(deviationOf(near) / (0.015 * distance + 0.003)).toBeCloseTo(1, 1);
    for (const d of near.slice(0, 100)) expect(d * 1000).toBeCloseTo(Math.round(d * 1000), 6);
  });

  it('measures nothing in one ray of a hundred, and something in front in one of a thousand', () => {
    for (const distance of [2, null]) {
      const all = told(many(distance));
      expect(shareOf(all, all.filter(Number.isNaN))).toBeCloseTo(0.01, 2);
      const short = all.filter((d) => d !== null && d < 1.5);
      expect(shareOf(all, short)).toBeGreaterThan(0.0002);
      expect(shareOf(all, short)).toBeLessThan(0.002);
    }
  });

  it('sees something between two things in a tenth of the rays at an edge, and not on a slope', () => {
    const between = (distances: (number | null)[]) =>
      distances.filter((d) => d !== null && d > 1.2 && d < 2.8);
    // Every ray has a neighbor on the other thing.
    const edges = told(many(1, 3));
    expect(shareOf(edges, between(edges)) / 0.08).toBeCloseTo(1, 0);
    const inGap = (far: number) => told(many(0.2, far)).filter((d) => d !== null && d > 0.235 && d < 0.255);
    // Dust is there, too.
    expect(inGap(0.29).length).toBeLessThan(10);
    expect(inGap(0.31).length).toBeGreaterThan(100);
  });

  it('tells no distance beyond its range', () => {
    const all = numbersIn(told(many(4.99)));
    expect(Math.max(...all)).toBeLessThanOrEqual(5);
  });
});

describe('the mounting', () => {
  it.each([
    ['a lidar', LIDAR_MOUNT, 0.01, 1],
    ['a small sensor', SMALL_SENSOR_MOUNT, 0.002, 1.5],
  ])('of %s is off by its figures', (_, error, shift, turn) => {
    const definition = sensor('lidar', { at: [0.05, -0.02], facing: 1 });
    const all = Array.from({ length: 2000 }, (__, seed) => misplaced(definition, error, seed));
    expect(deviationOf(all.map(({ at }) => at[0])) / shift).toBeCloseTo(1, 1);
    expect(deviationOf(all.map(({ at }) => at[1])) / shift).toBeCloseTo(1, 1);
    expect(deviationOf(all.map(({ facing }) => facing)) / deg(turn)).toBeCloseTo(1, 1);
    expect(meanOf(all.map(({ at }) => at[0]))).toBeCloseTo(0.05, 2);
    expect(meanOf(all.map(({ facing }) => facing))).toBeCloseTo(1, 2);
  });
});

describe('a sweep', () => {
  const RATE = 10;
  const COUNT = 11;
  /** Ray i tells where the body was, and which ray it is. */
  const sweepOf = () =>
    new Sweep(RATE, COUNT, (first, poses) =>
      poses.map(({ x, heading }, i) => x + heading + 1000 * (first + i)),
    );

  it('measures each ray at its own time, the last one at the time of the reading', () => {
    const sweep = sweepOf();
    const poseAt = (at: number): Pose => ({ x: 0.5 * at, y: 0, heading: -0.2 * at });
    for (let tick = 0; tick <= 20; tick++) {
      sweep.advance(tick * 0.02, poseAt(tick * 0.02));
      const scan = Math.floor(tick / 5);
      expect(sweep.done?.at).toBeCloseTo(scan / RATE, 12);
      if (scan === 0) continue;
      const expected = Array.from({ length: COUNT }, (_, i) => {
        const at = (scan - 1 + i / (COUNT - 1)) / RATE;
        return expect.closeTo(0.3 * at + 1000 * i, 9);
      });
      expect(sweep.done?.distances).toEqual(expected);
    }
  });

  it('turns the short way where the heading wraps, and leaps with a robot that is put elsewhere', () => {
    const turning = sweepOf();
    turning.advance(0, { x: 0, y: 0, heading: Math.PI - 0.1 });
    turning.advance(0.1, { x: 0, y: 0, heading: -Math.PI + 0.1 });
    expect(turning.done?.distances[5]).toBeCloseTo(5000 + Math.PI, 9);
    const put = sweepOf();
    put.advance(0, { x: 0, y: 0, heading: 0 });
    put.advance(0.1, { x: 7, y: 0, heading: 0 });
    expect(put.done?.distances[5]).toBe(5007);
  });

  it('keeps up with a clock that is slower than it', () => {
    const sweep = sweepOf();
    for (const at of [0, 0.25, 0.5]) sweep.advance(at, { x: at, y: 0, heading: 0 });
    expect(sweep.done?.at).toBe(0.5);
    expect(sweep.done?.distances).toHaveLength(COUNT);
    expect(sweep.done?.distances[0]).toBeCloseTo(0.4, 9);
  });
});

describe('a lidar in a robot’s file', () => {
  const lidar = sensor('lidar', { fieldOfView: deg(90), rays: 91, range: 5 });
  const typical = { ...lidar, noise: 'typical' } as const;

  it('is ideal and sees all at once unless it says noise: typical', () => {
    expect(beamOf(lidar)?.sweep).toBeUndefined();
    expect(beamOf({ ...lidar, noise: 'none' })?.sweep).toBeUndefined();
    expect(beamOf(typical)?.sweep).toBeCloseTo(0.1, 12);
    const [reading] = readingsOf(wallAt(1), lidar);
    const expected = Array.from({ length: 91 }, (_, i) => expect.closeTo(1 / Math.cos(deg(i - 45)), 9));
    expect(reading?.distances).toEqual(expected);
  });

  it('is skewed by what the robot drove during the scan', () => {
    // Straight at a wall with 1 m/s: the first ray is measured 10 cm farther off than the last.
    const poseAt = (at: number): Pose => ({ x: at, y: 0, heading: 0 });
    const firsts: number[] = [];
    for (let seed = 1; seed <= 60; seed++) {
      const ahead = { ...typical, fieldOfView: deg(0.2), rays: 3 };
      for (const { at, distances } of readingsOf(wallAt(3), ahead, { poseAt, seed }).slice(1)) {
        const [first, , last] = distances;
        if (first && last && first > 1.5 && last > 1.5) firsts.push(first - last);
        expect(at * 10).toBeCloseTo(Math.round(at * 10), 9);
      }
    }
    expect(firsts.length).toBeGreaterThan(400);
    expect(meanOf(firsts)).toBeCloseTo(0.1, 2);
  });

  it('sits a little askew, each in its own way, and the same in the same run', () => {
    const nearest = (seed: number) =>
      meanOf(
        readingsOf(wallAt(2), { ...typical, fieldOfView: deg(40), rays: 41 }, { seed, ticks: 300 })
          .map(({ distances }) => numbersIn(distances.slice(1, 9)))
          .map((right) => meanOf(right.filter((d) => d > 1.8))),
      );
    expect(nearest(1)).toBe(nearest(1));
    const seeds = Array.from({ length: 12 }, (_, i) => nearest(i + 1));
    // One degree at 16 degrees off the wall's normal is 1 cm at 2 m, and the place adds another.
    expect(deviationOf(seeds)).toBeGreaterThan(0.005);
    expect(deviationOf(seeds)).toBeLessThan(0.03);
    expect(readingsOf(EMPTY, typical, { seed: 1 })).toEqual(readingsOf(EMPTY, typical, { seed: 1 }));
    expect(readingsOf(EMPTY, typical, { seed: 1 })).not.toEqual(readingsOf(EMPTY, typical, { seed: 2 }));
  });
});
