/** What a behavior perceives in a test: a plain body at the origin, and whatever the test changes about it. */

import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import { NO_HITS } from '../../src/signals/hits.js';
import type { MissionPercept, Percept } from '../../src/steering/behavior.js';

/** Mass 1 and gain 1, so that τ = 1 s, and a force that nothing in these tests reaches. */
export const PLAIN: BodyLimits = {
  mass: 1,
  radius: 0.1,
  track: 0.2,
  maxSpeed: 1,
  maxWheelSpeed: 1.5,
  maxAcceleration: 1,
  maxTurnRate: 6,
  maxForce: 1e6,
  steeringGain: 1,
  reaction: 0,
};

/** A small robot of 450 g: τ = 0.1 s, and a force clamp of 1 m/s². */
export const SMALL: BodyLimits = {
  mass: 0.45,
  radius: 0.09,
  track: 0.141,
  maxSpeed: 0.5,
  maxWheelSpeed: 0.6,
  maxAcceleration: 1,
  maxTurnRate: 6,
  maxForce: 0.45,
  steeringGain: 4.5,
  reaction: 0.1,
};

/** The body without its force clamp. */
export const unlimited = (body: BodyLimits): BodyLimits => ({ ...body, maxForce: 1e6 });

/** A mission that has just begun, of a robot that started at the origin. */
export const AT_THE_START: MissionPercept = {
  time: 0,
  way: 0,
  home: { x: 0, y: 0, heading: 0 },
  signals: {},
  volts: null,
  low: null,
  trail: null,
  placed: null,
};

/** At rest at the origin, facing +x, in a 50 Hz loop, with nothing in sight. */
export function percept(changes: Partial<Percept> = {}): Percept {
  return {
    id: 'me',
    at: 0,
    dt: 0.02,
    pose: { x: 0, y: 0, heading: 0 },
    velocity: { x: 0, y: 0 },
    forwardSpeed: 0,
    turnRate: 0,
    body: PLAIN,
    targets: {},
    neighbors: [],
    obstacles: [],
    mapped: [],
    hits: NO_HITS,
    sightAge: 0,
    ranges: {},
    rangers: {},
    levels: {},
    bearings: {},
    mounts: {},
    mission: AT_THE_START,
    wish: undefined,
    ...changes,
    random: changes.random ?? resumeRandom(seedRandom(1)),
  };
}
