/**
 * No robot touches anything faster than 0.1 m/s if a healthy range sensor of it could have prevented that.
 *
 * A sensor could have prevented a contact if it reported the place that was touched while there was still room and
 * time to stop, and if nothing else explains the contact: the thing moved, the motors were off, the collision monitor
 * is off, or another fault of the robot was active.
 */
import { MAX_INCIDENCE } from '../../../sim/plant/realism/sonar.js';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import {
  distance,
  dot,
  nearestOnSegment,
  type Pose,
  rotate,
  sub,
  toWorld,
  type Vec2,
  wrapAngle,
} from '../../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../../../src/math/units.js';
import type { Beam } from '../../../src/robot/ranger.js';
import { beamOf } from '../../../src/sensors/beam.js';
import type { Obstacle, RangeReading } from '../../../src/signals/signals.js';
import { type Moment, mayDrive, type Subject } from '../moment.js';

export type ContactKind =
  | 'gentle'
  | 'with something that moves'
  | 'without sight'
  | 'after a fault'
  | 'after its pose drifted'
  | 'preventable';

export interface Contact {
  readonly kind: ContactKind;
  readonly speed: MetersPerSecond;
  /** Which sensor saw what when, for a preventable one. */
  readonly what: string;
}

/** What the world knows of a body. */
export interface Truth {
  contacts(): number;
  pose(): Pose;
  /** Solid things except robots. */
  obstacles(): readonly Obstacle[];
  /** The other robots, and how fast they move. */
  others(): readonly { readonly at: Vec2; readonly radius: Meters; readonly speed: MetersPerSecond }[];
}

/** Faster contacts hurt. */
const GENTLE: MetersPerSecond = 0.1;
/** How long the robot remembers what it saw, with a margin. */
const MEMORY: Seconds = 1.8;
/** No sensor shows what is older. */
const LONGEST_LAG: Seconds = 0.15;
/** A reported point this near to the touched one is the same. */
const SAME_PLACE: Meters = 0.03;
const MARGIN: Meters = 0.03;
/** Share of the deceleration that the robot plans with. */
const PLANNED_SHARE = 0.8;
/** It remembers places by its own pose: a place that this has moved by more is lost. */
const MOST_DRIFT: Meters = 0.02;
/** A fault is over this long after its end. */
const AFTERMATH: Seconds = 2;
/** Faults that do not change how the robot moves or what it sees. */
const HARMLESS = ['batteryLow', 'targetLost', 'targetJump', 'behaviorHuge', 'gyroSilent'];

interface Poses {
  readonly real: Pose;
  /** By the robot's own estimate. */
  readonly believed: Pose;
}

interface Sighting {
  /** Where it was at the tick after the reading; missing until then. */
  poses?: Poses;
  readonly at: Seconds;
  readonly pose: Pose;
  readonly speed: MetersPerSecond;
  readonly sensor: SensorDefinition;
  readonly beam: Beam;
  readonly distances: RangeReading['distances'];
}

export class ContactWatch {
  readonly #subject: Subject;
  readonly #truth: Truth;
  readonly #sightings: Sighting[] = [];
  /** Where it was at the last steps, the oldest first. */
  readonly #trail: { readonly at: Seconds; readonly pose: Pose }[] = [];
  #count = 0;
  #before: { readonly at: Seconds; readonly pose: Pose; readonly velocity: Vec2 } | undefined;
  /** Since when the loop has driven in good order. */
  #drivingSince = Number.POSITIVE_INFINITY;
  /** At the last tick. */
  #poses: Poses | undefined;
  #pushedAt = Number.NEGATIVE_INFINITY;

  constructor(subject: Subject, truth: Truth) {
    this.#subject = subject;
    this.#truth = truth;
  }

  tick({ tick, at, regular, placed, pose }: Moment): void {
    const poses = { real: pose, believed: tick.estimate.pose };
    this.#poses = poses;
    for (let i = this.#sightings.length - 1; i >= 0 && !this.#sightings[i]?.poses; i--)
      (this.#sightings[i] as Sighting).poses = poses;
    const inOrder = mayDrive(tick) && regular && !placed;
    if (!inOrder) this.#drivingSince = Number.POSITIVE_INFINITY;
    else this.#drivingSince = Math.min(this.#drivingSince, at);
    if (placed) this.#before = undefined;
  }

  hear(reading: RangeReading, at: Seconds): void {
    const sensor = this.#subject.robot.sensors.find(({ id }) => id === reading.sensor);
    const beam = sensor && beamOf(sensor);
    if (!sensor || !beam || beam.farthest === 0) return;
    const { distances } = reading;
    if (!distances.some((d) => d !== null && Number.isFinite(d))) return;
    const speed = this.#before ? Math.hypot(this.#before.velocity.x, this.#before.velocity.y) : 0;
    // A sensor with cycles of its own shows what was there then.
    const then = at - (beam.lag ?? 0);
    const pose = this.#trail.find((past) => past.at >= then)?.pose ?? this.#truth.pose();
    this.#sightings.push({ at, pose, speed, sensor, beam, distances });
    while ((this.#sightings[0]?.at ?? at) < at - MEMORY) this.#sightings.shift();
  }

  /** After a physics step: a contact that began in it. */
  step(at: Seconds): Contact | undefined {
    const pose = this.#truth.pose();
    this.#trail.push({ at, pose });
    while ((this.#trail[0]?.at ?? at) < at - LONGEST_LAG) this.#trail.shift();
    const before = this.#before;
    const count = this.#truth.contacts();
    const touched = count > this.#count;
    this.#count = count;
    const contact = touched && before ? this.#judge(at, before) : undefined;
    const dt = before ? at - before.at : 0;
    const velocity =
      before && dt > 0
        ? { x: (pose.x - before.pose.x) / dt, y: (pose.y - before.pose.y) / dt }
        : { x: 0, y: 0 };
    this.#before = { at, pose, velocity };
    return contact;
  }

  #judge(at: Seconds, { pose, velocity }: { readonly pose: Pose; readonly velocity: Vec2 }): Contact {
    const touched = touchedPoint(pose, this.#truth);
    const { point, moves } = touched;
    const away = distance(pose, point) || 1;
    const speed = (velocity.x * (point.x - pose.x) + velocity.y * (point.y - pose.y)) / away;
    if (moves) this.#pushedAt = at;
    if (speed <= GENTLE) return { kind: 'gentle', speed, what: '' };
    if (moves) return { kind: 'with something that moves', speed, what: '' };
    const seen = this.#sightings.find((sighting) => this.#couldStop(sighting, touched, at));
    if (!seen) return { kind: 'without sight', speed, what: '' };
    if (this.#isExcused(seen.at, at)) return { kind: 'after a fault', speed, what: '' };
    if (driftOf(seen.poses, this.#poses, point) > MOST_DRIFT)
      return { kind: 'after its pose drifted', speed, what: '' };
    const what = `'${seen.sensor.id}' saw it ${(at - seen.at).toFixed(2)} s before, from ${distance(seen.pose, point).toFixed(2)} m`;
    return { kind: 'preventable', speed, what };
  }

  #isExcused(from: Seconds, at: Seconds): boolean {
    const { robot, struck } = this.#subject;
    if (robot.safety?.collisionMonitor === 'off' || this.#drivingSince > from) return true;
    if (this.#pushedAt > from - AFTERMATH) return true;
    return struck.spans.some(
      (span) => !HARMLESS.includes(span.kind) && span.from <= at && from < span.to + AFTERMATH,
    );
  }

  /** Whether it reported the touched place when the robot could still stop. */
  #couldStop(sighting: Sighting, { point, normal }: Touched, at: Seconds): boolean {
    const { robot, plant } = this.#subject;
    const { pose, speed, sensor } = sighting;
    const lag = plant.lag ?? robot.motors.lag;
    const reaction =
      (plant.delay ?? robot.control.latency) +
      3 / robot.control.rate +
      lag +
      1 / (beamOf(sensor)?.rate ?? 20);
    const most = Math.max(speed, GENTLE);
    const braking = PLANNED_SHARE * robot.limits.acceleration;
    const room = distance(pose, point) - robot.chassis.radius - MARGIN;
    const needed = robot.limits.speed * reaction + most ** 2 / (2 * braking);
    const since = at - sighting.at;
    return (
      since > reaction + most / braking && since < MEMORY && room > needed && reports(sighting, point, normal)
    );
  }
}

/** How far a place that was seen has moved in the robot's memory, by the errors of its estimate since. */
function driftOf(then: Poses | undefined, now: Poses | undefined, place: Vec2): Meters {
  if (!then || !now) return 0;
  const remembered = toWorld(then.believed, inBody(then.real, place));
  return distance(inBody(now.believed, remembered), inBody(now.real, place));
}

const inBody = (pose: Pose, place: Vec2): Vec2 => rotate(sub(place, pose), -pose.heading);

/**
 * Whether a reading says that something is at a point. A sonar hears a face only near its normal: what it reports in a cone
 * that also meets the face at a slant is another part of it.
 */
function reports({ pose, sensor, beam, distances }: Sighting, point: Vec2, normal: Vec2 | null): boolean {
  const [x, y] = sensor.at;
  const from = toWorld(pose, { x, y });
  const away = distance(from, point);
  const bearing = wrapAngle(Math.atan2(point.y - from.y, point.x - from.x) - pose.heading - sensor.facing);
  if (!beam.each) {
    const [d] = distances;
    const along = { x: (from.x - point.x) / away, y: (from.y - point.y) / away };
    if (normal && hasErrors(sensor) && dot(along, normal) < Math.cos(MAX_INCIDENCE)) return false;
    return isNear(d, away) && Math.abs(bearing) <= (beam.rays.at(-1) ?? 0);
  }
  return beam.rays.some((ray, i) => isNear(distances[i], away) && isBeside(bearing - ray, away));
}

/** An ideal sonar hears at any slant. */
const hasErrors = (sensor: SensorDefinition): boolean =>
  sensor.type === 'sonar' ? sensor.noise === 'typical' : !('ideal' in sensor && sensor.ideal === true);

const isNear = (d: Meters | null | undefined, away: Meters): boolean =>
  d !== null && d !== undefined && Number.isFinite(d) && Math.abs(d - away) <= SAME_PLACE;

const isBeside = (angle: Radians, away: Meters): boolean => Math.abs(wrapAngle(angle)) * away <= SAME_PLACE;

interface Touched {
  readonly point: Vec2;
  /** Of a face, towards the body; null of an end, or of a round thing. */
  readonly normal: Vec2 | null;
  readonly moves: boolean;
}

/** The nearest point of the nearest solid thing. */
function touchedPoint(p: Pose, truth: Truth): Touched {
  let nearest = Number.POSITIVE_INFINITY;
  let touched: Touched = { point: { x: p.x, y: p.y }, normal: null, moves: false };
  const offer = (
    on: Vec2,
    { radius, moves, isFace }: { radius: Meters; moves: boolean; isFace: boolean },
  ) => {
    const away = distance(p, on);
    if (away - radius >= nearest) return;
    nearest = away - radius;
    const towards = away > 0 ? { x: (p.x - on.x) / away, y: (p.y - on.y) / away } : { x: 0, y: 0 };
    const point = { x: on.x + towards.x * radius, y: on.y + towards.y * radius };
    touched = { point, normal: isFace ? towards : null, moves };
  };
  for (const { from, to, radius, velocity } of truth.obstacles()) {
    const share = nearestOnSegment(p, from, to);
    const on = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    const moves = velocity !== undefined && Math.hypot(velocity.x, velocity.y) > 0;
    offer(on, { radius, moves, isFace: share > 0 && share < 1 });
  }
  for (const { at, radius } of truth.others()) offer(at, { radius, moves: true, isFace: false });
  return touched;
}
