/** What a behavior of a user is shown: it may write anything, and what the guards look at stays as it is. */
import type { Behavior, Percept } from './behavior.js';

/** Whether it is a program's, and none of Steerbot's, which write nothing into their percept and answer as their types say. */
export const isOwn = ({ input, parts }: Behavior): boolean => input === undefined && parts === undefined;

/**
 * Guards people: the guards see by the same hits, sensors and places as the behaviors. A behavior of a program
 * gets copies of what its percept holds, frozen, so that a line that writes into it throws and is told, and changes nothing.
 */
export const perceptFor = (byProgram: boolean, percept: Percept): Percept =>
  byProgram && !Object.isFrozen(percept) ? readOnly(percept) : percept;

function readOnly(percept: Percept): Percept {
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(percept) as (keyof Percept)[]) {
    if (key === 'obstacles') continue;
    const value = percept[key];
    const frozen =
      key === 'random' ? value : MADE_HERE.includes(key) ? knownCopy(value as object) : frozenCopy(value);
    Object.defineProperty(shown, key, { value: frozen, enumerable: true });
  }
  // Made only where they are asked for.
  const get = () => frozenCopy(percept.obstacles);
  Object.defineProperty(shown, 'obstacles', { get, enumerable: true });
  return Object.freeze(shown) as unknown as Percept;
}

/** Large, and never changed once they are made. A program may change its targets and maps in place, and give them again. */
const MADE_HERE: readonly string[] = ['hits', 'rangers', 'mounts'];

const copies = new WeakMap<object, unknown>();

function knownCopy(value: object): unknown {
  const copy = copies.get(value) ?? frozenCopy(value);
  copies.set(value, copy);
  return copy;
}

function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const copy = Array.isArray(value)
    ? value.map(frozenCopy)
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, frozenCopy(part)]));
  return Object.freeze(copy);
}
