/** The true wheels: from a duty through dead time, lag, acceleration and stiction to what really turns. */

import type { Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import { turnWheel, type WheelMotion, type WheelResponse } from '../../src/math/wheel.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelDuties } from '../../src/signals/signals.js';
import type { Side } from '../scenario/faultSpec.js';
import type { PlantSpec } from '../scenario/scenario.js';
import { CommandLine } from './commandLine.js';
import type { Strikes } from './strikes.js';
import { type OfWheels, WheelFaults } from './wheelFaults.js';

/** How far each wheel turned and how fast it turns, as rim travel and speed at the nominal diameter. */
export interface WheelMotions {
  readonly left: WheelMotion;
  readonly right: WheelMotion;
  /** What of the travel became way over ground, where a fault lets wheels slip. */
  readonly rolled?: OfWheels<Meters>;
}

/** How the axle's middle moves over the ground when no wheel slips. */
export interface GroundMotion {
  /** Along the arc, forward positive. */
  readonly forward: Meters;
  /** Change of heading, left positive. */
  readonly turned: Radians;
}

/** Of both encoders. */
export interface EncoderCounts {
  readonly left: number;
  readonly right: number;
}

const STILL: WheelMotion = { speed: 0, travel: 0 };

export class Drivetrain {
  /** Dead time from a command to the wheel. */
  readonly delay: Seconds;
  /** True distance between the wheels. */
  readonly track: Meters;
  readonly #robot: RobotDefinition;
  readonly #response: WheelResponse;
  readonly #diameterGain: { readonly left: number; readonly right: number };
  readonly #faults: WheelFaults | undefined;
  readonly #commands: CommandLine;
  #grip = { left: 1, right: 1 };
  #speeds: { left: MetersPerSecond; right: MetersPerSecond };
  #turned = { left: 0, right: 0 };

  /**
   * @param speed wheels and commands in flight start at it, as if they had been driving for ever
   * @param strikes faults that the wheels and their encoders are struck with
   */
  constructor(robot: RobotDefinition, plant: PlantSpec, speed: MetersPerSecond = 0, strikes?: Strikes) {
    this.#robot = robot;
    this.#commands = new CommandLine(robot, plant, speed);
    this.delay = this.#commands.delay;
    this.track = robot.chassis.track * (1 + plant.trackError);
    this.#response = {
      lag: plant.lag ?? robot.motors.lag,
      breakaway: plant.stiction ?? robot.motors.breakaway,
      acceleration: plant.acceleration ?? robot.limits.acceleration,
    };
    this.#diameterGain = {
      left: 1 + plant.wheelDiameterError.left,
      right: 1 + plant.wheelDiameterError.right,
    };
    this.#faults = strikes && new WheelFaults(strikes, this.#countsPerTurn, this.#commands.fullSpeed);
    this.#speeds = { left: speed, right: speed };
  }

  /** Takes effect exactly at `at + delay`, in the middle of a physics step too; `at` never goes back. */
  command(at: Seconds, duties: WheelDuties): void {
    this.#commands.give(at, duties);
  }

  /** Power off. It goes the way of a command, dead time included; then the wheels run down as they do. */
  stop(at: Seconds): void {
    this.#commands.stop(at);
  }

  /** The driver arms the motors, or cuts their power: of that only a motor that is stuck on takes notice. */
  power(at: Seconds, on: boolean): void {
    this.#commands.power(at, on, this.#faults !== undefined);
  }

  /** Whether the driver gives the motors nothing: no duty, or no power. */
  get motorsOff(): boolean {
    return this.#commands.isOff;
  }

  /** Turns the wheels from one instant to the next; what takes effect between splits the time. */
  advance(from: Seconds, to: Seconds): WheelMotions {
    this.#commands.takeEffect(from);
    let left = STILL;
    let right = STILL;
    const rolled = { left: 0, right: 0 };
    for (let at = from; at < to; ) {
      const until = Math.min(to, this.#commands.next, this.#faults?.edgeAfter(at) ?? to);
      const before = { left: left.travel, right: right.travel };
      left = this.#turn('left', at, until - at, left);
      right = this.#turn('right', at, until - at, right);
      this.#noteFaults(at, { left: left.travel - before.left, right: right.travel - before.right }, rolled);
      at = until;
      this.#commands.takeEffect(at);
    }
    return this.#faults ? { left, right, rolled } : { left, right };
  }

  /** Rim speeds at the nominal diameter: what encoders see. */
  get wheelSpeeds(): { readonly left: MetersPerSecond; readonly right: MetersPerSecond } {
    return { left: this.#speeds.left, right: this.#speeds.right };
  }

  /** What wheels that turned so move the body by, with their true diameters and track. */
  overGround(motions: WheelMotions): GroundMotion {
    const { left, right, rolled } = motions;
    return this.#ground(rolled?.left ?? left.travel, rolled?.right ?? right.travel);
  }

  /** Forward speed and turn rate that the wheels roll at now. */
  get rolling(): { readonly linear: MetersPerSecond; readonly angular: RadiansPerSecond } {
    const { left, right } = this.#speeds;
    const { forward, turned } = this.#ground(left * this.#grip.left, right * this.#grip.right);
    return { linear: forward, angular: turned };
  }

  /** Edges since the start as the encoders see them, whole and in part; all zero without encoders. */
  get encoderPositions(): EncoderCounts {
    const { left, right } = this.#counts(this.#turned);
    const { left: besideLeft = 0, right: besideRight = 0 } = this.#faults?.beside ?? {};
    return { left: left + besideLeft, right: right + besideRight };
  }

  /** Whole edges counted since the start, floored and wrapped to int32. */
  get encoderCounts(): EncoderCounts {
    const { left, right } = this.encoderPositions;
    return { left: Math.floor(left) | 0, right: Math.floor(right) | 0 };
  }

  #ground(left: Meters, right: Meters): GroundMotion {
    const l = left * this.#diameterGain.left;
    const r = right * this.#diameterGain.right;
    return { forward: (l + r) / 2, turned: (r - l) / this.track };
  }

  #turn(side: Side, at: Seconds, dt: Seconds, before: WheelMotion): WheelMotion {
    const faults = this.#faults;
    const driven = faults?.driven(side, this.#commands.commanded, at) ?? this.#commands.commanded[side];
    const blocked = faults?.isBlocked(side, at) ?? false;
    const { speed, travel } = blocked ? STILL : turnWheel(this.#speeds[side], driven, dt, this.#response);
    this.#speeds[side] = speed;
    this.#turned[side] += travel;
    return { speed, travel: before.travel + travel };
  }

  /** What faults make of a piece of travel: for the encoders, and over ground. */
  #noteFaults(at: Seconds, travel: OfWheels<Meters>, rolled: { left: Meters; right: Meters }): void {
    const faults = this.#faults;
    if (!faults) return;
    faults.turned(at, this.#counts(travel));
    for (const side of ['left', 'right'] as const) {
      this.#grip[side] = faults.grip(side, at);
      rolled[side] += travel[side] * this.#grip[side];
    }
  }

  get #countsPerTurn(): EncoderCounts {
    const { left, right } = this.#robot.encoders ?? {};
    return { left: left?.countsPerRevolution ?? 0, right: right?.countsPerRevolution ?? 0 };
  }

  /** Rim travel at the nominal diameter as edges of the encoders. */
  #counts(travel: OfWheels<Meters>): EncoderCounts {
    const { left, right } = this.#countsPerTurn;
    const revolution = Math.PI * this.#robot.wheels.diameter;
    return { left: (travel.left / revolution) * left, right: (travel.right / revolution) * right };
  }
}
