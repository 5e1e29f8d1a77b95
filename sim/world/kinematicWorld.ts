/** A world for thousands of robots: each moves along the arcs of its wheels, through everything. */
import { fromPolar, moveAlongArc, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { Hit, Sightline } from './rays.js';
import { firstOn, hitOn } from './rays.js';
import type { BodyVelocity, RobotInWorld } from './robotInWorld.js';
import { SimulatedWorld } from './simulatedWorld.js';

/** It passes through everything, so it makes no contact. A run with a criterion that needs contacts is refused. */
class KinematicBody implements RobotInWorld {
  readonly radius: Meters;
  readonly touches = [];
  pose: Pose;
  readonly #drivetrain: Drivetrain;

  constructor(radius: Meters, pose: Pose, drivetrain: Drivetrain) {
    this.radius = radius;
    this.pose = pose;
    this.#drivetrain = drivetrain;
  }

  get velocity(): BodyVelocity {
    return this.#drivetrain.velocityAt(this.pose.heading);
  }

  get wheelSpeeds(): WheelSpeeds {
    return this.#drivetrain.wheelSpeeds;
  }

  advance(from: Seconds, to: Seconds): void {
    const { forward, turned } = this.#drivetrain.overGround(this.#drivetrain.advance(from, to));
    this.pose = moveAlongArc(this.pose, forward, turned);
  }

  place(pose: Pose): void {
    this.pose = pose;
  }
}

/** A world without contacts and clearances: walls stop no robot, and boxes stay where they are. */
export class KinematicWorld extends SimulatedWorld<KinematicBody> {
  override advance(from: Seconds, to: Seconds): void {
    for (const robot of this.bodies) robot.advance(from, to);
    this.robots.moved();
    this.now = to;
  }

  override clearanceOf(): null {
    return null;
  }

  override rayCast(from: Vec2, angle: Radians, range: Meters, ignoreId?: string): Meters | null {
    const ray = { from, direction: fromPolar(1, angle) };
    const ignored = ignoreId === undefined ? undefined : this.robot(ignoreId);
    const way = Math.min(firstOn(ray, this.obstacles()).way, this.robots.first(ray, ignored).way);
    return way <= range ? way : null;
  }

  override look(sightlines: readonly Sightline[], range: Meters, ignoreId?: string): (Hit | null)[] {
    const ignored = ignoreId === undefined ? undefined : this.robot(ignoreId);
    const obstacles = this.obstacles();
    return sightlines.map(({ from, angle }) => {
      const ray = { from, direction: fromPolar(1, angle) };
      const thing = firstOn(ray, obstacles);
      const robot = this.robots.first(ray, ignored);
      const first = robot.way < thing.way ? robot : thing;
      return first.way <= range ? hitOn(ray, first) : null;
    });
  }

  protected override makeBody(robot: RobotDefinition, pose: Pose, drivetrain: Drivetrain): KinematicBody {
    return new KinematicBody(robot.chassis.radius, pose, drivetrain);
  }

  protected override boxAt(index: number): Pose {
    const box = this.spec.boxes[index];
    return box ? { ...box.at, heading: box.heading } : { x: 0, y: 0, heading: 0 };
  }
}
