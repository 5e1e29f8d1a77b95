/** Places told from outside that do not count are told of: the robot may be elsewhere than it believes. */
import { expect, it } from 'vitest';
import { SCOUT } from '../sim/bodies.js';
import { foldedLoop, saying, wish } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;

/** Faults after so many fixes at 5 Hz, of a robot that stands at the origin. */
function told(count: number, { x = 0, late = 0 } = {}) {
  const loop = foldedLoop(BARE, saying(wish(0)));
  let next = 2;
  for (let i = 0; i < 150 && next < 2 + count / 5 - 1e-9; i++) {
    const at = i / 50;
    if (at >= next - 1e-9) {
      loop.hear({ kind: 'pose', at: at - late, pose: { x, y: 0, heading: 0 }, deviation: 0.02 });
      next += 0.2;
    }
    loop.tickAt(at);
  }
  return {
    x: loop.state.estimator.belief.pose.x,
    faults: loop.state.guards.supervisor.faults.map(({ what }) => what),
  };
}

it('right ones are not spoken of, nor are single outliers', () => {
  expect(told(10).faults).toEqual([]);
  expect(told(2, { x: 1 }).faults).toEqual([]);
});

it('that are too far off are, until enough of them agree', () => {
  const what =
    'the places that it is told are too far from where it believes to be, and do not count until five of them agree';
  expect(told(4, { x: 1 })).toEqual({ x: 0, faults: [what] });
  expect(told(5, { x: 1 }).x).toBeGreaterThan(0.9);
});

it('that come too late are', () => {
  const what = 'the places that it is told come more than a second late, and do not count';
  expect(told(4, { x: 1, late: 1.2 })).toEqual({ x: 0, faults: [what] });
});
