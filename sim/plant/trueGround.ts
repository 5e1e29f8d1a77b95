/** Between the motors and the way over ground: play in the gearboxes, slip, and a caster that swings round. */
import { clamp } from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import type { Meters, Radians } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Floor, PlantSpec } from '../scenario/plantSpec.js';
import { chanceOf } from './realism/chance.js';
import type { OfWheels } from './robotFaults.js';

/** How the axle's middle moves over the ground. */
export interface GroundMotion {
  /** Along the arc, forward positive. */
  readonly forward: Meters;
  /** Change of heading, left positive. */
  readonly turned: Radians;
}

/** Assumed: so many times the slip of a smooth floor. */
const FLOOR_SLIP: Readonly<Record<Floor, number>> = { smooth: 1, tiles: 1.5, carpet: 2.5 };
/** A caster has swung round after this way. */
const SWING_WAY: Meters = 0.03;

/** The play of one wheel: how much of it is taken up, from the rear end. */
interface Play {
  taken: Meters;
}

export class TrueGround {
  readonly #track: Meters;
  readonly #play: Meters;
  readonly #slip: PlantSpec['slip'];
  readonly #roughness: number;
  readonly #kick: Radians;
  readonly #chance: Random;
  readonly #left: Play;
  readonly #right: Play;
  /** Direction of the last motion, and what is left of the caster's swing. */
  #direction = 0;
  #swing: { left: Meters; perMeter: number } = { left: 0, perMeter: 0 };

  /** @param track the true one @param seed of the slip */
  constructor({ wheels }: RobotDefinition, plant: PlantSpec, track: Meters, seed: number) {
    this.#track = track;
    this.#play = ((plant.backlash ?? 0) * wheels.diameter) / 2;
    this.#slip = plant.slip ?? wheels.slip;
    this.#roughness = FLOOR_SLIP[plant.floor ?? 'smooth'];
    this.#kick = plant.caster?.kick ?? 0;
    this.#chance = chanceOf(seed, 'ground');
    this.#left = { taken: this.#play / 2 };
    this.#right = { taken: this.#play / 2 };
  }

  /** Whether anything of it differs from wheels that roll. */
  static of(robot: RobotDefinition, plant: PlantSpec, track: Meters, seed = 0): TrueGround | undefined {
    const { backlash = 0, slip = robot.wheels.slip, caster } = plant;
    return backlash > 0 || slip !== undefined || caster
      ? new TrueGround(robot, plant, track, seed)
      : undefined;
  }

  /** @param ways of both wheels in a physics step, as their motors turn them */
  roll(ways: OfWheels<Meters>): GroundMotion {
    const left = this.#throughPlay(this.#left, ways.left);
    const right = this.#throughPlay(this.#right, ways.right);
    const { left: l, right: r } = this.#slippingWheels(left, right);
    const rolled = { forward: (l + r) / 2, turned: (r - l) / this.#track };
    const slipped = this.#slippingBody(rolled, (Math.abs(left) + Math.abs(right)) / 2);
    return this.#swung(slipped, left + right);
  }

  #throughPlay(play: Play, way: Meters): Meters {
    const before = play.taken;
    play.taken = clamp(before + way, 0, this.#play);
    return way - (play.taken - before);
  }

  /** σ of each wheel per √metre: along the way σ/√2, in heading σ√2/track. */
  #slippingWheels(left: Meters, right: Meters): OfWheels<Meters> {
    if (typeof this.#slip !== 'number') return { left, right };
    const sigma = this.#slip * this.#roughness;
    return {
      left: left + sigma * Math.sqrt(Math.abs(left)) * this.#chance.gaussian(),
      right: right + sigma * Math.sqrt(Math.abs(right)) * this.#chance.gaussian(),
    };
  }

  /** @param way of the wheels, in the mean */
  #slippingBody({ forward, turned }: GroundMotion, way: Meters): GroundMotion {
    const slip = this.#slip;
    if (slip === undefined || typeof slip === 'number') return { forward, turned };
    const spread = this.#roughness * Math.sqrt(way);
    return {
      forward: forward + slip.way * spread * this.#chance.gaussian(),
      turned: turned + slip.heading * spread * this.#chance.gaussian(),
    };
  }

  /**
   * Where the body reverses, its caster swings round within the next centimetres. @param way of both wheels, without
   * slip
   */
  #swung({ forward, turned }: GroundMotion, way: Meters): GroundMotion {
    if (this.#kick === 0 || way === 0) return { forward, turned };
    const direction = Math.sign(way);
    if (direction === -this.#direction) {
      const kick = this.#kick * this.#chance.gaussian();
      this.#swing = { left: SWING_WAY, perMeter: kick / SWING_WAY };
    }
    this.#direction = direction;
    const part = Math.min(Math.abs(way) / 2, this.#swing.left);
    this.#swing.left -= part;
    return { forward, turned: turned + part * this.#swing.perMeter };
  }
}
