/** All sensors of a board, read by Firmata's own messages: each sample becomes one reading. */

import { VOLTS_PER_COUNT } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { AnalogInput, BoardInput, BusInput, DigitalInput, Measured } from '../../signals/boardInput.js';
import { pinNumber } from '../motors/motorWiring.js';
import type { FirmataLink } from './firmataLink.js';
import { openBus, watchDevice } from './i2cBus.js';

export interface SensorWatch {
  readonly time: TimeSource;
  /** The wanted sampling interval. */
  readonly interval: Seconds;
  /** What the line carries [bytes/s]; default 5880, as an Uno's divider makes 57 600 baud. */
  readonly lineBytes?: number;
  /** Other traffic from the board [bytes/s]. */
  readonly otherTraffic: number;
  readonly each: (measured: Measured) => void;
}

/** Only a share is used, because a full line delays everything. */
const USABLE_SHARE = 0.8;

/** Analog report; digital reports come only when something changes. */
const ANALOG_BYTES = 3;
/** A reply's frame, address and register; every data byte takes two. */
const BUS_FRAME_BYTES = 7;

/** The board samples no faster than this: more would crowd out the rest of the line. */
const MIN_SAMPLING_INTERVAL: Seconds = 0.01;

/** The wanted interval, or the shortest one that the line carries. */
export function samplingInterval(
  inputs: readonly BoardInput[],
  { interval, otherTraffic, lineBytes = 5880 }: Pick<SensorWatch, 'interval' | 'otherTraffic' | 'lineBytes'>,
): Seconds {
  const bytes = inputs.reduce((sum, input) => sum + sampleBytes(input), 0);
  return Math.max(MIN_SAMPLING_INTERVAL, interval, bytes / (USABLE_SHARE * lineBytes - otherTraffic));
}

function sampleBytes(input: BoardInput): number {
  if (input.kind === 'bus') return BUS_FRAME_BYTES + 2 * input.data.bytes;
  return input.kind === 'analog' ? ANALOG_BYTES : 0;
}

const SAMPLING_INTERVAL_COMMAND = 0x7a;

/**
 * Has the board sample all inputs, and hands on every sample until the line ends. It does not wait: a sensor that does
 * not answer gives no readings, and the listener sees its last one age.
 */
export function watchSensors(link: FirmataLink, all: readonly BoardInput[], watching: SensorWatch): void {
  // Sonars and discharges are measured by our firmware's own frames.
  const inputs = all.filter(({ kind }) => kind !== 'sonar' && kind !== 'discharge');
  if (inputs.length === 0) return;
  const interval = samplingInterval(inputs, watching);
  const ms = Math.ceil(interval * 1000);
  link.io.sysexCommand([SAMPLING_INTERVAL_COMMAND, ms & 0x7f, ms >> 7]);
  for (const input of inputs) if (input.kind === 'analog') watchAnalogInput(link, input, watching);
  for (const input of inputs) if (input.kind === 'digital') watchDigitalInput(link, input, watching);
  const devices = inputs.filter((input): input is BusInput => input.kind === 'bus');
  if (devices.length > 0) openBus(link);
  for (const device of devices) watchDevice(link, device, watching);
}

function watchAnalogInput(
  { io }: FirmataLink,
  { pin, every = 0, read }: AnalogInput,
  { time, each }: SensorWatch,
): void {
  const channel = io.analogPins.indexOf(pinNumber(pin, io.analogPins));
  if (channel < 0) return;
  let due = time.now();
  io.analogRead(channel, (count) => {
    if (time.now() < due) return;
    due = time.now() + every;
    each(read((count + 0.5) * VOLTS_PER_COUNT));
  });
}

/** The board reports a level only when it changes. While the line is alive the level still holds, and is repeated. */
const LEVEL_REPEAT_PERIOD: Seconds = 0.05;

function watchDigitalInput(
  link: FirmataLink,
  { pin, pullUp, read }: DigitalInput,
  { time, each }: SensorWatch,
): void {
  const { io } = link;
  const number = pinNumber(pin, io.analogPins);
  let cancel = () => {};
  const say = (level: number) => {
    cancel();
    each(read(level !== 0));
    cancel = time.after(LEVEL_REPEAT_PERIOD, () => say(level));
  };
  const end = () => cancel();
  link.listen({ lost: end, closed: end });
  io.pinMode(number, pullUp ? io.MODES.PULLUP : io.MODES.INPUT);
  io.digitalRead(number, say);
}
