/** The true wheels: from a duty through dead time, lag, acceleration and stiction to their motion. */

import { clamp } from '../../src/math/geometry.js';
import type { Duty, Meters, MetersPerSecond, Radians, Seconds } from '../../src/math/units.js';
import { turnWheel, type WheelMotion, type WheelResponse } from '../../src/math/wheel.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelDuties, WheelSpeeds } from '../../src/signals/signals.js';
import type { Side } from '../scenario/faultSpec.js';
import type { PlantSpec } from '../scenario/scenario.js';
import type { BodyVelocity } from '../world/robotInWorld.js';
import { type Commanded, type OfWheels, WheelFaults } from './robotFaults.js';
import type { Strikes } from './strikes.js';

/** How far each wheel turned and how fast it turns, as rim travel and speed at the nominal diameter. */
export interface WheelMotions {
  readonly left: WheelMotion;
  readonly right: WheelMotion;
  /** The part of the travel that moved the robot, if a fault lets wheels slip. */
  readonly rolled?: OfWheels<Meters>;
}

/** How the axle's middle moves over the ground when no wheel slips. */
export interface GroundMotion {
  /** Along the arc, forward positive. */
  readonly forward: Meters;
  /** Change of heading, left positive. */
  readonly turned: Radians;
}

/** A command on its way to the wheels. */
interface PendingCommand extends Commanded {
  readonly effectiveAt: Seconds;
}

const NO_ERRORS: OfWheels = { left: 0, right: 0 };
const gainsOf = ({ left, right }: OfWheels): OfWheels => ({ left: 1 + left, right: 1 + right });

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
  readonly delay: Seconds;
  /** True distance between the wheels. */
  readonly track: Meters;
  readonly #response: WheelResponse;
  readonly #diameterGain: OfWheels;
  /** Rim travel of a turn at the nominal diameter. */
  readonly #revolution: Meters;
  readonly #countsPerTurn: OfWheels;
  readonly #faults: WheelFaults | undefined;
  readonly #motors: RobotDefinition['motors'];
  readonly #motorGain: OfWheels;
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
   */
  constructor(robot: RobotDefinition, plant: PlantSpec, speed: MetersPerSecond = 0, strikes?: Strikes) {
    const { left, right } = robot.encoders ?? {};
    this.delay = plant.delay ?? robot.control.latency;
    this.#motors = robot.motors;
    this.#motorGain = gainsOf(plant.wheelSpeedError);
    const both = { left: speed, right: speed };
    this.#commanded = { ...both, swapped: both, powered: true };
    this.track = robot.chassis.track * (1 + plant.trackError);
    this.#response = {
      lag: plant.lag ?? robot.motors.lag,
      breakaway: plant.stiction ?? robot.motors.breakaway,
      acceleration: plant.acceleration ?? robot.limits.acceleration,
    };
    this.#diameterGain = gainsOf(plant.wheelDiameterError);
    this.#revolution = Math.PI * robot.wheels.diameter;
    this.#countsPerTurn = { left: left?.countsPerRevolution ?? 0, right: right?.countsPerRevolution ?? 0 };
    const full = robot.motors.noLoadSpeed;
    const fullSpeeds = { left: full * this.#motorGain.left, right: full * this.#motorGain.right };
    this.#faults = strikes && new WheelFaults(strikes, this.#countsPerTurn, fullSpeeds);
    this.#left = { speed, turned: 0, grip: 1 };
    this.#right = { speed, turned: 0, grip: 1 };
  }

  /** Takes effect exactly at `at + delay`, also within a physics step; `at` never goes back. */
  command(at: Seconds, duties: WheelDuties): void {
    this.#given = duties;
    const [left, right] = [this.#speedOf(duties.left), this.#speedOf(duties.right)];
    const { left: ofLeft, right: ofRight } = this.#motorGain;
    this.#pending.push({
      effectiveAt: at + this.delay,
      left: left * ofLeft,
      right: right * ofRight,
      swapped: { left: right * ofLeft, right: left * ofRight },
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
    const faults = this.#faults;
    this.#takeEffect(from);
    let left = 0;
    let right = 0;
    const rolled = faults && { left: 0, right: 0 };
    for (let at = from; at < to; ) {
      const until = Math.min(to, this.#pending[0]?.effectiveAt ?? to, faults?.edgeAfter(at) ?? to);
      const l = this.#turn('left', at, until - at);
      const r = this.#turn('right', at, until - at);
      if (rolled) this.#noteFaults(at, { left: l, right: r }, rolled);
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
    return { forward: (l + r) / 2, turned: (r - l) / this.track };
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

  /** Whole edges counted since the start, floored and wrapped to int32. */
  get encoderCounts(): OfWheels {
    const { left, right } = this.encoderPositions;
    return { left: Math.floor(left) | 0, right: Math.floor(right) | 0 };
  }

  #takeEffect(now: Seconds): void {
    for (let next = this.#pending[0]; next && next.effectiveAt <= now; next = this.#pending[0]) {
      this.#commanded = next;
      this.#pending.shift();
    }
  }

  /** sign(u)·(|u| − deadband)/(1 − deadband)·noLoadSpeed; zero in the deadband and for a non-finite duty. */
  #speedOf(duty: Duty): MetersPerSecond {
    const { deadband, noLoadSpeed } = this.#motors;
    const power = clamp(Math.abs(duty), 0, 1) - deadband;
    return power > 0 ? ((Math.sign(duty) * power) / (1 - deadband)) * noLoadSpeed : 0;
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
