/** The benchmark courses on a body, and at rates, that the robot's file does not describe well: none fails. */
import { describe, expect, it } from 'vitest';
import { goalsOf } from '../../src/steering/mission.js';
import { Path } from '../../src/steering/paths/path.js';
import { CASES, changed } from '../support/misdescribed.js';
import { drive, missionOf } from '../support/runs.js';

describe.each(CASES)('a robot %s', (_, otherwise, [eight, square, sine]) => {
  it.each([
    ['figure-eight', eight],
    ['square-benchmark', square],
    ['sine', sine],
  ] as const)('drives %s within %d mm RMS', async (name, rms) => {
    const { robot } = await drive(changed(name, otherwise));
    expect(robot.outcome).toBe('arrived');
    expect(1000 * (robot.crossTrack?.rms ?? Number.NaN)).toBeLessThan(rms);
  });
});

describe('wheels that differ by 5 %', () => {
  it.each([
    ['the right one weaker', { left: 0, right: -0.05 }],
    ['the left one stronger', { left: 0.05, right: 0 }],
  ])('keep the figure-eight within 1 mm RMS after one lap: %s', async (_, wheelSpeedError) => {
    const scenario = changed('figure-eight', { plant: { wheelSpeedError } });
    const [spec] = scenario.robots;
    const goal = spec && goalsOf(spec.mission)[0];
    if (!spec || goal?.kind !== 'followPath') throw new Error('the scenario has a path');
    const path = goal.points.slice(0, -1).map(({ x, y }) => [x, y] as const);
    const robots = [{ ...spec, mission: missionOf({ followPath: { path, loop: true } }) }];
    const { instants } = await drive({ ...scenario, robots, duration: 45 });
    const course = new Path(goal.points, true);
    const late = instants.filter(({ tick }) => tick.at > 16);
    const squares = late.map(({ pose }) => course.project(pose).distance ** 2);
    expect(squares.length).toBeGreaterThan(1000);
    expect(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)).toBeLessThan(0.001);
  });
});
