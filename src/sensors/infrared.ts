/**
 * Range sensors that answer with a voltage: Sharp's infrared GP2Y0A21 and GP2Y0A41, MaxBotix' sonar MaxSonar.
 *
 * The curves are the ones johnny-five fits to the data sheets, in counts of a 10-bit converter at 5 V:
 * GP2Y0A21 d = 12343.85·n^−1.15 cm, GP2Y0A41 d = 2076/(n − 11) cm, MaxSonar half an inch a count.
 */
import type { SensorDefinition } from '../robot.js';
import { cm, type Meters } from '../units.js';

export type AnalogRanger = 'gp2y0a21' | 'gp2y0a41' | 'maxsonar';

interface Curve {
  /** Counts, not rounded, at a distance, and back. */
  readonly counts: (distance: Meters) => number;
  readonly distance: (counts: number) => Meters;
  readonly nearest: Meters;
  readonly farthest: Meters;
  /** Counts while nothing is in sight. */
  readonly nothing: number;
}

const CURVES: Readonly<Record<AnalogRanger, Curve>> = {
  gp2y0a21: {
    counts: (distance) => (123.4385 / distance) ** (1 / 1.15),
    distance: (counts) => cm(12343.85 * counts ** -1.15),
    nearest: cm(10),
    farthest: cm(80),
    nothing: 50,
  },
  gp2y0a41: {
    counts: (distance) => 20.76 / distance + 11,
    distance: (counts) => (counts > 11 ? cm(2076 / (counts - 11)) : Number.POSITIVE_INFINITY),
    nearest: cm(4),
    farthest: cm(30),
    nothing: 50,
  },
  maxsonar: {
    counts: (distance) => distance / 0.0127,
    distance: (counts) => 0.0127 * counts,
    nearest: cm(15),
    farthest: 6.45,
    nothing: 510,
  },
};

/** Rounding of the converter: a thing at the end of the range is still seen there. */
const COUNTS_BEYOND = 1;

const VOLTS_PER_COUNT = 5 / 1024;

export const isAnalogRanger = (type: string): type is AnalogRanger => Object.hasOwn(CURVES, type);

/** What the sensor puts out; `null` is nothing in sight. */
export function voltsFromRange(type: AnalogRanger, distance: Meters | null): number {
  const { counts, nothing } = CURVES[type];
  return VOLTS_PER_COUNT * (distance === null ? nothing : counts(distance));
}

/**
 * How far away the thing is; `null` outside of the sensor's range, where the curve means nothing.
 *
 * An infrared sensor's voltage falls again below its nearest distance: a thing closer than that looks farther away.
 */
export function rangeFromVolts(
  { type, range = Number.POSITIVE_INFINITY }: Pick<SensorDefinition, 'type' | 'range'>,
  volts: number,
): Meters | null {
  if (!isAnalogRanger(type)) return null;
  const { counts, distance, nearest, farthest } = CURVES[type];
  const n = volts / VOLTS_PER_COUNT;
  const ends = [counts(nearest), counts(farthest)];
  if (!(n >= Math.min(...ends) - COUNTS_BEYOND && n <= Math.max(...ends) + COUNTS_BEYOND)) return null;
  const found = Math.min(farthest, Math.max(nearest, distance(n)));
  return found <= range ? found : null;
}
