/** Observers: each watches a run for one criterion that the robots' results do not contain. */
import { cross, distance, nearestOnSegment, type Pose, sub, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { Fault, Obstacle, WheelSpeeds } from '../../src/signals/signals.js';
import type { TargetSpec } from '../../src/steering/mission.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { DistanceSpec, HiddenSpec } from '../scenario/scenario.js';
import type { BodyTouch } from '../world/robotInWorld.js';
import { atLeastRow, atMostRow, type CriterionResult, microseconds } from './result.js';

/** What a stop's observer needs of a robot at an instant. */
export interface StopObservation {
  /** Whether the motors get neither duty nor power. */
  readonly motorsOff: boolean;
  readonly wheelSpeeds: WheelSpeeds;
  /** Onset of the first injected fault; null without one. */
  readonly firstStrike: Seconds | null;
  readonly faults: readonly Fault[];
}

/** What observers see of a run. */
export interface ObservedRun {
  readonly robots: readonly string[];
  poseOf(robot: string): Pose;
  radiusOf(robot: string): Meters;
  positionOf(target: TargetSpec, at: Seconds): Vec2 | undefined;
  /** All solid things except robots, at their present places. */
  obstacles(): readonly Obstacle[];
  /** The contacts of a robot that have begun. */
  touchesOf(robot: string): readonly BodyTouch[];
  /** When it arrived and was put back. */
  crossingsOf(robot: string): readonly Seconds[];
  /** Its own length over its highest speed: the time in which it passes a line. */
  passingTimeOf(robot: string): Seconds;
  /** What stops are judged by. */
  stopOf(robot: string): StopObservation;
}

export interface Observer {
  /** Called at the start, and at the end of each physics step. */
  observe(at: Seconds): void;
  /** One row for each limit. */
  rows(): CriterionResult[];
  /** Whether it has not seen enough to judge: a run goes on for it. */
  isOpen?(at: Seconds): boolean;
}

/** What is to last from a time on is looked at for so long. */
const LASTING: Seconds = 1;
const isBefore = (at: Seconds, after: Seconds | undefined): boolean =>
  after !== undefined && at < after + LASTING - TIME_EPSILON;

/** The mean over time of a value that is sampled at instants. */
class TimeMean {
  readonly #after: Seconds;
  #before: Seconds | undefined;
  #time: Seconds = 0;
  #sum = 0;

  /** @param after values before this instant do not count */
  constructor(after: Seconds) {
    this.#after = after;
  }

  /** A value counts for the time since the instant before. */
  add(at: Seconds, value: number): void {
    const span = at - Math.max(this.#before ?? at, this.#after);
    this.#before = at;
    if (!(span > 0)) return;
    this.#time += span;
    this.#sum += span * value;
  }

  /** null before any time has passed. */
  get mean(): number | null {
    return this.#time > 0 ? this.#sum / this.#time : null;
  }
}

/** A target in words. */
function targetLabel(target: TargetSpec): string {
  if ('mover' in target) return target.mover;
  if ('robot' in target) return target.robot;
  const [x, y] = 'pointer' in target ? target.pointer : target;
  return `[${x}, ${y}]`;
}

/** Whether robots face one way: P = |Σ (cos θ, sin θ)| / n, 1 if all do, about 1/√n for random headings. */
export class PolarizationObserver implements Observer {
  readonly #atLeast: number;
  readonly #after: Seconds;
  readonly #run: ObservedRun;
  readonly #mean: TimeMean;

  constructor(atLeast: number, after: Seconds, run: ObservedRun) {
    this.#atLeast = atLeast;
    this.#after = after;
    this.#run = run;
    this.#mean = new TimeMean(after);
  }

  observe(at: Seconds): void {
    this.#mean.add(at, at > this.#after ? this.#now() : 0);
  }

  rows(): CriterionResult[] {
    return [atLeastRow('polarization', this.#atLeast, this.#mean.mean)];
  }

  isOpen(at: Seconds): boolean {
    return isBefore(at, this.#after);
  }

  #now(): number {
    const { robots } = this.#run;
    let [x, y] = [0, 0];
    for (const robot of robots) {
      const { heading } = this.#run.poseOf(robot);
      x += Math.cos(heading);
      y += Math.sin(heading);
    }
    return Math.hypot(x, y) / robots.length;
  }
}

/** The contacts that a robot makes by driving faster than a limit towards the thing. */
export class ContactObserver implements Observer {
  readonly #atMost: number;
  readonly #above: MetersPerSecond;
  readonly #run: ObservedRun;

  constructor(atMost: number, above: MetersPerSecond, run: ObservedRun) {
    this.#atMost = atMost;
    this.#above = above;
    this.#run = run;
  }

  observe(): void {}

  rows(): CriterionResult[] {
    const fast = (robot: string) =>
      this.#run.touchesOf(robot).filter(({ speed }) => speed > this.#above).length;
    const most = Math.max(0, ...this.#run.robots.map(fast));
    return [{ ...atMostRow('contacts', this.#atMost, most), of: `above ${this.#above} m/s` }];
  }
}

/** How far robots' middles have been outside a rectangle. */
export class InsideObserver implements Observer {
  readonly #run: ObservedRun;
  readonly #low: Vec2;
  readonly #high: Vec2;
  #farthest: Meters = 0;

  constructor([a, b]: readonly [Vec2, Vec2], run: ObservedRun) {
    this.#run = run;
    this.#low = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
    this.#high = { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) };
  }

  observe(): void {
    for (const robot of this.#run.robots) {
      const { x, y } = this.#run.poseOf(robot);
      const dx = Math.max(0, this.#low.x - x, x - this.#high.x);
      const dy = Math.max(0, this.#low.y - y, y - this.#high.y);
      if (dx > 0 || dy > 0) this.#farthest = Math.max(this.#farthest, Math.hypot(dx, dy));
    }
  }

  rows(): CriterionResult[] {
    return [atMostRow('inside', 0, this.#farthest)];
  }
}

/** How far a robot's middle stays from a target, and when it first comes near. */
export class DistanceObserver implements Observer {
  readonly #spec: DistanceSpec;
  readonly #run: ObservedRun;
  #smallest: Meters | null = null;
  #largest: Meters | null = null;
  #reachedAt: Seconds | null = null;

  constructor(spec: DistanceSpec, run: ObservedRun) {
    this.#spec = spec;
    this.#run = run;
  }

  observe(at: Seconds): void {
    const { from, to, after = 0, reaches } = this.#spec;
    const place = this.#run.positionOf(to, at);
    if (!place) return;
    const away = distance(this.#run.poseOf(from), place);
    if (reaches !== undefined && away <= reaches) this.#reachedAt ??= at;
    if (at < after - TIME_EPSILON) return;
    this.#smallest = Math.min(away, this.#smallest ?? away);
    this.#largest = Math.max(away, this.#largest ?? away);
  }

  isOpen(at: Seconds): boolean {
    const { after, reaches, before = Number.POSITIVE_INFINITY } = this.#spec;
    const isAwaited = reaches !== undefined && this.#reachedAt === null && at < before;
    return isAwaited || isBefore(at, after);
  }

  rows(): CriterionResult[] {
    const { from, to, atLeast, atMost, reaches, before = null } = this.#spec;
    const of = `${from} to ${targetLabel(to)}`;
    const first = this.#reachedAt === null ? null : microseconds(this.#reachedAt);
    return [
      ...(atLeast === undefined ? [] : [{ ...atLeastRow('distance.atLeast', atLeast, this.#smallest), of }]),
      ...(atMost === undefined ? [] : [{ ...atMostRow('distance.atMost', atMost, this.#largest), of }]),
      ...(reaches === undefined ? [] : [{ ...atMostRow('distance.reaches', before, first), of }]),
    ];
  }
}

/**
 * The share of the time in which a robot has no line of sight to another robot or mover.
 *
 * The line connects the two middles. Walls, circles, posts and boxes (at their pushed places) cover; robots and movers
 * do not, since the seer is one of them.
 */
export class HiddenObserver implements Observer {
  readonly #spec: HiddenSpec;
  readonly #run: ObservedRun;
  readonly #share: TimeMean;

  constructor(spec: HiddenSpec, run: ObservedRun) {
    this.#spec = spec;
    this.#run = run;
    this.#share = new TimeMean(spec.after ?? 0);
  }

  observe(at: Seconds): void {
    const looking = this.#run.positionOf(this.#spec.from, at);
    if (!looking) return;
    const covers = this.#run.obstacles().filter(({ velocity }) => velocity === undefined);
    this.#share.add(at, isCovered(looking, this.#run.poseOf(this.#spec.robot), covers) ? 1 : 0);
  }

  isOpen(at: Seconds): boolean {
    return isBefore(at, this.#spec.after);
  }

  rows(): CriterionResult[] {
    const { robot, from, share } = this.#spec;
    return [{ ...atLeastRow('hidden', share, this.#share.mean), of: `${robot} from ${targetLabel(from)}` }];
  }
}

/** Whether anything solid lies on the straight line from one point to another, or touches it. */
export const isCovered = (from: Vec2, to: Vec2, obstacles: readonly Obstacle[]): boolean =>
  obstacles.some((obstacle) => gapBetween(from, to, obstacle.from, obstacle.to) <= obstacle.radius);

/** Distance between two segments: 0 if they cross, else from an end of one to the other. */
function gapBetween(a: Vec2, b: Vec2, c: Vec2, d: Vec2): Meters {
  if (crosses(a, b, c, d)) return 0;
  return Math.min(gapTo(a, c, d), gapTo(b, c, d), gapTo(c, a, b), gapTo(d, a, b));
}

/** The ends of each lie on different sides of the other. */
function crosses(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
  const ab = sub(b, a);
  const cd = sub(d, c);
  const apart = (along: Vec2, one: Vec2, other: Vec2) => cross(along, one) * cross(along, other) < 0;
  return apart(ab, sub(c, a), sub(d, a)) && apart(cd, sub(a, c), sub(b, c));
}

function gapTo(p: Vec2, a: Vec2, b: Vec2): Meters {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}
