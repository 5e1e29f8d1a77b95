import { describe, expect, it } from 'vitest';
import { type Vec2, ZERO } from '../../src/math/geometry.js';
import { contributionsOf } from '../../src/steering/asking.js';
import { type Behavior, defineBehavior, type Steering } from '../../src/steering/behavior.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { blend, budget, prioritize } from '../../src/steering/combine.js';
import { percept, SMALL } from '../support/percept.js';
import { near } from './near.js';

type Answer = Omit<Steering, 'memory'>;

/** Always answers the same, counts the calls, and keeps the force that it was given. */
const saying = (name: string, answer: Answer = {}) =>
  defineBehavior({
    name,
    start: () => ({ asked: 0, soFar: ZERO }),
    steer: (_, { asked }, soFar) => ({ ...answer, memory: { asked: asked + 1, soFar } }),
  });
const pushing = (x: number, y: number, more: Answer = {}) =>
  saying(`${x},${y}`, { force: { x, y }, ...more });
const silent = saying('silent');

const ask = (behavior: Behavior, soFar: Vec2 = ZERO) => behavior.steer(percept(), behavior.start(), soFar);
const askedOf = (memory: unknown) => (memory as { asked: number }[]).map(({ asked }) => asked);

describe('prioritize', () => {
  it('lets the first that answers decide, and asks all', () => {
    const said = ask(prioritize(silent, pushing(1, 0), pushing(0, 1)));
    expect(said.force).toEqual({ x: 1, y: 0 });
    expect(askedOf(said.memory)).toEqual([1, 1, 1]);
  });

  it('hands on everything that it said', () => {
    const whole = { lookahead: 2, arrived: false, velocityScale: 0.3, acceleration: { x: 0, y: 3 } };
    expect(ask(prioritize(pushing(1, 0, whole)))).toMatchObject(whole);
  });

  it('takes a force of zero as something said', () => {
    expect(ask(prioritize(pushing(0, 0), pushing(1, 0))).force).toEqual(ZERO);
  });

  it('is silent when all its children are', () => {
    const said = ask(prioritize(silent, silent));
    expect(said).toEqual({ memory: expect.anything(), velocityScale: 1, contributions: [] });
    expect(askedOf(said.memory)).toEqual([1, 1]);
    expect(ask(prioritize())).toEqual({ memory: [], velocityScale: 1, contributions: [] });
  });

  it('gives each its new memory, also those whose answer does not count', () => {
    const behavior = prioritize(silent, pushing(1, 0), pushing(0, 1));
    const memory = [3, 4, 5].map((asked) => ({ asked, soFar: ZERO }));
    const said = behavior.steer(percept(), memory, ZERO);
    expect(askedOf(said.memory)).toEqual([4, 5, 6]);
    expect(askedOf(memory)).toEqual([3, 4, 5]);
  });

  it('tells each the force that was there before it', () => {
    expect(ask(prioritize(silent, pushing(1, 0)), { x: 7, y: 8 }).memory).toEqual([
      { asked: 1, soFar: { x: 7, y: 8 } },
      { asked: 1, soFar: { x: 7, y: 8 } },
    ]);
  });

  it('shows the contribution of the one that spoke', () => {
    const marks = [{ kind: 'point', at: ZERO, label: 'here' }] as const;
    const said = ask(prioritize(silent, pushing(1, 0, { marks }), pushing(0, 1)));
    expect(said.contributions).toEqual([{ behavior: '1,0', force: { x: 1, y: 0 }, marks }]);
  });
});

describe('blend', () => {
  it('sums the weighted forces of all that speak, and answers with the sum of their weights', () => {
    const more = { acceleration: { x: 1, y: 1 } };
    const said = ask(
      blend(
        pushing(1, 0),
        silent,
        { behavior: pushing(0, 4, more), weight: 0.5 },
        { behavior: pushing(9, 9), weight: 0 },
      ),
    );
    expect(said.force).toEqual(near(1, 2));
    expect(said.gain).toBe(1.5);
    expect(said.acceleration).toEqual(near(1 / 3, 1 / 3));
  });

  it('is not slowed by what has no weight', () => {
    const stop = { velocityScale: 0 };
    const slowedBy = (weight: number) =>
      ask(blend(pushing(1, 0), { behavior: pushing(0, 4, stop), weight })).velocityScale;
    expect([slowedBy(0), slowedBy(0.1)]).toEqual([1, 0]);
  });

  it('shows the desired velocity that the sum stands for, v + F/(kW)', () => {
    const given = percept({ velocity: { x: 0.1, y: 0.2 }, body: SMALL });
    const both = blend(pushing(0.45, 0), pushing(0, -0.9));
    expect(both.steer(given, both.start(), ZERO).desiredVelocity).toEqual(near(0.15, 0.1));
  });

  it('of one behavior alone is that behavior', () => {
    const given = percept({ pose: { x: 0, y: 1, heading: 0 }, velocity: { x: 0.3, y: 0 } });
    const alone = seek({ target: [2, 2] });
    const { force, desiredVelocity, lookahead, arrived } = alone.steer(given, null, ZERO);
    const blended = blend(alone).steer(given, [null], ZERO);
    expect(blended).toMatchObject({ lookahead, arrived });
    expect(blended.force).toEqual(near(force?.x ?? 9, force?.y ?? 9));
    expect(blended.desiredVelocity).toEqual(near(desiredVelocity?.x ?? 9, desiredVelocity?.y ?? 9));
  });

  it('is silent when all its children are, and keeps every memory', () => {
    const said = ask(blend(silent, silent));
    expect(said).toEqual({ memory: expect.anything(), velocityScale: 1, contributions: [] });
    expect(askedOf(said.memory)).toEqual([1, 1]);
    expect(askedOf(ask(blend(pushing(1, 0), silent, pushing(0, 1))).memory)).toEqual([1, 1, 1]);
  });

  it('tells each the sum of those before it', () => {
    const { memory } = ask(blend({ behavior: pushing(1, 0), weight: 2 }, silent, pushing(0, 1)), {
      x: 5,
      y: 5,
    });
    expect(memory).toMatchObject([
      { soFar: { x: 5, y: 5 } },
      { soFar: { x: 7, y: 5 } },
      { soFar: { x: 7, y: 5 } },
    ]);
  });

  it('does not include the force that was there before it', () => {
    expect(ask(blend(pushing(1, 0)), { x: 5, y: 5 }).force).toEqual(near(1, 0));
  });

  it('has arrived when each child with a goal has, and has no goal if no child has', () => {
    const arrivals = (...goals: (boolean | undefined)[]) =>
      ask(blend(...goals.map((arrived) => pushing(1, 0, arrived === undefined ? {} : { arrived })))).arrived;
    expect([arrivals(true, true), arrivals(true, false), arrivals(undefined, true)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(arrivals(undefined, undefined)).toBeUndefined();
  });

  it('hands on a look-ahead only while one behavior alone speaks', () => {
    const looking = pushing(1, 0, { lookahead: 2 });
    expect(ask(blend(looking, silent)).lookahead).toBe(2);
    expect(ask(blend(looking, pushing(0, 1)))).not.toHaveProperty('lookahead');
    expect(ask(blend(pushing(0, 1)))).not.toHaveProperty('lookahead');
  });

  it('stops as hard as the hardest', () => {
    const scales = [
      pushing(1, 0, { velocityScale: 0.3 }),
      pushing(1, 0),
      pushing(1, 0, { velocityScale: 0.6 }),
    ];
    expect(ask(blend(...scales)).velocityScale).toBe(0.3);
    expect(ask(blend(pushing(1, 0))).velocityScale).toBe(1);
  });

  it('shows each contribution with its weight', () => {
    const said = ask(blend(pushing(1, 0), silent, { behavior: pushing(0, 4), weight: 0.5 }));
    expect(said.contributions).toMatchObject([
      { behavior: '1,0', force: { x: 1, y: 0 } },
      { behavior: '0,4', force: { x: 0, y: 2 } },
    ]);
  });
});

describe('budget', () => {
  /** maxForce 0.45 N. */
  const spend = (...behaviors: Behavior[]) => {
    const all = budget(...behaviors);
    return all.steer(percept({ body: SMALL }), all.start(), ZERO);
  };

  it('adds forces in their order until the sum is as long as maxForce', () => {
    expect(spend(pushing(0.1, 0), pushing(0, 0.2)).force).toEqual(near(0.1, 0.2));
    expect(spend(pushing(0.27, 0), pushing(0, 9)).force).toEqual(near(0.27, 0.18));
    expect(spend(pushing(3, 4)).force).toEqual(near(0.27, 0.36));
  });

  it('does not ask those for whom nothing is left, and keeps their memory', () => {
    const said = spend(pushing(0, 0.2), pushing(1, 0), pushing(0, 1));
    expect(askedOf(said.memory)).toEqual([1, 1, 0]);
    expect(said.force).toEqual(near(0.25, 0.2));
  });

  it('counts the sum, so that a force against it makes room again', () => {
    expect(spend(pushing(0.3, 0), pushing(-0.1, 0), pushing(0.9, 0)).force).toEqual(near(0.45, 0));
  });

  it('shows the share of each', () => {
    const { contributions } = spend(pushing(0.25, 0), pushing(0.8, 0));
    expect(contributions).toMatchObject([{ force: near(0.25, 0) }, { force: near(0.2, 0) }]);
  });

  it('answers to the velocity as its parts do, and not at all once everything is spent', () => {
    expect(spend(pushing(0.1, 0), pushing(0.2, 0)).gain).toBe(2);
    expect(spend(pushing(0.1, 0), pushing(0.9, 0)).gain).toBe(0);
  });

  it('tells each the sum of those before it, so that a brake has what it brakes', () => {
    expect(spend(pushing(0.1, 0), pushing(0, 0.1), silent).memory).toMatchObject([
      { soFar: ZERO },
      { soFar: near(0.1, 0) },
      { soFar: near(0.1, 0.1) },
    ]);
  });

  it('is silent when all its children are', () => {
    expect(spend(silent, silent)).not.toHaveProperty('force');
  });
});

describe('a behavior that only slows', () => {
  const slowing = saying('slowing', { velocityScale: 0.4 });

  it('slows the behaviors that answer after it, or with it', () => {
    expect(ask(prioritize(slowing, pushing(1, 0)))).toMatchObject({
      force: { x: 1, y: 0 },
      velocityScale: 0.4,
    });
    expect(ask(blend(pushing(1, 0), slowing)).velocityScale).toBe(0.4);
    expect(ask(budget(pushing(1, 0), slowing)).velocityScale).toBe(0.4);
    expect(ask(prioritize(slowing, pushing(1, 0, { velocityScale: 0.2 }))).velocityScale).toBe(0.2);
  });

  it('still counts as silent', () => {
    expect(ask(prioritize(slowing))).not.toHaveProperty('force');
    expect(ask(blend(slowing)).velocityScale).toBe(0.4);
  });
});

describe('combinators', () => {
  it('nest, with their memories, contributions and weights', () => {
    const inner = blend(pushing(2, 0), { behavior: pushing(0, 2), weight: 0.5 });
    const tree = prioritize(
      silent,
      blend({ behavior: inner, weight: 0.5 }, prioritize(silent, pushing(0, 3))),
    );
    const said = ask(tree);
    expect(said.force).toEqual(near(1, 3.5));
    expect(said.contributions).toMatchObject([
      { behavior: '2,0', force: near(1, 0) },
      { behavior: '0,2', force: near(0, 0.5) },
      { behavior: '0,3', force: near(0, 3) },
    ]);
    expect(said.memory).toMatchObject([
      { asked: 1 },
      [
        [{ asked: 1 }, { asked: 1 }],
        [{ asked: 1 }, { asked: 1 }],
      ],
    ]);
    expect(JSON.parse(JSON.stringify(said))).toEqual(said);
  });

  it('let a silent combinator pass to the next', () => {
    expect(ask(prioritize(blend(silent), prioritize(), pushing(1, 0))).force).toEqual({ x: 1, y: 0 });
  });

  it('speak for a nameless behavior as own, and for a silent one not at all', () => {
    const { name: _, ...nameless } = pushing(1, 0);
    expect(ask(prioritize(nameless)).contributions).toMatchObject([{ behavior: 'own', marks: [] }]);
    expect(contributionsOf(silent, ask(silent))).toEqual([]);
  });
});

describe('an exact twist', () => {
  const TWIST = { linear: 0.2, angular: 1 };
  const follower = pushing(1, 0, { twist: TWIST });

  it('leads where its behavior alone speaks', () => {
    expect(ask(prioritize(silent, follower, pushing(0, 1))).twist).toEqual(TWIST);
    expect(ask(blend(follower, silent)).twist).toEqual(TWIST);
    expect(ask(budget(silent, follower)).twist).toEqual(TWIST);
  });

  it('yields to a force that another behavior adds, before or after it, and to a share of its own', () => {
    expect(ask(blend(follower, pushing(0, 1))).twist).toBeUndefined();
    expect(ask(blend(pushing(0, 1), follower)).twist).toBeUndefined();
    expect(ask(blend({ behavior: follower, weight: 0.5 })).twist).toBeUndefined();
    expect(ask(budget(pushing(0, 0.01), follower)).twist).toBeUndefined();
  });
});
