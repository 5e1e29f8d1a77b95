import { describe, expect, it } from 'vitest';
import { vec } from '../../src/math/geometry.js';
import { sight } from '../../src/steering/sighting.js';
import { PLAIN, percept } from '../support/percept.js';
import { near } from './near.js';

const ball = { id: 'ball', at: 2, position: vec(1, 0), velocity: vec(0, 0.4) };
const body = { ...PLAIN, reaction: 0.1 };
const seenAt = (at: number, turnRate = 0) =>
  sight({ mover: 'ball' }, percept({ at, body, targets: { ball } }), turnRate);

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

  it('that was not heard of for 0.45 s is lost, until it is heard again', () => {
    expect(seenAt(2.44)?.position).toEqual(near(1, 0.216));
    expect(seenAt(2.46)).toBeUndefined();
    expect(seenAt(60)).toBeUndefined();
  });

  it('is none before it was ever seen', () => {
    expect(sight({ mover: 'ball' }, percept())).toBeUndefined();
  });
});
