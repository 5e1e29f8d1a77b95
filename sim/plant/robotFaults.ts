/** All faults that a scenario injects into one robot, for its run. */
import { scale, unit, type Vec2, vec } from '../../src/math/geometry.js';
import type { MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { TimeSpan } from '../../src/recording/inputs.js';
import type { Side, Target } from '../../src/signals/signals.js';
import type { Scenario } from '../scenario/scenario.js';
import { type Injected, type Strike, type Strikes, strikesOn } from './strikes.js';
import { throwingSpans } from './throwing.js';

export class RobotFaults {
  /** Undefined without faults. */
  readonly strikes: Strikes | undefined;
  readonly #targets: TargetFaults | undefined;

  constructor(robot: string, scenario: Scenario) {
    this.strikes = strikesOn(robot, scenario);
    this.#targets = this.strikes && new TargetFaults(this.strikes);
  }

  /** The robot's clock at a time of the run; a fault may have put it ahead. */
  robotTime(at: Seconds): Seconds {
    return this.strikes ? this.strikes.robotTime(at) : at;
  }

  /** News of targets after the faults. */
  heard<T extends Target>(at: Seconds, news: readonly T[]): readonly T[] {
    return this.#targets?.pass(at, news) ?? news;
  }

  /** The faults for a simulated body. */
  get ofBody(): { readonly strikes?: Strikes } {
    return this.strikes ? { strikes: this.strikes } : {};
  }

  /** The faults for its model. */
  get ofLoop(): { readonly throwing?: readonly TimeSpan[] } {
    const spans = throwingSpans(this.strikes);
    return spans ? { throwing: spans } : {};
  }

  begunBy(at: Seconds): readonly Injected[] {
    return this.strikes?.begunBy(at) ?? [];
  }

  /** Onset of the first fault; null without faults. */
  get first(): Seconds | null {
    return this.strikes?.all[0]?.from ?? null;
  }
}

export class TargetFaults {
  readonly #strikes: Strikes;
  /** The direction of each target's jump, while the fault lasts. */
  readonly #ways = new Map<Strike, Map<string, Vec2>>();

  constructor(strikes: Strikes) {
    this.#strikes = strikes;
  }

  /** The news after the faults, without lost targets. */
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

  /** To the left of its velocity at the jump; +y if it stood. */
  #wayOf({ id, velocity: { x, y } }: Target, strike: Strike): Vec2 {
    const ways = this.#ways.get(strike) ?? new Map<string, Vec2>();
    this.#ways.set(strike, ways);
    const left = x === 0 && y === 0 ? vec(0, 1) : unit(vec(-y, x));
    const way = ways.get(id) ?? scale(left, strike.by ?? 0);
    ways.set(id, way);
    return way;
  }
}

/** A value for each wheel. */
export type OfWheels<T = number> = Readonly<Record<Side, T>>;

/** The commanded speeds of the wheels. */
export interface Commanded extends OfWheels<MetersPerSecond> {
  /** Each wheel's speed with the other wheel's duty. */
  readonly swapped: OfWheels<MetersPerSecond>;
  /** Whether the motors are armed. */
  readonly powered: boolean;
}

const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export class WheelFaults {
  readonly #strikes: Strikes;
  readonly #countsPerTurn: OfWheels;
  readonly #fullSpeed: OfWheels<MetersPerSecond>;
  /** Difference between the encoders' counts and the wheels' [counts]. */
  readonly #beside = { left: 0, right: 0 };
  readonly #jumped = new Set<Strike>();
  /** The speed that each wheel was driven to last, without a fault that keeps it. */
  readonly #last = { left: 0, right: 0 };

  constructor(strikes: Strikes, countsPerTurn: OfWheels, fullSpeed: OfWheels<MetersPerSecond>) {
    this.#strikes = strikes;
    this.#countsPerTurn = countsPerTurn;
    this.#fullSpeed = fullSpeed;
  }

  edgeAfter(at: Seconds): Seconds {
    return this.#strikes.edgeAfter(at);
  }

  isBlocked(side: Side, at: Seconds): boolean {
    return this.#strikes.on(side, 'wheelsBlocked', at) !== undefined;
  }

  /** The share of a wheel's rolling that moves the robot. */
  grip(side: Side, at: Seconds): number {
    return 1 - (this.#strikes.on(side, 'wheelSlip', at)?.share ?? 0);
  }

  /** The speed that a wheel is driven to. */
  driven(side: Side, commanded: Commanded, at: Seconds): MetersPerSecond {
    const strikes = this.#strikes;
    if (strikes.on(side, 'motorStuckOn', at)) return commanded.powered ? this.#fullSpeed[side] : 0;
    if (strikes.on(side, 'motorDead', at) || strikes.on(side, 'motorDriverFault', at)) return 0;
    if (strikes.on(side, 'motorHolds', at)) return commanded.powered ? this.#last[side] : 0;
    const speed = (strikes.isOn('motorsSwapped', at) ? commanded.swapped : commanded)[side];
    this.#last[side] = speed;
    return strikes.on(side, 'motorReversed', at) ? -speed : speed;
  }

  /** The wheels have turned by `counts` since a time; no fault began or ended in between. */
  turned(at: Seconds, counts: OfWheels): void {
    this.#jump(at);
    const swapped = this.#strikes.isOn('encodersSwapped', at);
    for (const side of ['left', 'right'] as const) {
      this.#beside[side] += this.#seen(side, swapped ? counts[other(side)] : counts[side], at) - counts[side];
    }
  }

  /** Difference between the encoders' counts and the wheels' [counts]. */
  get beside(): OfWheels {
    return this.#beside;
  }

  #seen(side: Side, counts: number, at: Seconds): number {
    if (this.#strikes.on(side, 'encoderStuck', at)) return 0;
    return this.#strikes.on(side, 'encoderReversed', at) ? -counts : counts;
  }

  /** Applies each jump once, at its onset. */
  #jump(at: Seconds): void {
    for (const strike of this.#strikes.during('encoderJump', at)) {
      if (this.#jumped.has(strike)) continue;
      this.#jumped.add(strike);
      for (const side of ['left', 'right'] as const) {
        if ((strike.side ?? side) === side) this.#beside[side] += strike.by ?? this.#countsPerTurn[side];
      }
    }
  }
}
