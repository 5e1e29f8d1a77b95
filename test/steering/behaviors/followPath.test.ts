import { describe, expect, it } from 'vitest';
import { angleOf, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { type FollowPathInput, followPath } from '../../../src/steering/behaviors/followPath.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { desiredOf, forceOf, near } from '../near.js';

const line: FollowPathInput = { path: [['0 m', 0], [10, 0]] }; // biome-ignore format: one line
const bend: FollowPathInput = { path: [[0, 0], [5, 0], [5, 5]] }; // biome-ignore format: one line

type Memory = {
  progress: number;
  next: number;
  farthest: number;
  astray: number;
  stood: number;
  correcting: boolean;
};
const ask = (
  input: FollowPathInput,
  changes: Partial<Percept>,
  memory: Memory = { progress: 0, next: 0, farthest: 0, astray: 0, stood: 0, correcting: false },
) => followPath(input).steer(percept({ body: SMALL, ...changes }), memory, ZERO);
const at = (x: number, y: number, vx = 0.4, vy = 0): Partial<Percept> => ({
  pose: { x, y, heading: Math.atan2(vy, vx) },
  velocity: { x: vx, y: vy },
  forwardSpeed: Math.hypot(vx, vy),
});
const markOf = (said: ReturnType<typeof ask>, label: string) =>
  said.marks?.find((mark) => mark.label === label);
const onTheWay = { progress: 4.95, next: 0, farthest: 0, astray: 0, stood: 0, correcting: false };

describe('follow path', () => {
  it('seeks the point v·T further along, at least half a track', () => {
    // 0.4 m/s · 0.25 s = 0.1 m; half a track is 0.0705 m.
    const said = ask(line, at(5, 0.1), onTheWay);
    expect(angleOf(desiredOf(said))).toBeCloseTo(Math.atan2(-0.1, 0.1), 9);
    expect(said.lookahead).toBeCloseTo(Math.hypot(0.1, 0.1), 9);
    const slow = ask(line, at(5, 0.05, 0.1), onTheWay);
    expect(angleOf(desiredOf(slow))).toBeCloseTo(Math.atan2(-0.05, 0.0705), 9);
    const far = ask({ ...line, predict: '500 ms' }, at(5, 0.1), onTheWay);
    expect(angleOf(desiredOf(far))).toBeCloseTo(Math.atan2(-0.1, 0.2), 9);
  });

  it('shows the future position, how far that is off the path, and the band', () => {
    const said = ask({ ...line, radius: 0.3 }, at(5, 0.2, 0.4, 0.1), onTheWay);
    expect(markOf(said, 'predicted')).toMatchObject({ at: near(5.1, 0.225) });
    expect(markOf(said, 'off the path')).toMatchObject({ from: near(5.1, 0.225), to: near(5.1, 0) });
    expect(markOf(said, 'path band')).toMatchObject({ at: near(5.1, 0), radius: 0.3 });
  });

  it("inside its band takes the path's direction, at the speed the path allows", () => {
    const said = ask({ ...line, radius: 0.3 }, at(5, 0.1, 0.3, 0.1), onTheWay);
    expect(desiredOf(said)).toEqual(near(0.5, 0));
    expect(said.lookahead).toBeUndefined();
    expect(said.memory.correcting).toBe(false);
  });

  it('steers back when the future lies outside the band, though it is still inside itself', () => {
    const said = ask({ ...line, radius: 0.15 }, at(5, 0.1, 0.3, 0.3), onTheWay);
    expect(said.memory.correcting).toBe(true);
    expect(forceOf(said).y).toBeLessThan(0);
  });

  it('corrects until it is well inside the band again', () => {
    const input = { ...line, radius: 0.2 };
    const correcting = (y: number, before: boolean) =>
      ask(input, at(5, y), { ...onTheWay, correcting: before }).memory.correcting;
    expect([correcting(0.19, false), correcting(0.21, false)]).toEqual([false, true]);
    expect([correcting(0.06, true), correcting(0.04, true)]).toEqual([true, false]);
    // Body and prediction both: one of them alone may just be passing through the middle.
    const crossing = { ...onTheWay, correcting: true };
    for (const [y, vy] of [
      [0.1, -0.4],
      [0, 0.4],
      [0, -0.4],
    ] as const) {
      expect(ask(input, at(5, y, 0.4, vy), crossing).memory.correcting).toBe(true);
    }
  });

  it('with a radius of zero always corrects', () => {
    expect(ask(line, at(5, 0.001), onTheWay).memory.correcting).toBe(true);
  });

  it('turns round when it goes the wrong way, or stands still, inside its band', () => {
    for (const velocity of [-0.4, 0]) {
      const said = ask({ ...line, radius: 1 }, at(5, 0.1, velocity), onTheWay);
      expect(desiredOf(said).x).toBeGreaterThan(0.1);
      expect(said.lookahead).toBeGreaterThan(0);
    }
  });

  it('hands on how the wish turns with the line of sight', () => {
    // Beside a straight line the sight turns: û̇ of the carrot, which moves along while the body does.
    const [before, after] = [0, 1e-6].map((t) => ask(line, at(5 + 0.4 * t, 0.1), onTheWay));
    if (!before || !after) throw new Error('two answers are wanted');
    expect(before.acceleration).toEqual(near(0, 0, 6));
    const slanted = (t: number) => ask(line, at(5 + 0.3 * t, 0.1 - 0.3 * t, 0.3, -0.3), onTheWay);
    const [now, soon] = [slanted(0), slanted(1e-6)];
    const change = (a: Vec2, b: Vec2) => near((b.x - a.x) / 1e-6, (b.y - a.y) / 1e-6, 4);
    expect(now.acceleration).toEqual(change(desiredOf(now), desiredOf(soon)));
  });

  it('counts what it drives until it comes farther than before: to and fro is no progress', () => {
    const before = { ...onTheWay, progress: 5, farthest: 5.15, astray: 1 };
    expect(ask(line, at(5.1, 0, 0.4), before).memory).toMatchObject({ farthest: 5.15, astray: 1.008 });
    expect(ask(line, at(5.1, 0, 0), before).memory).toMatchObject({ farthest: 5.15, astray: 1 });
    expect(ask(line, at(5.2, 0, 0.4), before).memory).toMatchObject({ farthest: 5.2, astray: 0 });
  });

  it('off its path comes back 0.3 m farther on for each metre beyond three that it drives, at most at its end', () => {
    const aside = (next: number, astray: number) =>
      ask(line, at(5, 1), { ...onTheWay, progress: 5, next, farthest: 5, astray }).memory.next;
    expect([aside(6, 1.999), aside(6, 3.999), aside(6, 4.001), aside(6, 4.999)]).toEqual([6, 6.3, 6, 6.3]);
    expect(aside(9.9, 3.999)).toBe(10);
    expect(
      ask(line, at(5, 0), { ...onTheWay, next: 6, farthest: 6, astray: 3.999 }).memory.next,
    ).toBeLessThan(6);
  });

  it('slows before a corner, and hands on how', () => {
    const before = { ...onTheWay, progress: 4.8 };
    const early = ask(bend, at(4.9, 0), before);
    const later = ask(bend, at(4.902, 0), before);
    const speed = length(desiredOf(early));
    expect(speed).toBeLessThan(0.48);
    const fall = (speed - length(desiredOf(later))) / 0.002;
    expect(fall).toBeGreaterThan(0.5);
    expect(early.acceleration?.x).toBeCloseTo(-fall * 0.4, 1);
    expect(length(desiredOf(ask(bend, at(4, 0), { ...onTheWay, progress: 3.9 })))).toBeCloseTo(0.5, 9);
  });

  it('does not speed up in a bend because the limit will rise behind it', () => {
    const leaving = ask(bend, at(5, 0.05, 0, 0.2), { ...onTheWay, progress: 5.04 });
    expect(length(desiredOf(leaving))).toBeLessThan(0.45);
    expect(leaving.acceleration).toEqual(near(0, 0));
  });

  it('slows before the end of the path, not of a loop', () => {
    const memory = { ...onTheWay, progress: 9.8 };
    expect(length(desiredOf(ask(line, at(9.9, 0), memory)))).toBeCloseTo(
      0.9 * (Math.sqrt(0.03 ** 2 + (2 * 0.097) / 0.9) - 0.03),
      9,
    );
    // Its seam lies in the middle of a side, so that no corner slows it there.
    const ring = { path: [[5, 0], [10, 0], [10, 9], [0, 9], [0, 0]], loop: true } as const; // biome-ignore format: one line
    const atSeam = ask(ring, at(4.99, 0), { ...onTheWay, progress: 37.98 });
    expect(length(desiredOf(atSeam))).toBeCloseTo(0.5, 9);
    expect(ask(ring, at(4.99, 0, 0), { ...onTheWay, progress: 37.98 }).arrived).toBe(false);
  });

  it('on the very point that it seeks stays finite', () => {
    const said = ask(line, at(5.125, 0, 0, 0.5), { ...onTheWay, progress: 4.75 });
    expect(said.lookahead).toBe(0);
    expect([said.desiredVelocity, said.acceleration]).toEqual([near(0, 0), near(0, 0)]);
  });

  it('remembers a progress that never falls, and wraps it on a loop', () => {
    expect(ask(line, at(3, 0), onTheWay).memory.progress).toBe(4.95);
    expect(ask(line, at(5.1, 0), onTheWay).memory.progress).toBeCloseTo(5.1, 9);
    // Its seam lies in the middle of a side.
    const ring = { path: [[0.5, 0], [1, 0], [1, 1], [0, 1], [0, 0]], loop: true } as const; // biome-ignore format: one line
    const said = ask(ring, at(0.55, -0.01, 0.4), { ...onTheWay, progress: 3.95 });
    expect(said.memory.progress).toBeCloseTo(0.05, 9);
  });
});

describe('follow path has arrived', () => {
  const arrived = (
    x: number,
    y: number,
    forwardSpeed: number,
    progress = 9.9,
    more: Partial<FollowPathInput> = {},
  ) =>
    ask(
      { ...line, ...more },
      { ...at(x, y, 0), forwardSpeed },
      { progress, next: 0, farthest: 0, astray: 0, stood: 0, correcting: true },
    ).arrived;

  it('when it stands within 30 mm of the end, or as near as it is told', () => {
    expect([arrived(9.98, 0, 0), arrived(9.98, 0.02, 0), arrived(9.98, 0.03, 0)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([arrived(9.96, 0, 0), arrived(9.96, 0, 0, 9.9, { within: 0.05 })]).toEqual([false, true]);
  });

  it('not while it still moves', () => {
    expect([arrived(9.99, 0, 0.1), arrived(9.99, 0, -0.1), arrived(9.99, 0, 0.004)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('not at the start of a closed course, which is its end, too', () => {
    const course = { path: [[0, 0], [2, 0], [2, 2], [0, 0]] } as const; // biome-ignore format: one line
    const start = followPath(course).start();
    expect(ask(course, at(0, 0, 0), start).arrived).toBe(false);
    expect(ask(course, at(0.001, 0.001, 0), { ...onTheWay, progress: 6.75, correcting: true }).arrived).toBe(
      true,
    );
  });
});

describe('follow path refuses', () => {
  it('a path of one point only', () => {
    expect(() => followPath({ path: [[1, 1], [1, 1]] })).toThrow(RangeError); // biome-ignore format: one line
    expect(() => followPath({ path: [[1, 1]] })).toThrow();
  });

  it('parameters that make no sense', () => {
    for (const bad of [{ radius: -1 }, { predict: 0 }, { within: 0 }, { radius: '1 s' }]) {
      expect(() => followPath({ ...line, ...bad })).toThrow();
    }
  });

  it('no path of any mass of body', () => {
    expect(ask(line, { ...at(5, 0.1), body: PLAIN }, onTheWay).force).toBeDefined();
  });
});
