import { describe, expect, it } from 'vitest';
import { type Vec2, vec, ZERO } from '../../../src/math/geometry.js';
import type { Obstacle } from '../../../src/signals/signals.js';
import type { Percept, Steering } from '../../../src/steering/behavior.js';
import { evade } from '../../../src/steering/behaviors/evade.js';
import { type HideInput, hide } from '../../../src/steering/behaviors/hide.js';
import { isFiniteSteering } from '../../../src/steering/steer.js';
import { percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';

const from = { mover: 'wolf' };
const post = (x: number, y: number, radius = 0.2): Obstacle => ({ from: vec(x, y), to: vec(x, y), radius });
const wolfAt = (position: Vec2, velocity: Vec2 = ZERO) => ({
  wolf: { id: 'wolf', at: 0, position, velocity },
});

interface Asked extends Partial<Percept> {
  readonly memory?: ReturnType<ReturnType<typeof hide>['start']>;
}
function ask(obstacles: readonly Obstacle[], changes: Asked, input: Partial<HideInput> = {}) {
  const behavior = hide({ from, ...input });
  const { memory = behavior.start(), ...rest } = changes;
  return behavior.steer(percept({ body: { ...SMALL, reaction: 0 }, obstacles, ...rest }), memory, ZERO);
}
const placeOf = (said: Steering) => {
  const mark = said.marks?.find(({ label }) => label === 'hiding place');
  return mark && 'at' in mark ? mark.at : undefined;
};
const at = (x: number, y: number) => ({ pose: { x, y, heading: 0 } });

describe('hide', () => {
  it('goes behind an obstacle: c + unit(c − wolf)·(r + margin + own radius)', () => {
    const said = ask([post(2, 0)], { targets: wolfAt(vec(5, 0)) }, { margin: '100 mm' });
    expect(placeOf(said)).toEqual(near(2 - 0.2 - 0.1 - 0.09, 0));
    expect(said.desiredVelocity).toEqual(near(0.5, 0));
    expect(said.memory).toEqual({ behind: { x: 2, y: 0 }, round: 0 });
  });

  it('shows the place that it chose, and the next best three that it could get to', () => {
    const posts = Array.from({ length: 30 }, (_, i) => post(1 + i, 0));
    // Stands on the place behind the second.
    const inTheWay = post(2, -0.6, 0.3);
    const said = ask([...posts, inTheWay], { targets: wolfAt(vec(2, 500)), ...at(0, -1) });
    const shown = said.marks?.flatMap((mark) =>
      mark.kind === 'point' ? `${mark.label}, ${mark.at.x.toFixed(0)}, ${mark.at.y.toFixed(1)}` : [],
    );
    expect(shown).toEqual([
      'behind an obstacle, 2, -1.1',
      'behind an obstacle, 3, -0.4',
      'behind an obstacle, 4, -0.4',
      'hiding place, 1, -0.4',
    ]);
  });

  it('goes behind the nearest of them', () => {
    const said = ask([post(4, 3), post(2, 1), post(-3, 0)], { targets: wolfAt(vec(0, 5)) });
    expect(said.memory.behind).toEqual({ x: 2, y: 1 });
  });

  it('takes what a sensor saw of a mapped thing for that thing, and anything else for one of its own', () => {
    const mapped = [post(2, 0)];
    const asked = (seen: Obstacle) =>
      placeOf(
        ask([...mapped, seen], { mapped, targets: wolfAt(vec(5, 0)), ...at(1.7, 0.6) }, { margin: 0.1 }),
      );
    const behindThePost = near(2 - 0.2 - 0.1 - 0.09, 0);
    expect(asked(post(1.9, 0.17, 0))).toEqual(behindThePost);
    expect(asked(post(1.9, 0.4, 0))).not.toEqual(behindThePost);
  });

  it('stays behind what it chose until another place is nearer by its reluctance', () => {
    const posts = [post(-2, 0), post(2, 0)];
    const memory = { behind: vec(-2, 0), round: 0 } as const;
    const behind = (x: number) =>
      ask(posts, { targets: wolfAt(vec(0, 50)), memory, ...at(x, -0.5) }, { reluctance: 0.5 }).memory.behind
        ?.x;
    expect([-1, 0, 0.2, 0.3].map(behind)).toEqual([-2, -2, -2, 2]);
  });

  it('goes along with its place as the wolf goes round', () => {
    // The post is 2 m from the wolf, and the place 0.44 m from the post: it moves a 0.22th as fast, the other way.
    const targets = wolfAt(vec(2, 0), vec(0, 0.3));
    const said = ask([post(0, 0)], { targets, ...at(-0.44, 0) });
    expect(said.desiredVelocity).toEqual(near(0, -0.3 * 0.22, 3));
  });

  it('goes round what it hides behind, not through it', () => {
    const said = ask([post(0, 0)], { targets: wolfAt(vec(2, 0.1)), ...at(1, 0) });
    const { x, y } = said.desiredVelocity ?? ZERO;
    expect(Math.abs(Math.atan2(y, -x))).toBeGreaterThan(0.4);
    expect(said.memory.round).not.toBe(0);
  });

  it('finds no place where something else leaves no room, within closed walls or beyond them', () => {
    const wolf = { targets: wolfAt(vec(3, 0)) };
    const corners = [vec(-1, -1), vec(1, -1), vec(1, 1), vec(-1, 1)];
    const box = corners.map((c, i): Obstacle => ({ from: c, to: corners[(i + 1) % 4] ?? c, radius: 0 }));
    // Behind the side that faces the wolf is the inside of the box; behind the others are places.
    expect(placeOf(ask(box, { ...wolf, ...at(-2, 0) }))).toEqual(near(-1.24, 0));
    expect(placeOf(ask(box, { ...wolf, ...at(2, 0.5) }))).toEqual(near(-0.72, 1.24));
    expect(placeOf(ask([post(0, 0), post(-0.5, 0.1, 0.1)], { ...wolf, ...at(0, 1) }))).not.toEqual(
      near(-0.44, 0),
    );
    // From within an arena, nothing beyond it.
    const arena = box.map(({ from: a, to: b }) => ({
      from: vec(5 * a.x, 5 * a.y),
      to: vec(5 * b.x, 5 * b.y),
      radius: 0,
    }));
    expect(ask(arena, { ...wolf, ...at(4.8, 0) }).memory.behind).toBeNull();
  });

  it('hides neither behind what moves nor behind what the wolf stands on', () => {
    const moving = { ...post(2, 0), velocity: vec(0.1, 0) };
    for (const obstacle of [moving, post(5, 0)])
      expect(ask([obstacle], { targets: wolfAt(vec(5, 0)) }).memory.behind).toBeNull();
  });

  it('evades where there is nothing to hide behind', () => {
    const given = { targets: wolfAt(vec(2, 1), vec(0, 0.2)) };
    const said = ask([], given);
    const evading = evade({ target: from }).steer(
      percept({ body: { ...SMALL, reaction: 0 }, ...given }),
      null,
      ZERO,
    );
    expect(said.desiredVelocity).toEqual(evading.desiredVelocity);
    expect(said.memory.behind).toBeNull();
  });

  it('is silent about a wolf that it never saw, or that is farther than its panic distance', () => {
    expect(ask([post(2, 0)], {}).force).toBeUndefined();
    const far = ask([post(2, 0)], { targets: wolfAt(vec(3, 0)) }, { panicDistance: 2.9 });
    expect(far.force).toBeUndefined();
  });

  it('is finite on its place, on its obstacle, and on the wolf', () => {
    for (const p of [vec(2, 0), vec(1.56, 0), vec(5, 0)])
      for (const wolf of [vec(5, 0), vec(2, 0), p])
        expect(
          isFiniteSteering(ask([post(2, 0)], { targets: wolfAt(wolf, vec(0.3, 0)), ...at(p.x, p.y) })),
        ).toBe(true);
  });
});
