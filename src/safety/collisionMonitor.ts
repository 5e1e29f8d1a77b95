/**
 * Guards people in every mission and in teleop: the robot is never too fast to stop before things that its range
 * sensors see, or its map has, in the strip that its body sweeps along the commanded arc.
 *
 * A disc of radius r moves on an arc of curvature κ = ω/v about the point c = (0, 1/κ). It touches a point p when
 * |middle − p| = r. The middle stays at the distance R = 1/|κ| from c, so with ρ = |p − c| they meet only if |R − ρ| ≤
 * r, and then at the angle α between them, seen from c,
 *
 *     cos α = (R² + ρ² − r²)/(2 R ρ),     way = R·(φ − α),
 *
 * where φ is the angle from the start to p. On a straight line the way is x − √(r² − y²). With a free way d it may
 * drive v = a (√(T² + 2d/a) − T), which stops within d at the deceleration a after a time T without braking.
 * Before a thing that may have gone it only has to be as slow as u = 0.1 m/s: with d + u T + u²/2a for d, v = u where d = 0.
 */
import { clamp, type Vec2 } from '../math/geometry.js';
import { REST_SPEED } from '../math/standstill.js';
import { brakingSpeed, GUARDED_SHARE, stoppingWay } from '../math/stopping.js';
import type {
  Meters,
  MetersPerSecond,
  MetersPerSecondSquared,
  RadiansPerSecond,
  Seconds,
} from '../math/units.js';
import type { Twist } from '../signals/signals.js';

/** A place of something that a range sensor saw, or that the map has, in the body's frame. */
export interface SeenPoint extends Vec2 {
  /** Extra stopping distance, so that the thing stays in the sensor's range [m]. */
  readonly short?: Meters;
  /** It may start to come nearer, as fast as the body: half of the gap is for its own stop. */
  readonly moves?: boolean;
  /** It may have gone: the body meets it at a speed at which it pushes, and does not hit. */
  readonly isDoubtful?: boolean;
}

/** The properties of a body that the monitor needs. */
export interface Strip {
  readonly radius: Meters;
  readonly acceleration: MetersPerSecondSquared;
}

/** A contact at this speed is a push and no blow. Trials count the contacts above it. */
export const PUSH_SPEED: MetersPerSecond = 0.1;
/** Why it holds a robot. */
export const IN_THE_WAY = 'something is in the way';
/** Gap that it keeps to things that it sees. */
export const MARGIN: Meters = 0.02;
/** More of it to things that may move: both may come by what their sensors' noise hides. */
const MOVER_ROOM: Meters = 0.03;
/** No robot of this kind needs more to stop. */
export const MAX_STOPPING_DISTANCE: Meters = 1.5;
/** If less than this share of the wanted speed is allowed, the arc itself is blocked: then it turns first. */
const TURN_FIRST_SHARE = 0.5;
/** Shares of the allowed speed to try during such a turn, fastest first; after these it turns on the spot. */
const TRIED_SPEED_SHARES: readonly number[] = [1, 0.5, 0.25, 0.1];

/**
 * The wanted twist itself; or, on the same arc, the speed from which it can stop in time. If that is less than half, a
 * turn to where it wants to go, which a round body may make anywhere, with the speed that this allows.
 *
 * @param points places of things in the body's frame, after the commands under way have taken effect
 * @param reaction time that the next command lasts before the one after it can brake
 * @param turning turn rate on the spot, towards where it wants to go
 */
export function limitToSight(
  wanted: Twist,
  points: readonly SeenPoint[],
  strip: Strip,
  { reaction, turning }: { readonly reaction: Seconds; readonly turning: RadiansPerSecond },
): Twist {
  if (wanted.linear === 0) return wanted;
  const keep = keptRadius(points, strip.radius);
  const a = GUARDED_SHARE * strip.acceleration;
  const pushed = stoppingWay(PUSH_SPEED, a, reaction);
  const room = { radius: keep, stops: strip.radius, pushed };
  const allowed = ({ linear, angular }: Twist) =>
    brakingSpeed(Math.max(0, freeArcLength(points, { linear, angular }, room)), a, reaction).speed;
  const share = allowed(wanted) / Math.abs(wanted.linear);
  if (share >= 1) return wanted;
  if (share >= TURN_FIRST_SHARE) return { linear: wanted.linear * share, angular: wanted.angular * share };
  for (const part of TRIED_SPEED_SHARES) {
    const slower = { linear: wanted.linear * share * part, angular: turning };
    if (Math.abs(slower.linear) > REST_SPEED && Math.abs(slower.linear) <= allowed(slower)) return slower;
  }
  return { linear: 0, angular: turning };
}

/** Something that moves, as it was at a time [m, m/s, s]. */
interface Moving extends Vec2 {
  readonly at: Seconds;
  readonly vx: MetersPerSecond;
  readonly vy: MetersPerSecond;
}

/**
 * The way that a moving thing needs to stop counts as taken, as the body's own way does: if both keep out of the other's,
 * they do not meet as long as the thing brakes no less than the body.
 *
 *     s = u (t + T) + u²/2a
 *
 * with its speed u, the age t of its news, and the time T until it brakes. The way ends at the margin round the body:
 * into a body that stands there it drives by itself.
 *
 * @returns places on that way, no farther apart than the body's radius, without the first
 */
export function brakingWay(
  { x, y, vx, vy, at: then }: Moving,
  body: Vec2,
  { at, late, strip }: { readonly at: Seconds; readonly late: Seconds; readonly strip: Strip },
): readonly Vec2[] {
  const speed = Math.hypot(vx, vy);
  if (speed === 0) return [];
  const needed = stoppingWay(speed, GUARDED_SHARE * strip.acceleration, at - then + late);
  const [ux, uy] = [vx / speed, vy / speed];
  const along = (body.x - x) * ux + (body.y - y) * uy;
  const aside = (body.x - x) * uy - (body.y - y) * ux;
  const rim = strip.radius + MARGIN;
  const half = Math.sqrt(Math.max(0, rim * rim - aside * aside));
  const meets = half > 0 && along > half ? along - half : along + half > 0 && half > 0 ? 0 : needed;
  const way = Math.min(needed, meets);
  const parts = Math.ceil(way / strip.radius);
  return Array.from({ length: parts }, (_, i) => ({
    x: x + (way * ux * (i + 1)) / parts,
    y: y + (way * uy * (i + 1)) / parts,
  }));
}

/** If the margin is lost already, it must not shrink further; driving along the thing is still free. */
function keptRadius(points: readonly SeenPoint[], radius: Meters): Meters {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { x, y, isDoubtful } of points) if (!isDoubtful) nearest = Math.min(nearest, x * x + y * y);
  return Math.min(radius + MARGIN, Math.sqrt(nearest));
}

/**
 * How far the middle may go along the arc until the disc touches one of the points.
 *
 * @param radius of the disc: points that it does not meet are free @param stops how far the middle stays from those that
 * it meets, unless it is nearer already: what stands beside the body, or a false echo inside it, brings nothing else near
 * @param pushed how far the body may go on at those that may have gone
 */
export function freeArcLength(
  points: readonly SeenPoint[],
  { linear, angular }: Twist,
  { radius, stops, pushed }: { readonly radius: Meters; readonly stops: Meters; readonly pushed: Meters },
): Meters {
  const forward = Math.sign(linear);
  const curvature = angular / Math.abs(linear);
  let least = Number.POSITIVE_INFINITY;
  for (const { x, y, short = 0, moves, isDoubtful } of points) {
    // Driving backwards equals driving forwards with the world turned by 180°; a left turn stays a left turn.
    let way = arcLengthTo(forward * x, forward * y, curvature, radius);
    if (way === Number.POSITIVE_INFINITY) continue;
    const wide = Math.min(stops, Math.sqrt(x * x + y * y));
    if (wide > radius) way = Math.min(way, arcLengthTo(forward * x, forward * y, curvature, wide));
    if (isAhead(y, radius)) way -= short;
    if (isDoubtful) way += pushed;
    least = Math.min(least, moves ? (way - MOVER_ROOM) / 2 : way);
  }
  return least;
}

/** Whether the body would meet the thing with the middle of its front, where a sensor looks; or of its back. */
export const isAhead = (y: Meters, radius: Meters): boolean => Math.abs(y) <= radius / 2;

/** Rounding: motion towards a point at the rim touches it, motion along it does not. */
const RIM_TOLERANCE = 1e-9;
const STRAIGHT_CURVATURE = 1e-4;

function arcLengthTo(x: Meters, y: Meters, curvature: number, r: Meters): Meters {
  if (Math.abs(curvature) < STRAIGHT_CURVATURE) {
    if (Math.abs(y) >= r - RIM_TOLERANCE || x <= 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, x - Math.sqrt(r * r - y * y));
  }
  const side = Math.sign(curvature);
  const turn = 1 / Math.abs(curvature);
  // Coordinates from the centre of the arc, mirrored so that the arc turns left.
  const px = x;
  const py = side * y - turn;
  // Quicker than Math.hypot, and squares of lengths neither overflow nor vanish.
  const rho = Math.sqrt(px * px + py * py);
  if (Math.abs(turn - rho) >= r - RIM_TOLERANCE) return Number.POSITIVE_INFINITY;
  const ahead = Math.atan2(px, -py);
  // A point behind is met later on the circle; on a tight arc a wide body meets it soon.
  const phi = ahead > 0 ? ahead : ahead + 2 * Math.PI;
  const alpha = Math.acos(clamp((turn * turn + rho * rho - r * r) / (2 * turn * rho), -1, 1));
  return Math.max(0, turn * (phi - alpha));
}
