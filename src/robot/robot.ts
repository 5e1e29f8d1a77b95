/** A robot definition: the facts about a body in one YAML file, in SI. */
import type { BoardName } from '../kit/boards.js';
import type { SensorDefinition } from '../kit/sensors/index.js';
import type { Vec2 } from '../math/geometry.js';
import type {
  Duty,
  Hertz,
  Kilograms,
  Meters,
  MetersPerSecond,
  MetersPerSecondSquared,
  Newtons,
  RadiansPerSecond,
  Seconds,
  Volts,
} from '../math/units.js';
import type { EachFigures } from './byWheel.js';
import type { Pin } from './pin.js';
import type { SlipSpec } from './slip.js';

export interface MotorPins {
  readonly pwm?: Pin;
  readonly dir?: Pin;
  readonly cdir?: Pin;
  /** EN/DIAG of its chip: high while it may turn, and low by the chip itself, whose output is an open drain, on a fault. */
  readonly enableDiag?: Pin;
  readonly forward?: Pin;
  readonly reverse?: Pin;
  readonly servo?: Pin;
  readonly shield?: string;
  readonly motor?: number;
  readonly invert: boolean;
  /** Servos only: pulse at which it stands still; default 1.5 ms. */
  readonly neutral?: Seconds;
  /** Servos only: deviation from `neutral` that does not turn it yet. */
  readonly deadZone?: Seconds;
  /** Servos only: deviation from `neutral` at which it turns as fast as it can; default 500 µs. */
  readonly reach?: Seconds;
}

export interface EncoderDefinition {
  readonly a?: Pin;
  readonly b?: Pin;
  readonly countsPerRevolution: number;
}

/** Where a robot may drive, in the frame of its start: inside a polygon, or within a radius of a point. */
export type Fence = { readonly corners: readonly Vec2[] } | { readonly at: Vec2; readonly radius: Meters };

export interface RobotDefinition {
  readonly name: string;
  /** The kit that it is made of, for people. */
  readonly kit?: string;
  /** One of several boards that are sold under one name: that name, and how this one is told by its look. For people. */
  readonly variant?: { readonly of: string; readonly look: string };
  /** Where this definition was tested: `simulation`, `emulator`, or `hardware (2026-11-21)`. */
  readonly tested?: string;
  readonly board?: BoardName;
  readonly firmware?: 'steerbot' | 'standard-firmata';
  readonly chassis: {
    readonly mass: Kilograms;
    readonly radius: Meters;
    readonly track: Meters;
    /**
     * Its outline from above, in the body's frame, within `radius`: a polygon. For drawing only; collisions use the
     * circle.
     */
    readonly footprint?: readonly (readonly [Meters, Meters])[];
  };
  readonly wheels: {
    readonly diameter: Meters;
    /** Missing: as a small robot slips on a table. */
    readonly slip?: SlipSpec;
  };
  readonly motors: {
    readonly left?: MotorPins;
    readonly right?: MotorPins;
    /** The chip or board between the pins and the motors, by the names its terminals have: `l298n`, `tb6612fng` … */
    readonly driver?: string;
    /** Pin that is high while the robot may drive, low when it is stopped. */
    readonly standby?: Pin;
    /** What its wheels do without power, and how the driver stops them. */
    readonly stop?: 'coast' | 'brake' | 'standby' | 'no pulses';
    /** Between the pulses of a motor with a PWM each way: rolling on (`fast`, the default), or short-circuited. */
    readonly decay?: 'slow' | 'fast';
    /** 20 kHz, too high to hear, on pins 9 and 10 (of a Mega 11 and 12); missing: the board's 490 or 980 Hz. */
    readonly pwmFrequency?: Hertz;
    readonly noLoadSpeed: MetersPerSecond;
    readonly deadband: Duty;
    /** Where one motor, or one direction, differs from the two figures above. */
    readonly each?: EachFigures;
    /** The battery's voltage at which the figures hold; duties follow the measured one. */
    readonly voltage?: Volts;
    readonly lag: Seconds;
    /** How far ahead of its acceleration a wheel is driven, kA/kV: at most its lag; default 0. */
    readonly lead?: Seconds;
    readonly breakaway: MetersPerSecond;
  };
  readonly encoders?: { readonly left: EncoderDefinition; readonly right: EncoderDefinition };
  readonly sensors: readonly SensorDefinition[];
  /**
   * Voltage is measured through a divider that leaves 1/divider of it at the pin. Below `low` the battery needs
   * charging and the robot drives at half its speed; below `dead` the robot stops.
   */
  readonly battery?: {
    readonly pin: Pin;
    readonly divider: number;
    readonly low: Volts;
    /** Default 0.9 low. */
    readonly dead?: Volts;
  };
  readonly safety?: {
    readonly collisionMonitor: 'on' | 'off';
    /** The highest speed forwards or backwards where no range sensor looks. Default 0.1 m/s. */
    readonly unseenSpeed?: MetersPerSecond;
  };
  readonly limits: {
    readonly speed: MetersPerSecond;
    readonly acceleration: MetersPerSecondSquared;
    readonly turnRate: RadiansPerSecond;
    /** Default mass × acceleration. */
    readonly force: Newtons;
    /** Whether it may drive backwards; default false. */
    readonly reverse: boolean;
    /** It brakes and stops after this time, after this distance, or at this fence. */
    readonly time?: Seconds;
    readonly distance?: Meters;
    readonly fence?: Fence;
    /** It stops where its way to the end of its mission is blocked for this time; default 60 s. */
    readonly blocked?: Seconds;
  };
  /** How it is connected. */
  readonly link?: {
    /** Of its serial port [baud]; default 57 600. */
    readonly baud?: number;
    /** The same as `control.deadMan`. */
    readonly deadMan?: Seconds;
  };
  readonly control: {
    readonly rate: Hertz;
    readonly responseTime: Seconds;
    /** k [N·s/m]; default mass / responseTime. */
    readonly steeringGain: number;
    readonly latency: Seconds;
    /** The latency that is measured while it drives is used instead. */
    readonly compensate?: 'measured';
    /** The board cuts the motors if no command arrives for this time. */
    readonly deadMan: Seconds;
    /** `direct` is Reynolds' first version, v = truncate(v_d, maxSpeed), with no force. */
    readonly steering: 'force' | 'direct';
  };
}
