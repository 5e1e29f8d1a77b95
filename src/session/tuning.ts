/** Sliders: robots that are alike are tuned together. */
import { type TunableOptions, tunablesOf, withTunable } from '../config/tuning/tunables.js';
import type { Setup } from '../signals/signals.js';
import type { Tunable } from '../signals/view.js';

/** What each robot goes by. */
export interface TunedSetups {
  now(id: string): Setup;
  /** Before it was tuned: the ends of its sliders go by that. */
  loaded(id: string): Setup;
}

type TuningOptions = Omit<TunableOptions, 'first'>;

/** Robots of one definition and one mission; `0/robot.limits.speed` is of the first such group. */
function groupsOf(ids: readonly string[], setups: TunedSetups): readonly (readonly string[])[] {
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

export function tunables(
  ids: readonly string[],
  setups: TunedSetups,
  options: TuningOptions = {},
): readonly Tunable[] {
  return groupsOf(ids, setups).flatMap((group, i) => {
    const [first = ''] = group;
    const ranged = { ...options, first: setups.loaded(first) };
    return tunablesOf(setups.now(first), nameOf(group), ranged).map((one) => ({
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
  setups: TunedSetups,
  { id, value }: { readonly id: string; readonly value: number },
  options: TuningOptions = {},
): Tuned | string {
  const [, index, name = ''] = /^(\d+)\/(.*)$/.exec(id) ?? [];
  const group = groupsOf(ids, setups)[Number(index)];
  const [first] = group ?? [];
  if (!group || first === undefined) return `there is no '${id}'`;
  const ranged = { ...options, first: setups.loaded(first) };
  const setup = withTunable(setups.now(first), name, value, ranged);
  if (typeof setup === 'string') return setup;
  const one = tunablesOf(setup, nameOf(group), ranged).find((tunable) => tunable.id === name);
  const said = one ? `${one.group}: ${one.label} is ${Number(value.toPrecision(4))} ${one.unit}` : id;
  return { ids: group, setup, words: said.trim() };
}
