import { describe, expect, it } from 'vitest';
import { vec } from '../../src/math/geometry.js';
import type { Target } from '../../src/signals/signals.js';
import { currentTarget, predictTarget, targetId, targetParameter } from '../../src/steering/target.js';
import { PLAIN, percept } from '../support/percept.js';
import { near } from './near.js';

const seen = (id: string, x: number): Target => ({
  id,
  at: 1,
  position: { x, y: 2 },
  velocity: { x: 0.1, y: 0 },
});
const withBall = percept({ targets: { ball: seen('ball', 5), pointer: seen('pointer', 7) } });
const faultOf = (value: unknown) => targetParameter.safeParse(value).error?.issues[0]?.message;

describe('a target', () => {
  it('is a point that stands still', () => {
    expect(currentTarget([1, 2], withBall)).toEqual({ position: { x: 1, y: 2 }, velocity: { x: 0, y: 0 } });
    expect(targetId([1, 2])).toBeUndefined();
  });

  it('is where a mover or a robot was last seen, and how it moved', () => {
    expect(currentTarget({ mover: 'ball' }, withBall)).toMatchObject({
      position: { x: 5, y: 2 },
      velocity: { x: 0.1, y: 0 },
    });
    expect(currentTarget({ robot: 'ball' }, withBall)).toMatchObject({ position: { x: 5, y: 2 } });
    expect([targetId({ mover: 'ball' }), targetId({ robot: 'b' })]).toEqual(['ball', 'b']);
  });

  it('is undefined if it was never seen', () => {
    expect(currentTarget({ mover: 'cat' }, withBall)).toBeUndefined();
    expect(currentTarget({ robot: 'cat' }, percept())).toBeUndefined();
  });

  it('that is the pointer lies at its first point until the pointer moves', () => {
    expect(currentTarget({ pointer: [3, 4] }, percept())).toMatchObject({ position: { x: 3, y: 4 } });
    expect(currentTarget({ pointer: [3, 4] }, withBall)).toMatchObject({ position: { x: 7, y: 2 } });
  });

  it('is read in SI', () => {
    expect(targetParameter.parse(['70 mm', 1])).toEqual([0.07, 1]);
    expect(targetParameter.parse({ pointer: ['1 cm', 0] })).toEqual({ pointer: [0.01, 0] });
    expect(targetParameter.parse({ mover: 'ball' })).toEqual({ mover: 'ball' });
  });

  it.each([
    [7, /^7 is found; a target is \[x, y\], \{ mover: id \}/],
    [undefined, /^missing; a target is/],
    [{}, /a target is one of \{ mover: id \}/],
    [{ mover: 'a', robot: 'b' }, /a target is one of/],
    [{ moover: 'a' }, /unknown key 'moover'.*did you mean 'mover'\?/],
    [[1], /a point is \[x, y\]/],
    [[1, '2 s'], /'2 s' is a time/],
    [{ mover: '' }, /an empty text/],
  ])('is not %j', (value, message) => {
    expect(faultOf(value)).toMatch(message);
  });
});

const ball = { id: 'ball', at: 2, position: vec(1, 0), velocity: vec(0, 0.4) };
const body = { ...PLAIN, reaction: 0.1 };
const seenAt = (at: number, turnRate = 0) =>
  predictTarget({ mover: 'ball' }, percept({ at, body, targets: { ball } }), turnRate);

describe('a target in sight', () => {
  it('goes on as it went, until the instant at which the body can answer', () => {
    expect(seenAt(2.2)?.position).toEqual(near(1, 0.12));
  });

  it('turns as it turned', () => {
    // A quarter turn to the left in 0.25 s: its chord points at 135°.
    const { position, velocity } = seenAt(2.15, 2 * Math.PI) ?? { position: vec(0, 0), velocity: vec(0, 0) };
    expect(velocity).toEqual(near(-0.4, 0));
    expect(position).toEqual(near(1 - 0.1 * Math.SQRT1_2, 0.1 * Math.SQRT1_2));
  });

  it('without news for 0.45 s is lost, until news comes', () => {
    expect(seenAt(2.44)?.position).toEqual(near(1, 0.216));
    expect(seenAt(2.46)).toBeUndefined();
    expect(seenAt(60)).toBeUndefined();
  });

  it('is undefined before it was seen', () => {
    expect(predictTarget({ mover: 'ball' }, percept())).toBeUndefined();
  });
});
