/** The game of the spots. */
import { describe, expect, it } from 'vitest';
import { freshRound, played, type Round } from '../../../../src/dashboard/page/game/spots.js';

const SPOTS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];
const play = (ways: readonly (readonly [at: number, x: number, y: number])[], takenOverAt?: number): Round =>
  ways.reduce(
    (round, [at, x, y]) =>
      played(round, SPOTS, takenOverAt === undefined ? { at } : { at, takenOverAt }, { x, y }),
    freshRound(SPOTS),
  );

describe('a round', () => {
  it('has not begun before the visitor takes part, whatever the robot passes', () => {
    expect(play([[1, 1, 0]])).toEqual({ reached: [false, false], time: null, isDone: false });
  });

  it('counts the spots in any order, and the time since the visitor took part', () => {
    expect(play([[3, 0, 1.1]], 2)).toEqual({ reached: [false, true], time: 1, isDone: false });
    expect(
      play(
        [
          [3, 0, 1],
          [5, 1, 0],
        ],
        2,
      ),
    ).toEqual({ reached: [true, true], time: 3, isDone: true });
  });

  it('stops its clock at the last spot', () => {
    expect(
      play(
        [
          [3, 0, 1],
          [5, 1, 0],
          [9, 3, 3],
        ],
        2,
      ).time,
    ).toBe(3);
  });
});
