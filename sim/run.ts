/** Runs a scenario in lock-step: readings, clock, physics; the same files and seed give the same bytes. */
import { NEVER, type Observable } from 'rxjs';
import { wallTime } from '../src/control/clock.js';
import { resumeRandom, seedRandom } from '../src/random.js';
import type { Command } from '../src/signals.js';
import type { Hertz, Seconds } from '../src/units.js';
import type { BodyFactory } from './body.js';
import { Communication } from './communication.js';
import { respawnArrived } from './respawn.js';
import { type CriterionResult, judge, microseconds, type RobotResult } from './result.js';
import { RobotRun, type TickListener } from './robotRun.js';
import type { Scenario } from './scenario.js';
import { World, type WorldSnapshot } from './world.js';

/** Rounding of k/rate; nothing happens in less. */
const SAME: Seconds = 1e-9;

export interface Result {
  readonly scenario: string;
  readonly seed: number;
  /** null where robots differ. */
  readonly rate: Hertz | null;
  readonly simulatedSeconds: Seconds;
  readonly wallSeconds: Seconds;
  readonly passed: boolean;
  readonly criteria: readonly CriterionResult[];
  readonly robots: readonly RobotResult[];
}

export interface RunOptions {
  /** Wall time, for `wallSeconds` alone. */
  readonly now?: () => Seconds;
  readonly onTick?: TickListener;
  /** Told where the things in the world are when the run has ended. */
  readonly onEnd?: (world: WorldSnapshot) => void;
  /** An operator's commands, to every robot. */
  readonly commands$?: Observable<Command>;
  /** Makes the robots' bodies; simulated all through unless given. */
  readonly bodyOf?: BodyFactory;
}

/** Runs a scenario as fast as it goes. */
export async function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  const run = runScenario(scenario, options);
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
    // Promises have their turn between two instants, such as a driver's that is armed.
    await undefined;
  }
}

/** The same, an instant of control at a time: yields the simulated time, and may be left at any of them. */
export function* runScenario(scenario: Scenario, options: RunOptions = {}): Generator<Seconds, Result> {
  const { now = wallTime.now, onTick = () => {}, onEnd = () => {}, commands$ = NEVER, bodyOf } = options;
  const company = { listener: onTick, commands$, ...(bodyOf && { bodyOf }) };
  const world = new World(scenario.world);
  const robots = scenario.robots.map((spec) => new RobotRun(spec, scenario, world, company));
  const chance = resumeRandom(seedRandom(scenario.seed));
  const communication = new Communication(scenario.communication, resumeRandom(seedRandom(~scenario.seed)));
  const started = now();
  let at: Seconds = 0;
  try {
    for (const robot of robots) robot.observe(0);
    while (at < scenario.duration - SAME && !isOver(scenario, robots)) {
      const due = robots.filter((robot) => robot.due <= at + SAME);
      for (const robot of due) robot.sense(at);
      communication.say(
        at,
        robots.map((robot) => robot.says(at)),
      );
      for (const robot of due) robot.tick(at, communication);
      yield at;
      const next = Math.min(scenario.duration, ...robots.map((robot) => robot.due));
      advance(world, robots, at, next);
      at = next;
      if (scenario.respawn) respawnArrived(scenario.respawn.inside, world, robots, at, chance);
    }
  } finally {
    for (const robot of robots) robot.close();
  }
  onEnd(world.snapshot());
  return resultOf(scenario, robots, at, now() - started);
}

/** Equal physics steps, none longer than any body wants, from one instant to the next. */
function advance(world: World, robots: readonly RobotRun[], from: Seconds, to: Seconds): void {
  const longest = Math.min(...robots.map(({ longestStep }) => longestStep));
  const steps = Math.max(1, Math.ceil((to - from) / longest - SAME));
  const h = (to - from) / steps;
  for (let i = 0; i < steps; i++) {
    const begin = from + i * h;
    const end = i === steps - 1 ? to : from + (i + 1) * h;
    world.advance(begin, end);
    for (const robot of robots) {
      robot.advanced(begin, end);
      robot.observe(end);
    }
  }
}

/** Every robot with a goal has arrived, and nobody is put back. */
function isOver(scenario: Scenario, robots: readonly RobotRun[]): boolean {
  const withGoal = robots.filter((robot) => robot.referee.hasGoal);
  return !scenario.respawn && withGoal.length > 0 && withGoal.every((robot) => robot.referee.arrived);
}

function sharedRate({ robots }: Scenario): Hertz | null {
  const rates = new Set(robots.map(({ robot }) => robot.control.rate));
  const [rate] = rates;
  return rates.size === 1 && rate !== undefined ? rate : null;
}

function resultOf(scenario: Scenario, runs: readonly RobotRun[], at: Seconds, wallSeconds: Seconds): Result {
  const robots = runs.map((run) => run.result());
  const criteria = judge(scenario.criteria, robots);
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    rate: sharedRate(scenario),
    simulatedSeconds: microseconds(at),
    wallSeconds,
    passed: criteria.every(({ passed }) => passed),
    criteria,
    robots,
  };
}
