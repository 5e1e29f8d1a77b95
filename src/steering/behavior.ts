/** The contract of a steering behavior: a pure function from a percept to the force that it asks for. */

import type { Pose, Vec2 } from '../math/geometry.js';
import type { Random } from '../math/random.js';
import type { Meters, Radians, RadiansPerSecond, Seconds, Volts } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type { Mount } from '../robot/mount.js';
import type { Ranger } from '../robot/ranger.js';
import type { Hits } from '../signals/hits.js';
import { isJoining, type Signals, type SignalValue } from '../signals/missionTree.js';
import type {
  BearingReading,
  Contribution,
  Intention,
  LevelReading,
  Mark,
  Neighbor,
  Obstacle,
  Placed,
  RangeReading,
  Reason,
  Target,
  Twist,
} from '../signals/signals.js';
import { misuse } from '../validation/caller.js';
import { described } from '../validation/options.js';
import { fieldOf, isRecord } from '../validation/values.js';
import type { WayCome } from './missions/trail.js';

/** Where a robot is going. */
export interface Destination {
  readonly at: Vec2;
  /** The way that is left to it [m]. */
  readonly remaining: Meters;
}

/** What would be done without a behavior: the answer of those that it may overrule. */
export interface Wish {
  /** m/s, world. */
  readonly velocity: Vec2;
  /** m/s², world: how that velocity itself changes. */
  readonly acceleration?: Vec2;
  /** As `Steering.lookahead`. */
  readonly lookahead?: Meters;
  /** As `Steering.face`. */
  readonly face?: Radians;
  /** Where it leads; missing where the behavior that speaks has no goal, such as wander. */
  readonly goal?: Destination;
}

/** The input of a behavior in one tick. */
export interface Percept {
  /** The robot's own id, as neighbors know it. */
  readonly id: string;
  readonly at: Seconds;
  readonly dt: Seconds;
  /** Predicted pose, after the commands already given have taken effect: steer from here. */
  readonly pose: Pose;
  /** The reference velocity [m/s, world], which steering changes; not the measured one, which has no sideways part. */
  readonly velocity: Vec2;
  /** Forward speed of the last wheel command after the limits [m/s], signed. */
  readonly forwardSpeed: number;
  /** Turn rate of that command; left positive. */
  readonly turnRate: RadiansPerSecond;
  readonly body: BodyLimits;
  /** Movers and pointers by id; an id that was never seen is missing. */
  readonly targets: Readonly<Record<string, Target>>;
  /** The other robots that it knows of; each as it was at its own time. */
  readonly neighbors: readonly Neighbor[];
  /** All solid things on the map or seen now, except other robots. */
  readonly obstacles: readonly Obstacle[];
  /** Those of `obstacles` that are on the map. */
  readonly mapped: readonly Obstacle[];
  /** What its range sensors hit, as far as it remembers. */
  readonly hits: Hits;
  /** How long ago the oldest of `obstacles` was seen [s]. */
  readonly sightAge: Seconds;
  readonly ranges: Readonly<Record<string, RangeReading>>;
  /** Its range sensors: where they sit, and what their beams cover. */
  readonly rangers: Readonly<Record<string, Ranger>>;
  /** Readings of reflectance and light sensors by id; a sensor that has not reported yet is missing. */
  readonly levels: Readonly<Record<string, Placed<LevelReading>>>;
  /** Readings of beacon sensors by id. */
  readonly bearings: Readonly<Record<string, Placed<BearingReading>>>;
  /** Its reflectance, light and beacon sensors: where they sit. */
  readonly mounts: Readonly<Record<string, Mount>>;
  readonly random: Random;
  readonly mission: MissionPercept;
  /**
   * What would be done without this behavior: in `prioritize` the answer of the entries after it, in `blend` and
   * `budget` the sum of those before it. Undefined where no other behavior speaks.
   */
  readonly wish: Wish | undefined;
}

/** What a mission may know of its own course. */
export interface MissionPercept {
  /** For how long it has been asked while the robot could drive: with this its nodes count time [s]. */
  readonly time: Seconds;
  /** The way driven so far [m], by the estimate. */
  readonly way: Meters;
  /** Where the robot started. */
  readonly home: Pose;
  /** What a program, the page and the mission itself have told. */
  readonly signals: Signals;
  /** The battery's voltage, null if it was not measured, and the one below which its file calls it low. */
  readonly volts: Volts | null;
  readonly low: Volts | null;
  /** The way that the robot came, for a mission that goes home by it. */
  readonly trail: WayCome | null;
  /** When somebody last told where the robot stands, as `time` counts; null if nobody has since it started. */
  readonly placed: Seconds | null;
}

export interface Steering<M = unknown> {
  /** N, world; undefined: the behavior asks for nothing. */
  readonly force?: Vec2 | undefined;
  readonly memory: M;
  readonly arrived?: boolean | undefined;
  /** Its work is done, or it has failed; without it, it is done when it has `arrived`. */
  readonly done?: boolean | 'failed' | undefined;
  /** Why it has failed, in a few words. */
  readonly why?: string | undefined;
  /** The node below that has ended, by its path. */
  readonly where?: string | undefined;
  /** What it tells as signals. */
  readonly sets?: Readonly<Record<string, SignalValue>> | undefined;
  /** It drives back along its trail, and has come so far [m]. */
  readonly retraces?: Meters | undefined;
  /** m/s, world. */
  readonly desiredVelocity?: Vec2 | undefined;
  /** m/s², world: how the desired velocity itself changes. */
  readonly acceleration?: Vec2 | undefined;
  /**
   * A heading to turn to on the spot [rad, world]. The desired velocity then only says how fast the body may still roll
   * while it turns: zero, to stand.
   */
  readonly face?: Radians | undefined;
  /** Where the behavior is going: those that overrule it can find another way there. */
  readonly goal?: Destination | undefined;
  /** 0 … 1: scales the reference velocity (a queue's hard stop). */
  readonly velocityScale?: number | undefined;
  /**
   * How strongly the force depends on the velocity: −∂F/∂v = gain·k. Default 1, as in F = k (v_d − v). A blend adds up
   * its weights; a push that does not depend on the velocity has 0.
   */
  readonly gain?: number | undefined;
  /**
   * Locomotion drives an arc to the point this far along the desired velocity, so it reads that velocity as a chord.
   * Default: the point 0.5 s ahead; a desired velocity that is a tangent then leads to too wide a circle.
   */
  readonly lookahead?: Meters | undefined;
  /**
   * The body's mean motion over the coming tick, where a path follower knows it exactly. It leads as long as nobody
   * else adds a force; then the desired velocity does.
   */
  readonly twist?: Twist | undefined;
  /** What keeps the robot from going on, where it asks it to stand or to turn on the spot. */
  readonly stands?: Reason | undefined;
  /** What other robots are to hear of the robot's intention; counts even if another behavior decides. */
  readonly says?: Intention | undefined;
  readonly marks?: readonly Mark[] | undefined;
  /** What each child of a combinator answered. */
  readonly contributions?: readonly Contribution[] | undefined;
}

export interface Behavior<M = unknown> {
  readonly name?: string;
  /** Its parameters as a mission writes them; only Steerbot's own behaviors have them. */
  readonly input?: object;
  /** The children of a combinator. */
  readonly parts?: readonly BehaviorPart[];
  /** Its memory, plain JSON. */
  start(): M;
  /** @param soFar the force accumulated before it [N] */
  steer(percept: Percept, memory: M, soFar: Vec2): Steering<M>;
}

/** A child of a combinator, with its weight in a blend or its chance in a dither. */
export interface BehaviorPart {
  readonly behavior: Behavior;
  readonly weight?: number;
  readonly chance?: number;
}

/**
 * Declares a behavior of your own, so that TypeScript checks it; the type of its memory is that of `start()`.
 *
 * @throws TypeError without its two functions
 *
 * @example
 * ```ts
 * import { defineBehavior, desire, scenario, simulate } from 'steerbot';
 * const north = defineBehavior({
 *   name: 'north',
 *   start: () => null,
 *   steer: (percept, memory) => desire(percept, { x: 0, y: percept.body.maxSpeed }, memory),
 * });
 * const robots = [{ robot: 'scout', mission: north }];
 * const { robots: [a] } = await simulate(scenario({ duration: '5 s', robots }));
 * console.log((a?.finalPose.y ?? 0) > 1); // true
 * ```
 */
export function defineBehavior<M>(behavior: Behavior<M>): Behavior<M> {
  for (const method of ['start', 'steer'] as const)
    if (typeof Reflect.get(Object(behavior), method) !== 'function')
      throw misuse(
        `defineBehavior: ${method} is ${described(fieldOf(behavior, method))}; a function is wanted: { start: () => null, steer: (percept, memory) => ({ memory }) }`,
      );
  return behavior;
}

/** Whether it is a behavior, whatever a program without types has given. */
export const isBehavior = (value: unknown): value is Behavior =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'steer') === 'function' &&
  typeof Reflect.get(value, 'start') === 'function';

/** @param first number of the first argument @throws TypeError naming the first that is no behavior, and what to do */
export function requireBehaviors(taker: string, values: readonly unknown[], first = 1): void {
  for (const [i, value] of values.entries()) {
    if (isBehavior(value)) continue;
    throw misuse(`${taker}: argument ${i + first} is ${noBehavior(value, described(value), taker)}`);
  }
}

/** What is wanted in place of a value, and what to do. @param found how it is called */
export const noBehavior = (value: unknown, found: string, taker = ''): string =>
  `${found}; a behavior is wanted, such as arrive({ target: [1, 0] })${cureFor(value, taker)}`;

function cureFor(value: unknown, taker: string): string {
  if (typeof value === 'function') return '; call it';
  if (typeof Object(value).then === 'function') return '; await it';
  if (Array.isArray(value))
    return `; give what is in it, one by one: ${isJoining(taker) ? taker : 'sequence'}(...list)`;
  if (typeof Object(value).pipe === 'function') return '; each that the stream gives is one';
  return isRecord(value) || typeof value === 'string'
    ? '; a mission as in a file becomes one by buildMission(…)'
    : '';
}
