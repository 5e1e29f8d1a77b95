/** What robots hear of each other: everybody says where it is, and some of it is late, lost or too far off. */
import { distance, type Vec2 } from '../src/geometry.js';
import type { Random } from '../src/random.js';
import type { Neighbor } from '../src/signals.js';
import { NeighborGrid } from '../src/steering/neighbors.js';
import type { Seconds } from '../src/units.js';
import type { CommunicationSpec } from './scenario.js';

/** Rounding of added-up times. */
const SAME: Seconds = 1e-9;

export class Communication {
  readonly #spec: CommunicationSpec;
  readonly #chance: Random;
  /** Said, and not old enough to be heard; the newest last. */
  #underWay: { readonly at: Seconds; readonly said: readonly Neighbor[] }[] = [];
  #audible: readonly Neighbor[] = [];
  #grid: NeighborGrid | undefined;
  /** Last heard by each listener of each speaker, where messages get lost. */
  readonly #heard = new Map<string, Map<string, Neighbor>>();

  constructor(spec: CommunicationSpec, chance: Random) {
    this.#spec = spec;
    this.#chance = chance;
  }

  /** Everybody speaks. */
  say(at: Seconds, said: readonly Neighbor[]): void {
    this.#underWay.push({ at, said });
    const audible = this.#underWay.findLastIndex((message) => message.at + this.#spec.delay <= at + SAME);
    if (audible < 0) return;
    this.#audible = this.#underWay[audible]?.said ?? [];
    this.#underWay = this.#underWay.slice(audible);
    this.#grid = Number.isFinite(this.#spec.range)
      ? new NeighborGrid(this.#audible, this.#spec.range)
      : undefined;
  }

  /** What one robot hears now, at its place; never itself. */
  heardBy(id: string, at: Vec2): readonly Neighbor[] {
    const near = this.#grid ? this.#grid.within(at, this.#spec.range) : this.#audible;
    const others = near.filter((neighbor) => neighbor.id !== id);
    return this.#spec.loss > 0 ? this.#withLosses(id, at, others) : others;
  }

  /** A message that is lost leaves the one before it. */
  #withLosses(id: string, at: Vec2, said: readonly Neighbor[]): readonly Neighbor[] {
    const heard = this.#heard.get(id) ?? new Map<string, Neighbor>();
    this.#heard.set(id, heard);
    for (const neighbor of said) {
      if (this.#chance.uniform() >= this.#spec.loss) heard.set(neighbor.id, neighbor);
    }
    return [...heard.values()].filter(({ position }) => distance(position, at) <= this.#spec.range);
  }
}
