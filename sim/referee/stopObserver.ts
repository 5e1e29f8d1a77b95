/** Whether robots stop as required: how soon after a fault, after which distance, and for which reason. */
import { distance, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { Fault, FaultKind } from '../../src/signals/signals.js';
import type { StoppedSpec } from '../scenario/scenario.js';
import type { ObservedRun, Observer, StopObservation } from './observers.js';
import { atMostRow, type CriterionResult, microseconds } from './result.js';

/** A wheel below this speed counts as standing. */
const STANDING_SPEED: MetersPerSecond = 0.005;

/** The stop of one robot. */
class StopTracker {
  readonly #why: FaultKind | undefined;
  /** The time from which the stop is counted. */
  #onset: Seconds | null = null;
  /** Time since which the motors have been off; null while they are on. */
  #offSince: Seconds | null = null;
  #standing = false;
  #noticedAt: Seconds | null = null;
  #travelled: Meters = 0;
  #last: Vec2 | undefined;

  constructor(why: FaultKind | undefined) {
    this.#why = why;
  }

  observe(
    at: Seconds,
    position: Vec2,
    { motorsOff, wheelSpeeds, firstStrike, faults }: StopObservation,
  ): void {
    if (this.#onset === null) {
      const noticed = firstStrike === null && faults.length > 0;
      if ((firstStrike !== null && firstStrike <= at) || noticed) this.#onset = firstStrike ?? at;
    } else if (this.#last) this.#travelled += distance(this.#last, position);
    this.#last = position;
    this.#offSince = motorsOff ? (this.#offSince ?? at) : null;
    const { left, right } = wheelSpeeds;
    this.#standing = Math.max(Math.abs(left), Math.abs(right)) < STANDING_SPEED;
    if (this.#noticedAt === null && faults.some((fault) => isOfKind(fault, this.#why))) this.#noticedAt = at;
  }

  /** Time from the fault until the motors are off. */
  get within(): Seconds | null {
    if (this.#onset === null || this.#offSince === null) return null;
    return microseconds(Math.max(0, this.#offSince - this.#onset));
  }

  /** Distance from the fault to where it stands. */
  get travelled(): Meters | null {
    return this.within !== null && this.#standing ? this.#travelled : null;
  }

  /** Time from the fault until the robot notices its kind. */
  get noticed(): Seconds | null {
    if (this.#onset === null || this.#noticedAt === null) return null;
    return microseconds(Math.max(0, this.#noticedAt - this.#onset));
  }
}

const isOfKind = ({ kind, causes = [] }: Fault, why: FaultKind | undefined): boolean =>
  why !== undefined && (kind === why || causes.includes(why));

export class StoppedObserver implements Observer {
  readonly #spec: StoppedSpec;
  readonly #run: ObservedRun;
  readonly #stops: ReadonlyMap<string, StopTracker>;

  constructor(spec: StoppedSpec, run: ObservedRun) {
    this.#spec = spec;
    this.#run = run;
    const robots = spec.robot === undefined ? run.robots : [spec.robot];
    this.#stops = new Map(robots.map((id) => [id, new StopTracker(spec.why)]));
  }

  observe(at: Seconds): void {
    for (const [id, stop] of this.#stops) stop.observe(at, this.#run.poseOf(id), this.#run.stopOf(id));
  }

  rows(): CriterionResult[] {
    const { within = null, travelled, why, robot } = this.#spec;
    const of = robot === undefined ? {} : { of: robot };
    const rows = [
      atMostRow(
        'stopped.within',
        within,
        this.#worst((stop) => stop.within),
      ),
    ];
    if (travelled !== undefined)
      rows.push(
        atMostRow(
          'stopped.travelled',
          travelled,
          this.#worst((stop) => stop.travelled),
        ),
      );
    if (why !== undefined)
      rows.push({
        ...atMostRow(
          'stopped.why',
          null,
          this.#worst((stop) => stop.noticed),
        ),
        why,
      });
    return rows.map((row) => ({ ...row, ...of }));
  }

  /** The largest value of all robots; null if a robot has none. */
  #worst(figure: (stop: StopTracker) => number | null): number | null {
    let worst: number | null = null;
    for (const stop of this.#stops.values()) {
      const value = figure(stop);
      if (value === null) return null;
      worst = Math.max(worst ?? value, value);
    }
    return worst;
  }
}
