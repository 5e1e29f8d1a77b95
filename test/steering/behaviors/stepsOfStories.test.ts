/** Behaviors that people expect of a robot as steps of a story: face, home, patrol, search, followMe, keepIn and keepOut. */
import { describe, expect, it } from 'vitest';
import { distance, type Vec2 } from '../../../src/math/geometry.js';
import type { Behavior, Percept, Steering } from '../../../src/steering/behavior.js';
import { face } from '../../../src/steering/behaviors/face.js';
import { followMe } from '../../../src/steering/behaviors/followMe.js';
import { home } from '../../../src/steering/behaviors/home.js';
import { keepIn } from '../../../src/steering/behaviors/keepIn.js';
import { keepOut } from '../../../src/steering/behaviors/keepOut.js';
import { patrol } from '../../../src/steering/behaviors/patrol.js';
import { search } from '../../../src/steering/behaviors/search.js';
import { extended, startTrail } from '../../../src/steering/missions/trail.js';
import { AT_THE_START, percept, SMALL } from '../../support/percept.js';

const ZERO = { x: 0, y: 0 };
const seen = (changes: Partial<Percept>): Percept => percept({ body: SMALL, ...changes });
const first = <M>(behavior: Behavior<M>, changes: Partial<Percept> = {}): Steering<M> =>
  behavior.steer(seen(changes), behavior.start(), ZERO);
const target = (x: number, y: number, velocity: Vec2 = ZERO) => ({
  targets: { me: { id: 'me', at: 0, position: { x, y }, velocity } },
});

describe('face', () => {
  it('turns on the spot to a heading, or to a place, and stands', () => {
    expect(first(face('90 deg'))).toMatchObject({ face: Math.PI / 2, arrived: false, desiredVelocity: ZERO });
    expect(first(face({ target: [0, -2] })).face).toBeCloseTo(-Math.PI / 2);
    expect(first(face({ heading: 0 })).arrived).toBe(true);
  });

  it('has no direction on its very target, and is silent without one', () => {
    expect(first(face({ target: [0, 0] })).arrived).toBe(true);
    expect(first(face({ target: { mover: 'me' } })).force).toBeUndefined();
  });

  it('wants one thing', () => {
    expect(() => face({})).toThrow(/one/);
    expect(() => face({ heading: 0, target: [1, 0] })).toThrow(/one/);
  });
});

describe('home', () => {
  const mission = { ...AT_THE_START, home: { x: 1, y: 2, heading: 0 } };

  it('goes straight to where the robot started', () => {
    expect(first(home(), { mission }).goal?.at).toEqual({ x: 1, y: 2 });
  });

  it('goes along its trail, and says how far it has come back', () => {
    const way = [
      { x: 1, y: 1 },
      { x: 0, y: 1 },
      { x: 0, y: 0 },
    ];
    const steps = way.flatMap((to, i) => {
      const from = way[i - 1] ?? { x: 1, y: 2 };
      return Array.from({ length: 50 }, (_, k) => ({
        x: from.x + ((to.x - from.x) * (k + 1)) / 50,
        y: from.y + ((to.y - from.y) * (k + 1)) / 50,
      }));
    });
    const trail = steps.reduce(extended, startTrail({ x: 1, y: 2 }));
    const behavior = home({ by: 'trail' });
    const begun = first(behavior, { mission: { ...mission, trail } });
    expect(begun.retraces).toBeUndefined();
    const turned = { x: 0, y: 0, heading: Math.PI / 2 };
    const said = behavior.steer(seen({ mission: { ...mission, trail }, pose: turned }), begun.memory, ZERO);
    expect(said.retraces).toBeCloseTo(0, 1);
    // Up the way that it came, not straight to its start.
    expect(said.desiredVelocity?.y).toBeGreaterThan(0.01);
    expect(Math.abs(said.desiredVelocity?.x ?? 9)).toBeLessThan(0.05);
  });

  it('goes straight where it has no trail', () => {
    const behavior = home({ by: 'trail' });
    const said = behavior.steer(seen({ mission }), first(behavior, { mission }).memory, ZERO);
    expect(said.goal?.at).toEqual({ x: 1, y: 2 });
  });
});

describe('patrol', () => {
  it('goes to its points in turn, and round again', () => {
    const behavior = patrol([
      [1, 0],
      [0, 1],
    ]);
    const said = first(behavior);
    expect(said.goal?.at).toEqual({ x: 1, y: 0 });
    const next = behavior.steer(seen({ pose: { x: 0.97, y: 0, heading: 0 } }), said.memory, ZERO);
    expect(next.goal?.at).toEqual({ x: 0, y: 1 });
    expect(next.contributions?.map((one) => one.behavior)).toEqual(['patrol']);
    const round = behavior.steer(seen({ pose: { x: 0, y: 0.97, heading: 0 } }), next.memory, ZERO);
    const again = behavior.steer(seen({ pose: { x: 0, y: 0.97, heading: 0 } }), round.memory, ZERO);
    expect([round.done, again.goal?.at]).toEqual([undefined, { x: 1, y: 0 }]);
  });

  it('is done after its rounds, standing at its last point', () => {
    const behavior = patrol({
      points: [
        [1, 0],
        [0, 0],
      ],
      times: 1,
    });
    const said = behavior.steer(seen({ pose: { x: 1, y: 0, heading: 0 } }), behavior.start(), ZERO);
    const home = behavior.steer(seen({ pose: ORIGIN }), said.memory, ZERO);
    expect(home.done).toBe(true);
  });
});

const ORIGIN = { x: 0, y: 0, heading: 0 };

describe('search', () => {
  it('begins at the nearest corner, along the longer side', () => {
    const inside = [
      [0, 0],
      [3, 2],
    ] as const;
    const said = first(search({ inside, margin: 0.2 }), { pose: { x: 2.6, y: 1.7, heading: 0 } });
    const { x = 0, y = 0 } = said.desiredVelocity ?? {};
    // To the corner (2.8, 1.8).
    expect(Math.atan2(y, x)).toBeCloseTo(Math.atan2(0.1, 0.2), 0);
  });

  it('refuses an area without room for a lane, and two ways at once', () => {
    expect(() =>
      search({
        inside: [
          [0, 0],
          [0.3, 0.3],
        ],
      }),
    ).toThrow(/margin/);
    expect(() =>
      search({
        inside: [
          [0, 0],
          [2, 2],
        ],
        around: [0, 0],
      }),
    ).toThrow(/one way/);
  });
});

describe('followMe', () => {
  const follow = followMe({ target: { mover: 'me' }, distance: 0.5 });

  it('comes nearer where it is too far, and stands at its distance', () => {
    expect(first(follow, target(2, 0)).desiredVelocity?.x).toBeGreaterThan(0.1);
    expect(distance(first(follow, target(0.5, 0)).desiredVelocity ?? { x: 9, y: 9 }, ZERO)).toBeLessThan(
      0.02,
    );
  });

  it('backs away from one who comes, and faces them', () => {
    const said = first(follow, target(0.3, 0.05, { x: -0.2, y: 0 }));
    expect(said.twist?.linear).toBeLessThan(-0.2);
    expect(said.twist?.angular).toBeGreaterThan(0);
  });

  it('stands without news, and says so; or fails after its patience', () => {
    expect(first(follow)).toMatchObject({ stands: { why: expect.stringMatching(/no news/) } });
    const impatient = followMe({ target: { mover: 'me' }, lost: 'fail', patience: '1 s' });
    const said = first(impatient);
    expect(said.done).toBeUndefined();
    const later = { mission: { ...AT_THE_START, time: 1 } };
    expect(impatient.steer(seen(later), said.memory, ZERO).done).toBe('failed');
  });
});

describe('keepIn and keepOut', () => {
  const square = [
    [-1, -1],
    [1, 1],
  ] as const;
  const goal = { at: { x: 3, y: 0 }, remaining: 3 };
  const wish = { velocity: { x: 0.4, y: 0 }, goal };

  it('are silent while the way is free', () => {
    const free = { velocity: { x: 0.1, y: 0 }, goal: { at: { x: 0.3, y: 0 }, remaining: 0.3 } };
    expect(first(keepIn({ zone: square }), { wish: free }).force).toBeUndefined();
    const far = [
      [5, 5],
      [6, 6],
    ] as const;
    expect(first(keepOut({ zones: [far] }), { wish: free }).force).toBeUndefined();
  });

  it('go to the nearest edge from where they must not be', () => {
    const outside = first(keepIn({ zone: square }), { pose: { x: 1.2, y: 0, heading: 0 }, wish });
    expect(outside.desiredVelocity?.x).toBeLessThan(0);
    const inside = first(keepOut({ zones: [square] }), { pose: { x: 0.9, y: 0, heading: 0 }, wish });
    expect(inside.desiredVelocity?.x).toBeGreaterThan(0);
  });

  it('look for a way round a zone that lies before the goal', () => {
    const carpet = [
      [0.4, -0.2],
      [0.8, 0.3],
    ] as const;
    const said = first(keepOut({ zones: [carpet] }), { wish });
    expect(said.force).toBeDefined();
    // Below it is the shorter way.
    expect(said.desiredVelocity?.y).toBeLessThan(0);
  });
});
