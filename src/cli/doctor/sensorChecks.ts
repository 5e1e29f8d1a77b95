/** Whether each sensor can be read, and each one on the I²C bus is there, is the chip of the robot's file, and measures. */
import { watchSensors } from '../../drivers/firmata/boardSensors.js';
import { findChip, noChip, wrongChip } from '../../drivers/firmata/busChips.js';
import type { FirmataLink } from '../../drivers/firmata/firmataLink.js';
import { openBus } from '../../drivers/firmata/i2cBus.js';
import { inHex } from '../../kit/sensorSchemas.js';
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { boardInputs, unreadSensors, unreadWords } from '../../sensors/boardInputs.js';
import type { BusInput, Measured } from '../../signals/boardInput.js';
import { CHECK, type CheckRow, ok, warning, wrong } from './checkRow.js';

const SAMPLE_PERIOD: Seconds = ms(20);
/** A gyroscope is set up within 0.2 s, a laser ranger within 0.5 s, and then measures. */
const LISTENING_TIME: Seconds = 1;

/** None for a robot without such sensors. */
export async function checkSensors(
  link: FirmataLink,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<CheckRow[]> {
  const devices = robot ? boardInputs(robot).filter((input) => input.kind === 'bus') : [];
  if (devices.length > 0) openBus(link);
  const rows = (robot ? unreadSensors(robot) : []).map((sensor) =>
    warning(CHECK.sensor, unreadWords(sensor), 'take a sensor that the board reads, or leave it out'),
  );
  for (const device of devices) rows.push(await checkSensor(link, time, device));
  return rows;
}

async function checkSensor(link: FirmataLink, time: TimeSource, device: BusInput): Promise<CheckRow> {
  const { sensor, address } = device;
  const of = (words: string) => `'${sensor?.id}': ${words}`;
  const { answers, said, instead } = await findChip(link, time, device);
  if (instead) return wrong(CHECK.sensor, of(wrongChip(device, instead)));
  if (!answers) return wrong(CHECK.sensor, of(noChip(device, said)));
  const last = await lastMeasured(link, time, device);
  const there = of(`${sensor?.title} at ${inHex(address)}`);
  if (last?.kind === 'range' && Number.isNaN(last.distances[0]))
    return wrong(
      CHECK.sensor,
      `${there} says that it fails; see that nothing covers it, or take another one`,
    );
  if (last) return ok(CHECK.sensor, `${there} tells ${told(last)}`);
  const cure = 'keep the robot still, a compass away from magnets and motors, and ask again';
  return warning(CHECK.sensor, `${there} answers, but measures nothing`, cure);
}

async function lastMeasured(
  link: FirmataLink,
  time: TimeSource,
  device: BusInput,
): Promise<Measured | undefined> {
  let last: Measured | undefined;
  watchSensors(link, [device], {
    time,
    interval: SAMPLE_PERIOD,
    otherTraffic: 0,
    each: (measured) => {
      last = measured;
    },
  });
  await new Promise<void>((done) => time.after(LISTENING_TIME, done));
  return last;
}

const inDegrees = (radians: number): string => (radians * (180 / Math.PI)).toFixed(1);

function told(measured: Measured): string {
  switch (measured.kind) {
    case 'turnRate':
      return `${inDegrees(measured.turnRate)} deg/s`;
    case 'heading':
      return `a heading of ${inDegrees(measured.heading)} deg`;
    case 'range':
      return typeof measured.distances[0] === 'number'
        ? `a thing ${measured.distances[0].toFixed(2)} m ahead`
        : 'that nothing is in its range';
    default:
      return measured.kind;
  }
}
