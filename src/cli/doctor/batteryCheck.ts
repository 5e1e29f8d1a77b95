/** What the motors' battery has left, measured on the pin that the robot's file names. */
import { watchSensors } from '../../drivers/firmata/boardSensors.js';
import type { FirmataLink } from '../../drivers/firmata/firmataLink.js';
import { DEAD_BELOW, noPower } from '../../drivers/firmata/linkErrors.js';
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds, type Volts } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { batteryInput } from '../../sensors/boardInputs.js';
import { CHECK, ok, type Row, skipped, warning, wrong, wrongBy } from './row.js';

const SAMPLE: Seconds = ms(20);
const LISTENING: Seconds = 0.5;

const HOW =
  'give the file `battery: { pin: A3, divider: 2, low: 6.4 V }`, with a divider from the battery to that pin';

export async function checkBattery(
  link: FirmataLink,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<Row> {
  if (!robot?.battery) return skipped(CHECK.battery, 'nothing measures it', robot ? HOW : null);
  const seen: Volts[] = [];
  watchSensors(link, [batteryInput(robot.battery)], {
    time,
    interval: SAMPLE,
    otherTraffic: 0,
    each: (measured) => {
      if (measured.kind === 'battery') seen.push(measured.volts);
    },
  });
  await new Promise<void>((done) => time.after(LISTENING, done));
  return batteryRow(link.name, seen, robot.battery.low);
}

export function batteryRow(port: string, seen: readonly Volts[], low: Volts): Row {
  const volts = seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)];
  if (volts === undefined) {
    return wrong(
      CHECK.battery,
      'its pin measures nothing; correct `battery.pin`, which must be an analog one',
    );
  }
  if (volts < DEAD_BELOW) return wrongBy(CHECK.battery, noPower(port, volts), port);
  const found = `${volts.toFixed(1)} V`;
  return volts < low
    ? warning(CHECK.battery, `${found}, below ${low} V`, 'charge it, or change it')
    : ok(CHECK.battery, found);
}
