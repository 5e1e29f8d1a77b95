import { describe, expect, it } from 'vitest';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Reading } from '../../src/signals/signals.js';
import type { Behavior, Percept } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { EYE } from './foldedLoop.js';
import { BARE, loopOf } from './guardedLoop.js';

const SEEING: RobotDefinition = { ...BARE, sensors: [EYE] };
// biome-ignore lint/suspicious/noExplicitAny: what a program without types writes
type Writable = any;

/** Statements of a behavior that write into its percept. */
const LINES: readonly (readonly [string, (percept: Writable) => unknown])[] = [
  ['p.pose.x -= 1', (p) => (p.pose.x -= 1)],
  ['p.pose = …', (p) => (p.pose = { x: -5, y: 0, heading: 0 })],
  ['p.hits = …', (p) => (p.hits = { x: [], y: [], at: [], sure: [], heard: [] })],
  ['p.hits.x.length = 0', (p) => (p.hits.x.length = 0)],
  ['p.hits.x.pop()', (p) => p.hits.x.pop()],
  ['p.hits.sure.fill(0)', (p) => p.hits.sure.fill(0)],
  ['delete p.rangers.eye', (p) => delete p.rangers.eye],
  ['p.rangers.eye.beam.rays = []', (p) => (p.rangers.eye.beam.rays = [])],
  ['p.ranges.eye.distances[0] = 9', (p) => (p.ranges.eye.distances[0] = 9)],
  ['p.body.radius = 0', (p) => (p.body.radius = 0)],
  ['p.neighbors.pop()', (p) => p.neighbors.pop()],
  ['p.targets.ball.position.x = 9', (p) => (p.targets.ball.position.x = 9)],
  ['p.mounts.x = …', (p) => (p.mounts.x = {})],
  ['p.obstacles.pop()', (p) => p.obstacles.pop()],
  ['p.obstacles[0].from.x = 9', (p) => (p.obstacles[0].from.x = 9)],
];

const ECHO = (at: number): readonly Reading[] => [{ kind: 'range', sensor: 'eye', at, distances: [1.2] }];
const NEIGHBOR = {
  id: 'b',
  at: 0,
  position: { x: 0, y: 3 },
  velocity: { x: 0, y: 0 },
  heading: 0,
  radius: 0.1,
};

/** A second of a robot that is asked to drive, with a wall before it. */
function driven(behavior: Behavior<null>) {
  const loop = loopOf(SEEING, behavior);
  loop.see({ at: 0, neighbors: [NEIGHBOR] });
  const target = { id: 'ball', at: 0, position: { x: 1, y: 1 }, velocity: { x: 0, y: 0 } };
  loop.fold({ kind: 'target', target });
  const tick = loop.run(50, ECHO);
  return { tick, around: loop.state.around };
}

const writing = (line: (percept: Writable) => unknown, hides: boolean): Behavior<null> => ({
  start: () => null,
  steer: (percept: Percept) => {
    try {
      line(percept);
    } catch (error) {
      if (!hides) throw error;
    }
    return { memory: null, desiredVelocity: { x: 0.5, y: 0 } };
  },
});

describe.each(LINES)('a behavior that says %s', (_, line) => {
  it('is stopped for it, with a fault', () => {
    expect(driven(writing(line, false)).tick).toMatchObject({
      safety: 'faulted',
      faults: expect.arrayContaining([expect.objectContaining({ kind: 'behavior' })]),
    });
  });

  it('changes nothing of what the guards see where it hides that', () => {
    const honest = driven(writing(() => {}, false));
    const hidden = driven(writing(line, true));
    expect(hidden.tick?.safety).toBe('driving');
    expect(hidden.around).toEqual(honest.around);
    expect(hidden.tick?.granted).toEqual(honest.tick?.granted);
  });
});

describe('a target that a program changes in place, and gives again', () => {
  it('is seen where it is now', () => {
    const seen: number[] = [];
    const looking: Behavior<null> = {
      start: () => null,
      steer: ({ targets }) => {
        seen.push(targets.ball?.position.x ?? Number.NaN);
        return { memory: null };
      },
    };
    const loop = loopOf(SEEING, looking);
    const target = { id: 'ball', at: 0, position: { x: 1, y: 1 }, velocity: { x: 0, y: 0 } };
    for (let n = 0; n < 3; n++) {
      target.at = n / 50;
      target.position.x = 1 + n / 100;
      loop.fold({ kind: 'target', target });
      loop.run(1, ECHO);
    }
    expect(seen).toEqual([1, 1.01, 1.02]);
  });
});

describe('a behavior that dresses up as one of ours', () => {
  it.each(LINES.slice(0, 2))('cannot move the robot: %s', (_, line) => {
    const ours = arrive({ target: [3, 0] }) as Behavior<unknown>;
    const dressed: Behavior<unknown> = {
      ...ours,
      steer: (percept, memory, soFar) => {
        line(percept);
        return ours.steer(percept, memory, soFar);
      },
    };
    const loop = loopOf(SEEING, dressed);
    expect(loop.run(50, ECHO)?.estimate.predicted.x).toBeGreaterThan(-0.1);
  });
});
