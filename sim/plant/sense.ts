/** What a simulated sensor is: how often it speaks, and what it says. */
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import type { Reading } from '../../src/signals/signals.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';

export interface Sense {
  readonly rate: Hertz;
  /** @param pose the true one of the body at that time */
  readonly read: (at: Seconds, pose: Pose) => Reading;
}

/** Which robot carries it, and where. */
export interface Carrier {
  readonly id: string;
  readonly world: SimulatedWorld;
  /** What a gyroscope tells while the body stands; 0 unless given. */
  readonly gyroBias?: RadiansPerSecond;
  /** Of the noise of its voltages; 0 unless given. */
  readonly seed?: number;
}
