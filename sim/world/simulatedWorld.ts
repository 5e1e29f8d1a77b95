/** The common part of all simulated worlds, with or without physics: robots among walls and things. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Obstacle, WheelSpeeds } from '../../src/signals/signals.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { moverAt } from './mover.js';
import type { Hit, Sightline } from './rays.js';
import { type FirstOnRay, NOTHING_ON_RAY, type Ray } from './rays.js';
import type { BodyTouch, BodyVelocity, RobotInWorld } from './robotInWorld.js';
import { gapToThing, type Movement, SolidThings } from './solidThings.js';
import { type Put, putThing, type ThingPlace, thingName, thingNamed, thingPlaces } from './things.js';

/** Where movers and boxes are, for drawing. */
export interface WorldSnapshot {
  readonly boxes: readonly {
    readonly at: Vec2;
    readonly size: readonly [Meters, Meters];
    readonly heading: Radians;
  }[];
  readonly movers: readonly { readonly id: string; readonly at: Vec2; readonly radius: Meters }[];
}

export abstract class SimulatedWorld<Body extends RobotInWorld = RobotInWorld> {
  /** Its things as operators have arranged them; pushed boxes are elsewhere. */
  spec: WorldSpec;
  /**
   * Upper bound of the distance that any thing has moved since the start, summed over the steps [m]. While it grows by
   * d, no two things approach each other by more than 2 d.
   */
  roamed: Meters = 0;
  /** All robots, ghosts included; `robots` holds those that others can touch. */
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

  /** One physics step; steps longer than 5 ms make contacts inaccurate. */
  abstract advance(from: Seconds, to: Seconds): void;

  /** Distance to the first solid thing along a ray; null if nothing is within `range`. */
  abstract rayCast(from: Vec2, angle: Radians, range: Meters, ignoreId?: string): Meters | null;

  /** The same distances for many rays at once; neighboring rays should follow each other. */
  scan(sightlines: readonly Sightline[], range: Meters, ignoreId?: string): (Meters | null)[] {
    return sightlines.map(({ from, angle }) => this.rayCast(from, angle, range, ignoreId));
  }

  /** Like `scan`, also telling what the rays meet. */
  abstract look(sightlines: readonly Sightline[], range: Meters, ignoreId?: string): (Hit | null)[];

  /** Smallest gap to any other solid thing: 0 to 0.1 mm in contact, never negative; null without solid things. */
  abstract clearanceOf(id: string): Meters | null;

  /**
   * @param ghost touches only fixed things and movers; other robots pass through it
   * @throws RangeError if the id is already used
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

  /** The body of a robot. @throws RangeError for an unknown id */
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
    return this.touchesOf(id).length;
  }

  touchesOf(id: string): readonly BodyTouch[] {
    return this.robot(id).touches;
  }

  /** The name of the thing or robot that is nearest to a point, except one robot; undefined in an empty world. */
  nearestTo(point: Vec2, exceptId: string): string | undefined {
    const now = this.snapshot().boxes;
    const spec = { ...this.spec, boxes: this.spec.boxes.map((box, i) => ({ ...box, ...now[i] })) };
    const things = thingPlaces(spec).map((place) => ({
      name: thingName(place, spec),
      gap: gapToThing(spec, place, point, this.now),
    }));
    const robots = [...this.#byId]
      .filter(([id, robot]) => id !== exceptId && !this.#ghosts.has(robot))
      .map(([name, { pose, radius }]) => ({ name, gap: distance(point, pose) - radius }));
    const all = [...things, ...robots].filter(({ gap }) => Number.isFinite(gap));
    return all.sort((a, b) => a.gap - b.gap)[0]?.name;
  }

  place(id: string, pose: Pose): void {
    const robot = this.robot(id);
    this.roamed += distance(robot.pose, pose);
    robot.place(pose);
    this.robots.moved();
  }

  /** Whether a round thing has room at a position. */
  isFree(position: Vec2, radius: Meters): boolean {
    return this.gapAt(position) > radius;
  }

  /** Whether a robot has room at a position, among solid things and other robots. */
  hasRoom(id: string, position: Vec2): boolean {
    const robot = this.robot(id);
    return this.gapAt(position, robot) > robot.radius;
  }

  /** Moves a thing at once. @returns why it cannot; undefined if it was moved */
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

  /** All solid things except robots, hidden or not. */
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

  /** Called after a thing was moved to its place in `spec`. */
  protected thingMoved(_place: ThingPlace): void {}

  /** Where the box with that index is now. */
  protected abstract boxAt(index: number): Pose;

  /** Where the solid mover with that index is now. */
  protected moverAt(index: number): Vec2 {
    const mover = this.spec.movers[index];
    return mover ? moverAt(mover, this.now).position : { x: 0, y: 0 };
  }

  /** From a point to the nearest solid thing except one robot; a ghost sees no other robots. Infinity without any. */
  protected gapAt(p: Vec2, except?: Body): Meters {
    const gap = this.#things.gapAt(p, this.#movement);
    return except && this.#ghosts.has(except) ? gap : this.robots.gapAt(p, gap, except);
  }
}

/** A moving body; its place is read after `moved`. */
interface Round {
  readonly pose: Pose;
  readonly radius: Meters;
}

/** Rounding error allowed when distances are compared. */
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

  /** All bodies may have moved. */
  moved(): void {
    for (let i = 0; i < this.bodies.length; i++) {
      const { pose } = this.bodies[i] as Body;
      this.#xs[i] = pose.x;
      this.#ys[i] = pose.y;
    }
  }

  /** From a point to the nearest body's rim, except one body; `atMost` if no rim is nearer. */
  gapAt(p: Vec2, atMost: Meters, except: Body | undefined): Meters {
    const { x, y } = p;
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let gap = atMost;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - x;
      const dy = (ys[i] as number) - y;
      const reach = gap + (radii[i] as number) + DISTANCE_TOLERANCE;
      // The root is taken only if the body is nearer than all before.
      if (dx * dx + dy * dy >= reach * reach) continue;
      const body = bodies[i] as Body;
      if (body !== except) gap = Math.min(gap, distance(p, body.pose) - body.radius);
    }
    return gap;
  }

  /** The nearest body on a ray, except one. A ray from inside a body leaves it. */
  first({ from, direction }: Ray, except: Body | undefined): FirstOnRay {
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let way = Number.POSITIVE_INFINITY;
    let nearest: Body | undefined;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - from.x;
      const dy = (ys[i] as number) - from.y;
      const radius = radii[i] as number;
      const aside = direction.x * dy - direction.y * dx;
      if (aside > radius || aside < -radius) continue;
      const its = direction.x * dx + direction.y * dy - Math.sqrt(radius * radius - aside * aside);
      if (!(its >= 0 && its < way) || bodies[i] === except) continue;
      way = its;
      nearest = bodies[i];
    }
    if (!nearest) return NOTHING_ON_RAY;
    const { pose, radius } = nearest;
    return { way, thing: { from: pose, to: pose, radius } };
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(2 * values.length);
  longer.set(values);
  return longer;
}
