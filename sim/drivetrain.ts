/** The true wheels: from a duty through dead time, lag, acceleration and stiction to what really turns. */
import { clamp } from '../src/geometry.js';
import type { RobotDefinition } from '../src/robot.js';
import type { WheelDuties } from '../src/signals.js';
import type { Duty, Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../src/units.js';
import { turnWheel, type WheelMotion, type WheelResponse } from '../src/wheel.js';
import type { PlantSpec } from './scenario.js';

/** How far each wheel turned and how fast it turns, as rim travel and speed at the nominal diameter. */
export interface WheelMotions {
  readonly left: WheelMotion;
  readonly right: WheelMotion;
}

/** How the axle's middle moves over the ground when no wheel slips. */
export interface GroundMotion {
  /** Along the arc, forward positive. */
  readonly forward: Meters;
  /** Change of heading, left positive. */
  readonly turned: Radians;
}

interface PendingCommand {
  readonly effectiveAt: Seconds;
  readonly left: MetersPerSecond;
  readonly right: MetersPerSecond;
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
  readonly #speedGain: { readonly left: number; readonly right: number };
  readonly #diameterGain: { readonly left: number; readonly right: number };
  #pending: PendingCommand[] = [];
  #commanded: { readonly left: MetersPerSecond; readonly right: MetersPerSecond };
  #speeds: { left: MetersPerSecond; right: MetersPerSecond };
  #turned = { left: 0, right: 0 };

  /** @param speed wheels and commands in flight start at it, as if they had been driving for ever */
  constructor(robot: RobotDefinition, plant: PlantSpec, speed: MetersPerSecond = 0) {
    this.#robot = robot;
    this.delay = plant.delay ?? robot.control.latency;
    this.track = robot.chassis.track * (1 + plant.trackError);
    this.#response = {
      lag: plant.lag ?? robot.motors.lag,
      breakaway: plant.stiction ?? robot.motors.breakaway,
      acceleration: plant.acceleration ?? robot.limits.acceleration,
    };
    this.#speedGain = { left: 1 + plant.wheelSpeedError.left, right: 1 + plant.wheelSpeedError.right };
    this.#diameterGain = {
      left: 1 + plant.wheelDiameterError.left,
      right: 1 + plant.wheelDiameterError.right,
    };
    this.#commanded = { left: speed, right: speed };
    this.#speeds = { left: speed, right: speed };
  }

  /** Takes effect exactly at `at + delay`, in the middle of a physics step too; `at` never goes back. */
  command(at: Seconds, duties: WheelDuties): void {
    this.#pending.push({
      effectiveAt: at + this.delay,
      left: this.#commandSpeed(duties.left) * this.#speedGain.left,
      right: this.#commandSpeed(duties.right) * this.#speedGain.right,
    });
  }

  /** Power off. It goes the way of a command, dead time included; then the wheels run down as they do. */
  stop(at: Seconds): void {
    this.command(at, { left: 0, right: 0 });
  }

  /** Turns the wheels from one instant to the next; a command that takes effect between splits the time. */
  advance(from: Seconds, to: Seconds): WheelMotions {
    this.#takeEffect(from);
    let left = STILL;
    let right = STILL;
    for (let at = from; at < to; ) {
      const until = Math.min(to, this.#pending[0]?.effectiveAt ?? to);
      left = this.#turn('left', until - at, left);
      right = this.#turn('right', until - at, right);
      at = until;
      this.#takeEffect(at);
    }
    return { left, right };
  }

  /** Rim speeds at the nominal diameter: what encoders see. */
  get wheelSpeeds(): { readonly left: MetersPerSecond; readonly right: MetersPerSecond } {
    return { left: this.#speeds.left, right: this.#speeds.right };
  }

  /** What wheels that turned so move the body by, with their true diameters and track. */
  overGround(motions: WheelMotions): GroundMotion {
    return this.#ground(motions.left.travel, motions.right.travel);
  }

  /** Forward speed and turn rate that the wheels roll at now. */
  get rolling(): { readonly linear: MetersPerSecond; readonly angular: RadiansPerSecond } {
    const { forward, turned } = this.#ground(this.#speeds.left, this.#speeds.right);
    return { linear: forward, angular: turned };
  }

  /** Edges since the start, whole and in part; all zero without encoders. */
  get encoderPositions(): EncoderCounts {
    const { encoders, wheels } = this.#robot;
    const revolution = Math.PI * wheels.diameter;
    return {
      left: (this.#turned.left / revolution) * (encoders?.left.countsPerRevolution ?? 0),
      right: (this.#turned.right / revolution) * (encoders?.right.countsPerRevolution ?? 0),
    };
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

  /** sign(u)·(|u| − deadband)/(1 − deadband)·noLoadSpeed; zero in the deadband and for what is no number. */
  #commandSpeed(duty: Duty): MetersPerSecond {
    const { deadband, noLoadSpeed } = this.#robot.motors;
    const power = clamp(Math.abs(duty), 0, 1) - deadband;
    return power > 0 ? ((Math.sign(duty) * power) / (1 - deadband)) * noLoadSpeed : 0;
  }

  #takeEffect(now: Seconds): void {
    for (let next = this.#pending[0]; next && next.effectiveAt <= now; next = this.#pending[0]) {
      this.#commanded = next;
      this.#pending.shift();
    }
  }

  #turn(side: 'left' | 'right', dt: Seconds, before: WheelMotion): WheelMotion {
    const { speed, travel } = turnWheel(this.#speeds[side], this.#commanded[side], dt, this.#response);
    this.#speeds[side] = speed;
    this.#turned[side] += travel;
    return { speed, travel: before.travel + travel };
  }
}
