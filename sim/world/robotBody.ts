/** A robot in the physical world: a round body that its tyres move, as far as their grip allows. */
import { type Body, CircleShape, Vec2 as PlanckVec2, type World as PlanckWorld } from 'planck';
import { clamp, dot, moveAlongArc, type Pose, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import type { Meters, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { BodyTouch, BodyVelocity, RobotInWorld } from './robotInWorld.js';

/** Rubber on a hard floor. */
export const TYRE_FRICTION = 0.8;
/** m/s² */
export const GRAVITY = 9.81;
/** Between bodies that touch. */
export const CONTACT_FRICTION = 0.3;
/** Collision categories: a ghost touches only fixed things and movers, which have the default category. */
const FIXED_CATEGORY = 0x0001;
export const AS_PUSHED = { filterCategoryBits: 0x0002 };
const AS_GHOST = { filterCategoryBits: 0x0004, filterMaskBits: FIXED_CATEGORY };
/** A body that ends a step this near to where its wheels roll it has not slipped [m, rad]. */
const SLIP_TOLERANCE = 1e-9;

export class RobotBody implements RobotInWorld {
  readonly radius: Meters;
  readonly body: Body;
  readonly drivetrain: Drivetrain;
  /** Whether other robots pass through it. */
  readonly ghost: boolean;
  readonly touches: BodyTouch[] = [];
  pose: Pose;
  /** Whether the last step ended where the wheels rolled it, without slip. */
  #rolling = true;
  #wanted: Pose;
  #turned = 0;
  #angleBefore = 0;
  /** Largest change of turn rate a second that the tyres can give [rad/s²]. */
  readonly #angularGrip: number;
  readonly #velocity = new PlanckVec2(0, 0);

  constructor(world: PlanckWorld, robot: RobotDefinition, pose: Pose, drivetrain: Drivetrain, ghost = false) {
    const { mass, radius } = robot.chassis;
    this.radius = radius;
    this.drivetrain = drivetrain;
    this.ghost = ghost;
    this.pose = pose;
    this.#wanted = pose;
    // Grip · half the track / (m·r²/2), the moment of inertia of a disc.
    this.#angularGrip = (TYRE_FRICTION * GRAVITY * robot.chassis.track) / (radius * radius);
    // A bullet: it does not pass into other moving bodies between two steps either.
    const position = new PlanckVec2(pose.x, pose.y);
    this.body = world.createBody({ type: 'dynamic', position, bullet: true, allowSleep: false });
    const density = mass / (Math.PI * radius * radius);
    const kind = ghost ? AS_GHOST : AS_PUSHED;
    const fixture = { density, friction: CONTACT_FRICTION, userData: this, ...kind };
    this.body.createFixture(new CircleShape(radius), fixture);
  }

  /** Exactly the wheels' velocity while they roll; the body's own while they spin. */
  get velocity(): BodyVelocity {
    if (!this.#rolling) {
      const { x, y } = this.body.getLinearVelocity();
      return { x, y, angular: this.body.getAngularVelocity() };
    }
    return this.drivetrain.velocityAt(this.pose.heading);
  }

  get wheelSpeeds(): WheelSpeeds {
    return this.drivetrain.wheelSpeeds;
  }

  /**
   * Turns the wheels and gives the body the velocity that its tyres can give.
   *
   * The velocity is the chord of the step's exact arc over h, so that p + v·h lands on the arc's end. A body
   * that touches or has been pushed gets at most Δv = μ·g·h, and Δω likewise: beyond that its wheels spin.
   */
  push(from: Seconds, to: Seconds): void {
    const h = to - from;
    const { forward, turned } = this.drivetrain.overGround(this.drivetrain.advance(from, to));
    this.#wanted = moveAlongArc(this.pose, forward, turned);
    this.#turned = turned;
    this.#angleBefore = this.body.getAngle();
    const position = this.body.getPosition();
    this.#velocity.x = (this.#wanted.x - position.x) / h;
    this.#velocity.y = (this.#wanted.y - position.y) / h;
    let angular = turned / h;
    if (!this.#rolling) angular = this.#holdToGrip(angular, h);
    this.body.setLinearVelocity(this.#velocity);
    this.body.setAngularVelocity(angular);
  }

  /** Takes the pose after the physics step; without slip it is the arc's end to the last bit. */
  settle(): void {
    const { x, y } = this.body.getPosition();
    const turned = this.body.getAngle() - this.#angleBefore;
    this.#rolling =
      Math.abs(x - this.#wanted.x) < SLIP_TOLERANCE &&
      Math.abs(y - this.#wanted.y) < SLIP_TOLERANCE &&
      Math.abs(turned - this.#turned) < SLIP_TOLERANCE;
    this.pose = this.#rolling ? this.#wanted : { x, y, heading: wrapAngle(this.pose.heading + turned) };
  }

  /** A contact has begun. @param normal towards the thing, as a unit vector */
  touch(at: Seconds, normal: Vec2): void {
    const driven = this.drivetrain.velocityAt(this.pose.heading);
    const { x, y } = this.body.getPosition();
    const place = { x: x + this.radius * normal.x, y: y + this.radius * normal.y };
    this.touches.push({ at, place, speed: dot(driven, normal) });
  }

  place(pose: Pose): void {
    this.pose = pose;
    this.#wanted = pose;
    this.#rolling = true;
    this.body.setTransform(new PlanckVec2(pose.x, pose.y), this.body.getAngle());
  }

  #holdToGrip(angular: RadiansPerSecond, h: Seconds): RadiansPerSecond {
    const v = this.body.getLinearVelocity();
    const dx = this.#velocity.x - v.x;
    const dy = this.#velocity.y - v.y;
    const share = Math.min(1, (TYRE_FRICTION * GRAVITY * h) / Math.hypot(dx, dy));
    if (share < 1) {
      this.#velocity.x = v.x + dx * share;
      this.#velocity.y = v.y + dy * share;
    }
    const spin = this.body.getAngularVelocity();
    return spin + clamp(angular - spin, -this.#angularGrip * h, this.#angularGrip * h);
  }
}
