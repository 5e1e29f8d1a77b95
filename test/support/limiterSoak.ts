/** Whatever a wheel is asked for, what reaches the motors is finite, within the limits, and can be stopped in time. */

import { chooseWheels } from '../../src/locomotion/differentialDrive.js';
import { breakAway, toDuties } from '../../src/locomotion/motor.js';
import { distance, nearestOnSegment, type Vec2 } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import { limitToSight, MARGIN } from '../../src/safety/collisionMonitor.js';
import { hasPower, type SupervisorState, startSupervisor, supervise } from '../../src/safety/supervisor.js';
import type { SafetyState, Twist, WheelSpeeds } from '../../src/signals/signals.js';

const ODD = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0,
  -0,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  1e-310,
  1e308,
  -1e154,
] as const;
const STATES: readonly SafetyState[] = ['driving', 'braking', 'stopped', 'faulted'];

const between = (chance: Random, least: number, most: number): number =>
  least + (most - least) * chance.uniform();

/** A number that a sum may come to: mostly a sensible one. */
export function anyNumber(chance: Random, scale = 1): number {
  const kind = chance.uniform();
  if (kind < 0.1) return ODD[Math.floor(chance.uniform() * ODD.length)] as number;
  if (kind < 0.2) return chance.gaussian() * 10 ** between(chance, -300, 300);
  return scale * chance.gaussian();
}

function anyBody(chance: Random): BodyLimits {
  const maxSpeed = between(chance, 0.05, 0.6);
  const mass = between(chance, 0.2, 2);
  const maxAcceleration = between(chance, 0.5, 2);
  return {
    mass,
    radius: between(chance, 0.05, 0.15),
    track: between(chance, 0.05, 0.25),
    maxSpeed,
    maxWheelSpeed: maxSpeed * between(chance, 1, 1.5),
    maxAcceleration,
    maxTurnRate: between(chance, 1, 8),
    maxForce: mass * maxAcceleration,
    steeringGain: 10 * mass,
    reaction: between(chance, 0, 0.2),
  };
}

/**
 * What was violated, in words with the sample's number; nothing where all held.
 * @param seenEvery one in so many looks round, too
 * @param heard what each sample is granted
 */
export function limiterViolations(
  samples: number,
  seed: number,
  seenEvery = 1,
  heard: (granted: WheelSpeeds) => void = () => {},
): string[] {
  const chance = resumeRandom(seedRandom(seed));
  const found: string[] = [];
  for (let i = 0; i < samples; i++) {
    const body = anyBody(chance);
    const wheels =
      chainTrouble(body, chance, heard) ?? (i % seenEvery === 0 ? sightTrouble(body, chance) : undefined);
    if (wheels !== undefined) found.push(`sample ${i} of seed ${seed}: ${wheels}`);
  }
  return found;
}

/** From a wanted twist to the duties, in every state of the supervisor. */
function chainTrouble(
  body: BodyLimits,
  chance: Random,
  heard: (granted: WheelSpeeds) => void,
): string | undefined {
  const wanted = { linear: anyNumber(chance), angular: anyNumber(chance, 5) };
  const last = { left: anyNumber(chance), right: anyNumber(chance) };
  const dt = between(chance, 0.001, 0.3);
  const chosen = chance.uniform() < 0.2 ? last : chooseWheels(wanted, last, body, dt);
  const before: SupervisorState = {
    ...startSupervisor,
    safety: STATES[Math.floor(4 * chance.uniform())] ?? 'stopped',
  };
  const { granted, state } = supervise(before, 0, chosen, body);
  heard(granted);
  const given = `${words(wanted)} at ${words(last)}`;
  if (!isWithin(granted, body.maxWheelSpeed)) return `${given}: granted ${words(granted)}`;
  if (!hasPower(state) && !isNothing(granted)) return `${given}: granted though ${state.safety}`;
  if (hasPower(state) && !hasPower(before)) return `${given}: drives again`;
  const motor = { noLoadSpeed: body.maxWheelSpeed, deadband: 0.08, breakaway: 0.03 };
  const duties = toDuties(breakAway(granted, { left: 0, right: 0 }, motor, false), motor);
  return isWithin(duties, 1) ? undefined : `${given}: duties ${words(duties)}`;
}

const words = (pair: WheelSpeeds | Twist): string => JSON.stringify(Object.values(pair).map(String));
const isWithin = ({ left, right }: WheelSpeeds, most: number): boolean =>
  Math.abs(left) <= most && Math.abs(right) <= most;
const isNothing = ({ left, right }: WheelSpeeds): boolean => left === 0 && right === 0;

/** Of the deceleration so much is planned with. */
const PLANNED = 0.85;
const STEPS = 60;
/** Points along a segment are 2 cm apart, and the disc may look in between them. */
const TOLERANCE = 0.002;

/** Steps the disc along its arc until it would stand: it must not come nearer to anything than it may. */
function sightTrouble(body: BodyLimits, chance: Random): string | undefined {
  const { maxSpeed, radius, maxAcceleration } = body;
  const things = Array.from({ length: 1 + Math.floor(3 * chance.uniform()) }, () => anyThing(chance, radius));
  const seen = things.filter((thing) => gap({ x: 0, y: 0 }, [thing]) > radius);
  const wanted = { linear: between(chance, -maxSpeed, maxSpeed), angular: between(chance, -3, 3) };
  const [reaction, turning] = [between(chance, 0.01, 0.15), between(chance, -3, 3)];
  const strip = { radius, acceleration: maxAcceleration };
  const twist = limitToSight(wanted, seen.flatMap(pointsOf), strip, { reaction, turning });
  const speed = Math.abs(twist.linear);
  if (!(speed <= Math.abs(wanted.linear))) return `${words(wanted)} became ${words(twist)}`;
  if (speed === 0) return undefined;
  const way = speed * reaction + speed ** 2 / (2 * PLANNED * maxAcceleration);
  const least = Math.min(radius + MARGIN, gap({ x: 0, y: 0 }, seen)) - TOLERANCE;
  const turn = twist.angular / speed;
  // After half a turn it looks anew.
  const end = Math.min(way, turn === 0 ? way : Math.PI / Math.abs(turn));
  for (let i = 1; i <= STEPS; i++) {
    const at = along((end * i) / STEPS, turn, Math.sign(twist.linear));
    if (gap(at, seen) < least)
      return `${words(twist)} runs into ${JSON.stringify(seen)} of ${JSON.stringify(strip)}`;
  }
  return undefined;
}

interface SeenThing {
  readonly from: Vec2;
  readonly to: Vec2;
}

function anyThing(chance: Random, radius: number): SeenThing {
  const away = radius + Math.abs(chance.gaussian()) * 0.4 + 1e-3;
  const angle = between(chance, -Math.PI, Math.PI);
  const from = { x: away * Math.cos(angle), y: away * Math.sin(angle) };
  const long = chance.uniform() < 0.5 ? 0 : between(chance, 0, 0.5);
  const tilt = between(chance, -Math.PI, Math.PI);
  const to = { x: from.x + long * Math.cos(tilt), y: from.y + long * Math.sin(tilt) };
  return { from, to };
}

/** Points along a segment, at most 2 cm apart, as a map of hits has them. */
function pointsOf({ from, to }: SeenThing): Vec2[] {
  const parts = Math.ceil(distance(from, to) / 0.02);
  return Array.from({ length: parts + 1 }, (_, i) => {
    const share = i / Math.max(1, parts);
    return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  });
}

/** Where the middle is after a way along the arc; `turn` in rad a metre. */
function along(way: number, turn: number, forward: number): Vec2 {
  const [x, y] =
    Math.abs(turn) < 1e-9 ? [way, 0] : [Math.sin(turn * way) / turn, (1 - Math.cos(turn * way)) / turn];
  return { x: forward * x, y: forward * y };
}

function gap(p: Vec2, seen: readonly SeenThing[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { from, to } of seen) {
    const share = nearestOnSegment(p, from, to);
    const at = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    least = Math.min(least, distance(p, at));
  }
  return least;
}
