/** guard: stops or slows the robot in a tick, whatever the mission or the operator's stick wants. */
import { turnedAt } from '../estimation/estimate.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { turnOnSpot } from '../locomotion/unicycle.js';
import { angleOf, length, type Pose, type Vec2, wrapAngle } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import { isTooNear } from '../perception/fan.js';
import type { Watched } from '../perception/movers.js';
import type { Seen } from '../perception/seen.js';
import type { Ranger } from '../robot/ranger.js';
import {
  brakingWay,
  IN_THE_WAY,
  limitToSight,
  MARGIN,
  MAX_STOPPING_DISTANCE,
  type SeenPoint,
  type Strip,
} from '../safety/collisionMonitor.js';
import { lossHold, lossOf } from '../safety/lostCommands.js';
import { extendTrip, limitMet, stopFrom, type Trip } from '../safety/missionLimits.js';
import { watchMotion } from '../safety/motionMonitor.js';
import { type MotionState, startMotion } from '../safety/motionWindow.js';
import { nearestOn, outlineOf } from '../safety/outline.js';
import { type LateTicks, lateHold, longestGap, noteTick, scaledDown } from '../safety/punctuality.js';
import { blindness, type SightHold, sightHold, unknownAt } from '../safety/rangeHealth.js';
import {
  cameToRest,
  type Found,
  faulted,
  hasPower,
  limited,
  noted,
  type SupervisorState,
} from '../safety/supervisor.js';
import { supplyTrouble } from '../safety/supplies.js';
import type { Sure } from '../signals/hits.js';
import {
  AT_REST,
  type FaultKind,
  type Obstacle,
  type Steered,
  type Twist,
  type WheelSpeeds,
  ZERO_TWIST,
} from '../signals/signals.js';
import type { Asked } from './behave.js';
import { latenessBehind, withNotes } from './notes.js';
import type { Now } from './perceive.js';
import type { RobotModel } from './robotModel.js';
import type { Around, LoopState } from './state.js';
import { mapAt } from './surroundings.js';

export interface Guarded {
  readonly supervisor: SupervisorState;
  readonly motion: MotionState;
  readonly trip: Trip;
  readonly lateTicks: LateTicks;
  readonly isWeak: boolean;
  /** The wanted twist after all limits. */
  readonly wanted: Twist;
  /** Why the twist was limited; null if it was not. */
  readonly hold: string | null;
}

/** The results of the previous stages. */
export interface StageResults {
  readonly asked: Asked;
  readonly steered: Steered;
  readonly twist: Twist;
}

/** Checks the robot, and limits the wanted twist. */
export function guard(model: RobotModel, state: LoopState, now: Now, wish: StageResults): Guarded {
  const judged = judge(model, state, now, wish.asked.fault);
  const blind = unknownAt(state.around.health, model.rangers, now.at);
  const sight = sightHold(blind, wish.twist.linear, now.at);
  const { supervisor, weak } = withSight(judged, sight, now);
  const doubt = judged.motion.departure.doubted?.what ?? null;
  const slowed = slow(model, wish.twist, supervisor, { sight, weak, doubt });
  const towards = wish.steered.desiredVelocity;
  const lateTicks = noteTick(state.guards.lateTicks, now.at, now.at - (state.at ?? now.at), model.blindTime);
  const lossy = lossHold(lossOf(state.guards.supply.counts, now.at), model);
  const gap = Math.max(longestGap(lateTicks), lossy?.gap ?? 0);
  const wished = { wanted: slowed.wanted, towards, gap };
  const seen = model.watchesCollisions ? withinSeen(model, state, now, wished) : slowed.wanted;
  const clear = intoUnseen(model, seen);
  const busy = lateHold(lateTicks, { period: model.period, blind: model.blindTime });
  const late = (lossy?.share ?? 1) < (busy?.share ?? 1) ? lossy : busy;
  const unseen = clear === seen ? null : UNSEEN;
  const hold = slowed.hold ?? late?.what ?? (seen === slowed.wanted ? unseen : IN_THE_WAY);
  const wanted = late ? scaledDown(clear, late.share, model.body) : clear;
  const { motion, trip, isWeak } = judged;
  return { supervisor, motion, trip, lateTicks, isWeak, wanted, hold };
}

interface Judged {
  readonly supervisor: SupervisorState;
  readonly motion: MotionState;
  readonly trip: Trip;
  /** Its wheels were seen to follow their commands more slowly than its file says. */
  readonly isWeak: boolean;
  /** A supply is weak: half the speed. */
  readonly weak: string | null;
}

/** Checks the mission's behaviors, the wheels, the battery, the link, and the mission's limits. */
function judge(model: RobotModel, state: LoopState, now: Now, fault: string | undefined): Judged {
  const { at, estimate } = now;
  let { supervisor } = state.guards;
  if (fault) supervisor = faulted(supervisor, at, { kind: 'behavior', what: fault });
  const { motion, finding, isSlow } = watchWheels(model, state, now);
  if (finding && (model.watchesCollisions || !PUSHING.includes(finding.kind)))
    supervisor = faulted(supervisor, at, finding);
  const isWeak = isSlow || state.guards.isWeak;
  if (isSlow) supervisor = noted(supervisor, at, WEAK);
  const supply = hasPower(supervisor) ? supplyTrouble(state.guards.supply, at) : undefined;
  if (supply) supervisor = (supply.stops ? faulted : noted)(supervisor, at, supply.found);
  supervisor = withNotes(supervisor, model, state, at);
  const trip = hasPower(supervisor)
    ? extendTrip(state.guards.trip, now.dt, estimate.pose)
    : state.guards.trip;
  const { track, maxAcceleration } = model.body;
  const stop = () => stopFrom(estimate, toTwist(state.granted, track).linear, maxAcceleration);
  const met = limitMet(model.limits, trip, stop);
  if (met) supervisor = limited(supervisor, at, met);
  if (isAtRest(now.moving) && isAtRest(state.granted)) supervisor = cameToRest(supervisor);
  return { supervisor, motion, trip, isWeak, weak: supply?.found.what ?? null };
}

/** A robot that may push things turns otherwise than its wheels. */
const PUSHING: readonly FaultKind[] = ['wheelSlip', 'gyroOff'];

const WEAK: Found = {
  kind: 'bodyWeak',
  what: 'its wheels gain speed more slowly than its file says: it accelerates less from now on; calibrate',
};

/** While the robot may drive, its wheels must follow their commands. */
function watchWheels(
  model: RobotModel,
  state: LoopState,
  { at }: Now,
): { readonly motion: MotionState; readonly finding?: Found | undefined; readonly isSlow: boolean } {
  const { supervisor, motion } = state.guards;
  if (!hasPower(supervisor)) return { motion: startMotion(at, AT_REST), isSlow: false };
  const turned = turnedAt(state.estimator, at, model.estimation.patience);
  const { latency, sent } = state.estimator;
  const isNew = latency?.found === null && hasHardlyMoved(motion);
  const known = { turned, sent, driven: latency?.driven, isNew };
  const { state: next, finding, isSlow = false } = watchMotion(motion, at, model.motionMonitor, known);
  return { motion: next, isSlow, finding: finding && (latenessBehind(model, state) ?? finding) };
}

/** Since the watch began neither wheel has rolled so far. */
const START_WAY: Meters = 0.05;
const hasHardlyMoved = ({ now: { counted } }: MotionState): boolean =>
  Math.abs(counted.left) < START_WAY && Math.abs(counted.right) < START_WAY;

const isAtRest = ({ left, right }: WheelSpeeds): boolean => left === 0 && right === 0;

function withSight({ supervisor, weak }: Judged, sight: SightHold, { at }: Now) {
  const { beam, latched } = sight;
  if (!beam || !latched || !hasPower(supervisor)) return { supervisor, weak };
  return { supervisor: faulted(supervisor, at, { kind: beam.kind, what: blindness(beam) }), weak };
}

interface Slowing {
  readonly sight: SightHold;
  readonly weak: string | null;
  /** A wheel may not obey: at half of what is wanted it shows whether it does. */
  readonly doubt: string | null;
}

/** Brakes for a limit, holds for a blind sensor, or drives at half speed. */
function slow(
  { halfSpeed }: RobotModel,
  wanted: Twist,
  { safety, cause }: SupervisorState,
  { sight, weak, doubt }: Slowing,
): Pick<Guarded, 'wanted' | 'hold'> {
  if (safety === 'braking') return { wanted: ZERO_TWIST, hold: cause?.what ?? null };
  const { beam, share } = sight;
  const blind = beam && blindness(beam);
  if (share === 0) return { wanted: ZERO_TWIST, hold: blind };
  if (!blind && weak === null && doubt === null) return { wanted, hold: null };
  const half = blind || weak !== null ? slowedTo(wanted, halfSpeed) : wanted;
  return { wanted: doubt === null ? half : scaled(half, DOUBTED_SHARE), hold: blind ?? weak ?? doubt };
}

const DOUBTED_SHARE = 0.5;

const scaled = ({ linear, angular }: Twist, share: number): Twist => ({
  linear: linear * share,
  angular: angular * share,
});

/** The same arc at a limited speed. */
function slowedTo(wanted: Twist, limit: MetersPerSecond): Twist {
  return scaled(wanted, Math.min(1, limit / Math.abs(wanted.linear)));
}

/** Why it holds a robot: see `unseenOf`. */
const UNSEEN = 'no range sensor looks where it drives';

/** The same arc, no faster than where no range sensor looks. */
function intoUnseen({ unseen }: RobotModel, wanted: Twist): Twist {
  const most = wanted.linear < 0 ? unseen.backwards : unseen.forwards;
  return Math.abs(wanted.linear) > most ? slowedTo(wanted, most) : wanted;
}

/** The braking law reckons with a tick and a half before the next command can slow the robot; or with a late tick. */
const REACTION_TICKS = 1.5;

function withinSeen(
  { body, rangers, doubtTime }: RobotModel,
  { around: { seen, surroundings, ranges }, teleop }: LoopState,
  { at, dt, estimate: { predicted } }: Now,
  { wanted, towards, gap }: { readonly wanted: Twist; readonly towards: Vec2; readonly gap: Seconds },
): Twist {
  const reach = body.radius + MARGIN + MAX_STOPPING_DISTANCE;
  const strip = { radius: body.radius, acceleration: body.maxAcceleration };
  const reaction = Math.max(REACTION_TICKS * dt, gap);
  // Others answer no sooner than this body.
  const late = reaction + body.reaction;
  const map = mapAt(at, surroundings);
  const points = pointsNear(predicted, seen, { reach, at, rangers, ranges, doubtTime, late, strip, map });
  const byItself = teleop === null && wanted.linear > 0 && length(towards) > 0;
  const turning = byItself
    ? turnOnSpot(wrapAngle(angleOf(towards) - predicted.heading), body)
    : wanted.angular;
  return limitToSight(wanted, points, strip, { reaction, turning });
}

interface Near extends Pick<RobotModel, 'rangers' | 'doubtTime'>, Pick<Around, 'ranges'> {
  readonly reach: Meters;
  readonly at: Seconds;
  /** After this a moving thing brakes. */
  readonly late: Seconds;
  readonly strip: Strip;
  readonly map: readonly Obstacle[];
}

/** What may have gone still counts so long after it was seen: the body meets it slowly. */
const DOUBTED_FOR: Seconds = 2;

/** What range sensors saw, and the map has, within reach, robots and the braking ways of movers included, in the body's frame. */
function pointsNear(
  { x, y, heading }: Pose,
  { hits, robots, watched }: Seen,
  { reach, at, rangers, ranges, doubtTime, late, strip, map }: Near,
): readonly SeenPoint[] {
  const points: SeenPoint[] = [];
  const c = Math.cos(heading);
  const s = Math.sin(heading);
  const add = (
    place: Vec2,
    { short = 0, moves = false, isDoubtful = false }: Omit<SeenPoint, 'x' | 'y'> = {},
  ) => {
    const dx = place.x - x;
    const dy = place.y - y;
    if (dx * dx + dy * dy > (reach + short) ** 2) return;
    points.push({ x: c * dx + s * dy, y: c * dy - s * dx, short, moves, isDoubtful });
  };
  for (const thing of map) {
    const nearest = nearestOn(thing, { x, y });
    if (Math.hypot(nearest.x - x, nearest.y - y) > reach) continue;
    const { velocity } = thing;
    for (const place of [nearest, ...outlineOf(thing, strip.radius)]) {
      add(place, { moves: velocity !== undefined });
      if (!velocity) continue;
      const mover = { ...place, vx: velocity.x, vy: velocity.y, at };
      for (const way of brakingWay(mover, { x, y }, { at, late, strip })) add(way);
    }
  }
  for (let i = 0; i < hits.x.length; i++) {
    const sure = hits.sure[i] as Sure;
    const age = at - (hits.at[i] as Seconds);
    const isDoubtful = sure === -1 && age >= doubtTime && age < DOUBTED_FOR;
    if (sure === 1 || isDoubtful || (sure <= 0 && age < doubtTime))
      add({ x: hits.x[i] as Meters, y: hits.y[i] as Meters }, { isDoubtful });
  }
  for (const sensor in robots)
    for (const place of robots[sensor] ?? []) add(place, { short: rangers[sensor]?.short ?? 0 });
  for (const sensor in watched) {
    const { movers, hidden } = watched[sensor] as Watched;
    if (hidden) add(hidden, { moves: true });
    for (const mover of movers) {
      add(mover, { moves: true });
      for (const place of brakingWay(mover, { x, y }, { at, late, strip })) add(place);
    }
  }
  for (const sensor in rangers) {
    const ranger = rangers[sensor] as Ranger;
    const { hides } = ranger;
    if (hides && isTooNear(ranger, ranges[sensor]?.distances[0])) points.push({ ...hides, isDoubtful: true });
  }
  return points;
}
