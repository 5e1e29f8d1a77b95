/** When each of a scenario's faults strikes one robot: known before it drives, the same for the same seed. */
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { TIME_EPSILON } from '../engine/instants.js';
import { type FaultSpec, hasStruckPart, type InjectedKind, type Side } from '../scenario/faultSpec.js';
import type { Scenario } from '../scenario/scenario.js';

/** One fault, from its onset to its end. */
export interface Strike extends FaultSpec {
  readonly from: Seconds;
  /** Infinity: it lasts. */
  readonly to: Seconds;
}

/** What struck a robot, and when, for its result. */
export interface Injected {
  readonly at: Seconds;
  readonly kind: InjectedKind;
  /** In words, for people. */
  readonly what: string;
}

/** How long one of a row lasts unless its entry says so. */
const ONE_OF_MANY: Seconds = 2;

export class Strikes {
  /** In the order of their onsets. */
  readonly all: readonly Strike[];
  readonly #byKind = new Map<InjectedKind, Strike[]>();
  readonly #edges: readonly Seconds[];
  /** The first edge that may still come; time goes on. */
  #next = 0;

  constructor(strikes: readonly Strike[]) {
    this.all = strikes.toSorted((a, b) => a.from - b.from);
    this.#edges = this.all.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
    for (const strike of this.all) {
      this.#byKind.set(strike.fault, [...(this.#byKind.get(strike.fault) ?? []), strike]);
    }
  }

  /** In the order of their onsets, over or not. */
  of(kind: InjectedKind): readonly Strike[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** Those of a kind that last at a time. */
  during(kind: InjectedKind, at: Seconds): readonly Strike[] {
    const known = this.#byKind.get(kind);
    return known ? known.filter(({ from, to }) => from <= at + TIME_EPSILON && at + TIME_EPSILON < to) : [];
  }

  /** One that strikes this side. */
  on(side: Side, kind: InjectedKind, at: Seconds): Strike | undefined {
    return this.during(kind, at).find((strike) => strike.side === undefined || strike.side === side);
  }

  isOn(kind: InjectedKind, at: Seconds): boolean {
    return this.during(kind, at).length > 0;
  }

  /** When something begins or ends next, after a time that never goes back; Infinity where nothing does. */
  edgeAfter(at: Seconds): Seconds {
    while (this.#next < this.#edges.length && (this.#edges[this.#next] as Seconds) <= at) this.#next += 1;
    return this.#edges[this.#next] ?? Number.POSITIVE_INFINITY;
  }

  /** What the robot's clock says at a time of the run: a fault may have put it ahead. */
  robotTime(at: Seconds): Seconds {
    return this.of('clockJump').reduce(
      (time, { from, by = 0 }) => (from <= at + TIME_EPSILON ? time + by : time),
      at,
    );
  }

  /** Those that have begun. */
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

/** Of one robot; undefined where nothing strikes it. */
export function strikesOn(robot: string, scenario: Scenario): Strikes | undefined {
  const place = scenario.robots.findIndex(({ id }) => id === robot);
  const definition = scenario.robots[place]?.robot;
  const strikes = (scenario.faults ?? []).flatMap((spec, i) => {
    const isMeant = definition && (spec.robot ?? robot) === robot && hasStruckPart(spec, definition);
    return isMeant ? strikesOf(spec, scenario, [place, i]) : [];
  });
  return strikes.length > 0 ? new Strikes(strikes) : undefined;
}

/** Once, or again and again until the duration is over: the times between onsets are exponential. */
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
