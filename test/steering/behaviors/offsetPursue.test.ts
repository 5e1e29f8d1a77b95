import { describe, expect, it } from 'vitest';
import { length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import type { Neighbor } from '../../../src/signals/signals.js';
import type { Percept, Steering } from '../../../src/steering/behavior.js';
import { type OffsetPursueInput, offsetPursue } from '../../../src/steering/behaviors/offsetPursue.js';
import { PLAIN, percept } from '../../support/percept.js';
import { near } from '../near.js';

const leader = (changes: Partial<Neighbor> = {}): Neighbor => ({
  id: 'leader',
  at: 0,
  position: { x: 5, y: 0 },
  velocity: { x: 0, y: 0.3 },
  heading: Math.PI / 2,
  radius: 0.1,
  ...changes,
});
const follow = (offset: OffsetPursueInput['offset']) => offsetPursue({ target: { robot: 'leader' }, offset });
const ask = (offset: OffsetPursueInput['offset'], of = leader(), changes: Partial<Percept> = {}) => {
  const behavior = follow(offset);
  return behavior.steer(percept({ neighbors: [of], ...changes }), behavior.start(), ZERO);
};
const place = (said: Steering): Vec2 | undefined => {
  const mark = said.marks?.find(({ label }) => label === 'place');
  return mark && 'at' in mark ? mark.at : undefined;
};

/** On its place, 0.5 m to the left of a leader that drives round a circle, once it knows how fast that turns. */
function afterFourSeconds(changes: Partial<Percept>): Steering {
  const behavior = follow([0, 0.5]);
  let memory = behavior.start();
  let said: Steering = { memory };
  for (let i = 0; i <= 200; i++) {
    const at = i * 0.02;
    const heading = 0.5 * at;
    const [s, c] = [Math.sin(heading), Math.cos(heading)];
    const round = leader({
      at,
      heading,
      velocity: { x: 0.3 * c, y: 0.3 * s },
      position: { x: 0.6 * s, y: 0.6 - 0.6 * c },
    });
    const pose = { x: 0.1 * s, y: 0.6 - 0.1 * c, heading };
    const answer = behavior.steer(percept({ at, pose, neighbors: [round], ...changes }), memory, ZERO);
    memory = answer.memory;
    said = answer;
  }
  return said;
}

describe('offsetPursue', () => {
  it('wants a place in the frame of its leader, forward and to the left of it', () => {
    // It faces +y: behind it is −y, and its left is −x.
    expect(place(ask([-0.4, 0]))).toEqual(near(5, -0.4));
    expect(place(ask([0, '300 mm']))).toEqual(near(4.7, 0));
    expect(place(ask([0, -0.3]))).toEqual(near(5.3, 0));
  });

  it('goes at full speed to where the place will be: T = d/maxSpeed', () => {
    const said = ask([0, 0.3]);
    expect(said.marks?.at(-1)).toEqual({ kind: 'point', at: near(4.7, 0.3 * 4.7), label: 'predicted' });
    const { x, y } = said.desiredVelocity ?? ZERO;
    expect(y / x).toBeCloseTo(0.3, 9);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 9);
  });

  it('on its place moves as its leader does, and asks for nothing more', () => {
    const there = { pose: { x: 4.7, y: 0, heading: 1 }, velocity: { x: 0, y: 0.3 } };
    const said = ask([0, 0.3], leader(), there);
    expect(said.desiredVelocity).toEqual(near(0, 0.3));
    expect(said.force).toEqual(near(0, 0));
    // The way of the settling time, 4 s: it has no point to arc to that is nearer.
    expect(said.lookahead).toBeCloseTo(1.2, 9);
  });

  it('a little ahead of its place goes on slowly instead of turning back', () => {
    const ahead = { pose: { x: 5, y: -0.35, heading: Math.PI / 2 } };
    const quick = { ...PLAIN, steeringGain: 10 };
    const wish = ask([-0.5, 0], leader(), { ...ahead, body: quick }).desiredVelocity;
    expect(wish).toEqual(near(0, 0.075));
    expect(
      ask([-0.5, 0], leader(), { pose: { x: 5, y: 2, heading: 0 }, body: quick }).desiredVelocity?.y,
    ).toBeLessThan(-0.5);
  });

  it('goes with a leader that turns: v = v_L + ω × offset, and its change is ω × v', () => {
    // It drives round at 0.3 m/s and 0.5 rad/s; a place half a metre to its left moves at 0.3 − 0.25 m/s.
    const said = afterFourSeconds({});
    expect(said.desiredVelocity).toEqual(near(0.05 * Math.cos(2), 0.05 * Math.sin(2), 4));
    expect(said.acceleration).toEqual(near(-0.025 * Math.sin(2), 0.025 * Math.cos(2), 4));
  });

  it('takes it where it will be on its circle when the body answers', () => {
    const said = afterFourSeconds({ body: { ...PLAIN, reaction: 0.4 } });
    // 0.2 rad on; the place is 0.1 m from the circle's middle, which is at (0, 0.6).
    expect(place(said)).toEqual(near(0.1 * Math.sin(2.2), 0.6 - 0.1 * Math.cos(2.2), 3));
  });

  it('learns nothing from a message that it heard before', () => {
    const behavior = follow([0, 0.5]);
    const first = behavior.steer(percept({ neighbors: [leader()] }), behavior.start(), ZERO);
    const again = behavior.steer(percept({ at: 0.02, neighbors: [leader()] }), first.memory, ZERO);
    expect(again.memory).toEqual(first.memory);
  });

  it('does not take a leap of the heading for a turn', () => {
    const behavior = offsetPursue({ target: { mover: 'ball' }, offset: [-0.4, 0] });
    const ball = (at: number, vx: number) => ({
      ball: { id: 'ball', at, position: { x: 5, y: 0 }, velocity: { x: vx, y: 0 } },
    });
    const out = behavior.steer(percept({ targets: ball(0, 0.3) }), behavior.start(), ZERO);
    expect(place(out)).toEqual(near(4.6, 0));
    const back = behavior.steer(percept({ at: 0.02, targets: ball(0.02, -0.3) }), out.memory, ZERO);
    expect(place(back)).toEqual(near(5.4, 0));
    expect(back.memory).toMatchObject({ turnRate: 0 });
  });

  it('for a standing leader takes its last direction of motion, or else the direction to it', () => {
    const behavior = offsetPursue({ target: { mover: 'ball' }, offset: [-0.4, 0] });
    const ball = (velocity: Vec2) => ({ ball: { id: 'ball', at: 0, position: { x: 0, y: 5 }, velocity } });
    const standing = behavior.steer(percept({ targets: ball(ZERO) }), behavior.start(), ZERO);
    expect(place(standing)).toEqual(near(0, 4.6));
    const rolls = behavior.steer(percept({ targets: ball({ x: 0.2, y: 0 }) }), behavior.start(), ZERO);
    const stopped = behavior.steer(percept({ targets: ball(ZERO) }), rolls.memory, ZERO);
    expect(place(stopped)).toEqual(near(-0.4, 5));
    const point = offsetPursue({ target: [0, 0], offset: [1, 0] });
    expect(place(point.steer(percept(), point.start(), ZERO))).toEqual(near(1, 0));
  });

  it('mirrors with its offset', () => {
    const wish = (side: 1 | -1) =>
      ask([-0.2, 0.3 * side], leader({ heading: 0, velocity: { x: 0.3, y: 0 } })).desiredVelocity;
    const [left, right] = [wish(1), wish(-1)];
    expect(right).toEqual(near(left?.x ?? 0, -(left?.y ?? 0)));
    expect(length(left ?? ZERO)).toBeCloseTo(1, 9);
  });

  it('is silent if its leader was never seen', () => {
    const behavior = follow([-1, 0]);
    expect(behavior.steer(percept(), behavior.start(), ZERO)).toEqual({ memory: behavior.start() });
  });
});
