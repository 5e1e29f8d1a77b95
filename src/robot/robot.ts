/** What a robot definition is: one YAML file's worth of facts about a body, in SI. */
import type { Vec2 } from '../math/geometry.js';
import type {
  Duty,
  Hertz,
  Kilograms,
  Meters,
  MetersPerSecond,
  MetersPerSecondSquared,
  Newtons,
  Radians,
  RadiansPerSecond,
  Seconds,
  Volts,
} from '../math/units.js';

export type Pin = number | string;

export interface MotorPins {
  readonly pwm?: Pin;
  readonly dir?: Pin;
  readonly cdir?: Pin;
  readonly forward?: Pin;
  readonly reverse?: Pin;
  readonly servo?: Pin;
  readonly shield?: string;
  readonly motor?: number;
  readonly invert: boolean;
  /** Servos only: the pulse at which it stands still; 1.5 ms unless given. */
  readonly neutral?: Seconds;
  /** Servos only: so much more or less does not turn it yet. */
  readonly deadZone?: Seconds;
}

export interface EncoderDefinition {
  readonly a?: Pin;
  readonly b?: Pin;
  readonly countsPerRevolution: number;
}

export interface SensorDefinition {
  readonly id: string;
  readonly type: string;
  readonly pin?: Pin;
  /** Mount pose on the body. */
  readonly at: readonly [Meters, Meters];
  readonly facing: Radians;
  /**
   * Bumper, reflectance, light: wired so that high and low, or bright and dark, are the other way round. Gyroscope,
   * compass: mounted upside down.
   */
  readonly invert?: boolean;
  /** Generic sonar and lidar only. */
  readonly range?: Meters;
  readonly fieldOfView?: Radians;
  readonly rays?: number;
  readonly rate?: Hertz;
}

/** Where a robot may drive, in the frame of its start: inside a polygon, or within a radius of a point. */
export type Fence = { readonly corners: readonly Vec2[] } | { readonly at: Vec2; readonly radius: Meters };

export interface RobotDefinition {
  readonly name: string;
  /** What it is, for people: the kit it is made of. */
  readonly kit?: string;
  /** What these figures have driven so far: `simulation`, `emulator`, or `hardware (2026-11-21)`. */
  readonly tested?: string;
  readonly board?: 'uno' | 'nano' | 'mega';
  readonly firmware?: 'steerbot' | 'standard-firmata';
  readonly chassis: {
    readonly mass: Kilograms;
    readonly radius: Meters;
    readonly track: Meters;
    /** Its outline from above, in the body's frame, within `radius`: a polygon. For drawing; what it touches goes by the circle. */
    readonly footprint?: readonly (readonly [Meters, Meters])[];
  };
  readonly wheels: { readonly diameter: Meters };
  readonly motors: {
    readonly left?: MotorPins;
    readonly right?: MotorPins;
    /** The chip or board between the pins and the motors, by the names its terminals have: `l298n`, `tb6612fng` … */
    readonly driver?: string;
    /** High while it may drive, low when it is stopped. */
    readonly standby?: Pin;
    /** What its wheels do without power; what the driver does for it when it stops. */
    readonly stop?: 'coast' | 'brake' | 'standby' | 'no pulses';
    readonly noLoadSpeed: MetersPerSecond;
    readonly deadband: Duty;
    readonly lag: Seconds;
    readonly breakaway: MetersPerSecond;
  };
  readonly encoders?: { readonly left: EncoderDefinition; readonly right: EncoderDefinition };
  readonly sensors: readonly SensorDefinition[];
  /**
   * Measured through a divider that leaves 1/divider of it at the pin. Below `low` it wants to be charged and the robot
   * drives at half its speed; below `dead` the robot stops.
   */
  readonly battery?: {
    readonly pin: Pin;
    readonly divider: number;
    readonly low: Volts;
    /** 0.9 low unless given. */
    readonly dead?: Volts;
  };
  readonly safety?: { readonly collisionMonitor: 'on' | 'off' };
  readonly limits: {
    readonly speed: MetersPerSecond;
    readonly acceleration: MetersPerSecondSquared;
    readonly turnRate: RadiansPerSecond;
    /** mass × acceleration unless given. */
    readonly force: Newtons;
    /** Whether it may drive backwards; default false. */
    readonly reverse: boolean;
    /** It brakes and stops when it has driven for so long, so far, or out of this fence. */
    readonly time?: Seconds;
    readonly distance?: Meters;
    readonly fence?: Fence;
  };
  readonly control: {
    readonly rate: Hertz;
    readonly responseTime: Seconds;
    /** k [N·s/m]; mass / responseTime unless given. */
    readonly steeringGain: number;
    readonly latency: Seconds;
    /** The board cuts the motors when it has heard no command for so long. */
    readonly deadMan: Seconds;
    /** `direct` is Reynolds' first version, v = truncate(v_d, maxSpeed), with no force. */
    readonly steering: 'force' | 'direct';
  };
}
