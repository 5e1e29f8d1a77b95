/** Sliders: robots that are alike are tuned together. */
import { tunablesOf, tuned } from '../../src/config/tuning/tunables.js';
import type { Setup } from '../../src/signals/signals.js';
import type { Tunable } from '../../src/signals/view.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import type { Setups } from './setups.js';

/** Robots of one definition and one mission; `0/robot.limits.speed` is of the first such group. */
export function groupsOf(ids: readonly string[], setups: Setups): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  const words = new Map<unknown, string>();
  // Crowds share their definitions: each is written out once.
  const wordsOf = (part: unknown) => {
    const known = words.get(part) ?? JSON.stringify(part);
    words.set(part, known);
    return known;
  };
  for (const id of ids) {
    const { robot, mission } = setups.now(id);
    const key = `${wordsOf(robot)} ${wordsOf(mission)}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups.values()];
}

const nameOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

export function tunables(ids: readonly string[], setups: Setups, own: OwnBehaviors = {}): readonly Tunable[] {
  return groupsOf(ids, setups).flatMap((group, i) => {
    const [first = ''] = group;
    const options = { own, first: setups.loaded(first) };
    return tunablesOf(setups.now(first), nameOf(group), options).map((one) => ({
      ...one,
      id: `${i}/${one.id}`,
    }));
  });
}

export interface Tuned {
  readonly ids: readonly string[];
  readonly setup: Setup;
  /** `scout: speed is 0.4 m/s` */
  readonly words: string;
}

/** What a slider's value makes of a group; or why not. */
export function tune(
  ids: readonly string[],
  setups: Setups,
  { id, value }: { readonly id: string; readonly value: number },
  own: OwnBehaviors = {},
): Tuned | string {
  const [, index, name = ''] = /^(\d+)\/(.*)$/.exec(id) ?? [];
  const group = groupsOf(ids, setups)[Number(index)];
  const [first] = group ?? [];
  if (!group || first === undefined) return `there is no '${id}'`;
  const options = { own, first: setups.loaded(first) };
  const setup = tuned(setups.now(first), name, value, options);
  if (typeof setup === 'string') return setup;
  const one = tunablesOf(setup, nameOf(group), options).find((tunable) => tunable.id === name);
  const said = one ? `${one.group}: ${one.label} is ${Number(value.toPrecision(4))} ${one.unit}` : id;
  return { ids: group, setup, words: said.trim() };
}
