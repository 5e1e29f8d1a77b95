/** How a goal is reached: how soon, how near, and in which heading. */
import { describe, expect, it } from 'vitest';
import { fromPolar, wrapAngle } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Radians } from '../../src/math/units.js';
import { drawn } from '../support/effort.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const robot = benchmarkBody('b');
const TRACK = robot.chassis.track;
const goals = Array.from({ length: drawn(200) }, (_, seed) => {
  const random = resumeRandom(seedRandom(seed));
  const bearing = Math.PI * (2 * random.uniform() - 1);
  return { seed, bearing, away: 0.5 + 1.5 * random.uniform(), heading: Math.PI * (2 * random.uniform() - 1) };
});

/** A turn on the spot at full acceleration, then a trapezoid of speed. */
const ideal = (bearing: Radians, away: number) =>
  2 * Math.sqrt((TRACK / 2) * Math.abs(bearing)) + (away < 0.25 ? 2 * Math.sqrt(away) : away / 0.5 + 0.5);

const arriveAt = async (bearing: Radians, away: number, heading?: Radians) => {
  const { x, y } = fromPolar(away, bearing);
  const mission = missionOf({ arrive: { target: [x, y], ...(heading !== undefined && { heading }) } });
  const { robot: result } = await drive(sceneOf({ robot, mission }));
  expect(result.outcome).toBe('arrived');
  return result;
};

describe('to a goal anywhere within 2 m', () => {
  it('a robot takes at most 1.15 of the time of an ideal turn and drive, in the middle 1.05, and never overshoots', async () => {
    const shares: number[] = [];
    for (const { bearing, away } of goals) {
      const { timeToGoal, overshoot } = await arriveAt(bearing, away);
      shares.push((timeToGoal ?? Number.NaN) / ideal(bearing, away));
      expect(overshoot).toBeLessThan(0.001);
    }
    shares.sort((a, b) => a - b);
    expect(shares[shares.length >> 1]).toBeLessThan(1.05);
    expect(shares.at(-1)).toBeLessThan(1.15);
  });

  it('a robot ends within 5 mm and 2° of a heading', async () => {
    for (const { bearing, away, heading } of goals) {
      const { finalPose, distanceToGoal } = await arriveAt(bearing, away, heading);
      expect(distanceToGoal).toBeLessThan(0.005);
      expect(Math.abs(wrapAngle(finalPose.heading - heading))).toBeLessThan(deg(2));
    }
  });

  it('a robot that already stands there turns to its heading before it has arrived', async () => {
    const { finalPose, timeToGoal } = await arriveAt(0, 0, deg(170));
    expect(finalPose.heading).toBeCloseTo(deg(170), 1);
    expect(timeToGoal).toBeGreaterThan(0.5);
  });
});

describe('a path ends', () => {
  it.each([0, 90, -100, 180])('in a heading of %i°', async (degrees) => {
    const heading = deg(degrees);
    const mission = missionOf({ followPath: { path: [[0, 0], [0.5, 0], [0.5, 0.5]], heading } }); // biome-ignore format: one line
    const { robot: result } = await drive(sceneOf({ robot, mission }));
    expect(result.outcome).toBe('arrived');
    expect(Math.abs(wrapAngle(result.finalPose.heading - heading))).toBeLessThan(deg(2));
    expect(result.distanceToGoal).toBeLessThan(0.005);
  });

  it('after a way no faster than it is told', async () => {
    const mission = missionOf({ followPath: { path: [[0, 0], [1, 0]], speed: '0.2 m/s' } }); // biome-ignore format: one line
    const { robot: result } = await drive(sceneOf({ robot, mission }));
    expect(result.maxSpeed).toBeLessThan(0.201);
    expect(result.timeToGoal).toBeGreaterThan(5);
    expect(result.timeToGoal).toBeLessThan(5.6);
  });
});

describe('beside a line, and turned away from it', () => {
  it.each([1, -1])('a robot is back on it within 2.1 s (side %i)', async (side) => {
    const mission = missionOf({ followPath: { path: [[0, 0], [6, 0]] } }); // biome-ignore format: one line
    const { instants } = await drive(sceneOf({ robot, mission, at: { y: 0.2 * side, heading: Math.PI } }));
    const off = instants.filter(
      ({ pose }) => Math.abs(pose.y) > 0.01 || Math.abs(wrapAngle(pose.heading)) > deg(5),
    );
    expect(off.at(-1)?.tick.at).toBeLessThan(2.1);
  });
});
