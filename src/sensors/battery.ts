/** The battery behind a voltage divider: the pin sees its voltage over `divider`. */

import type { Volts } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { AnalogInput } from '../signals/boardInput.js';

type Battery = NonNullable<RobotDefinition['battery']>;

export const pinVolts = ({ divider }: Battery, volts: Volts): Volts => volts / divider;

export const batteryInput = (battery: Battery): AnalogInput => ({
  kind: 'analog',
  pin: battery.pin,
  every: 0.2,
  read: (volts) => ({ kind: 'battery', volts: volts * battery.divider }),
});
