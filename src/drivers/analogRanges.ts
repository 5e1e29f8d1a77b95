/** Range sensors that put out a voltage: each of the board's samples becomes one reading. */
import type { SensorDefinition } from '../robot.js';
import type { Meters, Seconds } from '../units.js';
import type { Firmata } from './firmataIo.js';
import { pinNumber } from './motorWiring.js';

/** What a sensor's voltage means; null where it sees nothing. */
export type RangeFromVolts = (sensor: SensorDefinition, volts: number) => Meters | null;

export interface RangeSample {
  readonly sensor: string;
  readonly distance: Meters | null;
}

const RANGERS = new Set(['gp2y0a21', 'gp2y0a41', 'maxsonar']);

/** A count n of the converter stands for voltages from n to n + 1 of these. */
const VOLTS_PER_COUNT = 5 / 1024;

const SAMPLING_INTERVAL = 0x7a;
/** The board samples no faster: more would crowd out the rest of the line. */
const LEAST_INTERVAL_MS = 10;

/** Has the board sample the robot's analog range sensors about every `interval`, and hands on each sample. */
export function watchRanges(
  io: Firmata,
  sensors: readonly SensorDefinition[],
  interval: Seconds,
  range: RangeFromVolts,
  each: (sample: RangeSample) => void,
): void {
  const rangers = sensors.filter(({ type, pin }) => RANGERS.has(type) && pin !== undefined);
  if (rangers.length === 0) return;
  const ms = Math.max(LEAST_INTERVAL_MS, Math.round(interval * 1000));
  io.sysexCommand([SAMPLING_INTERVAL, ms & 0x7f, ms >> 7]);
  for (const sensor of rangers) {
    const channel = io.analogPins.indexOf(pinNumber(sensor.pin ?? '', io.analogPins));
    if (channel < 0) continue;
    io.analogRead(channel, (count) =>
      each({ sensor: sensor.id, distance: range(sensor, (count + 0.5) * VOLTS_PER_COUNT) }),
    );
  }
}
