/**
 * A sonar on a small servo that turns it from one direction to the next: a slow scan with one sensor.
 *
 * It goes to and fro, from right to left and back: with n directions it looks 2(n − 1) times a cycle, once to each end and
 * twice to the others.
 */
import { deg, type Hertz, ms, type Radians, type RadiansPerSecond, type Seconds } from '../math/units.js';

/** One direction of a swept sonar, which counts as a range sensor of its own. */
export interface Swept<Pin = number | string> {
  /** The sonar's id in the robot's file. */
  readonly sensor: string;
  readonly servo: Pin;
  /** From the servo's middle, to the left. */
  readonly angle: Radians;
  /** To the next direction. */
  readonly step: Radians;
  /** A longer pulse turns the servo to the right. */
  readonly invert: boolean;
  /** Which direction it is, from the right, and of how many. */
  readonly place: number;
  readonly places: number;
}

/** By then all directions were looked at twice within the time that a drive waits for its sensors. */
export const MAX_DIRECTIONS = 9;
/** A servo turns so far to either side. */
export const MAX_ANGLE: Radians = deg(90);

/**
 * Elegoo's own program of its car says 0.17 s for 60° at 4.8 V (JessicaKMcIntosh/ELEGOOSmartCarV4 7419b1b,
 * DeviceDriverSet_xxx0.cpp, above DeviceDriverSet_Servo_control); the data sheet of an SG90 says 0.1 s.
 */
export const SERVO_SPEED: RadiansPerSecond = deg(60) / 0.17;
/** The servo hears of its new place with its next pulse. */
const PULSE_PERIOD: Seconds = ms(20);
/** Then it still swings, and so does the sonar on it. */
const SETTLE_TIME: Seconds = ms(40);
/** From a ping to the end of what it may hear, and to the host. */
const HEARING_TIME: Seconds = ms(30);

/** After this a servo stands still that was told to turn by an angle. */
export const moveTime = (angle: Radians): Seconds =>
  PULSE_PERIOD + Math.abs(angle) / SERVO_SPEED + SETTLE_TIME;

/** From one look to the next, at the most. @param pings rate at which this sonar is pinged */
export const lookTime = (step: Radians, pings: Hertz): Seconds => moveTime(step) + 1 / pings + HEARING_TIME;

/** A little is left for rounding: 120° are four steps of 30°. */
export const directionCount = (from: Radians, to: Radians, step: Radians): number =>
  Math.floor((to - from) / step + 1e-6) + 1;

export const directionsOf = (from: Radians, to: Radians, step: Radians): readonly Radians[] =>
  Array.from({ length: directionCount(from, to, step) }, (_, i) => from + i * step);

/** Places in the order in which they are looked at, a whole cycle. */
export function lookOrder(places: number): readonly number[] {
  const there = Array.from({ length: places }, (_, place) => place);
  return [...there, ...there.slice(1, -1).reverse()];
}

/** The most looks from one at this place to the next one there. */
export const looksApart = (place: number, places: number): number => 2 * Math.max(place, places - 1 - place);

/** As the Servo library of Arduino has it: 544 µs at 0°, 2400 µs at 180°. */
const SHORTEST_PULSE: Seconds = 544e-6;
const LONGEST_PULSE: Seconds = 2400e-6;

/** The pulse that turns a servo to an angle from its middle. */
export const pulseOfAngle = (angle: Radians): Seconds =>
  SHORTEST_PULSE + ((LONGEST_PULSE - SHORTEST_PULSE) * (angle + MAX_ANGLE)) / (2 * MAX_ANGLE);

export const angleOfPulse = (pulse: Seconds): Radians =>
  ((pulse - SHORTEST_PULSE) / (LONGEST_PULSE - SHORTEST_PULSE)) * 2 * MAX_ANGLE - MAX_ANGLE;

/** Undefined for a sensor that no servo turns. */
export const sweptOf = (sensor: { readonly id: string }): Swept | undefined =>
  'swept' in sensor ? (sensor.swept as Swept) : undefined;

/** Sensors as they are in the robot's file, in its order: of a swept sonar one. */
export const asWritten = <S extends { readonly id: string }>(sensors: readonly S[]): readonly S[] =>
  sensors.filter((sensor) => (sweptOf(sensor)?.place ?? 0) === 0);

/** As the robot's file calls it: the directions of a swept sonar are one sensor there. */
export const writtenIdOf = (sensor: { readonly id: string }): string => sweptOf(sensor)?.sensor ?? sensor.id;
