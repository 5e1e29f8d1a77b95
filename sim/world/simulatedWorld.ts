/** The common part of all simulated worlds, with or without physics: robots among walls and things. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Obstacle, WheelSpeeds } from '../../src/signals/signals.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { DiscSet } from './discSet.js';
import { moverAt } from './mover.js';
import type { Hit, Sightline } from './rays.js';
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

/** The same for a thing that stands in two worlds alike. */
const thingText = (spec: WorldSpec, { list, index }: ThingPlace): string =>
  JSON.stringify([
    list,
    ...(list === 'posts' ? [spec.posts.radius, spec.posts.at[index]] : [spec[list][index]]),
  ]);

/** What appears may be at any distance: no bound from before holds. */
const ANYWHERE: Meters = 1000;

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

  /**
   * Other things stand in it from now on. Boxes and movers stay where they are by now, unless their own places are others. @returns
   * why it cannot
   */
  rearrange(spec: WorldSpec): string | undefined {
    const moved = [
      ...placesMoved('boxes', this.spec, spec, ['at', 'heading']),
      ...placesMoved('movers', this.spec, spec, ['waypoints']),
    ];
    if (moved.includes(undefined) || spec.movers.length > this.spec.movers.length)
      return 'boxes and movers may be moved, and boxes added at the end; else they stay as they are';
    const known = new Set(thingPlaces(this.spec).map((place) => thingText(this.spec, place)));
    const added = thingPlaces(spec).filter((place) => !known.has(thingText(spec, place)));
    const there = [...this.#byId].find(
      ([, robot]) =>
        !this.#ghosts.has(robot) &&
        added.some((place) => gapToThing(spec, place, robot.pose, this.now) < robot.radius),
    );
    if (there) return `${there[0]} stands where something is to be`;
    this.spec = spec;
    this.#things = new SolidThings(spec);
    this.roamed += ANYWHERE;
    this.rearranged();
    for (const place of moved) if (place) this.thingMoved(place);
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

  /** Called after other things stand in `spec`. */
  protected rearranged(): void {}

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

/** The things of a list with other places; undefined for one that is missing, or another thing. */
function placesMoved(
  list: 'boxes' | 'movers',
  before: WorldSpec,
  after: WorldSpec,
  keys: readonly string[],
): readonly (ThingPlace | undefined)[] {
  const text = (thing: object) =>
    JSON.stringify(
      Object.entries(thing)
        .filter(([key]) => !keys.includes(key))
        .sort(),
    );
  return before[list].flatMap((was, index) => {
    const is = after[list][index];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [is && text(was) === text(is) ? { list, index } : undefined];
  });
}
