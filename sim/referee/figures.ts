/** The figures of a robot's run besides those of its goals. */
import { type CommandedBody, DriftMeter } from '../../src/estimation/expectedError.js';
import { length } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Newtons } from '../../src/math/units.js';
import type { Cause, Fault, SafetyState, Standing, Tick } from '../../src/signals/signals.js';
import type { Injected } from '../plant/strikes.js';
import type { RobotInWorld } from '../world/robotInWorld.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';

/** The figures of a run from the world and the ticks. */
export interface RunFigures {
  readonly contacts: number;
  readonly minClearance: Meters | null;
  readonly maxSpeed: MetersPerSecond;
  readonly maxForce: Newtons;
  readonly expectedError?: Meters | null;
  readonly faults: readonly Fault[];
  readonly injected?: readonly Injected[];
  readonly safety: SafetyState;
  /** Why it does not drive; null while it drives. */
  readonly cause?: Cause | null;
  /** What keeps it where it is; null while it makes progress. */
  readonly standing?: Standing | null;
}

export class RunMeter {
  readonly #body: RobotInWorld;
  readonly #smallestGap: SmallestGap;
  readonly #drift: DriftMeter;
  #maxSpeed: MetersPerSecond = 0;
  #maxForce: Newtons = 0;
  #last: Tick | undefined;

  constructor(world: SimulatedWorld, id: string, body: RobotInWorld, estimation: CommandedBody) {
    this.#body = body;
    this.#drift = new DriftMeter(estimation);
    this.#smallestGap = new SmallestGap(world, id);
  }

  /** One physics step. */
  observe(): void {
    const { x, y } = this.#body.velocity;
    this.#maxSpeed = Math.max(this.#maxSpeed, Math.hypot(x, y));
    this.#smallestGap.observe();
  }

  addTick(tick: Tick): void {
    this.#last = tick;
    this.#drift.add(tick.estimate, tick.at);
    this.#maxForce = Math.max(this.#maxForce, length(tick.steered.force));
  }

  /** The robot was put elsewhere. */
  placed(): void {
    this.#drift.restart();
  }

  /** The smallest gap so far; null without solid things. */
  get clearance(): Meters | null {
    return this.#smallestGap.value;
  }

  get figures(): RunFigures {
    return {
      contacts: this.#body.touches.length,
      minClearance: this.#smallestGap.value,
      maxSpeed: this.#maxSpeed,
      maxForce: this.#maxForce,
      expectedError: this.#drift.expectedError,
      faults: this.#last?.faults ?? [],
      safety: this.#last?.safety ?? 'driving',
      cause: this.#last?.cause ?? null,
      standing: this.#last?.standing ?? null,
    };
  }
}

/** Rounding error of summed distances. */
const ROUNDING: Meters = 1e-9;

/**
 * The smallest gap so far. Measuring a gap is costly. If it is wider than the smallest by g, it cannot become smaller
 * before two things have moved by g/2 each; until then it is not measured.
 */
export class SmallestGap {
  /** null without solid things so far. */
  value: Meters | null = null;
  readonly #world: SimulatedWorld;
  readonly #id: string;
  /** The gap cannot be smaller before the world's `roamed` reaches this. */
  #safeUntil: Meters = 0;

  constructor(world: SimulatedWorld, id: string) {
    this.#world = world;
    this.#id = id;
  }

  observe(): void {
    const { roamed } = this.#world;
    if (roamed < this.#safeUntil) return;
    const gap = this.#world.clearanceOf(this.#id);
    // Nothing solid can appear later: every robot is in the world before the first step.
    if (gap === null) this.#safeUntil = Number.POSITIVE_INFINITY;
    else {
      this.value = Math.min(gap, this.value ?? gap);
      // No gap is smaller than zero.
      const slack = this.value > 0 ? (gap - this.value) / 2 - ROUNDING : Number.POSITIVE_INFINITY;
      this.#safeUntil = roamed + slack;
    }
  }
}
