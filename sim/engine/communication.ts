/**
 * What robots hear of each other: each broadcasts its place; messages may be late, lost or out of range. Before the start
 * all stood long enough at their places to be heard: a robot that knew nothing of those beside it would drive into them.
 */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import type { Neighbor } from '../../src/signals/signals.js';
import { NeighborGrid } from '../../src/steering/neighbors.js';
import type { CommunicationSpec } from '../scenario/scenario.js';
import { TIME_EPSILON } from './instants.js';

interface Broadcast {
  readonly at: Seconds;
  readonly said: readonly Neighbor[];
}

export class Communication {
  readonly #spec: CommunicationSpec;
  readonly #chance: Random;
  /** Broadcasts that are still delayed; the newest last. */
  readonly #underWay: Broadcast[] = [];
  #began = false;
  /** Messages that can be heard now. */
  #audible: readonly Neighbor[] = [];
  /** Grid of the audible speakers, built when a robot first listens. */
  #grid: NeighborGrid | undefined;
  /** With losses: the last message that each listener heard from each speaker in range. */
  readonly #heard = new Map<string, ReadonlyMap<string, Neighbor>>();

  constructor(spec: CommunicationSpec, chance: Random) {
    this.#spec = spec;
    this.#chance = chance;
  }

  /** All robots broadcast, always in the same order. */
  say(at: Seconds, said: readonly Neighbor[]): void {
    if (!this.#began) this.#audible = said;
    this.#began = true;
    this.#underWay.push({ at, said });
    for (let next = this.#underWay[0]; next; next = this.#underWay[0]) {
      if (next.at + this.#spec.delay > at + TIME_EPSILON) return;
      this.#audible = next.said;
      this.#grid = undefined;
      this.#underWay.shift();
    }
  }

  /**
   * What one robot hears now at its place, without itself. In the order of the broadcasts; with a limited range, by
   * place. The distance to a speaker is that to its reported position.
   */
  heardBy(id: string, at: Vec2): readonly Neighbor[] {
    const near = Number.isFinite(this.#spec.range) ? this.#inRange(at) : this.#audible;
    const others = near.filter((neighbor) => neighbor.id !== id);
    return this.#spec.loss > 0 ? this.#withLosses(id, others) : others;
  }

  #inRange(at: Vec2): readonly Neighbor[] {
    this.#grid ??= new NeighborGrid(this.#audible, this.#spec.range);
    return this.#grid.within(at, this.#spec.range);
  }

  /** If a message is lost, the one before it stays, provided that it was heard in range. */
  #withLosses(id: string, said: readonly Neighbor[]): readonly Neighbor[] {
    const before = this.#heard.get(id);
    const heard = said.flatMap((neighbor) => {
      const lost = before && this.#chance.uniform() < this.#spec.loss;
      return (lost ? before?.get(neighbor.id) : neighbor) ?? [];
    });
    this.#heard.set(id, new Map(heard.map((neighbor) => [neighbor.id, neighbor])));
    return heard;
  }
}
