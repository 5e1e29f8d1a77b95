/** Collects what a picture of a run needs of one robot, while it drives. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { BodyShape } from '../../src/scene/bodies.js';
import type { Moment, RobotTrace, TracedStep } from '../../src/scene/plot/trace.js';
import type { Tick } from '../../src/signals/signals.js';
import { SampleRecorder } from './samples.js';

/** The line's points are at least this far apart. */
const LINE_STEP: Meters = 0.002;
const FIRST_INTERVAL: Seconds = 0.1;
/** Beyond this every other moment is dropped and the interval doubles, so that a long run keeps 17 to 32. */
const MAX_MOMENTS = 32;
/** A move between two ticks is a jump if it is longer than this plus the way at MAX_SPEED. */
const MIN_JUMP: Meters = 0.1;
const MAX_SPEED: MetersPerSecond = 3;
/** Ticks meet the interval's multiples only up to rounding. */
const INTERVAL_TOLERANCE: Seconds = 1e-9;

const isFinitePose = (pose: Pose): boolean =>
  Number.isFinite(pose.x) && Number.isFinite(pose.y) && Number.isFinite(pose.heading);

/**
 * Collects a trace while the robot drives; its memory grows with the distance, not with time but for the first minute.
 */
export class TraceRecorder {
  readonly #id: string;
  readonly #shape: BodyShape;
  readonly #line: Vec2[];
  readonly #jumps: number[] = [];
  readonly #steps: TracedStep[] = [];
  readonly #samples = new SampleRecorder();
  #moments: (Moment & { readonly at: Seconds })[] = [];
  #interval = FIRST_INTERVAL;
  #latest: Pose;
  #latestAt: Seconds = 0;

  constructor(id: string, { radius, footprint }: BodyShape, start: Pose) {
    this.#id = id;
    this.#shape = footprint ? { radius, footprint } : { radius };
    this.#line = [{ x: start.x, y: start.y }];
    this.#latest = start;
  }

  /** Call it at every tick, or more often, with the step of its mission that runs; a pose that is not finite is left out. */
  record(at: Seconds, truePose: Pose, tick: Tick, step?: string): void {
    if (!isFinitePose(truePose)) return;
    const reach = MIN_JUMP + MAX_SPEED * (at - this.#latestAt);
    if (distance(this.#latest, truePose) > reach) this.#jumps.push(this.#line.length);
    this.#latest = truePose;
    this.#latestAt = at;
    this.#samples.record(at, truePose, tick);
    const last = this.#line.at(-1);
    if (!last || distance(last, truePose) >= LINE_STEP) this.#line.push({ x: truePose.x, y: truePose.y });
    if (step !== undefined && this.#steps.at(-1)?.step !== step)
      this.#steps.push({ from: this.#line.length - 1, step });
    const before = this.#moments.at(-1);
    if (before && at - before.at < this.#interval - INTERVAL_TOLERANCE) return;
    this.#moments.push({ at, pose: truePose, tick });
    if (this.#moments.length > MAX_MOMENTS) this.#thin();
  }

  /** The trace until now; the line ends where the body is. */
  trace(): RobotTrace {
    const { x, y } = this.#latest;
    const last = this.#line.at(-1);
    const ends = last?.x === x && last.y === y;
    return {
      id: this.#id,
      ...this.#shape,
      line: ends ? [...this.#line] : [...this.#line, { x, y }],
      ...(this.#jumps.length > 0 && { jumps: [...this.#jumps] }),
      ...(this.#steps.length > 0 && { steps: [...this.#steps] }),
      moments: this.#moments.map(({ pose, tick }) => ({ pose, tick })),
      finalPose: this.#latest,
      samples: this.#samples.samples(),
    };
  }

  #thin(): void {
    this.#moments = this.#moments.filter((_, i) => i % 2 === 0);
    this.#interval *= 2;
  }
}
