/** The sonars of a robot file: when each is pinged, and a swept one as one sensor for each of its directions. */
import type { z } from 'zod';
import { wrapAngle } from '../../math/geometry.js';
import { pingRate } from '../../robot/pings.js';
import type { SensorDefinition } from '../../robot/robot.js';
import { directionsOf, looksApart, lookTime } from '../../robot/sweep.js';
import { inDegrees, type sensorSchema } from './robotParts.js';

type WrittenSensor = z.output<typeof sensorSchema>;
type WrittenSonar = Extract<WrittenSensor, { readonly type: 'hc-sr04' }>;

/** All of them are pinged in turn. */
export function sonarSensors(
  sonar: WrittenSonar,
  id: string,
  sensors: readonly WrittenSensor[],
): readonly SensorDefinition[] {
  const sonars = sensors.filter(({ type }) => type === 'hc-sr04');
  const rate = pingRate(sonars.length);
  const own = rate / sonars.length;
  const { sweep, ...rest } = sonar;
  if (!sweep) return [{ ...rest, id, rate: own, after: sonars.indexOf(sonar) / rate }];
  const { from, to, step, servo, invert } = sweep;
  const angles = directionsOf(from, to, step);
  const places = angles.length;
  return angles.map((angle, place) => ({
    ...rest,
    id: `${id} at ${inDegrees(angle)} deg`,
    facing: wrapAngle(rest.facing + angle),
    rate: 1 / (looksApart(place, places) * lookTime(step, own)),
    swept: { sensor: id, servo, angle, step, invert, place, places },
  }));
}
