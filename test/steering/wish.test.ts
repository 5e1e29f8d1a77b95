/** What a behavior hears of those that it may overrule: `percept.wish`. */
import { describe, expect, it } from 'vitest';
import { add, type Vec2, ZERO } from '../../src/math/geometry.js';
import type { Intention } from '../../src/signals/signals.js';
import { type Behavior, defineBehavior, type Steering, type Wish } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { blend, budget, dither, prioritize } from '../../src/steering/combine.js';
import { percept, SMALL } from '../support/percept.js';
import { near } from './near.js';

interface Heard {
  readonly order: number;
  readonly wish: Wish | undefined;
}

/** Notes what each behavior heard, in the order of asking. */
function listeners() {
  const heard: Record<string, Heard> = {};
  let order = 0;
  const listener = (name: string, answer: Omit<Steering, 'memory'> = {}): Behavior<null> =>
    defineBehavior({
      name,
      start: () => null,
      steer: ({ wish }) => {
        heard[name] = { order: order++, wish };
        return { ...answer, memory: null };
      },
    });
  return { heard, listener };
}

const VELOCITY: Vec2 = { x: 0.1, y: 0.2 };
const moving = () => percept({ velocity: VELOCITY, body: SMALL });
const wanting = (x: number, y: number): Omit<Steering, 'memory'> => ({
  force: { x: 9, y: 9 },
  desiredVelocity: { x, y },
});
const ask = (behavior: Behavior, own?: Wish) =>
  behavior.steer({ ...moving(), wish: own }, behavior.start(), ZERO);

describe('in prioritize', () => {
  it('each hears the first that speaks after it, and is asked after it', () => {
    const { heard, listener } = listeners();
    const said = ask(
      prioritize(
        listener('a'),
        listener('b', wanting(1, 0)),
        listener('c'),
        listener('d', wanting(0, 1)),
        listener('e'),
      ),
    );
    expect(said.desiredVelocity).toEqual({ x: 1, y: 0 });
    expect(heard).toEqual({
      e: { order: 0, wish: undefined },
      d: { order: 1, wish: undefined },
      c: { order: 2, wish: { velocity: { x: 0, y: 1 } } },
      b: { order: 3, wish: { velocity: { x: 0, y: 1 } } },
      a: { order: 4, wish: { velocity: { x: 1, y: 0 } } },
    });
  });

  it('a force without a desired velocity counts as v + F/k', () => {
    const { heard, listener } = listeners();
    ask(prioritize(listener('a'), listener('b', { force: { x: SMALL.steeringGain, y: 0 } })));
    expect(heard.a?.wish?.velocity).toEqual(near(VELOCITY.x + 1, VELOCITY.y));
  });

  it('what lies within another combinator hears what comes after that, too', () => {
    const { heard, listener } = listeners();
    ask(prioritize(prioritize(listener('a')), listener('b', wanting(0, 1))));
    expect(heard.a?.wish?.velocity).toEqual({ x: 0, y: 1 });
  });

  it('silent entries before the one that speaks slow it down, those after it do not', () => {
    const { listener } = listeners();
    const slow = (velocityScale: number) => ({ velocityScale });
    const of = (...entries: Behavior[]) => ask(prioritize(...entries)).velocityScale;
    const speaks = listener('speaks', { ...wanting(1, 0), velocityScale: 0.8 });
    expect(of(listener('a', slow(0.5)), speaks, listener('c', slow(0.1)))).toBe(0.5);
    expect(of(speaks, listener('c', slow(0.1)))).toBe(0.8);
    expect(of(listener('a', slow(0.5)), listener('b', slow(0.2)))).toBe(0.2);
  });

  it('each child draws its random numbers in its turn, whether its answer counts or not', () => {
    const stateAfter = (behavior: Behavior) => {
      const given = percept();
      behavior.steer(given, behavior.start(), ZERO);
      return given.random.state();
    };
    const { listener } = listeners();
    const alone = stateAfter(wander());
    expect(stateAfter(prioritize(listener('a', wanting(1, 0)), wander()))).toEqual(alone);
  });

  it.each<[string, Behavior]>([
    [
      'throws',
      defineBehavior({
        name: 'bad',
        start: () => null,
        steer: () => {
          throw new Error('no');
        },
      }),
    ],
    ['is not finite', listeners().listener('bad', { force: { x: Number.NaN, y: 0 } })],
    ['faces nowhere', listeners().listener('bad', { force: ZERO, face: Number.NaN })],
    [
      'goes nowhere',
      listeners().listener('bad', { force: ZERO, goal: { at: { x: Number.NaN, y: 0 }, remaining: 1 } }),
    ],
  ])('an answer that %s is a fault though it would not count', (_, bad) => {
    const { listener } = listeners();
    expect(() => ask(prioritize(listener('a', wanting(1, 0)), bad))).toThrow();
  });
});

describe.each([
  ['blend', blend],
  ['budget', budget],
])('in %s', (_, combine) => {
  it('each child hears the sum of those before it; the first hears the wish that the combinator was given', () => {
    const { heard, listener } = listeners();
    const k = SMALL.steeringGain;
    const force = { x: 0.02 * k, y: 0 };
    const own = { velocity: { x: 7, y: 7 } };
    ask(combine(listener('a'), listener('b', { force }), listener('c', { force }), listener('d')), own);
    expect([heard.a?.wish, heard.b?.wish]).toEqual([own, own]);
    expect(heard.c?.wish?.velocity).toEqual(near(VELOCITY.x + 0.02, VELOCITY.y));
    // Both together answer to the velocity twice as strongly.
    expect(heard.d?.wish?.velocity).toEqual(near(VELOCITY.x + 0.02, VELOCITY.y));
    expect(heard.d?.order).toBe(3);
  });
});

describe('in dither', () => {
  it('those that are drawn are asked as in prioritize, the others not', () => {
    const { heard, listener } = listeners();
    const behavior = dither(
      { behavior: listener('a'), chance: 1 },
      { behavior: listener('b', wanting(1, 1)), chance: 0.5 },
      { behavior: listener('c', wanting(0, 1)), chance: 1 },
    );
    const memory = { memories: [null, null, null], drawn: [true, false, true] };
    behavior.steer({ ...moving(), dt: 0 }, memory, ZERO);
    expect(Object.keys(heard)).toEqual(['c', 'a']);
    expect(heard.a?.wish?.velocity).toEqual({ x: 0, y: 1 });
  });
});

describe('a goal', () => {
  const goalOf = (behavior: Behavior) => {
    const { heard, listener } = listeners();
    ask(prioritize(listener('a'), behavior));
    return heard.a?.wish?.goal;
  };

  it('is the target and the way to it, of seek and arrive', () => {
    const goal = { at: { x: 3, y: 4 }, remaining: 5 };
    expect(goalOf(seek({ target: [3, 4] }))).toEqual(goal);
    expect(goalOf(arrive({ target: [3, 4] }))).toEqual(goal);
  });

  it('is the piece of path that comes next, three radii ahead, and all of its way that is left', () => {
    const path: [number, number][] = [
      [0, 0],
      [2, 0],
      [2, 2],
    ];
    expect(goalOf(followPath({ path }))).toEqual({ at: { x: 3 * SMALL.radius, y: 0 }, remaining: 4 });
    const loop = goalOf(followPath({ path, loop: true }));
    expect(loop?.remaining).toBeCloseTo(4 + Math.hypot(2, 2), 9);
  });

  it('is undefined for a behavior without a goal', () => {
    expect(goalOf(wander())).toBeUndefined();
  });

  it('of a sum is the first that one of them has; a heading to turn to is the last', () => {
    const { listener } = listeners();
    const goal = (x: number) => ({ at: { x, y: 0 }, remaining: x });
    const said = ask(
      blend(
        listener('a', wanting(1, 0)),
        listener('b', { ...wanting(1, 0), goal: goal(1), face: 1 }),
        listener('c', { ...wanting(1, 0), goal: goal(2), face: 2 }),
      ),
    );
    expect(said).toMatchObject({ goal: goal(1), face: 2 });
    expect(add(ZERO, said.goal?.at ?? ZERO)).toEqual({ x: 1, y: 0 });
  });
});

describe('what others are to hear', () => {
  const speaks = (name: string, says: Intention, answer: Omit<Steering, 'memory'> = {}): Behavior<null> =>
    defineBehavior({ name, start: () => null, steer: () => ({ ...answer, says, memory: null }) });
  const force = { force: { x: 1, y: 0 } };

  it('is passed on by every combinator, also from behaviors that are silent or overruled', () => {
    const first = speaks('first', { lane: 2 });
    const second = speaks('second', { lane: 1, follows: 'b' }, force);
    const third = speaks('third', { follows: 'c', wish: { x: 1, y: 2 } }, force);
    expect(ask(prioritize(first, second, third)).says).toEqual({
      lane: 2,
      follows: 'b',
      wish: { x: 1, y: 2 },
    });
    for (const all of [blend, budget, dither]) expect(ask(all(first)).says).toEqual({ lane: 2 });
    // In a sum the later ones hear the earlier ones, so the last word counts.
    expect(ask(blend(first, second)).says).toEqual({ lane: 1, follows: 'b' });
    expect(ask(prioritize(blend(first), second)).says).toEqual({ lane: 2, follows: 'b' });
  });

  it('is nothing if none says anything', () => {
    const { listener } = listeners();
    for (const all of [prioritize, blend, budget, dither])
      expect(ask(all(listener('a', wanting(1, 0)))).says).toBeUndefined();
  });
});
