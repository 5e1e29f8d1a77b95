/** What robots hear of each other: everybody says where it is, and some of it is late, lost or too far off. */
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
  /** Not heard yet; the newest last. */
  readonly #underWay: Broadcast[] = [];
  /** What the air is full of now. */
  #audible: readonly Neighbor[] = [];
  /** Of what is audible, made where somebody listens. */
  #grid: NeighborGrid | undefined;
  /** Last heard by each listener of each speaker in range, where messages get lost. */
  readonly #heard = new Map<string, ReadonlyMap<string, Neighbor>>();

  constructor(spec: CommunicationSpec, chance: Random) {
    this.#spec = spec;
    this.#chance = chance;
  }

  /** Everybody speaks, always in the same order. */
  say(at: Seconds, said: readonly Neighbor[]): void {
    this.#underWay.push({ at, said });
    for (let next = this.#underWay[0]; next; next = this.#underWay[0]) {
      if (next.at + this.#spec.delay > at + TIME_EPSILON) return;
      this.#audible = next.said;
      this.#grid = undefined;
      this.#underWay.shift();
    }
  }

  /**
   * What one robot hears now at its place, never itself; in the order in which it is said, but by place where the
   * range is limited. How far off a speaker is goes by where it says that it is.
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

  /** A message that is lost leaves the one before it, if that was heard in range as well. */
  #withLosses(id: string, said: readonly Neighbor[]): readonly Neighbor[] {
    const before = this.#heard.get(id);
    const heard = said.flatMap((neighbor) => {
      const lost = this.#chance.uniform() < this.#spec.loss;
      return (lost ? before?.get(neighbor.id) : neighbor) ?? [];
    });
    this.#heard.set(id, new Map(heard.map((neighbor) => [neighbor.id, neighbor])));
    return heard;
  }
}
