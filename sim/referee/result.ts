/** The result of a run: one entry for each robot, and one row for each criterion. */
import { expectedErrorWords } from '../../src/estimation/expectedError.js';
import type { Pose, Vec2 } from '../../src/math/geometry.js';
import type { Hertz, Meters, MetersPerSecond, Newtons, Seconds } from '../../src/math/units.js';
import type { Fault, FaultKind, Standing } from '../../src/signals/signals.js';
import type { Injected } from '../plant/strikes.js';

/** `failed`: the mission itself has ended so; `arrived`: it is done, and the true body is where it says. */
export type Outcome = 'arrived' | 'failed' | 'running' | 'stopped' | 'faulted';

/** How far the true middle of the axle was from a path. */
export interface CrossTrack {
  readonly rms: Meters;
  readonly max: Meters;
  /** Largest distance of a point of the path from the driven line. */
  readonly missed: Meters;
}

/** The result of one robot; `null` where a value does not apply. */
export interface RobotResult {
  readonly id: string;
  readonly outcome: Outcome;
  readonly timeToGoal: Seconds | null;
  readonly finalPose: Pose;
  /** null without a goal. */
  readonly distanceToGoal: Meters | null;
  /** Farthest beyond the target at any instant; null without a fixed target. */
  readonly overshoot: Meters | null;
  readonly distanceTravelled: Meters;
  readonly contacts: number;
  /** null without solid things. */
  readonly minClearance: Meters | null;
  readonly crossings: number;
  /** null without a path to follow. */
  readonly crossTrack: CrossTrack | null;
  readonly maxSpeed: MetersPerSecond;
  readonly maxForce: Newtons;
  /** How far a real body would typically be from its own estimate (1σ); null where something measures the pose. */
  readonly expectedError: Meters | null;
  /** The faults that the robot noticed. */
  readonly faults: readonly Fault[];
  /** Why it stopped or failed, in words. */
  readonly why?: string;
  /** What keeps it where it is at the end, once it has made no progress for five seconds; null of one that has arrived. */
  readonly standing: Standing | null;
  /** `off` if it may run into what it sees. */
  readonly collisionMonitor?: 'off';
  /** The faults that the scenario injected. */
  readonly injected: readonly Injected[];
}

/** The result of the whole run. */
export interface Result {
  readonly scenario: string;
  readonly seed: number;
  /** null if the robots' rates differ. */
  readonly rate: Hertz | null;
  readonly simulatedSeconds: Seconds;
  readonly wallSeconds: Seconds;
  /** Every criterion is met, and no robot was stopped for safety. */
  readonly passed: boolean;
  readonly criteria: readonly CriterionResult[];
  /** Without ghosts. */
  readonly robots: readonly RobotResult[];
}

/** One row of the verdict; `measured` is the worst value of all robots, null without a value. */
export interface CriterionResult {
  readonly criterion: string;
  /** null: the event only has to happen. */
  readonly limit: number | null;
  readonly measured: number | null;
  readonly passed: boolean;
  /** Present if the measured value must be at least the limit; otherwise it must be at most the limit. */
  readonly bound?: 'atLeast';
  /** The robots that the criterion names, if any; of contacts, the speed from which they count. */
  readonly of?: string;
  /** The kind of fault that had to be noticed. */
  readonly why?: FaultKind;
  /** Of a row that is not met. */
  readonly lost?: Loss;
}

/** When a criterion was lost: the instant from which it could not be met any more, or the end of the run. */
export interface Loss {
  readonly at: Seconds;
  /** Which robot lost it, if it was one, and where that was: the point that touched, or its middle. */
  readonly robot?: string;
  readonly place?: Vec2;
  /** What it touched or came too near to: a thing by its name (`posts.3`), or a robot. */
  readonly thing?: string;
  /** One sentence: why, as far as that is known. */
  readonly why?: string;
}

/** A time without the rounding errors of summed steps. */
export const microseconds = (time: Seconds): Seconds => Math.round(time * 1e6) / 1e6;

/** A row with an upper limit; without a limit the event only has to happen. */
export const atMostRow = (
  criterion: string,
  limit: number | null,
  measured: number | null,
): CriterionResult => ({
  criterion,
  limit,
  measured,
  passed: measured !== null && (limit === null || measured <= limit),
});

export const atLeastRow = (criterion: string, limit: number, measured: number | null): CriterionResult => ({
  criterion,
  limit,
  measured,
  passed: measured !== null && measured >= limit,
  bound: 'atLeast',
});

/** Robots that stopped, or were stopped, without a `stopped` criterion that is met. */
export function stoppedForSafety({ robots, criteria }: Pick<Result, 'robots' | 'criteria'>): RobotResult[] {
  const latched = robots.filter(({ outcome }) => outcome === 'faulted' || outcome === 'stopped');
  return latched.filter(({ id }) => !isWanted(id, criteria));
}

function isWanted(id: string, criteria: readonly CriterionResult[]): boolean {
  const stops = criteria.filter(({ criterion, of = id }) => criterion.startsWith('stopped.') && of === id);
  return stops.length > 0 && stops.every(({ passed }) => passed);
}

/** Up to this many robots without encoders are named. */
const MAX_NAMED_BLIND = 3;

/** Warns of robots whose pose nothing measures: a simulated body obeys its commands better than a real one. */
export function expectedErrorNotes(robots: readonly Pick<RobotResult, 'id' | 'expectedError'>[]): string[] {
  const blind = robots.flatMap(({ id, expectedError }) =>
    expectedError === null ? [] : [{ id, expectedError }],
  );
  if (blind.length <= MAX_NAMED_BLIND)
    return blind.map(({ id, expectedError }) => {
      const words = expectedErrorWords(expectedError);
      return `${id} has no encoders; its pose is estimated from the commands: on a real robot, ${words}`;
    });
  const worst = expectedErrorWords(Math.max(...blind.map(({ expectedError }) => expectedError)));
  return [
    `${blind.length} robots have no encoders; their poses are estimated from the commands: on real robots, ${worst}`,
  ];
}

/** A length in millimetres below 1 m, else in metres. */
export const formatMeters = (value: number): string =>
  Math.abs(value) < 1 ? `${(value * 1000).toFixed(1)} mm` : `${value.toFixed(2)} m`;
export const formatSeconds = (value: number): string => `${value.toFixed(2)} s`;
const formatShare = (value: number): string => value.toFixed(3);

/** How the values of criteria are written that are not lengths. */
const METRIC_FORMATS: Readonly<Record<string, (value: number) => string>> = {
  arrived: formatSeconds,
  'distance.reaches': formatSeconds,
  'stopped.within': formatSeconds,
  'stopped.why': formatSeconds,
  'order.apart': formatSeconds,
  noticed: formatSeconds,
  contacts: String,
  crossings: String,
  flow: formatShare,
  polarization: formatShare,
  hidden: formatShare,
  coverage: formatShare,
  order: String,
};

/** Before the name of the row in which a mission does better than another. */
export const BEATS = 'beats.';

export const formatMetric = (criterion: string): ((value: number) => string) =>
  METRIC_FORMATS[criterion.replace(BEATS, '')] ?? formatMeters;
