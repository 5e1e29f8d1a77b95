/** Commands on their way to the wheels: a duty becomes a speed, and takes effect after the dead time. */
import { clamp } from '../../src/math/geometry.js';
import type { Duty, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelDuties } from '../../src/signals/signals.js';
import type { PlantSpec } from '../scenario/scenario.js';
import type { Commanded, OfWheels } from './wheelFaults.js';

interface PendingCommand extends Commanded {
  readonly effectiveAt: Seconds;
}

export class CommandLine {
  readonly delay: Seconds;
  /** What a motor at full duty turns its wheel with. */
  readonly fullSpeed: OfWheels<MetersPerSecond>;
  /** What has taken effect. */
  commanded: Commanded;
  readonly #motors: RobotDefinition['motors'];
  readonly #gain: OfWheels;
  #pending: PendingCommand[] = [];
  /** Armed, as far as the driver knows. */
  #on = false;
  #given: WheelDuties = { left: 0, right: 0 };

  /** @param speed what was commanded before, as if it had been so for ever */
  constructor({ motors, control }: RobotDefinition, plant: PlantSpec, speed: MetersPerSecond) {
    this.delay = plant.delay ?? control.latency;
    this.#motors = motors;
    this.#gain = { left: 1 + plant.wheelSpeedError.left, right: 1 + plant.wheelSpeedError.right };
    const { left, right } = this.#gain;
    this.fullSpeed = { left: motors.noLoadSpeed * left, right: motors.noLoadSpeed * right };
    const both = { left: speed, right: speed };
    this.commanded = { ...both, swapped: both, powered: true };
  }

  /** Takes effect exactly at `at + delay`; `at` never goes back. */
  give(at: Seconds, duties: WheelDuties): void {
    this.#given = duties;
    const [left, right] = [this.#speedOf(duties.left), this.#speedOf(duties.right)];
    const { left: ofLeft, right: ofRight } = this.#gain;
    this.#pending.push({
      effectiveAt: at + this.delay,
      left: left * ofLeft,
      right: right * ofRight,
      swapped: { left: right * ofLeft, right: left * ofRight },
      powered: this.#on,
    });
  }

  /** Power off, and no duty. */
  stop(at: Seconds): void {
    this.#on = false;
    this.give(at, { left: 0, right: 0 });
  }

  /** The driver arms the motors, or cuts their power; the duties stay. @param told whether a wheel takes notice */
  power(at: Seconds, on: boolean, told: boolean): void {
    if (this.#on === on) return;
    this.#on = on;
    if (!told) return;
    const last = this.#pending.at(-1) ?? this.commanded;
    this.#pending.push({ ...last, effectiveAt: at + this.delay, powered: on });
  }

  /** Whether the driver gives the motors nothing: no duty, or no power. */
  get isOff(): boolean {
    return !this.#on || (this.#given.left === 0 && this.#given.right === 0);
  }

  /** When the next takes effect; Infinity where none is under way. */
  get next(): Seconds {
    return this.#pending[0]?.effectiveAt ?? Number.POSITIVE_INFINITY;
  }

  takeEffect(now: Seconds): void {
    for (let next = this.#pending[0]; next && next.effectiveAt <= now; next = this.#pending[0]) {
      this.commanded = next;
      this.#pending.shift();
    }
  }

  /** sign(u)·(|u| − deadband)/(1 − deadband)·noLoadSpeed; zero in the deadband and for what is no number. */
  #speedOf(duty: Duty): MetersPerSecond {
    const { deadband, noLoadSpeed } = this.#motors;
    const power = clamp(Math.abs(duty), 0, 1) - deadband;
    return power > 0 ? ((Math.sign(duty) * power) / (1 - deadband)) * noLoadSpeed : 0;
  }
}
