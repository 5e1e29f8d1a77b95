/** The simulated world from above: robots on their tyres, among walls, obstacles and movers. */

import {
  type Body,
  type Contact,
  type Fixture,
  Vec2 as PlanckVec2,
  World as PlanckWorld,
  Settings,
} from 'planck';
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { FreeDiscs } from './freeDiscs.js';
import { moverAt } from './mover.js';
import { type BoxBody, buildObstacles, type Obstacles, refillFixed, replaceThing } from './obstacles.js';
import type { Hit, Sightline } from './rays.js';
import { RobotBody } from './robotBody.js';
import { distanceOf, firstMet, hitOf, type SolidSet } from './scan.js';
import { SimulatedWorld } from './simulatedWorld.js';
import { fixedSolids, movingSolids, type Solid, SolidDisc } from './solids.js';
import type { ThingPlace } from './things.js';

export type { WorldSnapshot } from './simulatedWorld.js';

// The engine's tolerances suit things of metres; robots are a tenth as large and are judged by the millimetre.
Settings.linearSlop = 1e-4;
Settings.aabbExtension = 0.02;

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

interface MovingSolids {
  readonly solids: readonly Solid[];
  /** Those of the robots, without ghosts. */
  readonly discs: ReadonlyMap<RobotBody, Solid>;
}

export class World extends SimulatedWorld<RobotBody> {
  readonly #planck: PlanckWorld;
  readonly #obstacles: Obstacles;
  readonly #free: FreeDiscs;
  /** What rays meet and what does not move; made for the first scan. */
  #fixed: readonly Solid[] | undefined;
  /** What moves, where it is now; made for the first scan of each instant. */
  #moving: MovingSolids | undefined;
  /** How many contacts a robot has with each thing now: a chain of walls may touch it with two links. */
  readonly #touching = new Map<RobotBody, Map<Fixture, number>>();
  readonly #shiftedFrom = new Map<BoxBody, Pose>();
  /** The end of the present step. */
  #end: Seconds = 0;

  constructor(spec: WorldSpec) {
    super(spec);
    this.#planck = new PlanckWorld({ gravity: new PlanckVec2(0, 0), allowSleep: false });
    this.#obstacles = buildObstacles(this.#planck, spec);
    this.#free = new FreeDiscs(this.#planck);
    for (const { body } of this.#obstacles.movers)
      if (body) this.#free.add(body, () => this.#gapToRobots(body));
    this.#planck.on('begin-contact', (contact) => this.#count(contact, 1));
    this.#planck.on('end-contact', (contact) => this.#count(contact, -1));
  }

  override advance(from: Seconds, to: Seconds): void {
    const h = to - from;
    if (!(h > 0)) return;
    this.#end = to;
    for (const robot of this.bodies) robot.push(from, to);
    for (const [i, spec] of this.spec.movers.entries()) {
      const body = this.#obstacles.movers[i]?.body;
      if (!body) continue;
      const { position } = moverAt(spec, to);
      const { x, y } = body.getPosition();
      body.setLinearVelocity(new PlanckVec2((position.x - x) / h, (position.y - y) / h));
    }
    this.#free.advance(h, this.roamed);
    this.roamed += this.#settle(h);
    this.robots.moved();
    this.#moving = undefined;
    this.now = to;
  }

  override clearanceOf(id: string): Meters | null {
    const robot = this.robot(id);
    const gap = this.gapAt(robot.pose, robot) - robot.radius;
    return Number.isFinite(gap) ? Math.max(0, gap) : null;
  }

  override rayCast(from: Vec2, angle: Radians, range: Meters, ignoreId?: string): Meters | null {
    const ignored = ignoreId === undefined ? undefined : this.robot(ignoreId);
    const start = new PlanckVec2(from.x, from.y);
    const end = new PlanckVec2(from.x + range * Math.cos(angle), from.y + range * Math.sin(angle));
    let nearest: number | null = null;
    this.#planck.rayCast(start, end, (fixture, _point, _normal, fraction) => {
      const hit = fixture.getUserData();
      // −1 ignores this fixture; a fraction shortens the ray to it.
      if (hit instanceof RobotBody && (hit === ignored || hit.ghost)) return -1;
      nearest = fraction * range;
      return fraction;
    });
    return nearest;
  }

  override scan(sightlines: readonly Sightline[], range: Meters, ignoreId?: string): (Meters | null)[] {
    return firstMet(sightlines, range, this.#solids(ignoreId)).map((met) => distanceOf(met, range));
  }

  override look(sightlines: readonly Sightline[], range: Meters, ignoreId?: string): (Hit | null)[] {
    return firstMet(sightlines, range, this.#solids(ignoreId)).map((met) => hitOf(met, range));
  }

  /** All that a ray meets, except a robot and ghosts. */
  #solids(ignoreId: string | undefined): SolidSet {
    this.#fixed ??= fixedSolids(this.spec, this.#obstacles);
    this.#moving ??= this.#movingNow();
    const { solids, discs } = this.#moving;
    const except = ignoreId === undefined ? undefined : discs.get(this.robot(ignoreId));
    return { fixed: this.#fixed, moving: solids, except };
  }

  #movingNow(): MovingSolids {
    const solids = movingSolids(this.spec, this.#obstacles);
    const discs = new Map<RobotBody, Solid>();
    for (const robot of this.bodies) {
      if (robot.ghost) continue;
      const disc = new SolidDisc(robot.body.getPosition(), robot.radius);
      discs.set(robot, disc);
      solids.push(disc);
    }
    return { solids, discs };
  }

  protected override makeBody(
    robot: RobotDefinition,
    pose: Pose,
    drivetrain: Drivetrain,
    ghost: boolean,
  ): RobotBody {
    const body = new RobotBody(this.#planck, robot, pose, drivetrain, ghost);
    this.#touching.set(body, new Map());
    this.#free.add(body.body, () => this.gapAt(body.pose, body) - body.radius);
    this.#moving = undefined;
    return body;
  }

  override place(id: string, pose: Pose): void {
    super.place(id, pose);
    this.#moving = undefined;
    this.#free.wake();
  }

  protected override thingMoved(place: ThingPlace): void {
    replaceThing(this.#obstacles, this.spec, place, this.now);
    this.#fixed = undefined;
    this.#moving = undefined;
    this.#free.wake();
  }

  protected override rearranged(): void {
    refillFixed(this.#planck, this.#obstacles, this.spec);
    this.#fixed = undefined;
    this.#moving = undefined;
    this.#free.wake();
  }

  protected override boxAt(index: number): Pose {
    const body = this.#obstacles.boxes[index]?.body;
    return body ? { ...body.getPosition(), heading: body.getAngle() } : ORIGIN;
  }

  protected override moverAt(index: number): Vec2 {
    return this.#obstacles.movers[index]?.body?.getPosition() ?? ORIGIN;
  }

  /** Gap between a mover's body and the nearest robot, ghosts included. */
  #gapToRobots(mover: Body): Meters {
    const gaps = this.bodies.map(({ pose, radius }) => distance(pose, mover.getPosition()) - radius);
    return Math.min(...gaps) - (mover.getFixtureList()?.getShape().getRadius() ?? 0);
  }

  /** Reads the new places of all bodies; returns the farthest that any of them moved. */
  #settle(h: Seconds): Meters {
    let farthest = 0;
    for (const robot of this.bodies) {
      const before = robot.pose;
      robot.settle();
      farthest = Math.max(farthest, distance(before, robot.pose));
    }
    for (const { solid, speed } of this.spec.movers) {
      if (solid) farthest = Math.max(farthest, speed * h);
    }
    for (const box of this.#obstacles.boxes) {
      if (box.spec.movable) farthest = Math.max(farthest, this.#shifted(box));
    }
    return farthest;
  }

  /** The farthest that any corner of a box moved since the last call. */
  #shifted(box: BoxBody): Meters {
    const { spec, body } = box;
    const before = this.#shiftedFrom.get(box) ?? { ...spec.at, heading: spec.heading };
    const now = { ...body.getPosition(), heading: body.getAngle() };
    this.#shiftedFrom.set(box, now);
    return distance(before, now) + (Math.abs(now.heading - before.heading) * Math.hypot(...spec.size)) / 2;
  }

  #count(contact: Contact, change: 1 | -1): void {
    const a = contact.getFixtureA();
    const b = contact.getFixtureB();
    // From a to b.
    const normal = contact.getWorldManifold(null)?.normal ?? ORIGIN;
    this.#countOne(a.getUserData(), b, change, normal);
    this.#countOne(b.getUserData(), a, change, { x: -normal.x, y: -normal.y });
  }

  #countOne(robot: unknown, other: Fixture, change: 1 | -1, towards: Vec2): void {
    if (!(robot instanceof RobotBody)) return;
    const touching = this.#touching.get(robot);
    const before = touching?.get(other) ?? 0;
    touching?.set(other, before + change);
    if (before === 0 && change === 1) robot.touch(this.#end, towards);
  }
}
