/** What every simulated world has, whether its bodies push each other or not: robots among walls and things. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Obstacle, WheelSpeeds } from '../../src/signals/signals.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { moverAt } from './mover.js';
import type { Ray } from './rays.js';
import type { BodyVelocity, RobotInWorld } from './robotInWorld.js';
import { gapToThing, type Movement, SolidThings } from './solidThings.js';
import { type Put, putThing, type ThingPlace, thingNamed } from './things.js';

/** What moves besides robots, to draw it. */
export interface WorldSnapshot {
  readonly boxes: readonly {
    readonly at: Vec2;
    readonly size: readonly [Meters, Meters];
    readonly heading: Radians;
  }[];
  readonly movers: readonly { readonly id: string; readonly at: Vec2; readonly radius: Meters }[];
}

export abstract class SimulatedWorld<Body extends RobotInWorld = RobotInWorld> {
  /** Its things as somebody has arranged them by now; boxes that were pushed are elsewhere. */
  spec: WorldSpec;
  /**
   * The farthest that anything can have come since the start, summed up over the steps [m]. While it grows by d, no
   * two things come nearer to each other than 2 d.
   */
  roamed: Meters = 0;
  /** Every robot, and those that are there for others. */
  protected readonly bodies: Body[] = [];
  protected readonly robots = new DiscSet<Body>();
  protected now: Seconds = 0;
  readonly #byId = new Map<string, Body>();
  readonly #ghosts = new Set<Body>();
  #things: SolidThings;
  readonly #movement: Movement = { boxAt: (i) => this.boxAt(i), moverAt: (i) => this.moverAt(i) };

  constructor(spec: WorldSpec) {
    this.spec = spec;
    this.#things = new SolidThings(spec);
  }

  /** One physics step; steps longer than 5 ms make contacts coarse. */
  abstract advance(from: Seconds, to: Seconds): void;

  /** Distance to the first solid thing along a ray; null within `range` when there is none. */
  abstract rayCast(from: Vec2, angle: Radians, range: Meters, ignoreId?: string): Meters | null;

  /** Smallest gap to anything else solid: in touch 0 to 0.1 mm, never negative; null without anything. */
  abstract clearanceOf(id: string): Meters | null;

  /**
   * @param ghost touches only what is fixed, and is not there for others
   * @throws RangeError when a robot of that id is there already
   */
  addRobot(
    id: string,
    robot: RobotDefinition,
    pose: Pose,
    drivetrain: Drivetrain,
    ghost = false,
  ): RobotInWorld {
    if (this.#byId.has(id)) throw new RangeError(`there is a robot ${id} already`);
    const body = this.makeBody(robot, pose, drivetrain, ghost);
    this.#byId.set(id, body);
    this.bodies.push(body);
    if (ghost) this.#ghosts.add(body);
    else this.robots.add(body);
    return body;
  }

  /** The body of one. @throws RangeError when nobody has that id */
  robot(id: string): Body {
    const robot = this.#byId.get(id);
    if (!robot) throw new RangeError(`there is no robot ${id}`);
    return robot;
  }

  poseOf(id: string): Pose {
    return this.robot(id).pose;
  }

  wheelSpeedsOf(id: string): WheelSpeeds {
    return this.robot(id).wheelSpeeds;
  }

  velocityOf(id: string): BodyVelocity {
    return this.robot(id).velocity;
  }

  contactsOf(id: string): number {
    return this.robot(id).contacts;
  }

  place(id: string, pose: Pose): void {
    const robot = this.robot(id);
    this.roamed += distance(robot.pose, pose);
    robot.place(pose);
    this.robots.moved();
  }

  /** Whether a round thing has room there. */
  isFree(position: Vec2, radius: Meters): boolean {
    return this.gapAt(position) > radius;
  }

  /** Whether that robot has room there, by what is solid and by the others. */
  hasRoom(id: string, position: Vec2): boolean {
    const robot = this.robot(id);
    return this.gapAt(position, robot) > robot.radius;
  }

  /** Puts a thing somewhere else at once. @returns why not */
  putThing(name: string, put: Put): string | undefined {
    const place = thingNamed(this.spec, name);
    if (!place) return `there is no '${name}'`;
    const moved = putThing(this.spec, place, put, this.now, this.snapshot().boxes);
    const there = [...this.#byId].find(([, robot]) => {
      if (this.#ghosts.has(robot)) return false;
      return gapToThing(moved.spec, place, robot.pose, this.now) < robot.radius;
    });
    if (there) return `${there[0]} stands there`;
    this.spec = moved.spec;
    this.#things = new SolidThings(moved.spec);
    this.roamed += moved.by;
    this.thingMoved(place);
    return undefined;
  }

  /** Everything solid but robots, as somebody sees it who sees all. */
  obstacles(): readonly Obstacle[] {
    return this.#things.obstacles(this.now, this.#movement.boxAt);
  }

  snapshot(): WorldSnapshot {
    return {
      boxes: this.spec.boxes.map(({ size }, i) => {
        const { x, y, heading } = this.boxAt(i);
        return { at: { x, y }, size, heading };
      }),
      movers: this.spec.movers.map((mover) => {
        return { id: mover.id, at: moverAt(mover, this.now).position, radius: mover.radius };
      }),
    };
  }

  protected abstract makeBody(
    robot: RobotDefinition,
    pose: Pose,
    drivetrain: Drivetrain,
    ghost: boolean,
  ): Body;

  /** Somebody has put a thing where `spec` says. */
  protected thingMoved(_place: ThingPlace): void {}

  /** Where the box of that place in the list is now. */
  protected abstract boxAt(index: number): Pose;

  /** Where the solid mover of that place in the list is now. */
  protected moverAt(index: number): Vec2 {
    const mover = this.spec.movers[index];
    return mover ? moverAt(mover, this.now).position : { x: 0, y: 0 };
  }

  /** From a point to the nearest solid thing but one robot; for a ghost nobody else is there. Infinity without any. */
  protected gapAt(p: Vec2, except?: Body): Meters {
    const gap = this.#things.gapAt(p, this.#movement);
    return except && this.#ghosts.has(except) ? gap : this.robots.gapAt(p, gap, except);
  }
}

/** A body that moves; its place is read when it says so. */
interface Round {
  readonly pose: Pose;
  readonly radius: Meters;
}

/** What may be rounded away of a distance before it is compared. */
const DISTANCE_TOLERANCE: Meters = 1e-9;

export class DiscSet<Body extends Round> {
  readonly bodies: Body[] = [];
  #xs = new Float64Array(8);
  #ys = new Float64Array(8);
  #radii = new Float64Array(8);

  add(body: Body): void {
    const i = this.bodies.push(body) - 1;
    if (i === this.#xs.length) {
      [this.#xs, this.#ys, this.#radii] = [doubled(this.#xs), doubled(this.#ys), doubled(this.#radii)];
    }
    this.#radii[i] = body.radius;
    this.moved();
  }

  /** Every body may be elsewhere now. */
  moved(): void {
    for (let i = 0; i < this.bodies.length; i++) {
      const { pose } = this.bodies[i] as Body;
      this.#xs[i] = pose.x;
      this.#ys[i] = pose.y;
    }
  }

  /** From a point to the nearest body's rim, one body aside, where that is nearer than `atMost`. */
  gapAt(p: Vec2, atMost: Meters, except: Body | undefined): Meters {
    const { x, y } = p;
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let gap = atMost;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - x;
      const dy = (ys[i] as number) - y;
      const reach = gap + (radii[i] as number) + DISTANCE_TOLERANCE;
      // The root is taken only of what is nearer than all before.
      if (dx * dx + dy * dy >= reach * reach) continue;
      const body = bodies[i] as Body;
      if (body !== except) gap = Math.min(gap, distance(p, body.pose) - body.radius);
    }
    return gap;
  }

  /** Way along a ray to the nearest body, one aside; Infinity past all of them. A ray from inside of one leaves it. */
  wayTo({ from, direction }: Ray, except: Body | undefined): Meters {
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - from.x;
      const dy = (ys[i] as number) - from.y;
      const radius = radii[i] as number;
      const aside = direction.x * dy - direction.y * dx;
      if (aside > radius || aside < -radius) continue;
      const way = direction.x * dx + direction.y * dy - Math.sqrt(radius * radius - aside * aside);
      if (way >= 0 && way < nearest && bodies[i] !== except) nearest = way;
    }
    return nearest;
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(2 * values.length);
  longer.set(values);
  return longer;
}
