/** The obstacles and movers of a world as bodies of the physics engine. */
import {
  type Body,
  BoxShape,
  ChainShape,
  CircleShape,
  EdgeShape,
  type Fixture,
  MotorJoint,
  Vec2 as PlanckVec2,
  type World as PlanckWorld,
} from 'planck';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Radians, Seconds } from '../../src/math/units.js';
import type { BoxSpec, MoverSpec, WorldSpec } from '../scenario/scenario.js';
import { moverAt } from './mover.js';
import { AS_PUSHED, CONTACT_FRICTION, GRAVITY } from './robotBody.js';
import type { ThingPlace } from './things.js';

/** Mass of a movable box per footprint [kg/m²]: about a filled cardboard box of hand size. */
export const BOX_AREA_DENSITY = 10;
/** Cardboard on a hard floor. */
export const BOX_FRICTION = 0.3;

export interface BoxBody {
  readonly spec: BoxSpec;
  readonly body: Body;
}

export interface MoverBody {
  /** Missing if the mover is not solid, but only a target. */
  readonly body?: Body;
}

/** The fixed things, by their list and their index in it. */
type FixedThings = Readonly<Record<'walls' | 'circles' | 'posts', Fixture[][]>>;

export interface Obstacles {
  readonly boxes: BoxBody[];
  readonly movers: readonly MoverBody[];
  /** One body for everything fixed. */
  readonly ground: Body;
  readonly fixed: FixedThings;
}

const point = ({ x, y }: Vec2): PlanckVec2 => new PlanckVec2(x, y);

const fixedThings = (ground: Body, spec: WorldSpec): FixedThings => ({
  walls: spec.walls.map((_, index) => fix(ground, spec, { list: 'walls', index })),
  circles: spec.circles.map((_, index) => fix(ground, spec, { list: 'circles', index })),
  posts: spec.posts.at.map((_, index) => fix(ground, spec, { list: 'posts', index })),
});

/** Other fixed things, and boxes that are added. */
export function refillFixed(world: PlanckWorld, { ground, fixed, boxes }: Obstacles, spec: WorldSpec): void {
  for (const list of Object.values(fixed)) {
    for (const fixture of list.splice(0).flat()) ground.destroyFixture(fixture);
  }
  const { walls, circles, posts } = fixedThings(ground, spec);
  fixed.walls.push(...walls);
  fixed.circles.push(...circles);
  fixed.posts.push(...posts);
  boxes.push(...spec.boxes.slice(boxes.length).map((box) => buildBox(world, ground, box)));
}

/** Fills an empty physics world; everything fixed is one body. */
export function buildObstacles(world: PlanckWorld, spec: WorldSpec): Obstacles {
  const ground = world.createBody();
  return {
    ground,
    fixed: fixedThings(ground, spec),
    boxes: spec.boxes.map((box) => buildBox(world, ground, box)),
    movers: spec.movers.map((mover) => buildMover(world, mover)),
  };
}

/** Moves a thing to its new place in the world's spec, without pushing anything. */
export function replaceThing(obstacles: Obstacles, spec: WorldSpec, place: ThingPlace, now: Seconds): void {
  const { list, index } = place;
  if (list === 'boxes') {
    const [box, body] = [spec.boxes[index], obstacles.boxes[index]?.body];
    if (box && body) rest(body, box.at, box.heading);
  } else if (list === 'movers') {
    const [mover, body] = [spec.movers[index], obstacles.movers[index]?.body];
    if (mover && body) rest(body, moverAt(mover, now).position, 0);
  } else {
    for (const fixture of obstacles.fixed[list][index] ?? []) obstacles.ground.destroyFixture(fixture);
    obstacles.fixed[list][index] = fix(obstacles.ground, spec, place);
  }
}

function rest(body: Body, at: Vec2, heading: Radians): void {
  body.setTransform(point(at), heading);
  body.setLinearVelocity(new PlanckVec2(0, 0));
  body.setAngularVelocity(0);
}

function fix(ground: Body, spec: WorldSpec, place: ThingPlace): Fixture[] {
  return fixedShapes(spec, place).map((shape) => ground.createFixture(shape, { friction: CONTACT_FRICTION }));
}

function fixedShapes({ walls, circles, posts }: WorldSpec, { list, index }: ThingPlace) {
  if (list === 'walls') return wallShapes(walls[index] ?? []);
  const at = list === 'circles' ? circles[index]?.at : posts.at[index];
  const radius = list === 'circles' ? circles[index]?.radius : posts.radius;
  return at ? [new CircleShape(point(at), radius ?? 0)] : [];
}

/** A chain needs distinct neighbors: repeated points are dropped, and so is a wall without length. */
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
  const kind = spec.movable ? AS_PUSHED : {};
  body.createFixture(shape, { density: BOX_AREA_DENSITY, friction: CONTACT_FRICTION, ...kind });
  if (spec.movable) {
    // Coulomb friction with the floor; its lever arm for turning is about a third of the diagonal.
    const maxForce = BOX_FRICTION * BOX_AREA_DENSITY * width * height * GRAVITY;
    const maxTorque = (maxForce * Math.hypot(width, height)) / 3;
    // A motor joint that corrects no position acts as that friction. FrictionJoint of planck 1.4 does not brake:
    // it takes the old and the new impulse from the same object.
    const friction = { maxForce, maxTorque, correctionFactor: 0 };
    world.createJoint(new MotorJoint(friction, ground, body));
  }
  return { spec, body };
}

function buildMover(world: PlanckWorld, spec: MoverSpec): MoverBody {
  if (!spec.solid) return {};
  const body = world.createBody({ type: 'kinematic', position: point(moverAt(spec, 0).position) });
  body.createFixture(new CircleShape(spec.radius), { friction: CONTACT_FRICTION });
  return { body };
}
