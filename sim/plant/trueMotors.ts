/**
 * The true motors of one body: each with its own speed and dead band, forwards and backwards, and one battery for both.
 */
import { clamp } from '../../src/math/geometry.js';
import type { Amperes, Duty, MetersPerSecond, Seconds, Volts } from '../../src/math/units.js';
import { type ByWheel, motorFigures } from '../../src/robot/byWheel.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Side, WheelDuties, WheelSpeeds } from '../../src/signals/signals.js';
import type { BatterySpec, PlantSpec } from '../scenario/plantSpec.js';
import { chanceOf } from './realism/chance.js';

/** Of two lithium cells: 7.0 V of 8.4 V, where a robot should stop. */
const EMPTY_SHARE = 7.0 / 8.4;
/** Charge is drawn from here on: nobody starts with an empty battery. */
const LEAST_CHARGE = 0.2;
/** Assumed for a small gear motor at 6 V: what it draws while it stands at full duty, and while it turns freely. */
const STALL_CURRENT: Amperes = 1;
const FREE_CURRENT: Amperes = 0.15;
const SECONDS_PER_HOUR = 3600;

export class TrueMotors {
  readonly #noLoadSpeed: ByWheel<MetersPerSecond>;
  readonly #deadband: ByWheel<Duty>;
  readonly #gain: Readonly<Record<Side, number>>;
  readonly #battery: Battery | undefined;

  /** @param seed draws what the plant leaves to chance */
  constructor({ motors }: RobotDefinition, plant: PlantSpec, seed = 0) {
    const { noLoadSpeed, deadband, spread, wheelSpeedError, battery } = plant;
    const chance = chanceOf(seed, 'motors');
    const shared = (spread?.speed ?? 0) * chance.gaussian();
    const half = ((spread?.difference ?? 0) * chance.gaussian()) / 2;
    const filed = motorFigures(motors);
    this.#noLoadSpeed = noLoadSpeed ?? each(filed, (figures) => figures.noLoadSpeed);
    this.#deadband = deadband ?? each(filed, (figures) => figures.deadband);
    this.#gain = {
      left: (1 + wheelSpeedError.left) * (1 + shared - half),
      right: (1 + wheelSpeedError.right) * (1 + shared + half),
    };
    this.#battery = battery && new Battery(battery, chance.uniform());
  }

  /** Voltage of the battery under its present load; undefined without one. */
  get volts(): Volts | undefined {
    return this.#battery?.volts;
  }

  /** Speed at full duty, with a battery as the robot's file has it. */
  fullSpeed(side: Side): MetersPerSecond {
    return this.#noLoadSpeed[side].forward * this.#gain[side];
  }

  /**
   * Rim speed to which a duty u drives a wheel: sign(u)·(|u|·V/V_n − d)/(1 − d)·v₀, with d the dead band and V_n the
   * voltage for which the file holds; zero in the dead band and for a non-finite duty.
   *
   * @param as the wheel whose duty this was, if a fault swaps them
   */
  speedOf(side: Side, duty: Duty): MetersPerSecond {
    const direction = duty < 0 ? 'back' : 'forward';
    const deadband = this.#deadband[side][direction];
    const power = clamp(Math.abs(duty), 0, 1) * (this.#battery?.share ?? 1) - deadband;
    if (!(power > 0)) return 0;
    return (
      ((Math.sign(duty) * power) / (1 - deadband)) * this.#noLoadSpeed[side][direction] * this.#gain[side]
    );
  }

  /** The battery feeds the motors for a time: more the farther a wheel's speed is from what its duty asks for. */
  draw(dt: Seconds, { left, right }: WheelDuties, speeds: WheelSpeeds): void {
    this.#battery?.draw(
      dt,
      this.#current('left', left, speeds.left) + this.#current('right', right, speeds.right),
    );
  }

  #current(side: Side, duty: Duty, speed: MetersPerSecond): Amperes {
    if (duty === 0) return 0;
    const free = speed / this.fullSpeed(side);
    return FREE_CURRENT + STALL_CURRENT * clamp(Math.sign(duty) * (duty - free), 0, 1);
  }
}

const each = <T, R>({ left, right }: ByWheel<T>, of: (value: T) => R): ByWheel<R> => ({
  left: { forward: of(left.forward), back: of(left.back) },
  right: { forward: of(right.forward), back: of(right.back) },
});

/** V = V₀ − I·R; V₀ falls in proportion to the charge that is used. */
class Battery {
  readonly #spec: BatterySpec;
  #charge: number;
  #current: Amperes = 0;

  /** @param drawn 0 … 1, for a charge that is not given */
  constructor(spec: BatterySpec, drawn: number) {
    this.#spec = spec;
    this.#charge = spec.charge ?? LEAST_CHARGE + (1 - LEAST_CHARGE) * drawn;
  }

  get volts(): Volts {
    const { full, sag } = this.#spec;
    return full * (EMPTY_SHARE + (1 - EMPTY_SHARE) * this.#charge) - this.#current * sag;
  }

  /** Of the voltage for which the robot's file holds: the middle, while both motors turn freely. */
  get share(): number {
    const { full, sag } = this.#spec;
    return this.volts / ((full * (1 + EMPTY_SHARE)) / 2 - 2 * FREE_CURRENT * sag);
  }

  draw(dt: Seconds, current: Amperes): void {
    this.#current = current;
    this.#charge = Math.max(0, this.#charge - (current * dt) / SECONDS_PER_HOUR / this.#spec.capacity);
  }
}
