import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/signals/signals.js';
import { aimAt, targetId, targetParameter } from '../../src/steering/target.js';
import { percept } from '../support/percept.js';

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
    expect(aimAt([1, 2], withBall)).toEqual({ position: { x: 1, y: 2 }, velocity: { x: 0, y: 0 } });
    expect(targetId([1, 2])).toBeUndefined();
  });

  it('is where a mover or a robot was last seen, and how it moved', () => {
    expect(aimAt({ mover: 'ball' }, withBall)).toMatchObject({
      position: { x: 5, y: 2 },
      velocity: { x: 0.1, y: 0 },
    });
    expect(aimAt({ robot: 'ball' }, withBall)).toMatchObject({ position: { x: 5, y: 2 } });
    expect([targetId({ mover: 'ball' }), targetId({ robot: 'b' })]).toEqual(['ball', 'b']);
  });

  it('is nowhere while it was never seen', () => {
    expect(aimAt({ mover: 'cat' }, withBall)).toBeUndefined();
    expect(aimAt({ robot: 'cat' }, percept())).toBeUndefined();
  });

  it('that is the pointer lies at its first point until the pointer moves', () => {
    expect(aimAt({ pointer: [3, 4] }, percept())).toMatchObject({ position: { x: 3, y: 4 } });
    expect(aimAt({ pointer: [3, 4] }, withBall)).toMatchObject({ position: { x: 7, y: 2 } });
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
