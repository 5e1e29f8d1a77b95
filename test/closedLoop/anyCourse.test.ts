/** Any course on the body with delay, lag and stiction: the same figures as on the ones that everybody shows. */
import { describe, expect, it } from 'vitest';
import { COURSES, type CoursePoints, randomCourse } from '../support/courses.js';
import { drawn } from '../support/effort.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const follow = async (path: CoursePoints) => {
  const [[x0, y0], [x1, y1]] = path as [readonly [number, number], readonly [number, number]];
  const at = { x: x0, y: y0, heading: Math.atan2(y1 - y0, x1 - x0) };
  const mission = missionOf({ followPath: { path } });
  const { robot } = await drive(sceneOf({ robot: benchmarkBody('b'), mission, at, duration: 60 }));
  return robot;
};

const kept = async (path: CoursePoints) => {
  const robot = await follow(path);
  expect(robot.outcome).toBe('arrived');
  expect(robot.crossTrack?.max).toBeLessThan(0.015);
  expect(robot.crossTrack?.missed).toBeLessThan(0.016);
};

describe('a course is kept within 15 mm, and missed by at most 16 mm', () => {
  it.each(Object.entries(COURSES))('%s', (_, path) => kept(path));

  it.each(Array.from({ length: drawn(100, 10) }, (_, seed) => seed))('drawn by chance, number %i', (seed) =>
    kept(randomCourse(seed)),
  );
});
