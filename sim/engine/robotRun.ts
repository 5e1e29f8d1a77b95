/** One robot of a run: its body, its loop and its referees. */

import type { Observable } from 'rxjs';
import type { TickedState } from '../../src/control/loop.js';
import { toTwist } from '../../src/locomotion/differentialDrive.js';
import { fromPolar, type Pose, vec } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { Inputs } from '../../src/recording/inputs.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, Neighbor, Saying, Tick } from '../../src/signals/signals.js';
import { Drivetrain } from '../plant/drivetrain.js';
import { RobotFaults } from '../plant/robotFaults.js';
import { simulatedBody } from '../plant/simDriver.js';
import { RunMeter } from '../referee/figures.js';
import type { TargetPosition } from '../referee/goalTracker.js';
import { type Referee, RobotReferees } from '../referee/referee.js';
import type { RobotResult } from '../referee/result.js';
import type { RobotSpec, Scenario } from '../scenario/scenario.js';
import type { SignalSpec } from '../scenario/signalsSpec.js';
import type { RobotInWorld } from '../world/robotInWorld.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';
import type { BodyFactory, SimulatedBody } from './body.js';
import type { Communication } from './communication.js';
import { TIME_EPSILON } from './instants.js';
import { type DrivenPast, RobotLoop } from './robotLoop.js';
import type { TargetTruth } from './targetTruth.js';

/** What all robots of a run share. */
export interface RunContext {
  /** Called with every tick. */
  readonly listener?: TickListener;
  /** An operator's commands to all robots. */
  readonly commands$: Observable<Command>;
  readonly targetTruth: TargetTruth;
  /** Called with all inputs of each tick of each robot. */
  readonly onInputs?: (inputs: Inputs) => void;
  /** Makes the robots' bodies; default fully simulated, without an emulated board. */
  readonly bodyOf?: BodyFactory;
  /** What each robot goes on from; default from its mission's beginning. */
  readonly pastOf?: PastOf;
}

export type PastOf = (robot: string) => DrivenPast | undefined;

/** Called with every tick, and the true pose at its time. */
export type TickListener = (robot: string, truePose: Pose, tick: Tick, ticked: TickedState) => void;

export class RobotRun {
  readonly id: string;
  readonly spec: RobotSpec;
  readonly loop: RobotLoop;
  readonly body: RobotInWorld;
  readonly radius: Meters;
  /** The body that its loop drives; the run advances its time. */
  readonly drivenBody: SimulatedBody;
  readonly referees: RobotReferees;
  readonly faults: RobotFaults;
  readonly drivetrain: Drivetrain;
  /** Distance in which it stops from full speed. */
  readonly stoppingDistance: Meters;
  /** When it arrived and was put back. */
  readonly crossedAt: Seconds[] = [];
  /** Time of its next control tick. */
  due: Seconds = 0;
  /** Its last tick, with the state after it. */
  ticked: TickedState | undefined;
  readonly #scenario: Scenario;
  readonly #world: SimulatedWorld;
  readonly #listener: TickListener | undefined;
  readonly #targetTruth: TargetTruth;
  readonly #meter: RunMeter;
  /** Target positions at the observed instant; made once, since each physics step uses it. */
  readonly #targetPosition: TargetPosition;
  #observedAt: Seconds = 0;
  /** How many of the scenario's signals were due. */
  #told = 0;
  #ticks = 0;
  /** The last tick since it was last placed. */
  #believed: Tick | undefined;

  constructor(spec: RobotSpec, scenario: Scenario, world: SimulatedWorld, context: RunContext) {
    const { listener, targetTruth, bodyOf = simulatedBody } = context;
    const { id, robot, ghost = false } = spec;
    this.id = id;
    this.spec = spec;
    this.#scenario = scenario;
    this.#world = world;
    this.#listener = listener;
    this.#targetTruth = targetTruth;
    this.#targetPosition = (target) => targetTruth.positionOf(target, this.#observedAt);
    this.stoppingDistance = robot.limits.speed ** 2 / (2 * robot.limits.acceleration);
    this.referees = new RobotReferees(spec, scenario.criteria);
    this.faults = new RobotFaults(id, scenario);
    const drivetrain = new Drivetrain(
      robot,
      scenario.plant,
      spec.at.speed,
      this.faults.strikes,
      this.#seed(),
    );
    const past = context.pastOf?.(id);
    if (past) warmUp(drivetrain, past);
    this.drivetrain = drivetrain;
    this.body = world.addRobot(id, robot, spec.at, drivetrain, ghost);
    this.radius = robot.chassis.radius;
    const { sensing, fixes } = scenario;
    const { gyroBias = 0, gyroScaleError = 0 } = scenario.plant;
    const outside = { sensing, ...(fixes && { fixes }) };
    const gyro = { gyroBias, gyroScaleError };
    const plant = { id, robot, drivetrain, world, ...gyro, ...outside, seed: this.#seed() };
    this.drivenBody = bodyOf({ ...plant, ...this.faults.ofBody });
    this.loop = this.#ownLoop(context);
    this.#meter = new RunMeter(world, id, this.body, this.loop.estimation);
    this.#start(0, spec.at, spec.at.speed, past);
  }

  #ownLoop({ commands$, onInputs }: RunContext): RobotLoop {
    const { robot, drivenBy: mission = this.spec.mission } = this.spec;
    const { speedLimit = null } = this.drivenBody;
    const held = speedLimit !== null && { speedLimit };
    const setup = { robot, mission, ...held, ...this.faults.ofLoop };
    return new RobotLoop(this.id, setup, this.#scenario.behaviors, {
      commands$,
      onTick: this.#note,
      onSetup: (changed, kind) => this.referees.follow(changed, kind),
      ...(onInputs && { onInputs }),
    });
  }

  /** Judges its present mission. */
  get referee(): Referee {
    return this.referees.currentReferee;
  }

  /** Its broadcast: the truth if its pose is known from outside, else its last estimate. */
  says(at: Seconds): Neighbor {
    const tick = this.#believed;
    if (!tick) return asSeen(this, at);
    const says = saidIn(tick, this.spec.robot);
    return this.#scenario.sensing === 'odometry' ? asBelieved(this, tick, says) : asSeen(this, at, says);
  }

  /** @param communication the messages that can be heard now */
  tick(at: Seconds, communication: Communication): void {
    this.#ticks += 1;
    this.due = this.#ticks * this.loop.period;
    const { faults } = this;
    const neighbors = faults.heard(at, communication.heardBy(this.id, this.body.pose));
    const mapped = this.#scenario.sensing === 'truth' && { obstacles: this.#world.obstacles() };
    const targets = faults.heard(at, this.#targetTruth.targets(at));
    if (this.#scenario.signals) this.#tellSignals(this.#scenario.signals, at);
    this.loop.tick(faults.robotTime(at), targets, { at, neighbors, ...mapped });
  }

  /** The scenario's signals that are due. */
  #tellSignals(signals: readonly SignalSpec[], at: Seconds): void {
    for (; (signals[this.#told]?.at ?? Number.POSITIVE_INFINITY) <= at + TIME_EPSILON; this.#told++) {
      const { name, value, robot = this.id } = signals[this.#told] as SignalSpec;
      if (robot === this.id) this.loop.say({ kind: 'signal', name, value });
    }
  }

  /** One physics step, for the referees. */
  observe(at: Seconds): void {
    this.#meter.observe();
    this.#observedAt = at;
    this.referees.observe(at, this.body.pose, this.drivetrain.wheelSpeeds, this.#targetPosition);
  }

  /** Puts the arrived robot back: one crossing more. */
  respawn(at: Seconds, pose: Pose): void {
    this.#put(at, pose);
    this.crossedAt.push(at);
    this.referees.respawned(pose);
  }

  /** An operator moves it. */
  place(at: Seconds, pose: Pose): void {
    this.#put(at, pose);
    this.referees.placed(pose);
  }

  /** The smallest gap to anything solid so far; null without solid things. */
  get clearance(): Meters | null {
    return this.#meter.clearance;
  }

  close(): void {
    this.loop.end();
    void this.drivenBody.driver.close();
  }

  result(at: Seconds): RobotResult {
    const off = this.spec.robot.safety?.collisionMonitor === 'off';
    return {
      ...this.referees.scenarioReferee.result({ ...this.#meter.figures, injected: this.faults.begunBy(at) }),
      ...(off && { collisionMonitor: 'off' as const }),
    };
  }

  /** Restarts its loop at a pose; its wheels turn on. */
  #put(at: Seconds, pose: Pose): void {
    this.loop.end();
    this.#world.place(this.id, pose);
    this.#meter.placed();
    const { left, right } = this.body.wheelSpeeds;
    this.#start(at, pose, (left + right) / 2);
  }

  #start(at: Seconds, pose: Pose, speed: MetersPerSecond, past?: DrivenPast): void {
    this.#believed = undefined;
    const now = this.faults.robotTime(at);
    this.loop.start(this.drivenBody.driver, { at: now, pose, speed, seed: this.#seed() }, past);
  }

  readonly #note = (ticked: TickedState): void => {
    const { tick } = ticked;
    this.ticked = ticked;
    this.#believed = tick;
    this.#meter.addTick(tick);
    this.referees.told(tick);
    this.#listener?.(this.id, this.body.pose, tick, ticked);
  };

  /** A seed for each robot from the scenario's one seed. */
  #seed(): number {
    return (this.#scenario.seed * 1009 + this.#scenario.robots.indexOf(this.spec)) | 0;
  }
}

/** Its wheels turn, and commands are on their way to them, as they would by what they were told before. */
function warmUp(drivetrain: Drivetrain, { told, then }: DrivenPast): void {
  let now = (told[0]?.at ?? then) - then;
  drivetrain.power(now, true);
  for (const { at, ...duties } of told) {
    drivetrain.advance(now, at - then);
    now = at - then;
    drivetrain.command(now, duties);
  }
  drivetrain.advance(now, 0);
}

/** What a robot says of itself beside its place. */
function saidIn({ at, estimate, granted, says }: Tick, { chassis }: RobotDefinition): Saying {
  const { linear, angular } = toTwist(granted, chassis.track);
  const saying = { at, pose: estimate.predicted, speed: linear, turnRate: angular };
  return says ? { ...says, ...saying } : saying;
}

interface Speaker {
  readonly id: string;
  readonly radius: Meters;
  readonly body: RobotInWorld;
}

/** The broadcast of a robot by its own estimate. */
function asBelieved({ id, radius }: Speaker, { at, estimate }: Tick, says: Saying): Neighbor {
  const { pose, wheels } = estimate;
  const velocity = fromPolar((wheels.left + wheels.right) / 2, pose.heading);
  return { id, radius, at, position: vec(pose.x, pose.y), heading: pose.heading, velocity, says };
}

/** The true broadcast: if the pose is known from outside, or just after the robot was placed. */
function asSeen({ id, radius, body: { pose, velocity } }: Speaker, at: Seconds, says?: Saying): Neighbor {
  const [position, moves] = [vec(pose.x, pose.y), vec(velocity.x, velocity.y)];
  return { id, radius, at, heading: pose.heading, position, velocity: moves, ...(says && { says }) };
}
