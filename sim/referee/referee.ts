/** Judges one robot by its true body, in each physics step; the robot's own estimate does not count. */
import { distance, type Pose } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import { endWords } from '../../src/signals/missionTree.js';
import type { SafetyState, Setup, Tick, WheelSpeeds } from '../../src/signals/signals.js';
import {
  type Goal,
  goalsOf,
  type MissionSpec,
  placedGoalsOf,
  tellsItsEnd,
} from '../../src/steering/mission.js';
import type { CriterionSpec, RobotSpec } from '../scenario/scenario.js';
import type { RunFigures } from './figures.js';
import { type GoalTracker, type TargetPosition, trackGoal } from './goalTracker.js';
import { type CrossTrack, microseconds, type Outcome, type RobotResult } from './result.js';

/** A wheel below this speed counts as standing. */
const STANDING_SPEED: MetersPerSecond = 0.005;

export class Referee {
  readonly id: string;
  /** Whether the mission has a goal, or an end. */
  hasGoal: boolean;
  /** Where its goals stand in the mission, if it has to say itself at which it has arrived; else undefined. */
  readonly #places: readonly string[] | undefined;
  /** What its loop has said in its last tick. */
  #said: Pick<Tick, 'arrived' | 'ended'> | undefined;
  readonly #goals: readonly Goal[];
  #keepsLine: boolean;
  #trackers: readonly GoalTracker[];
  #pose: Pose | undefined;
  #travelled: Meters = 0;
  #crossings = 0;
  #timeToGoal: Seconds | null = null;
  /** The largest overshoot before the last respawn. */
  #overshoot: Meters | null = null;

  /**
   * `within` of an `arrived` criterion replaces that of the goals.
   *
   * @param keepsLine whether it keeps the driven line, which cross-track needs and which grows as it drives
   * @param places of the goals in a mission that has to say at which of them it has arrived
   */
  constructor(
    id: string,
    goals: readonly Goal[],
    criteria: readonly CriterionSpec[] = [],
    { keepsLine = true, places }: { readonly keepsLine?: boolean; readonly places?: readonly string[] } = {},
  ) {
    this.id = id;
    this.#keepsLine = keepsLine;
    const arrived = criteria.find((c) => c.criterion === 'arrived');
    const within = arrived?.within;
    this.#goals = within === undefined ? goals : goals.map((goal) => ({ ...goal, within }));
    this.#places = places;
    this.hasGoal = goals.length > 0;
    this.#trackers = this.#tracked();
  }

  #tracked(): readonly GoalTracker[] {
    return this.#goals.map((goal) => trackGoal(goal, this.#keepsLine));
  }

  /** Called at the start and in each physics step, with the true wheel speeds. */
  observe(at: Seconds, pose: Pose, wheels: WheelSpeeds, targetPosition: TargetPosition): void {
    if (this.#pose) this.#travelled += distance(this.#pose, pose);
    this.#pose = pose;
    const standing = Math.abs(wheels.left) < STANDING_SPEED && Math.abs(wheels.right) < STANDING_SPEED;
    const sight = { at, position: pose, standing, targetPosition };
    for (const tracker of this.#trackers) tracker.observe(sight);
    if (this.#timeToGoal !== null) return;
    if (this.#places) this.#timeToGoal = standing && this.#isWhereItSays(this.#places) ? at : null;
    else if (this.arrived) this.#timeToGoal = this.#lastReached();
  }

  /** What its loop says in a tick. */
  told(tick: Tick): void {
    this.#said = tick;
    // A user's own behavior tells only when it ends that it has an end.
    if (this.#places && (tick.arrived || tick.ended)) this.hasGoal = true;
  }

  /** It says that it is done, and where it says so by a goal of its own, the true body is there. */
  #isWhereItSays(places: readonly string[]): boolean {
    if (!this.#said?.arrived) return false;
    const goal = places.indexOf(this.#said.ended?.where ?? '');
    return goal < 0 || this.#trackers[goal]?.isThere === true;
  }

  /** Its mission has failed. */
  get hasFailed(): boolean {
    return this.#said?.ended?.how === 'failed';
  }

  /** Whether it comes to rest at a goal; a robot that seeks drives through it repeatedly. */
  get staysThere(): boolean {
    return this.#goals.some(({ kind }) => kind !== 'seek');
  }

  /** Forgets the driven line; its result is not needed any more. */
  dropLine(): void {
    this.#keepsLine = false;
    for (const tracker of this.#trackers) tracker.dropLine();
  }

  /** Whether every goal has been reached since the last respawn; false without a goal. */
  get arrived(): boolean {
    if (this.#places) return this.#timeToGoal !== null;
    return this.hasGoal && this.#trackers.every((tracker) => tracker.reachedAt !== null);
  }

  /** The arrived robot was put back and starts again: a crossing. */
  respawned(pose: Pose): void {
    this.#crossings += 1;
    this.#overshoot = this.overshoot;
    this.#trackers = this.#tracked();
    this.#pose = pose;
  }

  /** An operator has moved it: it did not drive there. */
  placed(pose: Pose): void {
    this.#pose = pose;
  }

  /** The farthest that it has been off its path; null without one. */
  get offPath(): Meters | null {
    return largestOf(this.#trackers.map((tracker) => tracker.offPath));
  }

  get travelled(): Meters {
    return this.#travelled;
  }

  /** Whether it has a goal that it has not reached. */
  get isUnderWay(): boolean {
    return this.hasGoal && this.#timeToGoal === null;
  }

  result(figures: RunFigures): RobotResult {
    const { x, y, heading } = this.#pose ?? { x: 0, y: 0, heading: 0 };
    const outcome = this.#outcome(figures.safety);
    const stopped = outcome === 'stopped' || outcome === 'faulted' ? (figures.cause?.what ?? null) : null;
    const why = outcome === 'failed' && this.#said?.ended ? endWords(this.#said.ended) : stopped;
    return {
      id: this.id,
      outcome,
      ...(why !== null && { why }),
      timeToGoal: this.#timeToGoal === null ? null : microseconds(this.#timeToGoal),
      finalPose: { x, y, heading },
      distanceToGoal: this.distanceToGoal,
      overshoot: this.overshoot,
      distanceTravelled: this.#travelled,
      contacts: figures.contacts,
      minClearance: figures.minClearance,
      crossings: this.#crossings,
      crossTrack: this.#crossTrack(),
      maxSpeed: figures.maxSpeed,
      maxForce: figures.maxForce,
      expectedError: figures.expectedError ?? null,
      standing: outcome === 'running' ? (figures.standing ?? null) : null,
      faults: figures.faults,
      injected: figures.injected ?? [],
    };
  }

  #outcome(safety: SafetyState): Outcome {
    if (this.#timeToGoal !== null) return 'arrived';
    if (safety === 'stopped' || safety === 'faulted') return safety;
    return this.hasFailed ? 'failed' : 'running';
  }

  /**
   * Distance to the goal at which it says that it has ended; else to the first that is not reached, or to the last; null
   * without a known goal.
   */
  get distanceToGoal(): Meters | null {
    const said = this.#places?.indexOf(this.#said?.ended?.where ?? '') ?? -1;
    const open =
      this.#trackers[said] ??
      this.#trackers.find((tracker) => tracker.reachedAt === null) ??
      this.#trackers.at(-1);
    return open && Number.isFinite(open.distance) ? open.distance : null;
  }

  #lastReached(): Seconds {
    return Math.max(...this.#trackers.map((tracker) => tracker.reachedAt ?? 0));
  }

  /** A mission of several goals drives on beyond each. */
  get overshoot(): Meters | null {
    if (this.#places && this.#trackers.length > 1) return null;
    return largestOf([this.#overshoot, ...this.#trackers.map((tracker) => tracker.overshoot)]);
  }

  #crossTrack(): CrossTrack | null {
    return this.#trackers.map((tracker) => tracker.crossTrack).find((figures) => figures !== null) ?? null;
  }
}

function largestOf(values: readonly (Meters | null)[]): Meters | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** Where its goals stand, of a mission that has several, or ends otherwise than at its one goal. */
const placesIn = (mission: MissionSpec): { readonly places?: readonly string[] } =>
  tellsItsEnd(mission) ? { places: placedGoalsOf(mission).map(({ place }) => place) } : {};

/** The two referees of a robot: one for the scenario's mission, one for its present mission. */
export class RobotReferees {
  /** Judges the scenario's mission; gives the run's result. */
  readonly scenarioReferee: Referee;
  /** Judges the present mission. */
  currentReferee: Referee;
  /** How many times its goals have changed since the run began; tuned numbers of the same goals do not count. */
  goalsGiven = 0;
  readonly #criteria: readonly CriterionSpec[];
  #goals: readonly Goal[];
  #mission: MissionSpec;

  constructor({ id, mission }: RobotSpec, criteria: readonly CriterionSpec[]) {
    this.#criteria = criteria;
    this.#goals = goalsOf(mission);
    this.#mission = mission;
    this.scenarioReferee = new Referee(id, this.#goals, criteria, placesIn(mission));
    this.currentReferee = this.scenarioReferee;
  }

  /** Takes a new mission or new numbers; if no goal changes, the same goals continue. */
  follow({ mission }: Setup, kind: 'setup' | 'tune'): void {
    const goals = goalsOf(mission);
    if (kind === 'setup') this.goalsGiven += 1;
    else if (JSON.stringify(goals) === JSON.stringify(this.#goals)) return;
    this.#goals = goals;
    this.#beginAnew(mission);
  }

  /** The goals are the same, but their target was moved. */
  goalMoved(): void {
    this.goalsGiven += 1;
    this.#beginAnew(this.#mission);
  }

  /** Starts again without a driven line: only the arrival counts. */
  #beginAnew(mission: MissionSpec): void {
    this.#mission = mission;
    this.currentReferee = new Referee(this.scenarioReferee.id, this.#goals, this.#criteria, {
      keepsLine: false,
      ...placesIn(mission),
    });
  }

  /** What its loop says in a tick. */
  told(tick: Tick): void {
    this.scenarioReferee.told(tick);
    if (this.currentReferee !== this.scenarioReferee) this.currentReferee.told(tick);
  }

  /** The run's result is final: from now on arrivals are observed, but figures are not measured. */
  stopMeasuring(): void {
    this.scenarioReferee.dropLine();
  }

  observe(at: Seconds, pose: Pose, wheels: WheelSpeeds, targetPosition: TargetPosition): void {
    const { scenarioReferee, currentReferee } = this;
    scenarioReferee.observe(at, pose, wheels, targetPosition);
    if (currentReferee !== scenarioReferee) currentReferee.observe(at, pose, wheels, targetPosition);
  }

  /** The arrived robot was put back and starts again: a crossing. */
  respawned(pose: Pose): void {
    this.scenarioReferee.respawned(pose);
    if (this.currentReferee !== this.scenarioReferee) this.currentReferee.respawned(pose);
  }

  /** An operator has moved it: it did not drive there. */
  placed(pose: Pose): void {
    this.scenarioReferee.placed(pose);
    if (this.currentReferee !== this.scenarioReferee) this.currentReferee.placed(pose);
  }
}
