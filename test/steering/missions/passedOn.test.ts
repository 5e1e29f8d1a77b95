/** What comes up the tree: one answer, that no behavior of a user's can spoil. */
import { describe, expect, it } from 'vitest';
import { ask } from '../../../src/steering/asking.js';
import type { Behavior, Steering } from '../../../src/steering/behavior.js';
import { repeat, sequence } from '../../../src/steering/missions/inTurn.js';
import { percept } from '../../support/percept.js';

const NOW = percept();
const LEAF: Behavior = {
  name: 'leaf',
  start: () => null,
  steer: (_, memory) => ({ memory, force: { x: 1, y: 0 } }),
};
const INNER = sequence(LEAF) as Behavior;

/** A user's own behavior round a node: what it answers it makes of the node's answer. */
const wrapped = (answer: (said: Steering) => Steering): Behavior => ({
  name: 'wrapper',
  start: () => INNER.start(),
  steer: (now, memory, soFar) => answer(INNER.steer(now, memory, soFar)),
});

function ticks(tree: Behavior, count: number): Steering {
  let said: Steering = { memory: tree.start() };
  for (let i = 0; i < count; i++) said = ask(tree, NOW, said.memory, { x: 0, y: 0 });
  return said;
}

describe('an answer that is passed on', () => {
  it('keeps what the leaf has said, whatever the depth', () => {
    const said = ticks(repeat(sequence(repeat(sequence(LEAF)))) as Behavior, 3);
    expect(said).toMatchObject({ force: { x: 1, y: 0 }, contributions: [{ behavior: 'leaf' }] });
  });

  it('is copied where a behavior of a user has frozen it', () => {
    expect(ticks(sequence(wrapped((said) => Object.freeze(said))) as Behavior, 3).force).toEqual({
      x: 1,
      y: 0,
    });
  });

  it('is copied where a behavior of a user keeps it: the memory does not grow', () => {
    let kept: Steering | undefined;
    const tree = sequence(wrapped((said) => (kept ??= said))) as Behavior;
    const size = JSON.stringify(ticks(tree, 2).memory).length;
    expect(JSON.stringify(ticks(tree, 60).memory).length).toBe(size);
  });

  it.each<[string, Partial<Steering>]>([
    ['gain', { gain: Number.NaN }],
    ['a negative gain', { gain: -1 }],
    ['twist', { twist: { linear: Number.NaN, angular: 0 } }],
    ['desired velocity', { desiredVelocity: { x: Number.NaN, y: 0 } }],
    ['force', { force: { x: Number.NaN, y: 0 } }],
  ])('is looked at again where a behavior of a user has changed it: %s', (_, change) => {
    const tree = sequence(wrapped((said) => Object.assign(said, change))) as Behavior;
    expect(() => ticks(tree, 1)).toThrow(/wrapper returned a number that is not finite/);
  });
});
