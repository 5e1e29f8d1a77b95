/** The true wheels: from a duty through dead time, lag, acceleration and stiction to their motion. */

import type { Meters, MetersPerSecond, Radians, Seconds, Volts } from '../../src/math/units.js';
import { turnWheel, type WheelMotion, type WheelResponse } from '../../src/math/wheel.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { wheelsThatCountUp } from '../../src/sensors/boardInputs.js';
import type { Side, WheelDuties, WheelSpeeds } from '../../src/signals/signals.js';
import type { PlantSpec } from '../scenario/plantSpec.js';
import type { BodyVelocity } from '../world/robotInWorld.js';
import { chanceOf } from './realism/chance.js';
import { type Commanded, type OfWheels, WheelFaults } from './robotFaults.js';
import type { Strikes } from './strikes.js';
import { type GroundMotion, TrueGround } from './trueGround.js';
import { TrueMotors } from './trueMotors.js';

/** How far each wheel turned and how fast it turns, as rim travel and speed at the nominal diameter. */
export interface WheelMotions {
  readonly left: WheelMotion;
  readonly right: WheelMotion;
  /** The part of the travel that moved the robot, if a fault lets wheels slip. */
  readonly rolled?: OfWheels<Meters>;
}

/** A command on its way to the wheels. */
interface PendingCommand extends Commanded {
  readonly effectiveAt: Seconds;
}

const NO_ERRORS: OfWheels = { left: 0, right: 0 };
const gainsOf = ({ left, right }: OfWheels): OfWheels => ({ left: 1 + left, right: 1 + right });

function trueTrack({ chassis }: RobotDefinition, { trackError, spread }: PlantSpec, seed: number): Meters {
  const drawn = spread ? spread.track * chanceOf(seed, 'track').gaussian() : 0;
  return chassis.track * (1 + trackError) * (1 + drawn);
}

function jitterOf({ latencyJitter = 0 }: PlantSpec, seed: number): () => Seconds {
  const chance = chanceOf(seed, 'link');
  return () => (latencyJitter > 0 ? latencyJitter * chance.uniform() : 0);
}

const MOTOR_KEYS = ['noLoadSpeed', 'deadband', 'spread', 'wheelSpeedError', 'battery'] as const;
const GROUND_KEYS = ['slip', 'backlash', 'caster', 'floor', 'trackError', 'spread'] as const;

/** One wheel, at its nominal diameter. */
interface Wheel {
  speed: MetersPerSecond;
  /** Rim travel since the start. */
  turned: Meters;
  /** Share of its rolling that moves the robot. */
  grip: number;
}

export class Drivetrain {
  /** Dead time from a command to the wheel. */
  delay: Seconds = 0;
  /** True distance between the wheels. */
  track: Meters = 0;
  #response!: WheelResponse;
  #diameterGain = NO_ERRORS;
  /** Rim travel of a turn at the nominal diameter. */
  readonly #revolution: Meters;
  readonly #countsPerTurn: OfWheels;
  /** Wheels whose encoder has one channel. */
  readonly #countUp: OfWheels<boolean>;
  /** The edge that each encoder passed last, and how many it has passed, both ways counted up. */
  #edges = NO_ERRORS;
  readonly #passed = { left: 0, right: 0 };
  readonly #faults: WheelFaults | undefined;
  #motors!: TrueMotors;
  #ground: TrueGround | undefined;
  #jitter: () => Seconds = () => 0;
  readonly #robot: RobotDefinition;
  #plant: PlantSpec | undefined;
  readonly #seed: number;
  /** The command that has taken effect. */
  #commanded: Commanded;
  readonly #pending: PendingCommand[] = [];
  /** Whether the driver has armed the motors. */
  #on = false;
  #given: WheelDuties = { left: 0, right: 0 };
  readonly #left: Wheel;
  readonly #right: Wheel;

  /**
   * @param speed initial speed of wheels and of commands in flight, as if it had lasted for ever
   * @param strikes faults injected into wheels and encoders
   * @param seed draws what the plant leaves to chance
   */
  constructor(
    robot: RobotDefinition,
    plant: PlantSpec,
    speed: MetersPerSecond = 0,
    strikes?: Strikes,
    seed = 0,
  ) {
    const { left, right } = robot.encoders ?? {};
    this.#robot = robot;
    this.#seed = seed;
    this.become(plant);
    const both = { left: speed, right: speed };
    this.#commanded = { ...both, swapped: both, powered: true };
    this.#revolution = Math.PI * robot.wheels.diameter;
    this.#countUp = wheelsThatCountUp(robot.encoders);
    this.#countsPerTurn = { left: left?.countsPerRevolution ?? 0, right: right?.countsPerRevolution ?? 0 };
    const fullSpeeds = { left: this.#motors.fullSpeed('left'), right: this.#motors.fullSpeed('right') };
    this.#faults = strikes && new WheelFaults(strikes, this.#countsPerTurn, fullSpeeds);
    this.#left = { speed, turned: 0, grip: 1 };
    this.#right = { speed, turned: 0, grip: 1 };
  }

  /** Another body from now on: its wheels turn on, and commands on their way arrive when they were to. */
  become(plant: PlantSpec): void {
    const [robot, seed] = [this.#robot, this.#seed];
    this.delay = plant.delay ?? robot.control.latency;
    this.#jitter = jitterOf(plant, seed);
    this.track = trueTrack(robot, plant, seed);
    // What is as it was keeps its charge, and its play.
    const before = this.#plant;
    const isNew = (keys: readonly (keyof PlantSpec)[]) =>
      !before || keys.some((key) => JSON.stringify(plant[key]) !== JSON.stringify(before[key]));
    if (isNew(MOTOR_KEYS)) this.#motors = new TrueMotors(robot, plant, seed);
    if (isNew(GROUND_KEYS)) this.#ground = TrueGround.of(robot, plant, this.track, seed);
    this.#plant = plant;
    this.#response = {
      lag: plant.lag ?? robot.motors.lag,
      breakaway: plant.stiction ?? robot.motors.breakaway,
      acceleration: plant.acceleration ?? robot.limits.acceleration,
    };
    this.#diameterGain = gainsOf(plant.wheelDiameterError);
  }

  /** Takes effect exactly at `at + delay`, also within a physics step; `at` never goes back. */
  command(at: Seconds, duties: WheelDuties): void {
    this.#given = duties;
    const motors = this.#motors;
    const last = this.#pending.at(-1)?.effectiveAt ?? Number.NEGATIVE_INFINITY;
    this.#pending.push({
      effectiveAt: Math.max(last, at + this.delay + this.#jitter()),
      left: motors.speedOf('left', duties.left),
      right: motors.speedOf('right', duties.right),
      swapped: { left: motors.speedOf('left', duties.right), right: motors.speedOf('right', duties.left) },
      powered: this.#on,
    });
  }

  /** Power off. Like a command it takes effect after the dead time; then the wheels run down. */
  stop(at: Seconds): void {
    this.#on = false;
    this.command(at, { left: 0, right: 0 });
  }

  /** The driver arms the motors or cuts their power, which only matters for a motor that is stuck on. */
  power(at: Seconds, on: boolean): void {
    if (this.#on === on) return;
    this.#on = on;
    if (!this.#faults) return;
    const last = this.#pending.at(-1) ?? this.#commanded;
    this.#pending.push({ ...last, effectiveAt: at + this.delay, powered: on });
  }

  /** Whether the motors get no duty or no power. */
  get motorsOff(): boolean {
    return !this.#on || (this.#given.left === 0 && this.#given.right === 0);
  }

  /** Turns the wheels from one instant to the next; a command that takes effect between splits the time. */
  advance(from: Seconds, to: Seconds): WheelMotions {
    const [faults, countUp] = [this.#faults, this.#countUp];
    this.#motors.draw(to - from, this.#given, this.wheelSpeeds);
    this.#takeEffect(from);
    let left = 0;
    let right = 0;
    const rolled = faults && { left: 0, right: 0 };
    for (let at = from; at < to; ) {
      const until = Math.min(to, this.#pending[0]?.effectiveAt ?? to, faults?.edgeAfter(at) ?? to);
      const l = this.#turn('left', at, until - at);
      const r = this.#turn('right', at, until - at);
      if (rolled) this.#noteFaults(at, { left: l, right: r }, rolled);
      if (countUp.left || countUp.right) this.#pass();
      left += l;
      right += r;
      at = until;
      this.#takeEffect(at);
    }
    const motions = {
      left: { speed: this.#left.speed, travel: left },
      right: { speed: this.#right.speed, travel: right },
    };
    return rolled ? { ...motions, rolled } : motions;
  }

  /** Rim speeds at the nominal diameter: what encoders see. */
  get wheelSpeeds(): WheelSpeeds {
    return { left: this.#left.speed, right: this.#right.speed };
  }

  /** How far such wheel motions move the body, with the true diameters and track. */
  overGround({ left, right, rolled }: WheelMotions): GroundMotion {
    const l = (rolled?.left ?? left.travel) * this.#diameterGain.left;
    const r = (rolled?.right ?? right.travel) * this.#diameterGain.right;
    if (this.#ground) return this.#ground.roll({ left: l, right: r });
    return { forward: (l + r) / 2, turned: (r - l) / this.track };
  }

  /** Whether the body moves otherwise than its wheels roll. */
  get isRough(): boolean {
    return this.#ground !== undefined;
  }

  /** Voltage of its battery; undefined where the plant has none. */
  get volts(): Volts | undefined {
    return this.#motors.volts;
  }

  /** The velocity of a body with this heading whose wheels roll. */
  velocityAt(heading: Radians): BodyVelocity {
    const l = this.#left.speed * this.#left.grip * this.#diameterGain.left;
    const r = this.#right.speed * this.#right.grip * this.#diameterGain.right;
    const linear = (l + r) / 2;
    return { x: linear * Math.cos(heading), y: linear * Math.sin(heading), angular: (r - l) / this.track };
  }

  /** Encoder edges since the start, with fractions; zero without encoders. */
  get encoderPositions(): OfWheels {
    const { left, right } = this.#counts(this.#left.turned, this.#right.turned);
    const beside = this.#faults?.beside ?? NO_ERRORS;
    return { left: left + beside.left, right: right + beside.right };
  }

  /** Whole edges counted since the start, floored and wrapped to int32; an encoder with one channel counts up both ways. */
  get encoderCounts(): OfWheels {
    const { left, right } = this.encoderPositions;
    const { left: leftUp, right: rightUp } = this.#countUp;
    return {
      left: (leftUp ? this.#passed.left : Math.floor(left)) | 0,
      right: (rightUp ? this.#passed.right : Math.floor(right)) | 0,
    };
  }

  /** Counts the edges that the encoders, with their faults, have passed since last time, forward or backward. */
  #pass(): void {
    const position = this.encoderPositions;
    const [left, right] = [Math.floor(position.left), Math.floor(position.right)];
    this.#passed.left += Math.abs(left - this.#edges.left);
    this.#passed.right += Math.abs(right - this.#edges.right);
    this.#edges = { left, right };
  }

  #takeEffect(now: Seconds): void {
    for (let next = this.#pending[0]; next && next.effectiveAt <= now; next = this.#pending[0]) {
      this.#commanded = next;
      this.#pending.shift();
    }
  }

  /** Turns a wheel for a time towards its commanded speed; returns its rim travel. */
  #turn(side: Side, at: Seconds, dt: Seconds): Meters {
    const wheel = side === 'left' ? this.#left : this.#right;
    const [commanded, faults] = [this.#commanded, this.#faults];
    if (faults?.isBlocked(side, at)) {
      wheel.speed = 0;
      return 0;
    }
    const driven = faults ? faults.driven(side, commanded, at) : commanded[side];
    const { speed, travel } = turnWheel(wheel.speed, driven, dt, this.#response);
    wheel.speed = speed;
    wheel.turned += travel;
    return travel;
  }

  /** Applies faults to a piece of travel: for the encoders, and over ground. */
  #noteFaults(at: Seconds, travel: OfWheels<Meters>, rolled: { left: Meters; right: Meters }): void {
    const faults = this.#faults;
    if (!faults) return;
    faults.turned(at, this.#counts(travel.left, travel.right));
    this.#left.grip = faults.grip('left', at);
    this.#right.grip = faults.grip('right', at);
    rolled.left += travel.left * this.#left.grip;
    rolled.right += travel.right * this.#right.grip;
  }

  /** Rim travel at the nominal diameter as edges of the encoders. */
  #counts(left: Meters, right: Meters): OfWheels {
    const [revolution, counts] = [this.#revolution, this.#countsPerTurn];
    return { left: (left / revolution) * counts.left, right: (right / revolution) * counts.right };
  }
}
