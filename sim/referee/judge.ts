/** The verdict: a row for each limit, from the robots' results and the observers. */
import type { Seconds } from '../../src/math/units.js';
import type { CriterionSpec, MovedSpec, NoticedSpec, OrderSpec } from '../scenario/scenario.js';
import { FlowObserver } from './flowObserver.js';
import {
  ContactObserver,
  DistanceObserver,
  HiddenObserver,
  InsideObserver,
  type ObservedRun,
  type Observer,
  PolarizationObserver,
} from './observers.js';
import { atLeastRow, atMostRow, type CriterionResult, microseconds, type RobotResult } from './result.js';
import { CoverageObserver, ExcursionObserver, VisitObserver } from './routeObservers.js';
import { StoppedObserver } from './stopObserver.js';

/** A row for each limit; a limit without a measured value is not met. */
export const judgeRun = (
  criteria: readonly CriterionSpec[],
  results: readonly RobotResult[],
  observers: Observers = new Map(),
): CriterionResult[] =>
  criteria.flatMap((criterion) => observers.get(criterion)?.rows() ?? rows(criterion, results));

function rows(criterion: CriterionSpec, results: readonly RobotResult[]): CriterionResult[] {
  switch (criterion.criterion) {
    case 'arrived':
      return [judgeArrival(criterion.before ?? null, results)];
    case 'contacts':
      return [atMostRow('contacts', criterion.atMost, largest(results.map((r) => r.contacts)))];
    case 'overshoot':
      return [atMostRow('overshoot', criterion.atMost, largest(results.map((r) => r.overshoot)))];
    case 'crossTrack':
      return judgeCrossTrack(criterion, results);
    case 'clearance':
      return [atLeastRow('clearance', criterion.atLeast, smallest(results.map((r) => r.minClearance)))];
    case 'crossings':
      return [atLeastRow('crossings', criterion.atLeast, sum(results.map((r) => r.crossings)))];
    case 'moved':
      return judgeMoved(criterion, results);
    case 'order':
      return [judgeArrivals(criterion, results)];
    case 'noticed':
      return [judgeNotice(criterion, results)];
    case 'beats':
      return [];
    default:
      throw new Error(`no observer for the criterion '${criterion.criterion}'`);
  }
}

/** Every robot with a goal must arrive; a run without any goal proves nothing and fails. */
function judgeArrival(before: Seconds | null, results: readonly RobotResult[]): CriterionResult {
  const times = results
    .filter((r) => r.distanceToGoal !== null || r.timeToGoal !== null)
    .map((r) => r.timeToGoal);
  const measured = times.includes(null) ? null : largest(times);
  const passed = measured !== null && (before === null || measured <= before);
  return { criterion: 'arrived', limit: before, measured, passed };
}

function judgeCrossTrack(
  criterion: Extract<CriterionSpec, { criterion: 'crossTrack' }>,
  results: readonly RobotResult[],
): CriterionResult[] {
  return (['rms', 'max', 'missed'] as const).flatMap((figure) => {
    const limit = criterion[figure];
    if (limit === undefined) return [];
    const found = largest(results.map((r) => r.crossTrack?.[figure] ?? null));
    return [atMostRow(`crossTrack.${figure}`, limit, found)];
  });
}

/** The results that a criterion is about: of one robot, or of all. */
const meant = (robot: string | undefined, results: readonly RobotResult[]): readonly RobotResult[] =>
  robot === undefined ? results : results.filter(({ id }) => id === robot);

function judgeMoved(
  { robot, atLeast, atMost }: MovedSpec,
  results: readonly RobotResult[],
): CriterionResult[] {
  const ways = meant(robot, results).map(({ distanceTravelled }) => distanceTravelled);
  const rows = [
    ...(atLeast === undefined ? [] : [atLeastRow('moved.atLeast', atLeast, smallest(ways))]),
    ...(atMost === undefined ? [] : [atMostRow('moved.atMost', atMost, largest(ways))]),
  ];
  return rows.map((row) => ({ ...row, ...(robot !== undefined && { of: robot }) }));
}

/** The least time between two arrivals that follow each other as wanted; negative the other way round. */
function judgeArrivals(spec: OrderSpec, results: readonly RobotResult[]): CriterionResult {
  if (!('arrive' in spec)) throw new Error('no observer for the order of visits');
  const times = spec.arrive.map((id) => results.find((result) => result.id === id)?.timeToGoal ?? null);
  const gaps = times.slice(1).map((time, i) => {
    const before = times[i] ?? null;
    return time === null || before === null ? null : time - before;
  });
  const least = gaps.includes(null) ? null : smallest(gaps);
  const row = atLeastRow('order.apart', spec.apart, least === null ? null : microseconds(least));
  return { ...row, of: spec.arrive.join(', ') };
}

/** The time from the first injected fault until the last of the robots has noticed one of the kind. */
function judgeNotice(spec: NoticedSpec, results: readonly RobotResult[]): CriterionResult {
  const { robot, kind, within = null } = spec;
  const times = meant(robot, results).map(({ faults, injected }) => {
    const found = faults.find((fault) => fault.kind === kind || fault.causes?.includes(kind));
    return found === undefined ? null : microseconds(found.at - (injected[0]?.at ?? 0));
  });
  const row = atMostRow('noticed', within, times.includes(null) ? null : largest(times));
  return { ...row, why: kind, ...(robot !== undefined && { of: robot }) };
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

function largest(values: readonly (number | null)[]): number | null {
  return known(values).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}

function smallest(values: readonly (number | null)[]): number | null {
  return known(values).reduce<number | null>((a, b) => Math.min(a ?? b, b), null);
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The criteria that need an observer during the run, with their observers. */
export type Observers = ReadonlyMap<CriterionSpec, Observer>;

/** Makes the observers of the criteria that need one. */
export const observersOf = (criteria: readonly CriterionSpec[], run: ObservedRun): Observers =>
  new Map(
    criteria.flatMap((criterion) => {
      const observer = observerOf(criterion, run);
      return observer ? [[criterion, observer] as const] : [];
    }),
  );

function observerOf(criterion: CriterionSpec, run: ObservedRun): Observer | undefined {
  switch (criterion.criterion) {
    case 'contacts':
      return criterion.above === undefined
        ? undefined
        : new ContactObserver(criterion.atMost, criterion.above, run);
    case 'flow':
      return new FlowObserver(criterion.atLeast, run);
    case 'polarization':
      return new PolarizationObserver(criterion.atLeast, criterion.after ?? 0, run);
    case 'distance':
      return new DistanceObserver(criterion, run);
    case 'hidden':
      return new HiddenObserver(criterion, run);
    case 'inside':
      return new InsideObserver(criterion.corners, run);
    case 'stopped':
      return new StoppedObserver(criterion, run);
    case 'excursion':
      return new ExcursionObserver(criterion, run);
    case 'coverage':
      return new CoverageObserver(criterion, run);
    case 'order':
      return 'visits' in criterion ? new VisitObserver(criterion, run) : undefined;
    default:
      return undefined;
  }
}
