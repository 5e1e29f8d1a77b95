/** Seek beacon: drive to a beacon of which only the direction is known, and stand where it was passed. */
import { z } from 'zod';
import { add, clamp, distance, fromPolar, toWorld, type Vec2, wrapAngle, ZERO } from '../../math/geometry.js';
import { deg, type Meters, type Radians, type RadiansPerSecond, type Seconds } from '../../math/units.js';
import type { BearingReading, Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';
import { type Felt, felt, waitingMarks } from '../felt.js';

const seekBeaconParameters = z.strictObject({
  within: quantity('m', { above: 0 })
    .default(0.2)
    .describe('It has arrived when it has passed the beacon this near, and stands.'),
});

export type SeekBeaconInput = Written<typeof seekBeaconParameters>;

/** Where a sensor heard the beacon. */
interface Heard {
  readonly from: Vec2;
  readonly direction: Radians;
}

interface Memory {
  /** The beacon's direction [rad, world]; null before it was heard. */
  readonly direction: Radians | null;
  /** Time of the reading that it comes from. */
  readonly at: Seconds;
  /** Directions on the last part of the way, oldest first, at most `within` long. */
  readonly trail: readonly Heard[];
  readonly passed: boolean;
  /** It turns on the spot to the beacon. */
  readonly turns: boolean;
}

const START: Memory = {
  direction: null,
  at: Number.MIN_SAFE_INTEGER,
  trail: [],
  passed: false,
  turns: false,
};

/** Readings less old than this are averaged: the noise of a direction is more than its change. */
const AVERAGING_TIME: Seconds = 0.3;
/** A reading that hears nothing, and another soon, is lost; so long the last direction holds. */
const HEARING_TIME: Seconds = 1;
/** It turns on the spot to a beacon that lies farther aside: less than half a quarter, so that one of four sides is enough. */
const FACING: Radians = deg(40);
/** The turn ends this near to the beacon's direction. */
const FACED: Radians = deg(10);
/** Slow enough for sensors that tell some directions a second. */
const TURN_RATE: RadiansPerSecond = 1.5;
/** The heading asked for is ahead by the turn of this time: the slope of `turnOnSpot` is 1/(0.125 s). */
const LEAD_TIME: Seconds = 0.125;
/**
 * A beacon whose direction changes by 90° on a way lies nearer to both its ends than the way is long: the longest side of a
 * triangle is that before its greatest angle. The rest is for noise.
 */
const PASSING_ANGLE: Radians = deg(120);
/** Parts of the way between two directions in the memory. */
const TRAIL_PARTS = 10;

/**
 * Drives to a beacon by its direction alone: v_d = maxSpeed · cos(bearing) in that direction, and on the spot where it lies
 * far aside.
 *
 * The direction is kept in the world, from where the body was when it heard it; readings are averaged over 0.3 s. A sensor
 * with sectors only limits it: it is moved no farther than into the sector, so that at the change of two sectors it is exact.
 *
 * A direction tells no distance. It has `arrived`, standing, where the direction has turned by 120° on a way of at most
 * `within`: then the beacon was nearer than that. Silent without a sensor, and while the beacon is not heard for a second;
 * while a sensor sends nothing it stands.
 *
 * @example
 * ```ts
 * import { loadScenario, seekBeacon, simulate } from 'steerbot';
 * // A beacon, and a robot that hears it, whose mission is seekBeacon({}).
 * const { robots: [a] } = await simulate(loadScenario('beacon'));
 * console.log(seekBeacon({}).name, a?.outcome); // seekBeacon arrived
 * ```
 */
export function seekBeacon(input: SeekBeaconInput = {}): Behavior<Memory> {
  const { within } = checkedInput('seekBeacon', seekBeaconParameters, input);
  return {
    name: 'seekBeacon',
    input,
    start: () => START,
    steer(percept, known) {
      // A drive that was resumed has a clock of its own: what was heard by another one is old.
      const before = known.at > percept.at ? { ...known, at: START.at, direction: null } : known;
      const ears = felt(percept, 'beacon', percept.bearings);
      if (ears.news.length + ears.silent.length === 0) return { memory: before };
      if (before.passed) return desire(percept, ZERO, before, { arrived: standsStill(percept.forwardSpeed) });
      if (ears.silent.length > 0)
        return desire(percept, ZERO, before, { marks: waitingMarks(percept, ears.silent) });
      const memory = listen(before, ears, within);
      const { direction, at, passed } = memory;
      if (direction === null || percept.at - at > HEARING_TIME) return { memory };
      return passed ? desire(percept, ZERO, memory) : towards(percept, direction, memory);
    },
  };
}

/** A body rolls on after it has passed the beacon. */
const BEACON_ROLL: Meters = 0.1;

seekBeacon.entry = entryOf({
  about: 'Drive to a beacon of which only the direction is known, and stand where it was passed.',
  parameters: seekBeaconParameters,
  marks: {
    beacon: 'The direction in which the robot believes its beacon.',
  },
  goal: ({ within }) => ({ kind: 'seekBeacon', within: within + BEACON_ROLL }),
  needs: { senses: 'beacon', least: 1 },
});

function towards(percept: Percept, direction: Radians, before: Memory): Steering<Memory> {
  const { pose, body } = percept;
  const bearing = wrapAngle(direction - pose.heading);
  const to = add(pose, fromPolar(2 * body.radius, direction));
  const marks: Mark[] = [{ kind: 'segment', from: pose, to, label: 'beacon' }];
  const turns = Math.abs(bearing) > (before.turns ? FACED : FACING);
  const memory = { ...before, turns };
  const turn = clamp(bearing, -TURN_RATE * LEAD_TIME, TURN_RATE * LEAD_TIME);
  if (turns) return desire(percept, ZERO, memory, { face: pose.heading + turn, marks });
  return desire(percept, fromPolar(body.maxSpeed * Math.cos(bearing), direction), memory, { marks });
}

/** The memory with what was heard since. */
function listen(before: Memory, { news }: Felt<BearingReading>, within: Meters): Memory {
  const heard = news.filter(({ reading }) => reading.bearing !== null && reading.at > before.at);
  let [memory, from] = [before, undefined as Vec2 | undefined];
  for (const { mount, reading } of heard.sort((a, b) => a.reading.at - b.reading.at)) {
    const told = reading.from.heading + mount.facing + (reading.bearing as Radians);
    const direction = corrected(memory, told, reading.at, mount.halfSector);
    memory = { ...memory, direction, at: reading.at };
    from = toWorld(reading.from, mount.at);
  }
  return from && memory.direction !== null
    ? remembered(memory, { from, direction: memory.direction }, within)
    : memory;
}

/** A direction moves towards the told one by noise's rule, or into its sector. */
function corrected(
  { direction, at: last }: Memory,
  told: Radians,
  at: Seconds,
  halfSector: Radians | undefined,
): Radians {
  if (direction === null) return wrapAngle(told);
  const off = wrapAngle(direction - told);
  if (halfSector !== undefined) return wrapAngle(told + clamp(off, -halfSector, halfSector));
  return wrapAngle(told + off * Math.exp(-(at - last) / AVERAGING_TIME));
}

/** Adds a direction to the trail, and compares it with those on the way. */
function remembered(memory: Memory, now: Heard, within: Meters): Memory {
  const { from, direction } = now;
  const recent = memory.trail.filter((then) => distance(then.from, from) <= within);
  const passed = recent.some((then) => Math.abs(wrapAngle(direction - then.direction)) > PASSING_ANGLE);
  const last = recent.at(-1);
  const isNew = !last || distance(last.from, from) >= within / TRAIL_PARTS;
  return { ...memory, trail: isNew ? [...recent, now] : recent, passed };
}
