/** Whether a goal is reached, judged by the true body, and how far the body overshot it. */
import { distance, dot, type Pose, sub, unit, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import { deg, type Meters, type Radians, type Seconds } from '../../src/math/units.js';
import type { Goal, SensedGoal, TargetSpec } from '../../src/steering/mission.js';
import { PathJudge } from './crossTrack.js';
import type { CrossTrack } from './result.js';

/** A body that stands this long has stopped. */
export const STANDING_TIME: Seconds = 0.1;
/** Of a path so much may be left, or so many metres: no wheel stands exactly at the end. */
const LEFT_SHARE = 0.05;
const LEFT_WAY: Meters = 0.005;

/** A place that a robot finds by its sensors: the nearest of its kind, for one who is or began there. */
export interface SensedPlace {
  readonly sensed: SensedGoal['kind'];
  readonly from: Vec2;
}

/** Where a target is now; undefined while its place is unknown. */
export type TargetPosition = (target: TargetSpec | SensedPlace) => Vec2 | undefined;

/** What the referee sees of a body in one physics step. */
interface BodyObservation {
  readonly at: Seconds;
  readonly position: Pose;
  /** Both true wheels are below the standing speed. */
  readonly standing: boolean;
  readonly targetPosition: TargetPosition;
}

export interface GoalTracker {
  observe(sight: BodyObservation): void;
  /** The first instant at which it was reached; null if not yet. */
  readonly reachedAt: Seconds | null;
  /** Whether it is reached at this instant; a target that is driven through, once it was reached. */
  readonly isThere: boolean;
  /** Distance to the target, or to the end of the path. */
  readonly distance: Meters;
  /** null for a target that may move. */
  readonly overshoot: Meters | null;
  readonly crossTrack: CrossTrack | null;
  /** The farthest that it has been off its path; null without one. */
  readonly offPath: Meters | null;
  /** Forgets the driven line. */
  dropLine(): void;
}

/** @param keepsLine whether it keeps the line driven along a path, which cross-track needs */
export function trackGoal(goal: Goal, keepsLine = true): GoalTracker {
  if (goal.kind === 'followPath') return new PathTracker(goal, keepsLine);
  if ('target' in goal || goal.kind === 'home') return new PointTracker(goal);
  return new SensedTracker(goal);
}

/** A condition that must hold for a time; its first instant counts. */
class Lasting {
  since: Seconds | null = null;

  /** Whether the condition has held for `lasted`. */
  has(lasted: Seconds, at: Seconds, now: boolean): boolean {
    this.since = now ? (this.since ?? at) : null;
    // The tolerance allows for the rounding of step times.
    return this.since !== null && at - this.since >= lasted - 1e-9;
  }
}

/** A body stands in a heading if it is this near to it. */
const HEADING_TOLERANCE = deg(2);

const stands = ({ standing, position }: BodyObservation, heading: Radians | undefined): boolean =>
  standing && (heading === undefined || Math.abs(wrapAngle(position.heading - heading)) <= HEADING_TOLERANCE);

class PointTracker implements GoalTracker {
  readonly crossTrack = null;
  readonly offPath = null;
  isThere = false;
  reachedAt: Seconds | null = null;
  distance = Number.POSITIVE_INFINITY;
  overshoot: Meters | null;
  readonly #there = new Lasting();
  /** Undefined for home, which is where it is first seen. */
  #target: TargetSpec | undefined;
  readonly #within: Meters;
  readonly #mustStand: boolean;
  readonly #heading: Radians | undefined;
  #direction: Vec2 | undefined;

  constructor(goal: Extract<Goal, { kind: 'seek' | 'arrive' | 'home' }>) {
    const { within } = goal;
    this.#target = goal.kind === 'home' ? undefined : goal.target;
    this.#within = within;
    this.#mustStand = goal.kind !== 'seek';
    this.#heading = goal.kind === 'seek' ? undefined : goal.heading;
    this.overshoot = Array.isArray(this.#target) ? 0 : null;
  }

  observe(sight: BodyObservation): void {
    const { at, position, targetPosition } = sight;
    this.#target ??= [position.x, position.y];
    const target = targetPosition(this.#target);
    if (!target) return;
    this.distance = distance(position, target);
    if (this.overshoot !== null) {
      this.#direction ??= unit(sub(target, position));
      this.overshoot = Math.max(this.overshoot, dot(sub(position, target), this.#direction));
    }
    const there = this.distance <= this.#within && (stands(sight, this.#heading) || !this.#mustStand);
    const lasted = this.#there.has(this.#mustStand ? STANDING_TIME : 0, at, there);
    if (lasted) this.reachedAt ??= this.#there.since;
    this.isThere = this.#mustStand ? lasted : this.reachedAt !== null;
  }

  dropLine(): void {}
}

/** Reached when the body stands near the end of the line, the lamp or the beacon. */
class SensedTracker implements GoalTracker {
  readonly crossTrack = null;
  readonly offPath = null;
  isThere = false;
  readonly overshoot = null;
  reachedAt: Seconds | null = null;
  distance = Number.POSITIVE_INFINITY;
  readonly #there = new Lasting();
  readonly #goal: SensedGoal;
  #start: Vec2 | undefined;

  constructor(goal: SensedGoal) {
    this.#goal = goal;
  }

  observe({ at, position, standing, targetPosition }: BodyObservation): void {
    const { kind, within } = this.#goal;
    this.#start ??= position;
    const from = kind === 'followLine' ? this.#start : position;
    const place = targetPosition({ sensed: kind, from });
    if (!place) return;
    this.distance = distance(position, place);
    this.isThere = this.#there.has(STANDING_TIME, at, this.distance <= within && standing);
    if (this.isThere) this.reachedAt ??= this.#there.since;
  }

  dropLine(): void {}
}

class PathTracker implements GoalTracker {
  isThere = false;
  reachedAt: Seconds | null = null;
  distance = Number.POSITIVE_INFINITY;
  overshoot = 0;
  readonly #there = new Lasting();
  readonly #course: PathJudge;
  readonly #within: Meters;
  readonly #end: Vec2;
  readonly #direction: Vec2;

  readonly #heading: Radians | undefined;

  constructor({ points, within, heading }: Extract<Goal, { kind: 'followPath' }>, keepsLine: boolean) {
    this.#course = new PathJudge(points, keepsLine);
    this.#within = within;
    this.#heading = heading;
    const { path } = this.#course;
    this.#end = path.at(path.length);
    this.#direction = path.directionAt(path.length);
  }

  observe(sight: BodyObservation): void {
    const { at, position } = sight;
    this.distance = distance(position, this.#end);
    if (this.reachedAt === null) this.#course.observe(position);
    const { progress, path } = this.#course;
    const done = path.length - progress < Math.max(LEFT_SHARE * path.length, LEFT_WAY);
    if (!done) return;
    this.overshoot = Math.max(this.overshoot, dot(sub(position, this.#end), this.#direction));
    const there = this.distance <= this.#within && stands(sight, this.#heading);
    this.isThere = this.#there.has(STANDING_TIME, at, there);
    if (this.isThere) this.reachedAt ??= this.#there.since;
  }

  get crossTrack(): CrossTrack | null {
    return this.#course.crossTrack;
  }

  get offPath(): Meters {
    return this.#course.farthest;
  }

  dropLine(): void {
    this.#course.dropLine();
  }
}
