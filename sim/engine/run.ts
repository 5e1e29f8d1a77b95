/** Runs a scenario in lock-step: readings, clock, physics; the same files and seed give the same bytes. */

import { NEVER, type Observable } from 'rxjs';
import { wallTime } from '../../src/control/clock.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import type { Inputs } from '../../src/recording/inputs.js';
import type { ChangedSetting } from '../../src/recording/simulated.js';
import type { Command, Neighbor } from '../../src/signals/signals.js';
import {
  type CriterionResult,
  microseconds,
  type Result,
  type RobotResult,
  stoppedForSafety,
} from '../referee/result.js';
import { rivalRows, rivalsOf, sharedSettings } from '../referee/rivals.js';
import { RunJudge } from '../referee/runJudge.js';
import type { ChangeSpec } from '../scenario/changeSpec.js';
import { changedSettings } from '../scenario/changes.js';
import type { PlantSpec } from '../scenario/plantSpec.js';
import type { Scenario } from '../scenario/scenario.js';
import { mustSuitBodies } from '../scenario/scenarioChecks.js';
import { KinematicWorld } from '../world/kinematicWorld.js';
import type { SimulatedWorld, WorldSnapshot } from '../world/simulatedWorld.js';
import { World } from '../world/world.js';
import type { BodyFactory } from './body.js';
import { Communication } from './communication.js';
import { sharedRate, TIME_EPSILON } from './instants.js';
import { listening } from './listening.js';
import { respawnArrived } from './respawn.js';
import { type PastOf, RobotRun, type TickListener } from './robotRun.js';
import { type ChangedRobots, changeRun, isDue } from './runChanges.js';
import { TargetTruth } from './targetTruth.js';
import { watchedRun } from './watchedRun.js';

export type { Result } from '../referee/result.js';

/** Physics runs at 200 Hz or faster. */
const LONGEST_STEP: Seconds = 0.005;

export interface RunOptions {
  /** Wall time, only for `wallSeconds`. */
  readonly now?: () => Seconds;
  readonly onTick?: TickListener;
  /** Called at the end with the places of the world's things. */
  readonly onEnd?: (world: WorldSnapshot) => void;
  /** An operator's commands to all robots. */
  readonly commands$?: Observable<Command>;
  /** Called with all inputs of each tick of each robot: they suffice to re-run it. */
  readonly onInputs?: (inputs: Inputs) => void;
  /** Called with each change that the scenario itself makes. */
  readonly onChange?: (change: ChangeSpec, robots: ChangedRobots) => void;
  /** Makes the robots' bodies; default fully simulated, without an emulated board. */
  readonly bodyOf?: BodyFactory;
  /** What each robot goes on from; default from its mission's beginning. */
  readonly pastOf?: PastOf;
}

/**
 * A run step by step, with access to its world and robots: call `control` and `advance` in turn, then close it, which
 * stops the wheels.
 */
export class LockStep {
  readonly world: SimulatedWorld;
  readonly targetTruth: TargetTruth;
  /** All robots, ghosts included. */
  readonly robots: readonly RobotRun[];
  at: Seconds = 0;
  readonly #scenario: Scenario;
  #plant: PlantSpec;
  /** The same run with the missions that it is compared with, beside it. Their bodies are simulated: a board serves one run. */
  readonly #rivals: readonly LockStep[];
  /** Robots except ghosts. */
  readonly #seen: readonly RobotRun[];
  readonly #communication: Communication;
  readonly #judge: RunJudge;
  readonly #chance: Random;
  readonly #onChange: RunOptions['onChange'];
  #changed = 0;
  /** The shortest limit of all bodies for a physics step. */
  readonly #longestStep: Seconds;

  /** @throws Error if the scenario asks for what its bodies do not have: a serial link, or contacts */
  constructor(
    scenario: Scenario,
    { onTick, commands$ = NEVER, bodyOf, onInputs, onChange, pastOf }: RunOptions,
  ) {
    mustSuitBodies(scenario, bodyOf !== undefined);
    const world = new (scenario.bodies === 'kinematic' ? KinematicWorld : World)(scenario.world);
    const targetTruth = new TargetTruth(world);
    const context = {
      ...{ commands$, targetTruth },
      ...(onTick && { listener: onTick }),
      ...(bodyOf && { bodyOf }),
      ...(pastOf && { pastOf }),
      ...(onInputs && { onInputs }),
    };
    this.#scenario = scenario;
    this.#plant = scenario.plant;
    this.world = world;
    this.targetTruth = targetTruth;
    this.robots = scenario.robots.map((robot) => new RobotRun(robot, scenario, world, context));
    this.#longestStep = Math.min(
      ...this.robots.map(({ drivenBody }) => drivenBody.longestStep ?? LONGEST_STEP),
    );
    this.#seen = this.robots.filter(({ spec }) => !spec.ghost);
    this.#communication = new Communication(scenario.communication, resumeRandom(seedRandom(~scenario.seed)));
    this.#chance = resumeRandom(seedRandom(scenario.seed));
    const watched = watchedRun(scenario, world, targetTruth, this.#seen);
    this.#judge = new RunJudge(scenario.criteria, watched);
    this.#onChange = onChange;
    this.#rivals = rivalsOf(scenario).map((rival) => new LockStep(rival, {}));
    this.#observe(0);
  }

  /** Whether the time is over, or, unless robots are put back, all with a goal arrived or failed, and every criterion can be judged. */
  get isOver(): boolean {
    const { duration, respawn } = this.#scenario;
    if (this.at >= duration - TIME_EPSILON) return true;
    if (respawn) return false;
    let goals = false;
    for (const { referees } of this.#seen) {
      const { hasGoal, arrived, hasFailed } = referees.scenarioReferee;
      if (hasGoal && !arrived && !hasFailed) return false;
      goals ||= hasGoal;
    }
    return goals && !this.#judge.isOpen(this.at);
  }

  /** Time of the next control tick of any robot. */
  get next(): Seconds {
    let next = Number.POSITIVE_INFINITY;
    for (const { due } of this.robots) next = Math.min(next, due);
    return next;
  }

  /** The true bodies, where they differ from their robots' files. */
  get plant(): PlantSpec {
    return this.#plant;
  }

  set plant(plant: PlantSpec) {
    this.#plant = plant;
    for (const { drivetrain } of this.robots) drivetrain.become(plant);
  }

  /**
   * Makes something different from now on, between two ticks; in the runs that it is compared with, too.
   *
   * @throws UsageError for a setting that is refused
   */
  change(settings: readonly ChangedSetting[]): ChangedRobots {
    const changed = changeRun(this, settings, this.#scenario);
    for (const rival of this.#rivals) rival.change(sharedSettings(settings, rival.#scenario));
    return changed;
  }

  /** The robots whose clocks tick now sense; then all robots broadcast; then those robots hear it and steer. */
  control(): void {
    this.#tick();
    const { changes = [] } = this.#scenario;
    for (; isDue(changes[this.#changed], this.at); this.#changed++) {
      const change = changes[this.#changed] as ChangeSpec;
      // Rivals make it by themselves.
      const robots = changeRun(this, changedSettings(change), this.#scenario);
      this.#onChange?.(change, robots);
    }
  }

  #tick(): void {
    const { at } = this;
    for (const rival of this.#rivals) rival.#runTo(at);
    this.#judge.look(at);
    const due: RobotRun[] = [];
    for (const robot of this.robots) if (robot.due <= at + TIME_EPSILON) due.push(robot);
    if (due.length === 0) return;
    for (const robot of due) robot.drivenBody.sense(at);
    const said: Neighbor[] = [];
    for (const robot of this.#seen) said.push(robot.says(at));
    this.#communication.say(at, said);
    for (const robot of due) robot.tick(at, this.#communication);
  }

  /**
   * Advances to the next control tick, or to `atMost` before it, in equal physics steps. Arrived robots are put back if
   * the scenario has `respawn`.
   */
  advance(atMost: Seconds): void {
    const from = this.at;
    const to = Math.min(atMost, this.next);
    const steps = Math.max(1, Math.ceil((to - from) / this.#longestStep - TIME_EPSILON));
    const h = (to - from) / steps;
    for (let i = 0; i < steps; i++) {
      const begin = from + i * h;
      const end = i === steps - 1 ? to : from + (i + 1) * h;
      this.world.advance(begin, end);
      for (const robot of this.robots) robot.drivenBody.advanced?.(begin, end);
      this.#observe(end);
    }
    this.at = to;
    const { respawn } = this.#scenario;
    if (respawn) respawnArrived(respawn.inside, this.world, this.#seen, to, this.#chance);
  }

  /** The result until now; the runs that it is compared with come to their end for it. */
  result(wallSeconds: Seconds): Result {
    const { name, seed } = this.#scenario;
    const robots = this.#results();
    const own = this.#judge.rows(robots, this.at);
    const judged = [
      ...own,
      ...rivalRows(
        this.#scenario,
        own,
        this.#rivals.map((rival) => rival.#end()),
      ),
    ];
    return {
      scenario: name,
      seed,
      rate: sharedRate(this.#seen),
      simulatedSeconds: microseconds(this.at),
      wallSeconds,
      passed:
        judged.every(({ passed }) => passed) &&
        stoppedForSafety({ robots, criteria: judged }).length === 0 &&
        !robots.some(({ outcome }) => outcome === 'failed'),
      criteria: judged,
      robots,
    };
  }

  /** Up to the ticks of an instant, where it may be changed. */
  #runTo(at: Seconds): void {
    while (!this.isOver) {
      if (this.next <= this.at + TIME_EPSILON) this.control();
      if (this.next > at + TIME_EPSILON) return;
      this.advance(this.#scenario.duration);
    }
  }

  #end(): Result {
    this.#runTo(Number.POSITIVE_INFINITY);
    return this.result(0);
  }

  /** The rows that cannot be met any more, as they were when the last of them was lost. */
  get lost(): readonly CriterionResult[] {
    return this.#judge.lost(() => this.#results(), this.at);
  }

  #results(): RobotResult[] {
    return this.#seen.map((robot) => robot.result(this.at));
  }

  close(): void {
    for (const one of [...this.robots, ...this.#rivals]) one.close();
  }

  #observe(at: Seconds): void {
    for (const robot of this.robots) robot.observe(at);
    this.#judge.observe(at);
  }
}

/** Runs a scenario as fast as the computer can. */
export async function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  const heard = listening(options.onTick);
  const run = runScenario(scenario, { ...options, ...heard.options });
  for (;;) {
    const step = run.next();
    heard.check(run);
    if (step.done) return step.value;
    // Promises may settle between two instants, such as that of a driver's `arm`.
    await undefined;
  }
}

/** The same, one control instant at a time: yields the simulated time, and may be abandoned at any of them. */
export function* runScenario(scenario: Scenario, options: RunOptions = {}): Generator<Seconds, Result> {
  const { now = wallTime.now, onEnd = () => {} } = options;
  const run = new LockStep(scenario, options);
  const started = now();
  try {
    while (!run.isOver) {
      run.control();
      yield run.at;
      run.advance(scenario.duration);
    }
    const wallSeconds = now() - started;
    onEnd(run.world.snapshot());
    return run.result(wallSeconds);
  } finally {
    run.close();
  }
}
