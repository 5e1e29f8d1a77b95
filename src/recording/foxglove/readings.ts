/** Poses, scans and news, as Foxglove knows them. */
import { type LaserScan, type Log, LogLevel, type PoseInFrame, type Time } from '@foxglove/schemas';
import { type Pose, toWorld, vec } from '../../math/geometry.js';
import type { RangeReading } from '../../signals/signals.js';
import type { News, SensorView } from '../../signals/view.js';
import { pose, rounded, WORLD } from './primitives.js';

export const poseInFrame = (place: Pose, timestamp: Time): PoseInFrame => ({
  timestamp,
  frame_id: WORLD,
  pose: pose(place),
});

/**
 * Rays from the right to the left. Foxglove must have a number for each: where there was no echo it gets 0, which is
 * drawn inside the sensor.
 */
export function laserScan(
  { at, facing, fieldOfView }: SensorView,
  { distances }: RangeReading,
  body: Pose,
  timestamp: Time,
): LaserScan {
  const half = distances.length > 1 ? fieldOfView / 2 : 0;
  const mount = toWorld(body, vec(at.x, at.y));
  return {
    timestamp,
    frame_id: WORLD,
    pose: pose({ ...mount, heading: body.heading + facing }),
    start_angle: rounded(-half),
    end_angle: rounded(half),
    ranges: distances.map((distance) => rounded(distance ?? 0)),
    intensities: [],
  };
}

const LEVELS = { info: LogLevel.INFO, warning: LogLevel.WARNING, fault: LogLevel.ERROR } as const;

export const logOf = ({ level, words }: News, timestamp: Time): Log => ({
  timestamp,
  level: LEVELS[level],
  message: words,
  name: 'steerbot',
  file: '',
  line: 0,
});
