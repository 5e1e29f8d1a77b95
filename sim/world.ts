/** The simulated world from above: robots on their tyres, among walls, obstacles and movers. */
import { type Contact, type Fixture, Vec2 as PlanckVec2, World as PlanckWorld, Settings } from 'planck';
import { distance, type Pose, type Vec2 } from '../src/geometry.js';
import type { RobotDefinition } from '../src/robot.js';
import type { Obstacle, WheelSpeeds } from '../src/signals.js';
import type { Meters, Radians, Seconds } from '../src/units.js';
import { FixedClearance, gapToBox } from './clearance.js';
import type { Drivetrain } from './drivetrain.js';
import { moverAt } from './mover.js';
import { ObstacleMap } from './obstacleMap.js';
import { buildObstacles, type Obstacles } from './obstacles.js';
import { type BodyVelocity, RobotBody } from './robotBody.js';
import type { WorldSpec } from './scenario.js';

// The engine's tolerances suit things of metres; robots are a tenth of that and are judged by the millimetre.
Settings.linearSlop = 1e-4;
Settings.aabbExtension = 0.02;

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };
const VELOCITY_ITERATIONS = 12;
const POSITION_ITERATIONS = 6;

/** What moves besides robots, to draw it. */
export interface WorldSnapshot {
  readonly boxes: readonly {
    readonly at: Vec2;
    readonly size: readonly [Meters, Meters];
    readonly heading: Radians;
  }[];
  readonly movers: readonly { readonly id: string; readonly at: Vec2; readonly radius: Meters }[];
}

export class World {
  readonly #spec: WorldSpec;
  readonly #planck: PlanckWorld;
  readonly #obstacles: Obstacles;
  readonly #fixed: FixedClearance;
  readonly #map: ObstacleMap;
  readonly #robots = new Map<string, RobotBody>();
  /** How many contacts a robot has with one thing now: a chain of walls may touch it with two links. */
  readonly #touching = new Map<RobotBody, Map<Fixture, number>>();
  #now: Seconds = 0;

  constructor(spec: WorldSpec) {
    this.#spec = spec;
    this.#planck = new PlanckWorld({ gravity: new PlanckVec2(0, 0), allowSleep: false });
    this.#obstacles = buildObstacles(this.#planck, spec);
    this.#fixed = new FixedClearance(spec);
    this.#map = new ObstacleMap(spec);
    this.#planck.on('begin-contact', (contact) => this.#count(contact, 1));
    this.#planck.on('end-contact', (contact) => this.#count(contact, -1));
  }

  /** @throws RangeError when a robot of that id is there already */
  addRobot(id: string, robot: RobotDefinition, pose: Pose, drivetrain: Drivetrain): void {
    if (this.#robots.has(id)) throw new RangeError(`there is a robot ${id} already`);
    const body = new RobotBody(this.#planck, robot, pose, drivetrain);
    this.#robots.set(id, body);
    this.#touching.set(body, new Map());
  }

  /** One physics step; steps longer than 5 ms make contacts coarse. */
  advance(from: Seconds, to: Seconds): void {
    const h = to - from;
    if (!(h > 0)) return;
    for (const robot of this.#robots.values()) robot.push(from, to);
    for (const { spec, body } of this.#obstacles.movers) {
      if (!body) continue;
      const { position } = moverAt(spec, to);
      const { x, y } = body.getPosition();
      body.setLinearVelocity(new PlanckVec2((position.x - x) / h, (position.y - y) / h));
    }
    this.#planck.step(h, VELOCITY_ITERATIONS, POSITION_ITERATIONS);
    for (const robot of this.#robots.values()) robot.settle();
    this.#now = to;
  }

  poseOf(id: string): Pose {
    return this.#robot(id).pose;
  }

  /** True rim speeds at the nominal diameter; they go on turning where the body is held. */
  wheelSpeedsOf(id: string): WheelSpeeds {
    return this.#robot(id).wheelSpeeds;
  }

  velocityOf(id: string): BodyVelocity {
    return this.#robot(id).velocity;
  }

  /** How often the robot began to touch a wall, an obstacle, a solid mover or a robot. */
  contactsOf(id: string): number {
    return this.#robot(id).contacts;
  }

  /** Smallest gap to anything else solid: in touch 0 to 0.1 mm, never negative; null without anything. */
  clearanceOf(id: string): Meters | null {
    const robot = this.#robot(id);
    const gap = this.#gapAt(robot.pose, robot) - robot.radius;
    return Number.isFinite(gap) ? Math.max(0, gap) : null;
  }

  /** Whether a round thing has room there. */
  isFree(position: Vec2, radius: Meters): boolean {
    return this.#gapAt(position) > radius;
  }

  /** Distance to the first solid thing along a ray; null within `range` when there is none. */
  rayCast(from: Vec2, angle: Radians, range: Meters, ignoreId?: string): Meters | null {
    const ignored = ignoreId === undefined ? undefined : this.#robots.get(ignoreId);
    const start = new PlanckVec2(from.x, from.y);
    const end = new PlanckVec2(from.x + range * Math.cos(angle), from.y + range * Math.sin(angle));
    let nearest: number | null = null;
    this.#planck.rayCast(start, end, (fixture, _point, _normal, fraction) => {
      // −1 goes on as if this were not there; a fraction shortens the ray to it.
      if (ignored && fixture.getUserData() === ignored) return -1;
      nearest = fraction * range;
      return fraction;
    });
    return nearest;
  }

  /** Everything solid but robots, as somebody sees it who sees all. */
  obstacles(): readonly Obstacle[] {
    return this.#map.at(this.#now, (index) => {
      const body = this.#obstacles.boxes[index]?.body;
      return body ? { ...body.getPosition(), heading: body.getAngle() } : ORIGIN;
    });
  }

  /** Puts a robot somewhere else at once; its wheels turn on. */
  place(id: string, pose: Pose): void {
    this.#robot(id).place(pose);
  }

  snapshot(): WorldSnapshot {
    return {
      boxes: this.#obstacles.boxes.map(({ spec, body }) => {
        const { x, y } = body.getPosition();
        return { at: { x, y }, size: spec.size, heading: body.getAngle() };
      }),
      movers: this.#spec.movers.map((spec) => ({
        id: spec.id,
        at: moverAt(spec, this.#now).position,
        radius: spec.radius,
      })),
    };
  }

  #gapAt(p: Vec2, except?: RobotBody): Meters {
    let gap = this.#fixed.gapAt(p.x, p.y);
    for (const { spec, body } of this.#obstacles.boxes) {
      gap = Math.min(gap, gapToBox(p, body.getPosition(), body.getAngle(), spec.size));
    }
    for (const { spec, body } of this.#obstacles.movers) {
      if (body) gap = Math.min(gap, distance(p, body.getPosition()) - spec.radius);
    }
    for (const robot of this.#robots.values()) {
      if (robot !== except) gap = Math.min(gap, distance(p, robot.pose) - robot.radius);
    }
    return gap;
  }

  #count(contact: Contact, change: 1 | -1): void {
    const a = contact.getFixtureA();
    const b = contact.getFixtureB();
    this.#countOne(a.getUserData(), b, change);
    this.#countOne(b.getUserData(), a, change);
  }

  #countOne(robot: unknown, other: Fixture, change: 1 | -1): void {
    if (!(robot instanceof RobotBody)) return;
    const touching = this.#touching.get(robot);
    const before = touching?.get(other) ?? 0;
    touching?.set(other, before + change);
    if (before === 0 && change === 1) robot.contacts += 1;
  }

  #robot(id: string): RobotBody {
    const robot = this.#robots.get(id);
    if (!robot) throw new RangeError(`there is no robot ${id}`);
    return robot;
  }
}
