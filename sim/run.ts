/** Runs a scenario in lock-step: readings, clock, physics; the same files and seed give the same bytes. */
import { NEVER, type Observable } from 'rxjs';
import { wallTime } from '../src/control/clock.js';
import { resumeRandom, seedRandom } from '../src/random.js';
import type { Command } from '../src/signals.js';
import type { Hertz, Seconds } from '../src/units.js';
import type { BodyFactory } from './body.js';
import { Communication } from './communication.js';
import { SAME } from './instants.js';
import { KinematicWorld } from './kinematicWorld.js';
import { type Observers, observersOf } from './observers/observer.js';
import { respawnArrived } from './respawn.js';
import { type CriterionResult, judge, microseconds, type RobotResult } from './result.js';
import { RobotRun, type TickListener } from './robotRun.js';
import type { Scenario } from './scenario.js';
import type { SimulatedWorld, WorldSnapshot } from './simulatedWorld.js';
import { Whereabouts } from './whereabouts.js';
import { World } from './world.js';

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
  const { now = wallTime.now, onEnd = () => {} } = options;
  const run = setUp(scenario, options);
  const { world, robots } = run;
  const chance = resumeRandom(seedRandom(scenario.seed));
  const started = now();
  let at: Seconds = 0;
  try {
    observe(run, 0);
    while (at < scenario.duration - SAME && !isOver(scenario, robots)) {
      control(run, at);
      yield at;
      const next = Math.min(scenario.duration, ...robots.map((robot) => robot.due));
      advance(run, at, next);
      at = next;
      if (scenario.respawn) respawnArrived(scenario.respawn.inside, world, robots, at, chance);
    }
  } finally {
    for (const robot of robots) robot.close();
  }
  onEnd(world.snapshot());
  return resultOf(scenario, run, at, now() - started);
}

/** All that takes part in a run. */
interface Run {
  readonly world: SimulatedWorld;
  readonly robots: readonly RobotRun[];
  readonly communication: Communication;
  readonly observers: Observers;
}

function setUp(scenario: Scenario, { onTick = () => {}, commands$ = NEVER, bodyOf }: RunOptions): Run {
  const spec = scenario.world;
  const world = scenario.bodies === 'kinematic' ? new KinematicWorld(spec) : new World(spec);
  const whereabouts = new Whereabouts(spec.movers, (id) => world.poseOf(id));
  const company = { listener: onTick, commands$, whereabouts, ...(bodyOf && { bodyOf }) };
  return {
    world,
    robots: scenario.robots.map((robot) => new RobotRun(robot, scenario, world, company)),
    communication: new Communication(scenario.communication, resumeRandom(seedRandom(~scenario.seed))),
    observers: observersOf(scenario.criteria, {
      robots: scenario.robots.map(({ id }) => id),
      poseOf: (id) => world.poseOf(id),
      positionOf: (target, at) => whereabouts.positionOf(target, at),
      obstacles: () => world.obstacles(),
    }),
  };
}

/** Whose clock ticks now senses; then everybody speaks, and those hear it and steer. */
function control({ robots, communication }: Run, at: Seconds): void {
  const due = robots.filter((robot) => robot.due <= at + SAME);
  for (const robot of due) robot.sense(at);
  const said = robots.map((robot) => robot.says(at));
  communication.say(at, said);
  for (const robot of due) robot.tick(at, communication);
}

/** Equal physics steps, none longer than any body wants, from one instant to the next. */
function advance(run: Run, from: Seconds, to: Seconds): void {
  const { world, robots } = run;
  const longest = Math.min(...robots.map(({ longestStep }) => longestStep));
  const steps = Math.max(1, Math.ceil((to - from) / longest - SAME));
  const h = (to - from) / steps;
  for (let i = 0; i < steps; i++) {
    const begin = from + i * h;
    const end = i === steps - 1 ? to : from + (i + 1) * h;
    world.advance(begin, end);
    for (const robot of robots) robot.advanced(begin, end);
    observe(run, end);
  }
}

function observe({ robots, observers }: Run, at: Seconds): void {
  for (const robot of robots) robot.observe(at);
  for (const observer of observers.values()) observer.observe(at);
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

function resultOf(scenario: Scenario, run: Run, at: Seconds, wallSeconds: Seconds): Result {
  const robots = run.robots.map((robot) => robot.result());
  const criteria = judge(scenario.criteria, robots, run.observers);
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
