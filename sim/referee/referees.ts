/** Who judges a robot: by the mission that the scenario gave it, and by the one that it has now. */
import type { Pose } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { Setup, WheelSpeeds } from '../../src/signals/signals.js';
import { type Goal, goalsOf } from '../../src/steering/mission.js';
import type { CriterionSpec, RobotSpec } from '../scenario/scenario.js';
import type { TargetPosition } from './goalTracker.js';
import { Referee } from './referee.js';

export class Referees {
  /** Of the scenario's mission: the run's result is its. */
  readonly verdict: Referee;
  /** Of what the robot has to do now. */
  now: Referee;
  /** How many goals it was given since the run began; other numbers of the same ones are none. */
  given = 0;
  readonly #criteria: readonly CriterionSpec[];
  #goals: readonly Goal[];

  constructor({ id, mission }: RobotSpec, criteria: readonly CriterionSpec[]) {
    this.#criteria = criteria;
    this.#goals = goalsOf(mission);
    this.verdict = new Referee(id, this.#goals, criteria);
    this.now = this.verdict;
  }

  /** What the robot is told from now on; where only numbers change and no goal does, the same goals go on. */
  follow({ mission }: Setup, kind: 'setup' | 'tune'): void {
    const goals = goalsOf(mission);
    if (kind === 'setup') this.given += 1;
    else if (JSON.stringify(goals) === JSON.stringify(this.#goals)) return;
    this.#goals = goals;
    this.#beginAnew();
  }

  /** The same goals, but what they follow was put elsewhere. */
  goalMoved(): void {
    this.given += 1;
    this.#beginAnew();
  }

  /** Nobody will ask how it drove there: only whether it arrives. */
  #beginAnew(): void {
    this.now = new Referee(this.verdict.id, this.#goals, this.#criteria, { keepsLine: false });
  }

  /** The run's result is known: what goes on is watched, and no longer measured. */
  judged(): void {
    this.verdict.dropLine();
  }

  observe(at: Seconds, pose: Pose, wheels: WheelSpeeds, targetPosition: TargetPosition): void {
    this.verdict.observe(at, pose, wheels, targetPosition);
    if (this.now !== this.verdict) this.now.observe(at, pose, wheels, targetPosition);
  }

  /** The arrived robot is put elsewhere and starts anew: a crossing. */
  respawned(pose: Pose): void {
    this.verdict.respawned(pose);
    if (this.now !== this.verdict) this.now.respawned(pose);
  }

  /** Somebody puts it elsewhere: it did not drive there. */
  placed(pose: Pose): void {
    this.verdict.placed(pose);
    if (this.now !== this.verdict) this.now.placed(pose);
  }
}
