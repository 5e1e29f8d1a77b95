/** All that a scenario strikes one robot with, as its run asks for it. */
import { scale, unit, type Vec2, vec } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { Span } from '../../src/recording/inputs.js';
import type { Target } from '../../src/signals/signals.js';
import type { Scenario } from '../scenario/scenario.js';
import { type Injected, type Strike, type Strikes, strikesOn } from './strikes.js';
import { throwingSpans } from './throwing.js';

export class RobotFaults {
  /** Undefined where nothing strikes it. */
  readonly strikes: Strikes | undefined;
  readonly #targets: TargetFaults | undefined;

  constructor(robot: string, scenario: Scenario) {
    this.strikes = strikesOn(robot, scenario);
    this.#targets = this.strikes && new TargetFaults(this.strikes);
  }

  /** What its clock says at a time of the run: how far a fault has put it ahead. */
  robotTime(at: Seconds): Seconds {
    return this.strikes ? this.strikes.robotTime(at) : at;
  }

  /** What comes of news of targets. */
  heard<T extends Target>(at: Seconds, news: readonly T[]): readonly T[] {
    return this.#targets?.pass(at, news) ?? news;
  }

  /** What a simulated body is struck with. */
  get ofBody(): { readonly strikes?: Strikes } {
    return this.strikes ? { strikes: this.strikes } : {};
  }

  /** What its model is prepared with. */
  get ofLoop(): { readonly throwing?: readonly Span[] } {
    const spans = throwingSpans(this.strikes);
    return spans ? { throwing: spans } : {};
  }

  begunBy(at: Seconds): readonly Injected[] {
    return this.strikes?.begunBy(at) ?? [];
  }

  /** The onset of the first; null where nothing strikes it. */
  get first(): Seconds | null {
    return this.strikes?.all[0]?.from ?? null;
  }
}

export class TargetFaults {
  readonly #strikes: Strikes;
  /** Which way each target jumped, as long as that lasts. */
  readonly #ways = new Map<Strike, Map<string, Vec2>>();

  constructor(strikes: Strikes) {
    this.#strikes = strikes;
  }

  /** What comes of the news; those that are lost are not among it. */
  pass<T extends Target>(at: Seconds, news: readonly T[]): readonly T[] {
    const lost = this.#strikes.during('targetLost', at);
    const jumps = this.#strikes.during('targetJump', at);
    if (lost.length === 0 && jumps.length === 0) return news;
    return news
      .filter(({ id }) => !lost.some((strike) => (strike.target ?? id) === id))
      .map((one) => jumps.filter(({ target = one.id }) => target === one.id).reduce(this.#moved, one));
  }

  readonly #moved = <T extends Target>(one: T, strike: Strike): T => {
    const way = this.#wayOf(one, strike);
    return { ...one, position: vec(one.position.x + way.x, one.position.y + way.y) };
  };

  /** To the left of how it moved when it jumped; along +y where it stood. */
  #wayOf({ id, velocity: { x, y } }: Target, strike: Strike): Vec2 {
    const ways = this.#ways.get(strike) ?? new Map<string, Vec2>();
    this.#ways.set(strike, ways);
    const left = x === 0 && y === 0 ? vec(0, 1) : unit(vec(-y, x));
    const way = ways.get(id) ?? scale(left, strike.by ?? 0);
    ways.set(id, way);
    return way;
  }
}
