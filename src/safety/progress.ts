/**
 * Whether a robot makes progress. It does when it leaves a circle of radius min(r, v_max · 5 s/4) round the place where it last
 * made progress; r is the body's radius, v_max its top speed. A turn on the spot is no progress. Where no way to its goal is
 * free, the robot makes progress only when it comes nearer to the goal by 3 r.
 */
import { distance, type Vec2 } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Meters, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type { Reason, Standing } from '../signals/signals.js';
import { placeWords } from '../signals/standing.js';

/** Where a robot last made progress, and what has kept it there. */
export interface Progress {
  readonly at: Vec2;
  readonly since: Seconds;
  /** The way that was left to its goal there; null without a goal. */
  readonly remaining: Meters | null;
  /** When it last heard that its way is closed; null if never. */
  readonly closedAt: Seconds | null;
  /** null while it has not stood for long. */
  readonly cause: Cause | null;
  /** Since when its way has been blocked; null if it is not. */
  readonly blockedSince: Seconds | null;
}

/** A reason, as it is found in a tick. Of two that are found in turn the weightier counts: it is behind the other. */
export interface FoundReason extends Reason {
  readonly weight: number;
}

/** What keeps a robot where it is, and when that was last found. */
interface Cause extends FoundReason {
  readonly foundAt: Seconds;
}

/** A robot that has made no progress for so long says why. */
export const PATIENCE: Seconds = 5;
/** Of the way that it could drive meanwhile. */
const SLOW_SHARE = 0.25;
/** To and fro before a closed way it comes nearer by less. */
const NEARER_RADII = 3;
/** Reasons alternate from tick to tick: one counts for so long after it was last found. */
const HOLDS: Seconds = 1;
/** A way that is blocked for so long ends the mission, unless the robot's file says otherwise. */
const BLOCKED_TIME: Seconds = 60;

type MovingBody = Pick<BodyLimits, 'radius' | 'maxSpeed'>;

/** How far it is, and how far it has to go. */
export interface Whereabouts {
  readonly at: Seconds;
  readonly pose: Vec2;
  readonly remaining: Meters | null;
  /** No way is known to be free. */
  readonly closed: boolean;
}

/** The progress a tick later: the same, or from a new place. @param anew whatever it did before */
export function onward(
  before: Progress | undefined,
  { at, pose, remaining, closed }: Whereabouts,
  body: MovingBody,
  anew: boolean,
): Progress {
  const closedAt = closed ? at : (before?.closedAt ?? null);
  if (before && !anew && !hasLeft(before, { pose, remaining, closed: isFresh(closedAt, at) }, body))
    return closedAt === before.closedAt ? before : { ...before, closedAt };
  return { at: { x: pose.x, y: pose.y }, since: at, remaining, closedAt, cause: null, blockedSince: null };
}

const isFresh = (then: Seconds | null, now: Seconds): boolean => then !== null && now - then <= HOLDS;

function hasLeft(
  before: Progress,
  { pose, remaining, closed }: Omit<Whereabouts, 'at'>,
  { radius, maxSpeed }: MovingBody,
): boolean {
  const enough = Math.min(radius, SLOW_SHARE * PATIENCE * maxSpeed);
  if (distance(before.at, pose) <= enough) return false;
  const nearer = before.remaining !== null && remaining !== null ? before.remaining - remaining : 0;
  return !closed || nearer > NEARER_RADII * radius;
}

/** The same place, with what is found to keep it there now. The words stay while the reason does, as its place may waver. */
export function keptBy(before: Progress, found: FoundReason, now: Seconds): Progress {
  const { cause, blockedSince } = before;
  const isOther =
    cause === null ||
    !isFresh(cause.foundAt, now) ||
    found.weight > cause.weight ||
    isSuccessor(cause, found);
  const kept = isOther ? { ...found, foundAt: now } : cause;
  const heard = found.why === kept.why ? { ...kept, foundAt: now } : kept;
  return { ...before, cause: heard, blockedSince: heard.blocked ? (blockedSince ?? now) : null };
}

const isSuccessor = (cause: Cause, { weight, why }: FoundReason): boolean =>
  weight === cause.weight && why !== cause.why;

/** What it tells of it. */
export function standingOf({ at, since, cause }: Progress): Standing | undefined {
  if (cause === null) return undefined;
  const { why, where } = cause;
  return { since, at, why: where ? `${why}, at ${placeWords(where)}` : why };
}

/** Whether its way has been blocked for the time that its file allows. */
export const isBlockedFor = ({ blockedSince }: Progress, now: Seconds, time = BLOCKED_TIME): boolean =>
  blockedSince !== null && reaches(now - blockedSince + PATIENCE, time);
