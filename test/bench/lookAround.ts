/** A behavior for a robot with one narrow eye: it stops every few centimetres, and turns to and fro to see what is there. */

import { angleOf, distance, length, type Vec2, wrapAngle, ZERO } from '../../src/math/geometry.js';
import {
  deg,
  type Meters,
  type MetersPerSecond,
  type Radians,
  type RadiansPerSecond,
  type Seconds,
} from '../../src/math/units.js';
import type { Behavior, Percept, Wish } from '../../src/steering/behavior.js';
import { desire } from '../../src/steering/desire.js';

/** It looks this far to either side, as fast as an infrared eye reports each post that it passes. */
const SWEEP: Radians = deg(40);
const SWEEP_RATE: RadiansPerSecond = 2;
/** It looks again after this way, and when its way turns by most of a sweep. */
const LOOK_SPACING: Meters = 0.15;
const TURN_OF_WAY: Radians = 0.8 * SWEEP;
/** Before it turns, it rolls to a stop. */
const STOP_TIME: Seconds = 0.1;
const STANDING_SPEED: MetersPerSecond = 0.01;

interface Memory {
  /** Where it looked last; null before. */
  readonly at: Vec2 | null;
  /** The direction that it looked about. */
  readonly middle: Radians;
  /** When the sweep began; null while it drives. */
  readonly since: Seconds | null;
}

/** Put it before `avoidObstacles` in `prioritize`: while it looks it stands, and the memory fills. */
export const lookAround = (): Behavior<Memory> => ({
  name: 'lookAround',
  input: {},
  start: () => ({ at: null, middle: 0, since: null }),
  steer(percept, before) {
    const { at, pose, forwardSpeed } = percept;
    const memory = before.since === null ? begun(percept, before) : before;
    if (!memory || memory.since === null) return { memory: before };
    if (Math.abs(forwardSpeed) > STANDING_SPEED && at - memory.since < STOP_TIME)
      return desire(percept, ZERO, { ...memory, since: at }, { face: pose.heading });
    const swept = (at - memory.since) * SWEEP_RATE;
    if (swept > 4 * SWEEP) return { memory: { ...memory, since: null } };
    const here = { ...memory, at: { x: pose.x, y: pose.y } };
    return desire(percept, ZERO, here, { face: memory.middle + offset(swept) });
  },
});

/** To the left, over to the right, and back. */
const offset = (swept: Radians): Radians => {
  if (swept < SWEEP) return swept;
  return swept < 3 * SWEEP ? 2 * SWEEP - swept : swept - 4 * SWEEP;
};

/** The begin of a sweep; undefined while none is due. */
function begun({ at, pose, wish }: Percept, before: Memory): Memory | undefined {
  const way = wish && directionOf(wish);
  if (way === undefined) return undefined;
  const isNear = before.at !== null && distance(pose, before.at) < LOOK_SPACING;
  if (isNear && Math.abs(wrapAngle(way - before.middle)) < TURN_OF_WAY) return undefined;
  return { at: { x: pose.x, y: pose.y }, middle: way, since: at };
}

const directionOf = ({ face, velocity }: Wish): Radians | undefined =>
  face ?? (length(velocity) > 1e-3 ? angleOf(velocity) : undefined);
