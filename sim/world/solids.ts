/** The things that rays meet, each with the engine's own formula in the engine's order of operations. */
import { type Fixture, Vec2 as PlanckVec2 } from 'planck';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { WorldSpec } from '../scenario/scenario.js';
import type { BoxBody, MoverBody, Obstacles } from './obstacles.js';

/** A ray from (x, y) to (toX, toY), its whole length; (dx, dy) is their difference. */
export interface CastRay {
  readonly x: Meters;
  readonly y: Meters;
  readonly toX: Meters;
  readonly toY: Meters;
  readonly dx: Meters;
  readonly dy: Meters;
}

/** A thing that rays can meet. It lies within `reach` of the segment from a to b. */
export interface Solid {
  readonly ax: Meters;
  readonly ay: Meters;
  readonly bx: Meters;
  readonly by: Meters;
  readonly reach: Meters;
  readonly radius: Meters | null;
  /** The share of the ray's length at which it enters; Infinity if it misses or starts inside. */
  meet(ray: CastRay): number;
  /** Cosine of the incidence of a ray that meets it at that share. */
  cosine(ray: CastRay, share: number): number;
}

const MISSED = Number.POSITIVE_INFINITY;

export class SolidDisc implements Solid {
  readonly ax: Meters;
  readonly ay: Meters;
  readonly bx: Meters;
  readonly by: Meters;
  readonly reach: Meters;
  readonly radius: Meters;

  constructor({ x, y }: Vec2, radius: Meters) {
    this.ax = x;
    this.ay = y;
    this.bx = x;
    this.by = y;
    this.reach = radius;
    this.radius = radius;
  }

  meet({ x, y, dx, dy }: CastRay): number {
    const sx = x - this.ax;
    const sy = y - this.ay;
    const outside = sx * sx + sy * sy - this.radius * this.radius;
    const c = sx * dx + sy * dy;
    const squared = dx * dx + dy * dy;
    const sigma = c * c - squared * outside;
    if (sigma < 0) return MISSED;
    const a = -(c + Math.sqrt(sigma));
    return a >= 0 && a <= squared ? a / squared : MISSED;
  }

  cosine({ x, y, dx, dy }: CastRay, share: number): number {
    const nx = x + share * dx - this.ax;
    const ny = y + share * dy - this.ay;
    return Math.abs(nx * dx + ny * dy) / (this.radius * Math.hypot(dx, dy));
  }
}

/** A straight wall without thickness. */
export class SolidEdge implements Solid {
  readonly ax: Meters;
  readonly ay: Meters;
  readonly bx: Meters;
  readonly by: Meters;
  readonly reach: Meters = 0;
  readonly radius = null;
  readonly #normal: PlanckVec2;

  constructor(a: Vec2, b: Vec2) {
    this.ax = a.x;
    this.ay = a.y;
    this.bx = b.x;
    this.by = b.y;
    this.#normal = new PlanckVec2(b.y - a.y, -(b.x - a.x));
    this.#normal.normalize();
  }

  meet({ x, y, dx, dy }: CastRay): number {
    const { ax, ay } = this;
    const normal = this.#normal;
    const t = (normal.x * (ax - x) + normal.y * (ay - y)) / (normal.x * dx + normal.y * dy);
    if (!(t >= 0 && t <= 1)) return MISSED;
    const ex = this.bx - ax;
    const ey = this.by - ay;
    const share = ((x + t * dx - ax) * ex + (y + t * dy - ay) * ey) / (ex * ex + ey * ey);
    return share >= 0 && share <= 1 ? t : MISSED;
  }

  cosine({ dx, dy }: CastRay): number {
    return Math.abs(this.#normal.x * dx + this.#normal.y * dy) / Math.hypot(dx, dy);
  }
}

/** Rounding. */
const BOX_MARGIN: Meters = 1e-6;

/** A box, which the engine itself casts rays at. */
export class SolidBox implements Solid {
  readonly ax: Meters;
  readonly ay: Meters;
  readonly bx: Meters;
  readonly by: Meters;
  readonly reach: Meters;
  readonly radius = null;
  readonly #fixture: Fixture;

  /** @param reach half its diagonal */
  constructor(fixture: Fixture, reach: Meters) {
    const { x, y } = fixture.getBody().getPosition();
    this.ax = x;
    this.ay = y;
    this.bx = x;
    this.by = y;
    this.reach = reach;
    this.#fixture = fixture;
  }

  meet(ray: CastRay): number {
    return this.#cast(ray)?.fraction ?? MISSED;
  }

  cosine(ray: CastRay): number {
    const { normal = new PlanckVec2(0, 0) } = this.#cast(ray) ?? {};
    return Math.abs(normal.x * ray.dx + normal.y * ray.dy) / Math.hypot(ray.dx, ray.dy);
  }

  #cast({ x, y, toX, toY }: CastRay) {
    const output = { fraction: 0, normal: new PlanckVec2(0, 0) };
    const input = { p1: new PlanckVec2(x, y), p2: new PlanckVec2(toX, toY), maxFraction: 1 };
    return this.#fixture.rayCast(output, input, 0) ? output : undefined;
  }
}

/** The things that never move by themselves: walls, circles, posts and fixed boxes. */
export function fixedSolids(spec: WorldSpec, { boxes }: Obstacles): Solid[] {
  return [
    ...spec.circles.map(({ at, radius }) => new SolidDisc(at, radius)),
    ...spec.posts.at.map((at) => new SolidDisc(at, spec.posts.radius)),
    ...spec.walls.flatMap(edgesOf),
    ...boxes.filter((box) => !box.spec.movable).flatMap(boxNow),
  ];
}

/** Movable boxes and solid movers where they are now. */
export const movingSolids = (spec: WorldSpec, { boxes, movers }: Obstacles): Solid[] => [
  ...boxes.filter((box) => box.spec.movable).flatMap(boxNow),
  ...movers.flatMap((mover, i) => moverNow(mover, spec.movers[i]?.radius ?? 0)),
];

function boxNow({ body, spec: { size } }: BoxBody): Solid[] {
  const fixture = body.getFixtureList();
  return fixture ? [new SolidBox(fixture, Math.hypot(...size) / 2 + BOX_MARGIN)] : [];
}

const moverNow = ({ body }: MoverBody, radius: Meters): Solid[] =>
  body ? [new SolidDisc(body.getPosition(), radius)] : [];

const edgesOf = (wall: readonly Vec2[]): Solid[] =>
  wall.slice(1).flatMap((to, i) => {
    const from = wall[i] ?? to;
    return from.x === to.x && from.y === to.y ? [] : [new SolidEdge(from, to)];
  });
