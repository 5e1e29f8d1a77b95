/** What stands, lies and moves in the world besides robots, as bodies of the physics engine. */
import {
  type Body,
  BoxShape,
  ChainShape,
  CircleShape,
  EdgeShape,
  MotorJoint,
  Vec2 as PlanckVec2,
  type World as PlanckWorld,
} from 'planck';
import type { Vec2 } from '../src/geometry.js';
import { moverAt } from './mover.js';
import { CONTACT_FRICTION, GRAVITY } from './robotBody.js';
import type { BoxSpec, MoverSpec, WorldSpec } from './scenario.js';

/** A movable box weighs this much per footprint [kg/m²], about a filled cardboard box of hand size. */
export const BOX_AREA_DENSITY = 10;
/** Cardboard on a hard floor. */
export const BOX_FRICTION = 0.3;

export interface BoxBody {
  readonly spec: BoxSpec;
  readonly body: Body;
}

export interface MoverBody {
  readonly spec: MoverSpec;
  /** Missing where the mover is a target only, and nothing runs into it. */
  readonly body?: Body;
}

export interface Obstacles {
  readonly boxes: readonly BoxBody[];
  readonly movers: readonly MoverBody[];
}

const point = ({ x, y }: Vec2): PlanckVec2 => new PlanckVec2(x, y);

/** Fills an empty physics world; everything fixed is one body. */
export function buildObstacles(world: PlanckWorld, spec: WorldSpec): Obstacles {
  const ground = world.createBody();
  const fix = (shape: ChainShape | CircleShape | EdgeShape) =>
    ground.createFixture(shape, { friction: CONTACT_FRICTION });
  for (const wall of spec.walls) for (const shape of wallShapes(wall)) fix(shape);
  for (const circle of spec.circles) fix(new CircleShape(point(circle.at), circle.radius));
  for (const at of spec.posts.at) fix(new CircleShape(point(at), spec.posts.radius));
  return {
    boxes: spec.boxes.map((box) => buildBox(world, ground, box)),
    movers: spec.movers.map((mover) => buildMover(world, mover)),
  };
}

/** A chain needs different neighbors; repeated points are dropped, and a wall without length is none. */
function wallShapes(wall: readonly Vec2[]): (ChainShape | EdgeShape)[] {
  const points = wall
    .filter((p, i) => i === 0 || p.x !== wall[i - 1]?.x || p.y !== wall[i - 1]?.y)
    .map(point);
  const [a, b] = points;
  if (!a || !b) return [];
  return [points.length === 2 ? new EdgeShape(a, b) : new ChainShape(points)];
}

function buildBox(world: PlanckWorld, ground: Body, spec: BoxSpec): BoxBody {
  const [width, height] = spec.size;
  const body = world.createBody({
    type: spec.movable ? 'dynamic' : 'static',
    position: point(spec.at),
    angle: spec.heading,
    allowSleep: false,
  });
  const shape = new BoxShape(width / 2, height / 2);
  body.createFixture(shape, { density: BOX_AREA_DENSITY, friction: CONTACT_FRICTION });
  if (spec.movable) {
    // Coulomb friction with the floor; it turns about its middle against about a third of the diagonal.
    const maxForce = BOX_FRICTION * BOX_AREA_DENSITY * width * height * GRAVITY;
    const maxTorque = (maxForce * Math.hypot(width, height)) / 3;
    // A motor joint that corrects no position is that friction. FrictionJoint of planck 1.4 brakes nothing:
    // it takes the impulse before and the new one from the same object.
    const friction = { maxForce, maxTorque, correctionFactor: 0 };
    world.createJoint(new MotorJoint(friction, ground, body));
  }
  return { spec, body };
}

function buildMover(world: PlanckWorld, spec: MoverSpec): MoverBody {
  if (!spec.solid) return { spec };
  const body = world.createBody({ type: 'kinematic', position: point(moverAt(spec, 0).position) });
  body.createFixture(new CircleShape(spec.radius), { friction: CONTACT_FRICTION });
  return { spec, body };
}
