/** How late a body answers, measured while it drives: its wheels, or its gyroscope, against models with other delays. */

import { clamp } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../math/units.js';
import { type SentCommand, stillWorking, turnWheel, type WheelResponse } from '../math/wheel.js';
import { AT_REST, type WheelSpeeds } from '../signals/signals.js';
import type { WheelWays } from './motion.js';

/** Measured time from a command to the first force of the motors, if the file's lag is right. */
export interface MeasuredLatency {
  readonly value: Seconds;
  /** Standard deviation. */
  readonly deviation: Seconds;
}

/** Plain JSON. Lists hold a value for each model, or for each of its wheels in turn. */
export interface LatencyMeter {
  /** The instant to which the models have rolled; null before the first reading. */
  readonly at: Seconds | null;
  /** What motors as in the file would do with the duties. */
  readonly driven: readonly SentCommand[];
  readonly speeds: readonly number[];
  /** Recent way of each model, and as it was measured: left and right, or the turn and zero. */
  readonly modelled: readonly number[];
  readonly measured: readonly [number, number];
  /** Σ m·r and Σ r² of each model, and Σ m². */
  readonly cross: readonly number[];
  readonly square: readonly number[];
  readonly own: number;
  /** How long it was compared. */
  readonly lasted: Seconds;
  /** What they say; null as long as they say too little. */
  readonly found: MeasuredLatency | null;
  /** What is reckoned with instead of the declared latency; null until one was found, or where it is not wanted. */
  readonly used: Seconds | null;
}

const SPACING: Seconds = 0.025;
const MODELS = 16;
export const MOST_LATENCY: Seconds = SPACING * (MODELS - 1);

/** Commands of so long: those that the latest model waits for, and the readings of a line that pauses. */
const KEPT: Seconds = 0.6;

/** A way counts for so long: errors that grow slowly, as those of a wheel's gain do, hardly count. */
const RECENT: Seconds = 0.5;
/** Driving is forgotten after so long. */
const MEMORY: Seconds = 20;
/** Readings farther apart tell nothing of delays. */
const LONGEST_GAP: Seconds = 0.5;

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

export const startMeter: LatencyMeter = {
  at: null,
  driven: [],
  speeds: zeros(2 * MODELS),
  modelled: zeros(2 * MODELS),
  measured: [0, 0],
  cross: zeros(MODELS),
  square: zeros(MODELS),
  own: 0,
  lasted: 0,
  found: null,
  used: null,
};

/** What the robot's file says. */
export interface FileLatency {
  readonly declaredLatency: Seconds;
  /** Its link pauses for so long now and then: until more is known, one pause looks like latency. */
  readonly pause?: Seconds;
  /** What is measured is used as soon as there is something; otherwise only a latency that is much longer. */
  readonly compensates: boolean;
}

/** So much a second the used latency follows the measured one: at 0.5 m/s the predicted pose shifts by 25 mm/s. */
const FOLLOWING = 0.05;
/** A body that is much later than its file says swings until that is known. */
const CATCHING_UP = 0.5;

/**
 * Notes what the wheels were told, and says what was found so far.
 *
 * @param commanded what motors as in the file would do with the duties; null without power: then they stop at once
 * @param file null where the measured latency is never used
 */
export function noteSent(
  meter: LatencyMeter,
  at: Seconds,
  commanded: WheelSpeeds | null,
  file: FileLatency | null,
): LatencyMeter {
  const { driven } = meter;
  const last = driven.at(-1);
  const { left, right } = commanded ?? AT_REST;
  const found = judge(meter);
  return {
    ...meter,
    at: commanded && meter.at,
    driven: stillWorking([...driven, { at, left, right }], at - KEPT),
    found,
    used: file && usedLatency(meter.used, found, file, at - (last?.at ?? at)),
  };
}

/** What is reckoned with: it begins with the file's, and follows what is found. */
function usedLatency(
  before: Seconds | null,
  found: MeasuredLatency | null,
  { declaredLatency, compensates, pause }: FileLatency,
  dt: Seconds,
): Seconds | null {
  if (!compensates && before === null && !isMuchLater(found, declaredLatency, pause)) return null;
  return followed(before ?? declaredLatency, found, dt * (compensates ? FOLLOWING : CATCHING_UP)) ?? before;
}

/** Longer than what watches the wheels allows for (`monitoredBody`), and sure. */
export const isMuchLater = (
  found: MeasuredLatency | null,
  declared: Seconds,
  pause: Seconds = 0,
): found is MeasuredLatency =>
  found !== null && found.value - 3 * found.deviation > 1.5 * declared + 0.03 + pause;

/** Null where nothing was found. */
const followed = (used: Seconds, found: MeasuredLatency | null, most: Seconds): Seconds | null =>
  found && used + clamp(found.value - used, -most, most);

/** The counters began again: what was learned stays. */
export const meterRestarted = (meter: LatencyMeter, at: Seconds): LatencyMeter => ({
  ...meter,
  at,
  speeds: zeros(2 * MODELS),
  modelled: zeros(2 * MODELS),
  measured: [0, 0],
});

/** The ways of both wheels since the last reading. */
export const meterWays = (
  meter: LatencyMeter,
  at: Seconds,
  { left, right }: WheelWays,
  response: WheelResponse,
): LatencyMeter => compared(meter, at, [left, right], { response, track: null });

/** The turn since the last reading of a gyroscope. */
export const meterTurn = (
  meter: LatencyMeter,
  at: Seconds,
  turned: Radians,
  { response, track }: { readonly response: WheelResponse; readonly track: Meters },
): LatencyMeter => compared(meter, at, [turned, 0], { response, track });

/**
 * Every model rolls on with its own delay; ways are summed with forgetting, M ← M·e^(−Δt/T) + way, which is the way of the
 * last T or so. A wrong delay shifts a way by δ·Δv whenever the speed changes by Δv.
 */
function compared(meter: LatencyMeter, at: Seconds, ways: Measured, body: MeteredBody): LatencyMeter {
  const { at: from } = meter;
  if (from === null || at - from > LONGEST_GAP) return meterRestarted(meter, at);
  if (at <= from) return meter;
  const fade = Math.exp(-(at - from) / RECENT);
  const measured = [meter.measured[0] * fade + ways[0], meter.measured[1] * fade + ways[1]] as const;
  const keep = Math.exp(-(at - from) / MEMORY);
  const models = withModels(meter, { from, at, fade, keep }, measured, body);
  const own = keep * meter.own + measured[0] ** 2 + measured[1] ** 2;
  const lasted = keep * meter.lasted + at - from;
  const { driven, found, used } = meter;
  const { speeds, modelled, cross, square } = models;
  return { at, driven, speeds, modelled, measured, cross, square, own, lasted, found, used };
}

type Measured = readonly [number, number];

interface MeteredBody {
  readonly response: WheelResponse;
  /** Turns of the body are compared, not ways of its wheels. */
  readonly track: Meters | null;
}

/** From one reading to the next, and by how much ways and sums are forgotten meanwhile. */
interface Passed {
  readonly from: Seconds;
  readonly at: Seconds;
  readonly fade: number;
  readonly keep: number;
}

function withModels(
  meter: LatencyMeter,
  { from, at, fade, keep }: Passed,
  measured: Measured,
  { response, track }: MeteredBody,
): Pick<LatencyMeter, 'speeds' | 'modelled' | 'cross' | 'square'> {
  const speeds = [...meter.speeds];
  const modelled = [...meter.modelled];
  const cross = [...meter.cross];
  const square = [...meter.square];
  const ways = rolled(meter.driven, [from, at], speeds, response);
  for (let i = 0; i < MODELS; i++) {
    const left = ways[2 * i] as Meters;
    const right = ways[2 * i + 1] as Meters;
    const one = track === null ? left : (right - left) / track;
    const other = track === null ? right : 0;
    const a = (modelled[2 * i] as number) * fade + one;
    const b = (modelled[2 * i + 1] as number) * fade + other;
    modelled[2 * i] = a;
    modelled[2 * i + 1] = b;
    cross[i] = keep * (cross[i] as number) + measured[0] * a + measured[1] * b;
    square[i] = keep * (square[i] as number) + a * a + b * b;
  }
  return { speeds, modelled, cross, square };
}

/**
 * The ways of all models' wheels; a command takes effect by a model's delay after it was sent.
 *
 * @param speeds of all models' wheels, which become those at the end
 */
function rolled(
  driven: readonly SentCommand[],
  [from, to]: readonly [from: Seconds, to: Seconds],
  speeds: number[],
  response: WheelResponse,
): readonly Meters[] {
  const ways: Meters[] = [];
  let first = driven.length;
  for (let wheel = 0; wheel < 2 * MODELS; wheel++) {
    const side = wheel % 2 === 0 ? 'left' : 'right';
    const delay = Math.floor(wheel / 2) * SPACING;
    // With a longer delay an earlier command is in effect.
    while (first > 0 && (driven[first - 1] as SentCommand).at + delay > from) first--;
    let speed = speeds[wheel] as MetersPerSecond;
    let way = 0;
    let now = from;
    for (let next = first; now < to; next++) {
      const until = Math.min(to, (driven[next]?.at ?? Number.POSITIVE_INFINITY) + delay);
      if (until <= now) continue;
      const moved = turnWheel(speed, driven[next - 1]?.[side] ?? 0, until - now, response);
      speed = moved.speed;
      way += moved.travel;
      now = until;
    }
    speeds[wheel] = speed;
    ways.push(way);
  }
  return ways;
}

/** A wheel that rolls by this share of its commands is not one that is merely late. */
const LEAST_GAIN = 0.6;
const MOST_GAIN = 1.6;
/** Errors of a model last for so long: until then readings tell as much as one. */
const ALIKE: Seconds = 0.25;
const SURE: Seconds = 0.012;

/**
 * The delay at which the squared error J(δ) = Σm² − (Σm·r)²/Σr² is least, whatever the wheels' gain; by the parabola through
 * the best model and its neighbors, J ≈ J₀ + A(δ − δ₀)². Its variance is that of an error, J₀/n, by A.
 */
function judge({ cross, square, own, lasted }: LatencyMeter): MeasuredLatency | null {
  const errors: number[] = [];
  let best = 0;
  for (let i = 0; i < MODELS; i++) {
    const r = square[i] as number;
    const error = r > 0 ? own - (cross[i] as number) ** 2 / r : own;
    errors.push(error);
    if (error < (errors[best] as number)) best = i;
  }
  const gain = (cross[best] as number) / (square[best] as number);
  if (!(gain > LEAST_GAIN && gain < MOST_GAIN)) return null;
  const middle = Math.min(MODELS - 2, Math.max(1, best));
  const [before, here, after] = errors.slice(middle - 1, middle + 2) as [number, number, number];
  const curvature = (before - 2 * here + after) / (2 * SPACING ** 2);
  if (curvature <= 0) return null;
  const shift = (before - after) / (4 * curvature * SPACING);
  const value = Math.max(0, middle * SPACING + shift);
  const least = Math.max(here - curvature * shift ** 2, 1e-3 * own);
  const deviation = Math.sqrt((least * ALIKE) / (lasted * curvature));
  return deviation <= SURE && value <= MOST_LATENCY ? { value, deviation } : null;
}
