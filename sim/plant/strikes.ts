/** When each fault of a scenario affects one robot: drawn before it drives, the same for the same seed. */
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import type { Side } from '../../src/signals/signals.js';
import { TIME_EPSILON } from '../engine/instants.js';
import { type FaultSpec, hasStruckPart, type InjectedKind } from '../scenario/faultSpec.js';
import type { Scenario } from '../scenario/scenario.js';

/** One fault, from its onset to its end. */
export interface Strike extends FaultSpec {
  readonly from: Seconds;
  /** Its end; Infinity if it lasts. */
  readonly to: Seconds;
}

/** An injected fault and its time, for a robot's result. */
export interface Injected {
  readonly at: Seconds;
  readonly kind: InjectedKind;
  /** In words. */
  readonly what: string;
}

/** Default duration of a repeated fault. */
const ONE_OF_MANY: Seconds = 2;

export class Strikes {
  /** All faults in the order of their onsets. */
  readonly all: readonly Strike[];
  readonly #byKind = new Map<InjectedKind, Strike[]>();
  readonly #edges: readonly Seconds[];
  /** Index of the next edge. */
  #next = 0;

  constructor(strikes: readonly Strike[]) {
    this.all = strikes.toSorted((a, b) => a.from - b.from);
    this.#edges = this.all.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
    for (const strike of this.all) {
      this.#byKind.set(strike.fault, [...(this.#byKind.get(strike.fault) ?? []), strike]);
    }
  }

  /** Faults of a kind in the order of their onsets, past ones included. */
  of(kind: InjectedKind): readonly Strike[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** Faults of a kind that are active at a time. */
  during(kind: InjectedKind, at: Seconds): readonly Strike[] {
    const known = this.#byKind.get(kind);
    return known ? known.filter(({ from, to }) => from <= at + TIME_EPSILON && at + TIME_EPSILON < to) : [];
  }

  /** An active fault of a kind on a side. */
  on(side: Side, kind: InjectedKind, at: Seconds): Strike | undefined {
    return this.during(kind, at).find((strike) => strike.side === undefined || strike.side === side);
  }

  isOn(kind: InjectedKind, at: Seconds): boolean {
    return this.during(kind, at).length > 0;
  }

  /** When the next fault begins or ends, after a time that never goes back; Infinity without one. */
  edgeAfter(at: Seconds): Seconds {
    while (this.#next < this.#edges.length && (this.#edges[this.#next] as Seconds) <= at) this.#next += 1;
    return this.#edges[this.#next] ?? Number.POSITIVE_INFINITY;
  }

  /** The robot's clock at a time of the run; a fault may have put it ahead. */
  robotTime(at: Seconds): Seconds {
    return this.of('clockJump').reduce(
      (time, { from, by = 0 }) => (from <= at + TIME_EPSILON ? time + by : time),
      at,
    );
  }

  /** Faults that have begun by a time. */
  begunBy(at: Seconds): Injected[] {
    return this.all
      .filter(({ from }) => from <= at + TIME_EPSILON)
      .map((strike) => ({ at: strike.from, kind: strike.fault, what: wordsFor(strike) }));
  }
}

/** `encoderStuck (left)` */
function wordsFor({ fault, side, sensor, target }: Strike): string {
  const which = side ?? sensor ?? target;
  return which === undefined ? fault : `${fault} (${which})`;
}

/** The faults of one robot; undefined without any. */
export function strikesOn(robot: string, scenario: Scenario): Strikes | undefined {
  const place = scenario.robots.findIndex(({ id }) => id === robot);
  const definition = scenario.robots[place]?.robot;
  const strikes = (scenario.faults ?? []).flatMap((spec, i) => {
    const isMeant = definition && (spec.robot ?? robot) === robot && hasStruckPart(spec, definition);
    return isMeant ? strikesOf(spec, scenario, [place, i]) : [];
  });
  return strikes.length > 0 ? new Strikes(strikes) : undefined;
}

/** One fault, or repeated faults until the duration is over, with exponential times between onsets. */
function strikesOf(
  spec: FaultSpec,
  { seed, duration }: Scenario,
  [robot, entry]: readonly [number, number],
): Strike[] {
  const { at, every, for: lasting = every === undefined ? Number.POSITIVE_INFINITY : ONE_OF_MANY } = spec;
  if (every === undefined) return at === undefined ? [] : [{ ...spec, from: at, to: at + lasting }];
  const chance = resumeRandom(seedRandom(Math.imul(seed + 1, 0x2c1b3c6d) ^ (robot * 8191 + entry)));
  const strikes: Strike[] = [];
  for (let from = 0; ; ) {
    from -= every * Math.log(1 - chance.uniform());
    if (from >= duration) return strikes;
    strikes.push({ ...spec, from, to: from + lasting });
  }
}
