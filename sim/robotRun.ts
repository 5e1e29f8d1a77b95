/** One robot of a run: its body, its controller's streams, and who watches it. */
import { type Observable, Subject, type Subscription } from 'rxjs';
import { type Controller, prepareController } from '../src/control/controller.js';
import { controlLoop } from '../src/control/loop.js';
import { startLoop } from '../src/control/state.js';
import { fromPolar, length, type Pose, vec } from '../src/geometry.js';
import { buildMission, goalsOf } from '../src/mission.js';
import type { ClockTick, Command, Neighbor, Surroundings, Target, Tick } from '../src/signals.js';
import type { Meters, MetersPerSecond, Seconds } from '../src/units.js';
import type { BodyFactory, SimulatedBody } from './body.js';
import type { Communication } from './communication.js';
import { Drivetrain } from './drivetrain.js';
import { moverAt } from './mover.js';
import { Referee } from './referee.js';
import type { RobotResult } from './result.js';
import type { RobotSpec, Scenario } from './scenario.js';
import { simulatedBody } from './simDriver.js';
import type { RobotInWorld, SimulatedWorld } from './simulatedWorld.js';
import { SmallestGap } from './smallestGap.js';
import type { Whereabouts } from './whereabouts.js';

/** Who else takes part in a run. */
export interface Company {
  readonly listener: TickListener;
  /** An operator's commands, to every robot. */
  readonly commands$: Observable<Command>;
  readonly whereabouts: Whereabouts;
  /** Makes the robots' bodies; simulated all through unless given. */
  readonly bodyOf?: BodyFactory;
}

/** Told of every tick, with the true pose it was made at. */
export type TickListener = (robot: string, truePose: Pose, tick: Tick) => void;

/** Physics runs at 200 Hz or faster. */
const LONGEST_STEP: Seconds = 0.005;

export class RobotRun {
  readonly id: string;
  readonly period: Seconds;
  readonly radius: Meters;
  /** What it needs to stop from its full speed. */
  readonly stoppingDistance: Meters;
  readonly referee: Referee;
  readonly #spec: RobotSpec;
  readonly #scenario: Scenario;
  readonly #world: SimulatedWorld;
  readonly #inWorld: RobotInWorld;
  readonly #controller: Controller;
  readonly #body: SimulatedBody;
  readonly #clock = new Subject<ClockTick>();
  readonly #targets = new Subject<Target>();
  readonly #surroundings = new Subject<Surroundings>();
  readonly #commands$: Observable<Command>;
  readonly #listener: TickListener;
  readonly #whereabouts: Whereabouts;
  readonly #smallestGap: SmallestGap;
  #subscription: Subscription | undefined;
  #ticks = 0;
  #last: Tick | undefined;
  /** The last tick since it was put where it began. */
  #believed: Tick | undefined;
  #maxSpeed: MetersPerSecond = 0;
  #maxForce = 0;

  constructor(
    spec: RobotSpec,
    scenario: Scenario,
    world: SimulatedWorld,
    { listener, commands$, whereabouts, bodyOf = simulatedBody }: Company,
  ) {
    this.id = spec.id;
    this.#spec = spec;
    this.#scenario = scenario;
    this.#world = world;
    this.#commands$ = commands$;
    this.#listener = listener;
    this.#whereabouts = whereabouts;
    this.#controller = prepareController(spec.robot, buildMission(spec.mission, scenario.behaviors), spec.id);
    this.period = this.#controller.period;
    this.radius = spec.robot.chassis.radius;
    this.stoppingDistance = spec.robot.limits.speed ** 2 / (2 * spec.robot.limits.acceleration);
    this.referee = new Referee(spec.id, goalsOf(spec.mission), scenario.criteria);
    const drivetrain = new Drivetrain(spec.robot, scenario.plant, spec.at.speed);
    this.#inWorld = world.addRobot(spec.id, spec.robot, spec.at, drivetrain);
    this.#smallestGap = new SmallestGap(world, spec.id);
    const { id, robot } = spec;
    this.#body = bodyOf({ id, robot, drivetrain, world, sensing: scenario.sensing });
    this.#start(0, spec.at, spec.at.speed);
  }

  /** When its control clock ticks next. */
  get due(): Seconds {
    return this.#ticks * this.period;
  }

  sense(at: Seconds): void {
    this.#body.sense(at);
  }

  /** Physics steps are at most this long. */
  get longestStep(): Seconds {
    return this.#body.longestStep ?? LONGEST_STEP;
  }

  /** The world went on; a body with a clock of its own follows. */
  advanced(from: Seconds, to: Seconds): void {
    this.#body.advanced(from, to);
  }

  /** What it says of itself: the truth where its pose is known from outside, else what it believed last. */
  says(at: Seconds): Neighbor {
    const { id, radius } = this;
    const believed = this.#scenario.sensing === 'odometry' ? this.#believed : undefined;
    if (believed) {
      const { pose, wheels } = believed.estimate;
      const velocity = fromPolar((wheels.left + wheels.right) / 2, pose.heading);
      return { id, radius, at: believed.at, position: vec(pose.x, pose.y), heading: pose.heading, velocity };
    }
    // Where a robot is put it knows its place, and says it before its first tick as well.
    const { pose, velocity } = this.#inWorld;
    const motion = { position: vec(pose.x, pose.y), velocity: vec(velocity.x, velocity.y) };
    return { id, radius, at, heading: pose.heading, ...motion };
  }

  /** @param communication what is in the air now */
  tick(at: Seconds, communication: Communication): void {
    this.#ticks += 1;
    for (const mover of this.#scenario.world.movers) {
      this.#targets.next({ id: mover.id, at, ...moverAt(mover, at) });
    }
    const neighbors = communication.heardBy(this.id, this.#inWorld.pose);
    const mapped = this.#scenario.sensing === 'truth' && { obstacles: this.#world.obstacles() };
    this.#surroundings.next({ at, neighbors, ...mapped });
    this.#clock.next({ at, lostPeriods: 0 });
  }

  /** One physics step, for the referee. */
  observe(at: Seconds): void {
    const { x, y } = this.#inWorld.velocity;
    this.#maxSpeed = Math.max(this.#maxSpeed, Math.hypot(x, y));
    this.#smallestGap.observe();
    this.referee.observe(at, this.#inWorld.pose, this.#inWorld.wheelSpeeds, (target) =>
      this.#whereabouts.positionOf(target, at),
    );
  }

  /** Puts the arrived robot elsewhere: its loop starts anew there, with its wheels as they are. */
  respawn(at: Seconds, pose: Pose): void {
    this.#subscription?.unsubscribe();
    this.#world.place(this.id, pose);
    this.referee.respawned(pose);
    const { left, right } = this.#inWorld.wheelSpeeds;
    this.#start(at, pose, (left + right) / 2);
  }

  close(): void {
    this.#subscription?.unsubscribe();
    void this.#body.driver.close();
  }

  result(): RobotResult {
    return this.referee.result({
      contacts: this.#inWorld.contacts,
      minClearance: this.#smallestGap.value,
      maxSpeed: this.#maxSpeed,
      maxForce: this.#maxForce,
      faults: this.#last?.faults ?? [],
      safety: this.#last?.safety ?? 'driving',
    });
  }

  #start(at: Seconds, pose: Pose, speed: MetersPerSecond): void {
    void this.#body.driver.arm();
    this.#believed = undefined;
    const initial = startLoop(this.#controller, { at, pose, speed, seed: this.#seed() });
    this.#subscription = controlLoop(this.#controller, initial, {
      driver: this.#body.driver,
      clock$: this.#clock,
      targets$: this.#targets,
      surroundings$: this.#surroundings,
      commands$: this.#commands$,
    }).subscribe((tick) => this.#note(tick));
  }

  #note(tick: Tick): void {
    this.#last = tick;
    this.#believed = tick;
    this.#maxForce = Math.max(this.#maxForce, length(tick.steered.force));
    this.#listener(this.id, this.#inWorld.pose, tick);
  }

  /** Robots of one scenario draw different numbers from its one seed. */
  #seed(): number {
    return (this.#scenario.seed * 1009 + this.#scenario.robots.indexOf(this.#spec)) | 0;
  }
}
