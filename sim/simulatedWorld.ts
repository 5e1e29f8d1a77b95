/** What every simulated world has, whether its bodies push each other or not: robots among walls and things. */
import { distance, type Pose, type Vec2 } from '../src/geometry.js';
import type { RobotDefinition } from '../src/robot.js';
import type { Obstacle, WheelSpeeds } from '../src/signals.js';
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../src/units.js';
import { FixedClearance, gapToBox } from './clearance.js';
import type { Drivetrain } from './drivetrain.js';
import { moverAt } from './mover.js';
import { ObstacleMap } from './obstacleMap.js';
import { Places } from './places.js';
import type { WorldSpec } from './scenario.js';

/** How a body moves over the ground. */
export interface BodyVelocity {
  readonly x: MetersPerSecond;
  readonly y: MetersPerSecond;
  readonly angular: RadiansPerSecond;
}

/** A robot's true body. */
export interface RobotInWorld {
  readonly radius: Meters;
  readonly pose: Pose;
  readonly velocity: BodyVelocity;
  /** True rim speeds at the nominal diameter; they go on turning where the body is held. */
  readonly wheelSpeeds: WheelSpeeds;
  /** How often it began to touch a wall, an obstacle, a solid mover or a robot. */
  readonly contacts: number;
  /** Puts it somewhere else at once; its wheels turn on. */
  place(pose: Pose): void;
}

/** What moves besides robots, to draw it. */
export interface WorldSnapshot {
  readonly boxes: readonly {
    readonly at: Vec2;
    readonly size: readonly [Meters, Meters];
    readonly heading: Radians;
  }[];
  readonly movers: readonly { readonly id: string; readonly at: Vec2; readonly radius: Meters }[];
}

/** The velocity of a body whose wheels roll. */
export function rollingAt(heading: Radians, { rolling: { linear, angular } }: Drivetrain): BodyVelocity {
  return { x: linear * Math.cos(heading), y: linear * Math.sin(heading), angular };
}

export abstract class SimulatedWorld<Body extends RobotInWorld = RobotInWorld> {
  protected readonly spec: WorldSpec;
  protected readonly robots = new Places<Body>();
  protected now: Seconds = 0;
  readonly #byId = new Map<string, Body>();
  readonly #fixed: FixedClearance;
  readonly #map: ObstacleMap;
  #roamed: Meters = 0;

  constructor(spec: WorldSpec) {
    this.spec = spec;
    this.#fixed = new FixedClearance(spec);
    this.#map = new ObstacleMap(spec);
  }

  /** One physics step; steps longer than 5 ms make contacts coarse. */
  abstract advance(from: Seconds, to: Seconds): void;

  /** Distance to the first solid thing along a ray; null within `range` when there is none. */
  abstract rayCast(from: Vec2, angle: Radians, range: Meters, ignoreId?: string): Meters | null;

  /** Smallest gap to anything else solid: in touch 0 to 0.1 mm, never negative; null without anything. */
  abstract clearanceOf(id: string): Meters | null;

  /** @throws RangeError when a robot of that id is there already */
  addRobot(id: string, robot: RobotDefinition, pose: Pose, drivetrain: Drivetrain): RobotInWorld {
    if (this.#byId.has(id)) throw new RangeError(`there is a robot ${id} already`);
    const body = this.makeBody(robot, pose, drivetrain);
    this.#byId.set(id, body);
    this.robots.add(body);
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
    this.roam(distance(robot.pose, pose));
    robot.place(pose);
    this.robots.moved();
  }

  /**
   * The farthest that anything can have come since the start, summed up over the steps [m]. While it grows by d, no
   * two things come nearer to each other than 2 d.
   */
  get roamed(): Meters {
    return this.#roamed;
  }

  /** Whether a round thing has room there. */
  isFree(position: Vec2, radius: Meters): boolean {
    return this.gapAt(position) > radius;
  }

  /** Everything solid but robots, as somebody sees it who sees all. */
  obstacles(): readonly Obstacle[] {
    return this.#map.at(this.now, (index) => this.boxAt(index));
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

  protected abstract makeBody(robot: RobotDefinition, pose: Pose, drivetrain: Drivetrain): Body;

  /** Where the box of that place in the list is now. */
  protected abstract boxAt(index: number): Pose;

  /** Where the solid mover of that place in the list is now. */
  protected moverAt(index: number): Vec2 {
    const mover = this.spec.movers[index];
    return mover ? moverAt(mover, this.now).position : { x: 0, y: 0 };
  }

  /** Nothing came farther than this since it was said last. */
  protected roam(farthest: Meters): void {
    this.#roamed += farthest;
  }

  /** From a point to the nearest solid thing but one robot; negative inside a round one, Infinity without any. */
  protected gapAt(p: Vec2, except?: Body): Meters {
    let gap = this.#fixed.gapAt(p.x, p.y);
    this.spec.boxes.forEach(({ size }, i) => {
      const box = this.boxAt(i);
      gap = Math.min(gap, gapToBox(p, box, box.heading, size));
    });
    this.spec.movers.forEach(({ solid, radius }, i) => {
      if (solid) gap = Math.min(gap, distance(p, this.moverAt(i)) - radius);
    });
    return this.robots.gapAt(p, gap, except);
  }
}
