/** standing: what keeps a robot that makes no progress where it is, in a tick. */
import { length } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Meters, Seconds } from '../math/units.js';
import { IN_THE_WAY } from '../safety/collisionMonitor.js';
import {
  type FoundReason,
  isBlockedFor,
  keptBy,
  onward,
  PATIENCE,
  type Progress,
  standingOf,
} from '../safety/progress.js';
import { rolledAt } from '../safety/stall.js';
import { hasPower, limited, type SupervisorState } from '../safety/supervisor.js';
import type { Reason, Standing, Target } from '../signals/signals.js';
import { placeWords } from '../signals/standing.js';
import { nearestPlace, thingsWithin } from '../steering/avoidance/nearThings.js';
import { gapTo } from '../steering/avoidance/obstacles.js';
import type { Percept } from '../steering/behavior.js';
import { TARGET_TIMEOUT } from '../steering/target.js';
import type { Asked } from './behave.js';
import type { Guarded } from './guard.js';
import { noNewsOf } from './newsTimes.js';
import type { Now } from './perceive.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';

/** What the other stages of the tick have found. */
export interface Stages {
  readonly percept: Percept;
  readonly asked: Asked;
  readonly guarded: Guarded;
}

export interface StandingWatch {
  readonly progress: Progress;
  readonly standing: Standing | undefined;
  readonly supervisor: SupervisorState;
}

/** Notes the robot's progress, and ends a mission whose way is blocked for good. */
export function watchProgress(model: RobotModel, state: LoopState, now: Now, stages: Stages): StandingWatch {
  const { at, estimate } = now;
  const { supervisor } = stages.guarded;
  const { asked } = stages;
  const before = state.guards.progress;
  const isHeld = state.teleop !== null || !hasPower(supervisor);
  const leaves = before?.cause?.weight === ARRIVED && !asked.arrived;
  const { goal, stands } = asked.steering ?? {};
  const remaining = goal?.remaining ?? null;
  const whereabouts = { at, pose: estimate.pose, remaining, closed: stands?.blocked === true };
  const moved = onward(before, whereabouts, model.body, isHeld || leaves);
  if (!reaches(at - moved.since, PATIENCE)) return { progress: moved, standing: undefined, supervisor };
  const progress = keptBy(moved, reasonFor(model, state, now, stages), at);
  const standing = standingOf(progress);
  if (!model.hasEnd || !standing || !isBlockedFor(progress, at, model.limits.blocked))
    return { progress, standing, supervisor };
  const what = `it has made no progress for ${Math.round(at - progress.since)} s: ${standing.why}`;
  return { progress, standing, supervisor: limited(supervisor, at, { kind: 'blocked', what }) };
}

/** What keeps a robot where it is that has not arrived; null while nothing does. */
export const standingIn = ({ guards: { progress } }: Pick<LoopState, 'guards'>): Standing | null =>
  (progress && progress.cause?.weight !== ARRIVED && standingOf(progress)) || null;

/** Weights: a goal that cannot be reached is behind whatever else is found on the way to it. */
const ARRIVED = 5;
const UNREACHABLE = 4;
const SAID = 3;
const WHEELS = 3;
const HELD = 2;
const SILENT = 1;
const WANDERS = 0;

function reasonFor(
  model: RobotModel,
  state: LoopState,
  now: Now,
  { percept, asked, guarded }: Stages,
): FoundReason {
  const { steering, arrived, contributions } = asked;
  if (arrived) return { why: 'it believes that it has arrived', weight: ARRIVED };
  if (!steering) return { why: 'its gyroscope learns how it drifts at a standstill', weight: SILENT };
  const goal = unreachable(steering.goal?.at, percept);
  if (goal) return goal;
  if (isReason(steering.stands)) return said(steering.stands);
  if (standsThoughTold(model, state, now.at)) return { why: TOO_WEAK, weight: WHEELS };
  if (guarded.hold === IN_THE_WAY) {
    const where = nearestTo(percept);
    return { why: IN_THE_WAY, ...(where && { where }), blocked: true, weight: HELD };
  }
  if (guarded.hold !== null) return { why: guarded.hold, weight: HELD };
  if (!steering.force) return { why: lostTarget(model, state, now.at) ?? NOTHING_ASKED, weight: SILENT };
  const decides = contributions[0]?.behavior ?? 'its mission';
  return steering.desiredVelocity && length(steering.desiredVelocity) === 0 && steering.face === undefined
    ? { why: `'${decides}' asks it to stand`, weight: SILENT }
    : { why: `it turns or goes to and fro, and '${decides}' decides`, weight: WANDERS };
}

const TOO_WEAK =
  'its wheels are told to turn and stand: the dead band of its motors is larger than in its file; calibrate';
const NOTHING_ASKED = 'its mission asks for nothing';

/** A behavior of the user's may give anything. */
const isReason = (said: Reason | undefined): said is Reason => typeof said?.why === 'string';

/** Only what belongs to a reason becomes a part of the state. */
function said({ why, where, blocked }: Reason): FoundReason {
  const isPlace = Number.isFinite(where?.x) && Number.isFinite(where?.y);
  return {
    why,
    ...(where && isPlace && { where: { x: where.x, y: where.y } }),
    ...(blocked === true && { blocked }),
    weight: SAID,
  };
}

/** A goal inside something, or nearer to it than the body's radius. */
function unreachable(
  goal: { readonly x: Meters; readonly y: Meters } | undefined,
  percept: Percept,
): FoundReason | undefined {
  if (!goal) return undefined;
  const { body, hits, mapped } = percept;
  const stands = mapped.filter(({ velocity }) => !velocity);
  const near = nearestPlace(goal, thingsWithin(body.radius, goal, hits, { obstacles: stands, weak: false }));
  const words = `its goal at ${placeWords(goal)}`;
  if (near) {
    const isInside = stands.some((one) => gapTo(goal, one) <= 0);
    const why = isInside
      ? `${words} lies inside something`
      : `${words} is nearer to something than its own radius`;
    return { why, ...(!isInside && { where: near }), blocked: true, weight: UNREACHABLE };
  }
  return undefined;
}

function nearestTo({ pose, body, hits, mapped }: Percept) {
  const reach = 10 * body.radius;
  return nearestPlace(pose, thingsWithin(reach, pose, hits, { obstacles: mapped, weak: true }));
}

/** A wheel that is told to turn for so long should have turned. */
const STARTING_TIME: Seconds = 1;

/** Told to turn, no wheel has: the motors need more than their file says to start. */
const standsThoughTold = (
  { estimation }: RobotModel,
  { guards: { motion } }: LoopState,
  at: Seconds,
): boolean =>
  estimation.metersPerCount !== undefined &&
  at - (motion.rolled ? rolledAt(motion.rolled) : at) > STARTING_TIME;

function lostTarget(
  { movers }: RobotModel,
  { around: { targets } }: LoopState,
  at: Seconds,
): string | undefined {
  const known = (id: string) => targets[id] as Target | undefined;
  const never = movers.find((id) => !known(id));
  if (never !== undefined) return noNewsOf(never, movers, targets);
  const lost = movers.find((id) => at - (known(id)?.at ?? at) > TARGET_TIMEOUT);
  return lost === undefined ? undefined : `there is no more news of target '${lost}'`;
}
