/** How far a robot without encoders typically is from its own estimate. */
import { distance, dot, fromPolar, moveAlongArc, type Pose, sub, wrapAngle } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import { timeOfSensor } from '../signals/readings.js';
import type { Estimate } from '../signals/signals.js';
import type { EstimatorParameters } from './estimatorState.js';
import { SPEED_ERROR, TRACK_ERROR, WHEEL_DIFFERENCE } from './wheelDoubt.js';

/** The battery's part of the speed's error: evenly spread between ±9 %. */
export const VOLTAGE_ERROR = 0.05;

/** The parameters of the body that tell what it measures. */
export type CommandedBody = Pick<
  EstimatorParameters,
  'track' | 'patience' | 'metersPerCount' | 'gyro' | 'headingNoise' | 'deadSpeed' | 'measuresVoltage'
>;

/** Bodies with typical errors that obeyed the same commands. */
export interface TypicalBodies {
  readonly estimated: Pose;
  readonly bodies: readonly Pose[];
}

interface Gains {
  readonly left: number;
  readonly right: number;
  readonly track: number;
  /** Share by which the battery gives more than the file assumes. */
  readonly voltage: number;
}

/** All eight combinations of one standard deviation up or down: they have the errors' means and covariances. */
const typicalBodies = (speedError: number, voltageError: number): readonly Gains[] =>
  [1, -1].flatMap((speed) =>
    [1, -1].flatMap((difference) =>
      [1, -1].map((track) => ({
        left: 1 + speed * speedError - (difference * WHEEL_DIFFERENCE) / 2,
        right: 1 + speed * speedError + (difference * WHEEL_DIFFERENCE) / 2,
        track: 1 + track * TRACK_ERROR,
        voltage: speed * voltageError,
      })),
    ),
  );

const TYPICAL_BODIES = typicalBodies(SPEED_ERROR, VOLTAGE_ERROR);
/** Of robots that measure their battery: its part of the error is known, and their duties follow it. */
const KNOWN_VOLTAGE = typicalBodies(Math.sqrt(SPEED_ERROR ** 2 - VOLTAGE_ERROR ** 2), 0);

export const startDrift = (pose: Pose): TypicalBodies => ({
  estimated: pose,
  bodies: TYPICAL_BODIES.map(() => pose),
});

/**
 * Moves the bodies by the estimate's motion to its next pose. On the arc between the two, a body that commands Δs and
 * Δθ turns its wheels by l, r = Δs ∓ b·Δθ/2; a true body with gains g_l, g_r, g_b moves by
 *
 *   Δs' = (g_l·l + g_r·r)/2,   Δθ' = (g_r·r − g_l·l)/(g_b·b).
 *
 * A battery that gives a share ε more also lifts what the dead band takes, v_d = d/(1 − d)·v₀: each wheel that turns
 * goes ε·v_d·t farther.
 *
 * So unequal wheels bend a straight way of length d by (g_r − g_l)·d/b, and its end is (g_r − g_l)·d²/2b off to the
 * side. Errors of a body are constant, unlike the independent errors of the covariance: they add up along the way, and
 * some cancel on the way back.
 *
 * @param deadWay v_d·t since the last pose
 * @param measuresHeading a gyroscope or a compass measures Δθ: then all turn alike
 */
export function propagateDrift(
  drift: TypicalBodies,
  to: Pose,
  {
    track,
    deadWay = 0,
    measuresVoltage,
  }: { readonly track: Meters; readonly deadWay?: Meters; readonly measuresVoltage?: boolean },
  measuresHeading: boolean,
): TypicalBodies {
  const { estimated, bodies } = drift;
  const turned = wrapAngle(to.heading - estimated.heading);
  const forward = alongArc(estimated, to, turned);
  const left = forward - (turned * track) / 2;
  const right = forward + (turned * track) / 2;
  return {
    estimated: to,
    bodies: bodies.map((body, i) => {
      const gains = (measuresVoltage ? KNOWN_VOLTAGE : TYPICAL_BODIES)[i] ?? EXACT;
      const l = left * gains.left + Math.sign(left) * gains.voltage * deadWay;
      const r = right * gains.right + Math.sign(right) * gains.voltage * deadWay;
      return moveAlongArc(body, (l + r) / 2, measuresHeading ? turned : (r - l) / (track * gains.track));
    }),
  };
}

const EXACT: Gains = { left: 1, right: 1, track: 1, voltage: 0 };

/** Length of the arc between two poses, forward positive: the chord · (Δθ/2)/sin(Δθ/2). */
function alongArc(from: Pose, to: Pose, turned: number): Meters {
  const half = turned / 2;
  const chord = dot(sub(to, from), fromPolar(1, from.heading + half));
  return Math.abs(half) < 1e-6 ? chord : (chord * half) / Math.sin(half);
}

/** Root mean square of the bodies' distances from the estimate: two of three robots are nearer. */
export const rmsError = ({ estimated, bodies }: TypicalBodies): Meters =>
  Math.sqrt(bodies.reduce((sum, body) => sum + distance(body, estimated) ** 2, 0) / bodies.length);

/**
 * So many root mean squares hold 19 of 20 robots: √3 for an error of equal size in both directions, 1.96 along one
 * line.
 */
export const MOST_SIGMAS = 1.75;

/** So long after a fix the covariance says how far off the estimate is. */
const FIX_LASTS: Seconds = 2;

/** Follows the estimates of a run, for its result. */
export class DriftMeter {
  readonly #body: CommandedBody;
  #drift: TypicalBodies | null = null;
  #at: Seconds = 0;

  constructor(body: CommandedBody) {
    this.#body = body;
  }

  /** One tick's estimate, at a time. A measured pose starts the drift again. */
  add({ pose, source, ages }: Pick<Estimate, 'pose' | 'source' | 'ages'>, at: Seconds): void {
    const { metersPerCount, track, deadSpeed = 0, measuresVoltage = false } = this.#body;
    const deadWay = deadSpeed * Math.max(0, at - this.#at);
    this.#at = at;
    if (metersPerCount || source !== 'granted' || (ages.fix ?? Number.POSITIVE_INFINITY) < FIX_LASTS)
      this.#drift = null;
    else
      this.#drift = this.#drift
        ? propagateDrift(this.#drift, pose, { track, deadWay, measuresVoltage }, this.#measuresHeading(ages))
        : startDrift(pose);
  }

  /** The robot was put elsewhere: there it knows its pose. */
  restart(): void {
    this.#drift = null;
  }

  /** 19 of 20 robots are nearer. Null while anything measures the pose, and before the first tick. */
  get expectedError(): Meters | null {
    return this.#drift && MOST_SIGMAS * rmsError(this.#drift);
  }

  #measuresHeading(ages: Estimate['ages']): boolean {
    const { gyro, headingNoise = {}, patience } = this.#body;
    const sensors = gyro === undefined ? Object.keys(headingNoise) : [gyro, ...Object.keys(headingNoise)];
    return sensors.some((sensor) => (timeOfSensor(ages, sensor) ?? Number.POSITIVE_INFINITY) <= patience);
  }
}

/** `expect to be off by up to 0.31 m`: an estimate has no more digits than that. */
export function expectedErrorWords(error: Meters): string {
  if (error < 0.005) return 'expect to be off by less than 0.01 m';
  return `expect to be off by up to ${error.toFixed(error < 1 ? 2 : 1)} m`;
}
