import { describe, expect, it } from 'vitest';
import { following, goingTo, pointerOf } from '../../src/session/retarget.js';
import { missionOf } from '../support/runs.js';

const TO = { x: 3, y: 4 };
const targets = (mission: object): string => JSON.stringify(goingTo(missionOf(mission), TO));

describe('a mission that goes somewhere else', () => {
  it('keeps all but its own point', () => {
    const mission = {
      prioritize: [{ avoidObstacles: { margin: 0.1 } }, { seek: { target: [1, 0], within: 0.2 } }],
    };
    const moved = {
      prioritize: [{ avoidObstacles: { margin: 0.1 } }, { seek: { target: [3, 4], within: 0.2 } }],
    };
    expect(goingTo(missionOf(mission), TO)).toEqual(missionOf(moved));
  });

  it('moves behaviors that go to their point, and not those that flee', () => {
    const blend = [{ flee: { target: [1, 0] } }, { arrive: { target: [2, 0] } }];
    expect(targets({ blend })).toMatch(/"target":\[1,0\].*"target":\[3,4\]/);
    expect(targets({ flee: { target: [1, 0] } })).toContain('"target":[3,4]');
  });

  it('leaves moving targets alone, and gets an arrive after the same avoiding behaviors', () => {
    const chase = {
      prioritize: [{ avoidObstacles: {} }, { avoidNeighbors: {} }, { pursue: { target: { robot: 'b' } } }],
    };
    const wanted = {
      prioritize: [{ avoidObstacles: {} }, { avoidNeighbors: {} }, { arrive: { target: [3, 4] } }],
    };
    expect(goingTo(missionOf(chase), TO)).toEqual(missionOf(wanted));
    expect(goingTo(missionOf({ wander: {} }), TO)).toEqual(missionOf({ arrive: { target: [3, 4] } }));
  });
});

describe('a mission with another path', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];

  it('keeps how it is followed', () => {
    const mission = (points: number[][]) =>
      missionOf({ followPath: { path: points, radius: 0.1, loop: true } });
    expect(
      following(
        mission([
          [0, 0],
          [5, 5],
        ]),
        path,
      ),
    ).toEqual(
      mission([
        [0, 0],
        [1, 1],
      ]),
    );
  });

  it('is refused where it cannot be built', () => {
    const mission = missionOf({
      followPath: {
        path: [
          [0, 0],
          [5, 5],
        ],
      },
    });
    expect(following(mission, [TO, TO])).toContain('fewer than two points');
    expect(following(missionOf({ wander: {} }), [TO])).toContain('at least two');
  });
});

describe('the pointer of a mission', () => {
  it('is where the mission says', () => {
    const mission = { blend: [{ wander: {} }, { seek: { target: { pointer: [1, 2] } } }] };
    expect(pointerOf(missionOf(mission))).toEqual({ x: 1, y: 2 });
    expect(pointerOf(missionOf({ seek: { target: [1, 2] } }))).toBeUndefined();
    expect(pointerOf(missionOf({ wander: {} }))).toBeUndefined();
  });
});
