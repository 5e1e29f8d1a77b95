/** What a ride takes from the body that it drives, real, emulated or simulated. */

import { slowed } from '../control/changedModel.js';
import type { RobotModel } from '../control/robotModel.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import type { Ride } from '../session/ride.js';

/** Its driver and its clock, and the model with its speed limit. A simulated body moves with its own clock only. */
export function onBody(
  body: ConnectedRobot,
  model: RobotModel,
): Pick<Ride, 'driver' | 'time' | 'clock$' | 'model'> {
  const { time, speedLimit } = body;
  return {
    driver: body,
    time,
    model: speedLimit === null ? model : slowed(model, speedLimit),
    ...(body.clock$ && { clock$: body.clock$(model.period) }),
  };
}
