/** A simulated sensor: its rate and its readings. */
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import type { Reading } from '../../src/signals/signals.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';

export interface Sense {
  readonly rate: Hertz;
  /** @param pose the body's true pose at that time */
  readonly read: (at: Seconds, pose: Pose) => Reading;
}

/** The robot that carries it, and its world. */
export interface Carrier {
  readonly id: string;
  readonly world: SimulatedWorld;
  /** What a gyroscope measures at rest; default 0. */
  readonly gyroBias?: RadiansPerSecond;
  /** Seed of the noise of its voltages; default 0. */
  readonly seed?: number;
}
