/** What can be known of a mission without driving it: nodes that are never reached, loops that do nothing, watchers that drive. */
import { type MissionSpec, type NodeSpec, STILL_LEAVES } from '../../signals/missionTree.js';
import { leafNamed, type OwnBehaviors } from '../../steering/mission.js';
import { childPlace, type KeyPlace } from './nodePlaces.js';

/** How a node may end, and whether it does so in the tick in which it begins. */
interface Ends {
  readonly done: boolean;
  readonly failed: boolean;
  readonly atOnce: boolean;
}

interface Trouble {
  readonly message: string;
  readonly at: KeyPlace;
}

/** Every problem, each at its node. */
export function missionTroubles(mission: MissionSpec, own: OwnBehaviors): readonly Trouble[] {
  const troubles: Trouble[] = [];
  new Checker(own, troubles).ends(mission, []);
  return troubles;
}

class Checker {
  readonly #own: OwnBehaviors;
  readonly #troubles: Trouble[];

  constructor(own: OwnBehaviors, troubles: Trouble[]) {
    this.#own = own;
    this.#troubles = troubles;
  }

  ends(spec: MissionSpec, at: KeyPlace): Ends {
    if (!('children' in spec)) return this.#leaf(spec.behavior, spec.parameters);
    // A called mission is checked where it is written, and its numbers come from its call.
    const places = spec.children.map((_, i) => [...at, ...childPlace(spec, i)]);
    const below = spec.children.map(({ mission }, i) => this.ends(mission, places[i] as KeyPlace));
    if ('parameters' in spec) return this.#node(spec, below, places);
    return {
      done: below.some(({ done }) => done),
      failed: below.some(({ failed }) => failed),
      atOnce: false,
    };
  }

  #leaf(name: string, parameters: Readonly<Record<string, unknown>>): Ends {
    if (STILL_LEAVES.includes(name)) return stillEnds(name, parameters);
    const { goal, ends, mayFail, isOwn } = entryOf(name, this.#own);
    if (isOwn) return { done: true, failed: true, atOnce: false };
    const hasEnd = typeof ends === 'function' ? ends(parameters as never) : ends === true;
    return {
      done: hasEnd || goal?.(parameters as never) !== undefined,
      failed: typeof mayFail === 'function' ? mayFail(parameters as never) : mayFail === true,
      atOnce: false,
    };
  }

  #node(spec: NodeSpec, below: readonly Ends[], places: readonly KeyPlace[]): Ends {
    const { behavior, parameters } = spec;
    const all = inTurn(below);
    switch (behavior) {
      case 'fallback':
        this.#unreachable(spec, below, places, 'failed');
        return {
          done: below.some(({ done }) => done),
          failed: below.every(({ failed }) => failed),
          atOnce: all.atOnce,
        };
      case 'parallel':
        this.#watchers(spec, places);
        return { ...(below[0] as Ends), failed: below.some(({ failed }) => failed), atOnce: false };
      case 'guarded':
        return { done: true, failed: all.failed, atOnce: false };
      default:
        this.#unreachable(spec, below, places, 'done');
    }
    const isForEver = parameters.times === undefined;
    if (behavior === 'repeat' || behavior === 'retry') {
      if (isForEver && all.atOnce) this.#idle(behavior, places[0] as KeyPlace);
      const [done, failed] =
        behavior === 'repeat' ? [!isForEver && all.done, all.failed] : [all.done, !isForEver];
      return { done, failed, atOnce: all.atOnce && !isForEver };
    }
    return behavior === 'timeout' ? { ...all, failed: true } : all;
  }

  /** A child after one that does not end as it would have to. */
  #unreachable(
    { behavior, children }: NodeSpec,
    below: readonly Ends[],
    places: readonly KeyPlace[],
    wanted: 'done' | 'failed',
  ): void {
    const stuck = below.findIndex((ends) => !ends[wanted]);
    if (stuck < 0 || stuck === below.length - 1) return;
    const name = leafName(children[stuck]?.mission as MissionSpec);
    const why =
      wanted === 'done'
        ? `'${name}' before it is never done; give that one an end, such as unless: or a timeout, or put it last`
        : `'${name}' before it never fails; give that one a timeout, or put it last`;
    this.#troubles.push({
      message: `it is never reached: in this ${behavior} ${why}`,
      at: places[stuck + 1] as KeyPlace,
    });
  }

  #idle(behavior: string, at: KeyPlace): void {
    const message = `a ${behavior} without an end in which nothing takes time or moves; add a wait, or times`;
    this.#troubles.push({ message, at });
  }

  #watchers({ children }: NodeSpec, places: readonly KeyPlace[]): void {
    for (const [i, { mission }] of children.entries()) {
      const driver = i > 0 ? this.#driver(mission) : undefined;
      if (driver === undefined) continue;
      const message = `'${driver}' drives, and a watcher may only wait, check and tell; put it under do, or blend it there`;
      this.#troubles.push({ message, at: places[i] as KeyPlace });
    }
  }

  /** The first leaf that drives, as far as is known. */
  #driver(spec: MissionSpec): string | undefined {
    if ('children' in spec)
      return spec.children.map(({ mission }) => this.#driver(mission)).find((name) => name !== undefined);
    const drives = !STILL_LEAVES.includes(spec.behavior) && !entryOf(spec.behavior, this.#own).isOwn;
    return drives ? spec.behavior : undefined;
  }
}

const entryOf = (name: string, own: OwnBehaviors) => ({
  ...leafNamed(name, own),
  isOwn: Object.hasOwn(own, name),
});

const leafName = (spec: MissionSpec): string =>
  spec.behavior === 'guarded' && 'children' in spec
    ? leafName(spec.children[0]?.mission as MissionSpec)
    : spec.behavior;

const inTurn = (below: readonly Ends[]): Ends => ({
  done: below.every(({ done }) => done),
  failed: below.some(({ failed }) => failed),
  atOnce: below.every(({ atOnce }) => atOnce),
});

function stillEnds(name: string, parameters: Readonly<Record<string, unknown>>): Ends {
  switch (name) {
    case 'wait':
      return { done: true, failed: false, atOnce: parameters.for === 0 };
    case 'fail':
      return { done: false, failed: true, atOnce: true };
    case 'check':
      return { done: true, failed: true, atOnce: true };
    default:
      return { done: true, failed: false, atOnce: true };
  }
}
