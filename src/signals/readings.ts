/**
 * Readings of a robot's sensors, in SI, for every kind of hardware: the first values that flow round the loop.
 *
 * Plain JSON, each with its time; `sensor` is the id that the robot's file gives.
 */
import type { Pose } from '../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond, Seconds, Volts } from '../math/units.js';

/** Raw encoder counters, edges of both channels; int32, so they wrap. */
export interface EncoderReading {
  readonly kind: 'encoders';
  readonly at: Seconds;
  readonly left: number;
  readonly right: number;
}

/**
 * Distances of one range sensor, one per ray; `null` is no echo, which is not the same as free; NaN is a lost
 * measurement: nothing is known of that direction. A bumper is a range sensor without range: 0 is pressed.
 */
export interface RangeReading {
  readonly kind: 'range';
  readonly at: Seconds;
  readonly sensor: string;
  readonly distances: readonly (Meters | null)[];
  /** Why nothing was measured: no sonar answered, its line is always high, or noise on an encoder's line. */
  readonly trouble?: 'missing' | 'stuck' | 'disturbed';
  /** Converter counts of an analog sensor: those of a healthy one change by a count or two all the time. */
  readonly raw?: number;
}

/** Whether a distance of a reading says something: null, which is no echo, does; a missing one, NaN or a negative one does not. */
export const isMeasured = (distance: Meters | null | undefined): boolean =>
  distance === null || (Number.isFinite(distance) && (distance as Meters) >= 0);

/** A heading from the sensor's own zero, counter-clockwise, from a compass or an orientation sensor. */
export interface HeadingReading {
  readonly kind: 'heading';
  readonly at: Seconds;
  readonly sensor: string;
  readonly heading: Radians;
}

/** Noise of a sensor's headings: the size of the errors, and how long each lasts. */
export interface HeadingNoise {
  /** σ² [rad²] of one reading. */
  readonly variance: number;
  /** Readings less than this apart have the same error. */
  readonly lasting: Seconds;
}

/** A turn rate about the vertical axis, left positive: from a gyroscope, with its bias. */
export interface TurnRateReading {
  readonly kind: 'turnRate';
  readonly at: Seconds;
  readonly sensor: string;
  readonly turnRate: RadiansPerSecond;
}

/** Brightness from a reflectance or light sensor: 0 dark … 1 the brightest that it can measure. */
export interface LevelReading {
  readonly kind: 'level';
  readonly at: Seconds;
  readonly sensor: string;
  readonly level: number;
}

/** Where a sensor hears a beacon. */
export interface BearingReading {
  readonly kind: 'bearing';
  readonly at: Seconds;
  readonly sensor: string;
  /** From the sensor's own direction, left positive; null: it hears no beacon. */
  readonly bearing: Radians | null;
}

/** The battery's own voltage. */
export interface BatteryReading {
  readonly kind: 'battery';
  readonly at: Seconds;
  readonly volts: Volts;
}

/** The pose measured from outside the robot: the simulator's truth, or motion capture. */
export interface PoseReading {
  readonly kind: 'pose';
  readonly at: Seconds;
  readonly pose: Pose;
  /**
   * Standard deviation of x and y: a fix, which corrects the estimate at its own time, however late it comes; its heading
   * does not count. Without it the pose is exact, and replaces the robot's own.
   */
  readonly deviation?: Meters;
  /** Of a fix: its heading is told as well, for a robot that waits to be told where it stands. */
  readonly tellsHeading?: true;
}

/** Where the robot was, from outside: a camera over the floor, radio beacons; late and inexact. */
export interface Fix {
  /** When it was there, by the robot's clock; at most a second ago. */
  readonly at: Seconds;
  readonly x: Meters;
  readonly y: Meters;
  /** Standard deviation of x and of y. */
  readonly deviation: Meters;
  /**
   * How it looked, if that was seen: with it a fix says where a robot stands whose mission goes on from an earlier drive. The
   * estimate of one that drives learns its heading from the places alone.
   */
  readonly heading?: Radians;
}

/** The quality of the link to the board, counted since it was opened. */
export interface LinkReading {
  readonly kind: 'link';
  readonly at: Seconds;
  /** Damaged frames, at both ends. */
  readonly badFrames: number;
  /** Frames sent to the board while it was armed, nearly all of them commands; only of a board that counts them. */
  readonly sent?: number;
  /** Of these, so many did not come, or came damaged. */
  readonly lost?: number;
}

/**
 * The board or its driver has cut the motors: no command reached it in time, a wheel had power and did not turn, or the
 * chip of a motor reports a fault. The line works, and it may be armed again: it is a state of the board, not a lost body.
 */
export interface TrippedReading {
  readonly kind: 'tripped';
  readonly at: Seconds;
  readonly cause: 'silence' | 'stall' | 'motorDriver';
  /** Text for people. */
  readonly why: string;
}

/** A reading of a sensor on the body, with the estimated pose of the body at its time. */
export type Placed<R extends Reading> = R & { readonly from: Pose };

export type Reading =
  | EncoderReading
  | RangeReading
  | HeadingReading
  | TurnRateReading
  | LevelReading
  | BearingReading
  | BatteryReading
  | PoseReading
  | LinkReading
  | TrippedReading;

/**
 * A time of each source of readings: of those without a sensor by their kind, of the others by their sensor. A sensor that
 * is called `encoders` is another source than the encoders. One that was not heard yet is missing.
 */
export interface SourceTimes extends Readonly<Partial<Record<OwnSource, Seconds>>> {
  readonly sensors: Readonly<Record<string, Seconds>>;
}

/** Sources that are no sensor of the robot file. */
export const OWN_SOURCES = ['encoders', 'pose', 'fix', 'battery', 'link'] as const;
export type OwnSource = (typeof OWN_SOURCES)[number];

/** A reading of a sensor of the robot file. */
export type SensorReading = Extract<Reading, { readonly sensor: string }>;

/** A pose with an error is a fix. */
export const isFix = (reading: Reading): boolean =>
  reading.kind === 'pose' && reading.deviation !== undefined;

/** The time of a sensor, which may be called anything: `toString`, too, is missing until it was heard. */
export const timeOfSensor = ({ sensors }: SourceTimes, id: string): Seconds | undefined =>
  Object.hasOwn(sensors, id) ? sensors[id] : undefined;

/** When the source of a reading was last heard; a trip is no measurement. */
export function lastHeardOf(times: SourceTimes, reading: Reading): Seconds | undefined {
  if ('sensor' in reading) return timeOfSensor(times, reading.sensor);
  if (reading.kind === 'tripped') return undefined;
  return times[isFix(reading) ? 'fix' : reading.kind];
}

/** How old the last readings are. */
export function agesOf(times: SourceTimes, at: Seconds): SourceTimes {
  const sensors: Record<string, Seconds> = {};
  for (const sensor in times.sensors) sensors[sensor] = at - (times.sensors[sensor] ?? at);
  const ages: Partial<Record<OwnSource, Seconds>> & SourceTimes = { sensors };
  for (const source of OWN_SOURCES) {
    const heardAt = times[source];
    if (heardAt !== undefined) ages[source] = at - heardAt;
  }
  return ages;
}
