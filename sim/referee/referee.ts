/** Judges one robot by its true body, in each physics step; the robot's own opinion does not count. */
import { distance, type Pose } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { SafetyState, Setup, WheelSpeeds } from '../../src/signals/signals.js';
import { type Goal, goalsOf } from '../../src/steering/mission.js';
import type { CriterionSpec, RobotSpec } from '../scenario/scenario.js';
import type { RunFigures } from './figures.js';
import { type GoalTracker, type TargetPosition, trackGoal } from './goalTracker.js';
import { type CrossTrack, microseconds, type Outcome, type RobotResult } from './result.js';

/** A wheel below this speed stands still. */
const STANDING_SPEED: MetersPerSecond = 0.005;

export class Referee {
  readonly id: string;
  /** Whether there is anything to arrive at. */
  readonly hasGoal: boolean;
  readonly #goals: readonly Goal[];
  #keepsLine: boolean;
  #trackers: readonly GoalTracker[];
  #pose: Pose | undefined;
  #travelled: Meters = 0;
  #crossings = 0;
  #timeToGoal: Seconds | null = null;
  /** The worst before the last respawn. */
  #overshoot: Meters | null = null;

  /**
   * `within` of an `arrived` criterion replaces that of the goals.
   *
   * @param keepsLine the line that it drives, which grows with it: what of its path it missed is known by that alone
   */
  constructor(
    id: string,
    goals: readonly Goal[],
    criteria: readonly CriterionSpec[] = [],
    { keepsLine = true }: { readonly keepsLine?: boolean } = {},
  ) {
    this.id = id;
    this.#keepsLine = keepsLine;
    const arrived = criteria.find((c) => c.criterion === 'arrived');
    const within = arrived?.within;
    this.#goals = within === undefined ? goals : goals.map((goal) => ({ ...goal, within }));
    this.hasGoal = goals.length > 0;
    this.#trackers = this.#tracked();
  }

  #tracked(): readonly GoalTracker[] {
    return this.#goals.map((goal) => trackGoal(goal, this.#keepsLine));
  }

  /** One physics step, and the start itself; wheel speeds are those of the true wheels. */
  observe(at: Seconds, pose: Pose, wheels: WheelSpeeds, targetPosition: TargetPosition): void {
    if (this.#pose) this.#travelled += distance(this.#pose, pose);
    this.#pose = pose;
    const standing = Math.abs(wheels.left) < STANDING_SPEED && Math.abs(wheels.right) < STANDING_SPEED;
    const sight = { at, position: pose, standing, targetPosition };
    for (const tracker of this.#trackers) tracker.observe(sight);
    if (this.#timeToGoal === null && this.arrived) this.#timeToGoal = this.#lastReached();
  }

  /** Whether it comes to rest at some goal; one that only seeks drives through, again and again. */
  get staysThere(): boolean {
    return this.#goals.some(({ kind }) => kind !== 'seek');
  }

  /** From now on nobody asks for its result. */
  dropLine(): void {
    this.#keepsLine = false;
    for (const tracker of this.#trackers) tracker.dropLine();
  }

  /** Every goal has been reached, since the last respawn; never without a goal. */
  get arrived(): boolean {
    return this.hasGoal && this.#trackers.every((tracker) => tracker.reachedAt !== null);
  }

  /** The arrived robot is put elsewhere and starts anew: a crossing. */
  respawned(pose: Pose): void {
    this.#crossings += 1;
    this.#overshoot = this.#worstOvershoot();
    this.#trackers = this.#tracked();
    this.#pose = pose;
  }

  /** Somebody puts it elsewhere: it did not drive there. */
  placed(pose: Pose): void {
    this.#pose = pose;
  }

  result(figures: RunFigures): RobotResult {
    const { x, y, heading } = this.#pose ?? { x: 0, y: 0, heading: 0 };
    const outcome = this.#outcome(figures.safety);
    const why = outcome === 'stopped' || outcome === 'faulted' ? (figures.cause ?? null) : null;
    return {
      id: this.id,
      outcome,
      ...(why !== null && { why }),
      timeToGoal: this.#timeToGoal === null ? null : microseconds(this.#timeToGoal),
      finalPose: { x, y, heading },
      distanceToGoal: this.#distanceToGoal(),
      overshoot: this.#worstOvershoot(),
      distanceTravelled: this.#travelled,
      contacts: figures.contacts,
      minClearance: figures.minClearance,
      crossings: this.#crossings,
      crossTrack: this.#crossTrack(),
      maxSpeed: figures.maxSpeed,
      maxForce: figures.maxForce,
      expectedError: figures.expectedError ?? null,
      faults: figures.faults,
      injected: figures.injected ?? [],
    };
  }

  #outcome(safety: SafetyState): Outcome {
    if (this.#timeToGoal !== null) return 'arrived';
    return safety === 'stopped' || safety === 'faulted' ? safety : 'running';
  }

  /** To the first goal that is not reached yet, else to the last; null without one that is seen. */
  #distanceToGoal(): Meters | null {
    const open = this.#trackers.find((tracker) => tracker.reachedAt === null) ?? this.#trackers.at(-1);
    return open && Number.isFinite(open.distance) ? open.distance : null;
  }

  #lastReached(): Seconds {
    return Math.max(...this.#trackers.map((tracker) => tracker.reachedAt ?? 0));
  }

  #worstOvershoot(): Meters | null {
    const known = [this.#overshoot, ...this.#trackers.map((t) => t.overshoot)].filter((o) => o !== null);
    return known.length > 0 ? Math.max(...known) : null;
  }

  #crossTrack(): CrossTrack | null {
    return this.#trackers.map((tracker) => tracker.crossTrack).find((figures) => figures !== null) ?? null;
  }
}

/** Who judges a robot: by the mission that the scenario gave it, and by the one that it has now. */
export class RobotReferees {
  /** Of the scenario's mission: the run's result is its. */
  readonly scenarioReferee: Referee;
  /** Of what the robot has to do now. */
  currentReferee: Referee;
  /** How many goals it was given since the run began; other numbers of the same ones are none. */
  goalsGiven = 0;
  readonly #criteria: readonly CriterionSpec[];
  #goals: readonly Goal[];

  constructor({ id, mission }: RobotSpec, criteria: readonly CriterionSpec[]) {
    this.#criteria = criteria;
    this.#goals = goalsOf(mission);
    this.scenarioReferee = new Referee(id, this.#goals, criteria);
    this.currentReferee = this.scenarioReferee;
  }

  /** What the robot is told from now on; where only numbers change and no goal does, the same goals go on. */
  follow({ mission }: Setup, kind: 'setup' | 'tune'): void {
    const goals = goalsOf(mission);
    if (kind === 'setup') this.goalsGiven += 1;
    else if (JSON.stringify(goals) === JSON.stringify(this.#goals)) return;
    this.#goals = goals;
    this.#beginAnew();
  }

  /** The same goals, but what they follow was put elsewhere. */
  goalMoved(): void {
    this.goalsGiven += 1;
    this.#beginAnew();
  }

  /** Nobody will ask how it drove there: only whether it arrives. */
  #beginAnew(): void {
    this.currentReferee = new Referee(this.scenarioReferee.id, this.#goals, this.#criteria, {
      keepsLine: false,
    });
  }

  /** The run's result is known: what goes on is watched, and no longer measured. */
  stopMeasuring(): void {
    this.scenarioReferee.dropLine();
  }

  observe(at: Seconds, pose: Pose, wheels: WheelSpeeds, targetPosition: TargetPosition): void {
    const { scenarioReferee, currentReferee } = this;
    scenarioReferee.observe(at, pose, wheels, targetPosition);
    if (currentReferee !== scenarioReferee) currentReferee.observe(at, pose, wheels, targetPosition);
  }

  /** The arrived robot is put elsewhere and starts anew: a crossing. */
  respawned(pose: Pose): void {
    this.scenarioReferee.respawned(pose);
    if (this.currentReferee !== this.scenarioReferee) this.currentReferee.respawned(pose);
  }

  /** Somebody puts it elsewhere: it did not drive there. */
  placed(pose: Pose): void {
    this.scenarioReferee.placed(pose);
    if (this.currentReferee !== this.scenarioReferee) this.currentReferee.placed(pose);
  }
}
