/** When a sensor's heading tells its zero, and when it corrects the belief. */
import { wrapAngle } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { HeadingNoise } from '../signals/readings.js';
import type { HeadingReading } from '../signals/signals.js';
import {
  type EstimatorParameters,
  type EstimatorState,
  estimatorUpdated,
  type HeadingZero,
  staysAtRest,
} from './estimatorState.js';
import { withHeading } from './history.js';

/** The mean over a longer stand forgets older readings: a sensor may drift. */
const AVERAGING_TIME: Seconds = 2;

/**
 * The first reading sets the zero from the believed heading, and so does the first after a silence, in which the sensor may
 * have been switched off, and each beside a pose from outside. While the robot stands, the next ones are averaged with
 * it, each weighted by the time since the previous one, the first by zero. Once it has driven, they correct.
 */
export function receiveHeading(
  state: EstimatorState,
  { at, sensor, heading }: HeadingReading,
  { variance, lasting }: HeadingNoise,
  body: EstimatorParameters,
): EstimatorState {
  const { track, patience } = body;
  const { belief, wheels, source } = state;
  const known = state.zeros[sensor];
  const dt = known ? at - known.at : 0;
  const stands = staysAtRest(state, body);
  const hears = (stood: HeadingZero['stood'], learns: number | null, r: number): EstimatorState => {
    // The body has turned on since the instant of the belief.
    const turned = ((wheels.right - wheels.left) / track) * (at - belief.at);
    const told = wrapAngle(heading - turned);
    const news = { kind: 'heading', at: belief.at, sensor, heading: told, variance: r, learns } as const;
    return estimatorUpdated(state, {
      ...withHeading(state, news),
      zeros: { ...state.zeros, [sensor]: { at, stood } },
    });
  };
  if (!known || dt > patience || source === 'pose') return hears(stands ? 0 : null, 1, variance);
  if (dt <= 0) return state;
  if (known.stood === null || !stands) return hears(null, null, variance * Math.max(1, lasting / dt));
  const stood = Math.min(known.stood + dt, AVERAGING_TIME);
  return hears(stood, dt / stood, variance);
}
