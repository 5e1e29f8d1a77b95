/** What is noted of a robot while it drives, besides whether it does what it was told. */
import { length } from '../../src/math/geometry.js';
import type { MetersPerSecond, Newtons } from '../../src/math/units.js';
import type { Tick } from '../../src/signals/signals.js';
import type { RobotInWorld } from '../world/robotInWorld.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';
import { SmallestGap } from '../world/smallestGap.js';
import type { RunFigures } from './referee.js';

export class Figures {
  readonly #body: RobotInWorld;
  readonly #smallestGap: SmallestGap;
  #maxSpeed: MetersPerSecond = 0;
  #maxForce: Newtons = 0;
  #last: Tick | undefined;

  constructor(world: SimulatedWorld, id: string, body: RobotInWorld) {
    this.#body = body;
    this.#smallestGap = new SmallestGap(world, id);
  }

  /** One physics step. */
  observe(): void {
    const { x, y } = this.#body.velocity;
    this.#maxSpeed = Math.max(this.#maxSpeed, Math.hypot(x, y));
    this.#smallestGap.observe();
  }

  note(tick: Tick): void {
    this.#last = tick;
    this.#maxForce = Math.max(this.#maxForce, length(tick.steered.force));
  }

  get now(): RunFigures {
    return {
      contacts: this.#body.contacts,
      minClearance: this.#smallestGap.value,
      maxSpeed: this.#maxSpeed,
      maxForce: this.#maxForce,
      faults: this.#last?.faults ?? [],
      safety: this.#last?.safety ?? 'driving',
      cause: this.#last?.cause ?? null,
    };
  }
}
