import { describe, expect, it } from 'vitest';
import { distinct, pathsOf, shownGoalsOf } from '../../src/scene/goals.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import { leavesOf } from '../../src/signals/missionTree.js';

const leaf = (behavior: string, parameters: Record<string, unknown>): MissionSpec => ({
  behavior,
  parameters,
});
const all = (...missions: MissionSpec[]): MissionSpec => ({
  behavior: 'blend',
  children: missions.map((mission) => ({ mission })),
});

describe('the targets of a mission', () => {
  it('are found in every branch, whatever they are', () => {
    const mission = all(
      leaf('seek', { target: [1, 2], within: 0.3 }),
      all(
        leaf('pursue', { target: { mover: 'ball' } }),
        leaf('seek', { target: { pointer: [3, 4] }, within: 0.1 }),
      ),
      leaf('followLeader', { leader: { robot: 'b' } }),
    );
    expect(shownGoalsOf(mission)).toEqual([
      { kind: 'point', at: { x: 1, y: 2 }, within: 0.3, avoided: false },
      { kind: 'mover', id: 'ball', within: 0, avoided: false },
      { kind: 'pointer', at: { x: 3, y: 4 }, within: 0.1, avoided: false },
      { kind: 'robot', id: 'b', within: 0, avoided: false },
    ]);
    expect(leavesOf(mission)).toHaveLength(4);
  });

  it('are two of who stays between two', () => {
    const mission = leaf('interpose', { between: [{ mover: 'x' }, { robot: 'y' }] });
    expect(shownGoalsOf(mission).map(({ kind }) => kind)).toEqual(['mover', 'robot']);
  });

  it('are told apart from what one flees and hides from', () => {
    const avoided = (mission: MissionSpec) => shownGoalsOf(mission).map((goal) => goal.avoided);
    expect(avoided(leaf('flee', { target: [0, 0] }))).toEqual([true]);
    expect(avoided(leaf('hide', { from: { mover: 'seeker' } }))).toEqual([true]);
    expect(avoided(leaf('arrive', { target: [0, 0] }))).toEqual([false]);
  });

  it('do not include a parameter of another kind', () => {
    expect(
      shownGoalsOf(leaf('own', { target: 'north', leader: [1], from: { pointer: 3 }, between: 7 })),
    ).toEqual([]);
    expect(shownGoalsOf(leaf('own', { target: [1, Number.NaN], from: null }))).toEqual([]);
  });
});

describe('the paths of a mission', () => {
  it('are those that it follows, with their band', () => {
    const path = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const mission = all(leaf('followPath', { path, radius: 0.2, loop: false }), leaf('own', { path }));
    expect(pathsOf(mission)).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
        ],
        radius: 0.2,
        loop: false,
      },
    ]);
  });

  it('do not include a single point', () => {
    expect(pathsOf(leaf('followPath', { path: [[0, 0]], radius: 0 }))).toEqual([]);
  });
});

it('leaves repeats out', () => {
  expect(distinct([{ a: 1 }, { a: 2 }, { a: 1 }])).toEqual([{ a: 1 }, { a: 2 }]);
});
