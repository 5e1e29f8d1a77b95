/** News that another clock has stamped is followed as news of now, never away from it, and grows old. */
import { describe, expect, it } from 'vitest';
import type { Neighbor } from '../../src/signals/signals.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { pursue } from '../../src/steering/behaviors/pursue.js';
import { SCOUT } from '../sim/bodies.js';
import { foldedLoop } from './foldedLoop.js';

const { encoders: _, ...BODY } = SCOUT;
const BALL = { mover: 'ball' };

/** What a program may write into `at` at the loop's time t. */
const STAMPS: readonly (readonly [string, (t: number) => number])[] = [
  ['Date.now() / 1000', (t) => 1.8e9 + t],
  ['Date.now()', (t) => 1.8e12 + 1000 * t],
  ['performance.now() / 1000 of another program', (t) => 25 + t],
  ['performance.now()', (t) => 40 + 1000 * t],
  ['one that never changes', () => 1.8e9],
  ['one that goes back', (t) => 1.8e9 - t],
  ['a second ahead', (t) => 1 + t],
];
const BEHAVIORS = [
  ['arrive', () => arrive({ target: BALL })],
  ['pursue', () => pursue({ target: BALL })],
] as const;

const ballAt = (t: number, at: number) => ({
  id: 'ball',
  at,
  position: { x: 0.5 + 0.1 * t, y: 0 },
  velocity: { x: 0.1, y: 0 },
});
const robotAt = (t: number, at: number): Neighbor => ({ ...ballAt(t, at), id: 'b', heading: 0, radius: 0.1 });

describe.each(STAMPS)('a target stamped by %s', (__, stamp) => {
  it.each(BEHAVIORS)(
    'is followed by %s, which never turns away, and the fault names the stamp',
    (___, make) => {
      const loop = foldedLoop(BODY, make());
      loop.fold({ kind: 'target', target: ballAt(0, stamp(0)) });
      for (let i = 0; i < 100; i++) {
        const t = i / 50;
        if (i % 5 === 0) loop.fold({ kind: 'target', target: ballAt(t, stamp(t)) });
        const tick = loop.tickAt(t);
        expect(tick.granted.left + tick.granted.right).toBeGreaterThanOrEqual(0);
        expect(Math.abs(tick.wanted.angular)).toBeLessThan(1e-9);
      }
      expect(loop.perceived.targets.ball?.position.x).toBeGreaterThan(0.6);
      const { faults, safety } = loop.state.guards.supervisor;
      expect(faults.map(({ what }) => what)).toEqual([
        expect.stringContaining("target 'ball' is stamped by another clock"),
      ]);
      expect(safety).not.toBe('faulted');
    },
  );

  it('is lost once it is silent', () => {
    const loop = foldedLoop(BODY, arrive({ target: BALL }));
    loop.fold({ kind: 'target', target: ballAt(0, stamp(0)) });
    const ticks = loop.run(60);
    expect(Math.max(...ticks.map(({ granted }) => granted.left))).toBeGreaterThan(0.1);
    expect(ticks.at(-1)?.granted).toEqual({ left: 0, right: 0 });
  });
});

describe.each(STAMPS)('a map and a robot stamped by %s', (__, stamp) => {
  it('grow old as if they had been stamped when they came', () => {
    const loop = foldedLoop(BODY, arrive({ target: [1, 0] }));
    const post = { from: { x: 2, y: 1 }, to: { x: 2, y: 1 }, radius: 0.1 };
    for (let i = 0; i < 5; i++) {
      const neighbors = [robotAt(0, stamp(0))];
      loop.fold({ kind: 'surroundings', surroundings: { at: stamp(i / 50), neighbors, obstacles: [post] } });
      loop.tickAt(i / 50);
    }
    for (let i = 5; i < 50; i++) loop.tickAt(i / 50);
    expect(loop.perceived.sightAge).toBeCloseTo(0.98 - 4 / 50, 9);
    expect(loop.perceived.neighbors[0]?.at).toBe(4 / 50);
  });
});

it.each(STAMPS)('an empty map stamped by %s grows old, too: nothing unseen is free', (__, stamp) => {
  const loop = foldedLoop(BODY, arrive({ target: [1, 0] }));
  loop.tickAt(0);
  loop.fold({ kind: 'surroundings', surroundings: { at: stamp(0.02), obstacles: [] } });
  for (let i = 1; i <= 50; i++) loop.tickAt(i / 50);
  expect(loop.state.around.surroundings.at).toBe(0.02);
});

it('news within a period of the tick is left as it is', () => {
  const loop = foldedLoop(BODY, arrive({ target: BALL }));
  loop.tickAt(0);
  loop.fold({ kind: 'target', target: ballAt(0, 0.019) });
  loop.tickAt(0.02);
  expect(loop.perceived.targets.ball?.at).toBe(0.019);
  expect(loop.state.guards.supervisor.faults).toEqual([]);
});

/** Stamps of a clock that is behind, at the loop's time t. */
const BEHIND: readonly (readonly [string, (t: number) => number])[] = [
  ['performance.now() / 1000 of a program that began later', (t) => t - 25],
  ['seconds taken for milliseconds', (t) => t / 1000 - 2],
  ['one that stands', () => 0],
];

describe.each(BEHIND)('news stamped by a clock behind the loop: %s', (__, stamp) => {
  it('of a target stops the robot, and the fault names the stamp within 1.2 s', () => {
    const loop = foldedLoop(BODY, arrive({ target: BALL }));
    loop.tickAt(0);
    for (let i = 1; i < 60; i++) {
      const t = i / 50;
      loop.fold({ kind: 'target', target: { ...ballAt(t, stamp(t)) } });
      const { granted } = loop.tickAt(t);
      expect(granted.left + granted.right).toBeGreaterThanOrEqual(0);
    }
    const { faults } = loop.state.guards.supervisor;
    expect(faults.map(({ what }) => what).join()).toMatch(
      /news of target 'ball' is stamped by another clock/,
    );
  });

  it('of a robot is noted, too', () => {
    const loop = foldedLoop(BODY, arrive({ target: [1, 0] }));
    loop.tickAt(0);
    for (let i = 1; i < 60; i++) {
      const t = i / 50;
      loop.fold({ kind: 'surroundings', surroundings: { at: t, neighbors: [robotAt(t, stamp(t))] } });
      loop.tickAt(t);
    }
    const { faults } = loop.state.guards.supervisor;
    expect(faults.map(({ what }) => what).join()).toMatch(/news of robot 'b' is stamped by another clock/);
  });
});
