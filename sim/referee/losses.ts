/** When, where and by which robot a criterion was lost. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { CriterionSpec } from '../scenario/scenario.js';
import type { BodyTouch } from '../world/robotInWorld.js';
import { STANDING_TIME } from './goalTracker.js';
import type { Observers } from './judge.js';
import type { ObservedRun } from './observers.js';
import type { CriterionResult, Loss } from './result.js';

/** The figures of a robot so far that can only grow worse. */
export interface FiguresSoFar {
  /** null where there is nothing to measure. */
  readonly overshoot: Meters | null;
  readonly offPath: Meters | null;
  readonly clearance: Meters | null;
  readonly travelled: Meters;
  /** Whether it has a goal that it has not reached. */
  readonly isUnderWay: boolean;
}

export interface WatchedRun extends ObservedRun {
  figuresOf(robot: string): FiguresSoFar;
  /** The name of the thing or robot that is nearest to a point, except one robot. */
  nearestTo(point: Vec2, exceptId: string): string | undefined;
  /** One sentence: why the robot lost it, as far as that is known. */
  whyOf(robot: string, row: string, loss: Loss, touch?: BodyTouch): string;
}

/** A loss as it is found; `touch`: the contact that made it. */
type Found = Loss & { readonly touch?: BodyTouch };

/** A row of the result, and how its loss is found. */
interface RowLimit {
  readonly row: string;
  /** Which robot a row is about that is not met at the end. */
  readonly who: () => string | undefined;
  /** What once is beyond its limit stays so; undefined while it is within. */
  readonly find?: (at: Seconds) => Found | undefined;
  /** Of a limit of time: the state when the time was over. */
  readonly overdue?: () => Found | undefined;
}

/** Rows of observers that, once beyond their limit, stay so. */
const FOR_GOOD: readonly string[] = ['excursion.atMost', 'distance.atLeast', 'distance.atMost', 'inside'];

interface Limit extends RowLimit {
  readonly criterion: CriterionSpec;
}

export class LossWatch {
  readonly #run: WatchedRun;
  readonly #limits: readonly Limit[];
  readonly #losses = new Map<Limit, Loss>();

  constructor(criteria: readonly CriterionSpec[], observers: Observers, run: WatchedRun) {
    this.#run = run;
    this.#limits = criteria.flatMap((criterion) =>
      limitsOf(criterion, observers, run).map((limit) => ({ criterion, ...limit })),
    );
  }

  /** How many rows are lost. */
  get count(): number {
    return this.#losses.size;
  }

  /** Whether it was found while the run went on, and not only at its end. */
  isEarly(loss: Loss): boolean {
    return [...this.#losses.values()].includes(loss);
  }

  /** Called at each instant of control. */
  look(at: Seconds): void {
    for (const limit of this.#limits) {
      if (!limit.find || this.#losses.has(limit)) continue;
      const found = limit.find(at);
      if (found) this.#losses.set(limit, this.#explained(limit.row, found));
    }
  }

  /** The rows of a criterion, each that is not met with its loss; what was not lost before is lost now. */
  on(criterion: CriterionSpec, rows: readonly CriterionResult[], at: Seconds): CriterionResult[] {
    return rows.map((row) => {
      if (row.passed) return row;
      const limit = this.#limits.find((one) => one.criterion === criterion && one.row === row.criterion);
      const lost = limit && this.#losses.get(limit);
      return { ...row, lost: lost ?? this.#explained(row.criterion, this.#atTheEnd(limit, at)) };
    });
  }

  #atTheEnd(limit: Limit | undefined, at: Seconds): Loss {
    const overdue = limit?.overdue?.();
    if (overdue) return overdue;
    const robot = limit?.who();
    return { at, ...(robot !== undefined && { robot, place: placeOf(this.#run, robot) }) };
  }

  #explained(row: string, { touch, ...loss }: Found): Loss {
    const { robot } = loss;
    return robot === undefined ? loss : { ...loss, why: this.#run.whyOf(robot, row, loss, touch) };
  }
}

function placeOf(run: ObservedRun, robot: string): Vec2 {
  const { x, y } = run.poseOf(robot);
  return { x, y };
}

function limitsOf(criterion: CriterionSpec, observers: Observers, run: WatchedRun): RowLimit[] {
  const sole = run.robots.length === 1 ? run.robots[0] : undefined;
  switch (criterion.criterion) {
    case 'contacts':
      return [touchLimit(criterion, run)];
    case 'overshoot':
      return [beyond('overshoot', run, (id) => (run.figuresOf(id).overshoot ?? 0) > criterion.atMost)];
    case 'clearance': {
      const isNear = (id: string) =>
        (run.figuresOf(id).clearance ?? Number.POSITIVE_INFINITY) < criterion.atLeast;
      return [beyond('clearance', run, isNear, (id) => run.nearestTo(run.poseOf(id), id))];
    }
    case 'crossTrack': {
      const { max = Number.POSITIVE_INFINITY } = criterion;
      const who = () => run.robots.find((id) => run.figuresOf(id).offPath !== null);
      const isOff = (id: string) => (run.figuresOf(id).offPath ?? 0) > max;
      return [
        beyond('crossTrack.max', run, isOff),
        ...['crossTrack.rms', 'crossTrack.missed'].map((row) => ({ row, who })),
      ];
    }
    case 'arrived': {
      const { before = Number.POSITIVE_INFINITY } = criterion;
      const late = () => run.robots.find((id) => run.figuresOf(id).isUnderWay);
      return [deadline('arrived', before, run, late, STANDING_TIME)];
    }
    case 'distance': {
      const { from, reaches, before = Number.POSITIVE_INFINITY } = criterion;
      const rows = observed(criterion, ['distance.atLeast', 'distance.atMost'], observers, run, () => from);
      const isReached = () =>
        observers
          .get(criterion)
          ?.rows()
          .find((row) => row.criterion === 'distance.reaches')?.measured !== null;
      const late = deadline('distance.reaches', before, run, () => (isReached() ? undefined : from));
      return reaches === undefined ? rows : [...rows, { ...late, who: () => from }];
    }
    case 'moved': {
      const { robot, atMost = Number.POSITIVE_INFINITY } = criterion;
      const isMeant = (id: string) => robot === undefined || robot === id;
      return [
        { row: 'moved.atLeast', who: () => robot ?? sole },
        beyond('moved.atMost', run, (id) => isMeant(id) && run.figuresOf(id).travelled > atMost),
      ];
    }
    default: {
      const named = 'robot' in criterion ? criterion.robot : undefined;
      return observed(criterion, rowsOf(criterion), observers, run, () => named ?? sole);
    }
  }
}

/** The names of the rows of a criterion, as its observer or the judge gives them. */
function rowsOf({ criterion }: CriterionSpec): readonly string[] {
  switch (criterion) {
    case 'excursion':
      return ['excursion.atLeast', 'excursion.atMost'];
    case 'stopped':
      return ['stopped.within', 'stopped.travelled', 'stopped.why'];
    case 'order':
      return ['order', 'order.apart'];
    default:
      return [criterion];
  }
}

/** A limit of contacts is lost with the first that is too many. */
function touchLimit(
  { atMost, above }: Extract<CriterionSpec, { criterion: 'contacts' }>,
  run: WatchedRun,
): RowLimit {
  const counts = ({ speed }: BodyTouch) => above === undefined || speed > above;
  const tooMany = (robot: string) => run.touchesOf(robot).filter(counts)[atMost];
  return {
    row: 'contacts',
    who: () => undefined,
    find: () => {
      const robot = run.robots.find((id) => run.touchesOf(id).length > atMost && tooMany(id));
      const touch = robot === undefined ? undefined : tooMany(robot);
      if (robot === undefined || !touch) return undefined;
      const thing = run.nearestTo(touch.place, robot);
      return { at: touch.at, robot, place: touch.place, ...(thing !== undefined && { thing }), touch };
    },
  };
}

/** A figure of each robot has a limit. */
function beyond(
  row: string,
  run: WatchedRun,
  isBeyond: (robot: string) => boolean,
  thingOf: (robot: string) => string | undefined = () => undefined,
): RowLimit {
  const worst = () => run.robots.find(isBeyond);
  return {
    row,
    who: worst,
    find: (at) => {
      const robot = worst();
      if (robot === undefined) return undefined;
      const thing = thingOf(robot);
      return { at, robot, place: placeOf(run, robot), ...(thing !== undefined && { thing }) };
    },
  };
}

/**
 * Something has to be done by a time.
 *
 * @param late a robot that has not done it
 * @param known so much later it is known: who has just come to a stand may have arrived in time
 */
function deadline(
  row: string,
  before: Seconds,
  run: WatchedRun,
  late: () => string | undefined,
  known: Seconds = 0,
): RowLimit {
  let overdue: Found | undefined;
  return {
    row,
    who: late,
    overdue: () => overdue,
    find: (at) => {
      const robot = at > before + TIME_EPSILON ? late() : undefined;
      if (robot === undefined) return undefined;
      overdue ??= { at: before, robot, place: placeOf(run, robot) };
      return at > before + known + TIME_EPSILON ? overdue : undefined;
    },
  };
}

/** What an observer measures. */
function observed(
  criterion: CriterionSpec,
  rows: readonly string[],
  observers: Observers,
  run: WatchedRun,
  who: () => string | undefined,
): RowLimit[] {
  const isLost = (row: string) =>
    observers
      .get(criterion)
      ?.rows()
      .some((one) => one.criterion === row && !one.passed && one.measured !== null);
  return rows.map((row) => {
    if (!FOR_GOOD.includes(row)) return { row, who };
    return {
      row,
      who,
      find: (at) => {
        if (!isLost(row)) return undefined;
        const robot = who();
        return { at, ...(robot !== undefined && { robot, place: placeOf(run, robot) }) };
      },
    };
  });
}
