/**
 * Scans: many rays in one pass over the things around them.
 *
 * Each thing is cast at only by the rays whose directions it covers, and each ray keeps the nearest. The distances equal
 * those of single ray casts to the last bit.
 */
import {
  angleOf,
  fromPolar,
  length,
  nearestOnSegment,
  scale,
  sub,
  type Vec2,
  wrapAngle,
  ZERO,
} from '../../src/math/geometry.js';
import type { Meters, Radians } from '../../src/math/units.js';
import type { Hit, Sightline } from './rays.js';
import type { CastRay, Solid } from './solids.js';

/** The solid things of a world while a scan runs. */
export interface SolidSet {
  readonly fixed: readonly Solid[];
  readonly moving: readonly Solid[];
  /** One of the moving ones, which no ray meets: the robot that scans. */
  readonly except?: Solid | undefined;
}

/** A ray with the nearest thing that it meets. */
export interface Met {
  readonly ray: CastRay;
  readonly solid: Solid;
  readonly share: number;
}

/** Rounding, of places and of directions. */
const ROUNDING = 1e-6;

/** The nearest thing of each ray; null: nothing within the range. Fast if the rays are in order, from right to left. */
export function firstMet(
  sightlines: readonly Sightline[],
  range: Meters,
  solidSet: SolidSet,
): (Met | null)[] {
  const [first] = sightlines;
  if (!first) return [];
  const order = sightlines.findIndex(({ angle }, i) => angle < (sightlines[i - 1]?.angle ?? angle));
  if (order > 0) {
    const [these, others] = [sightlines.slice(0, order), sightlines.slice(order)];
    return [...firstMet(these, range, solidSet), ...firstMet(others, range, solidSet)];
  }
  const rays = sightlines.map((line) => castRay(line, range));
  const nearest = new Nearest(rays);
  const [right, left] = [first.angle, (sightlines.at(-1) ?? first).angle];
  const view: View = { from: first.from, pad: padOf(sightlines), range };
  const sector = sectorOf(right, left);
  const { fixed, moving, except } = solidSet;
  for (const solids of [fixed, moving])
    for (const solid of solids) {
      if (solid === except || isBeside(solid, view, sector)) continue;
      const cover = coverOf(solid, view);
      if (!cover) continue;
      // The turn of the first ray that the thing can be in, and all later ones that the fan reaches.
      let turn = 2 * Math.PI * Math.ceil((right - cover.left) / (2 * Math.PI));
      for (; cover.right + turn <= left; turn += 2 * Math.PI) {
        let i = firstFrom(sightlines, cover.right + turn);
        for (; i < rays.length && (sightlines[i] as Sightline).angle <= cover.left + turn; i++)
          nearest.offer(i, solid);
      }
    }
  return nearest.met();
}

class Nearest {
  readonly #rays: readonly CastRay[];
  readonly #shares: Float64Array;
  readonly #solids: (Solid | undefined)[];

  constructor(rays: readonly CastRay[]) {
    this.#rays = rays;
    this.#shares = new Float64Array(rays.length).fill(Number.POSITIVE_INFINITY);
    this.#solids = rays.map(() => undefined);
  }

  offer(i: number, solid: Solid): void {
    const share = solid.meet(this.#rays[i] as CastRay);
    if (!(share < (this.#shares[i] as number))) return;
    this.#shares[i] = share;
    this.#solids[i] = solid;
  }

  met(): (Met | null)[] {
    return this.#rays.map((ray, i) => {
      const solid = this.#solids[i];
      return solid ? { ray, solid, share: this.#shares[i] as number } : null;
    });
  }
}

/** Where a scan looks from: its rays start within `pad` of a place. */
interface View {
  readonly from: Vec2;
  readonly pad: Meters;
  readonly range: Meters;
}

/** The first and the last direction of a scan that is narrower than half a turn, as unit vectors; null if it is wider. */
interface Sector {
  readonly right: Vec2;
  readonly left: Vec2;
}

const sectorOf = (right: Radians, left: Radians): Sector | null =>
  left - right < Math.PI ? { right: fromPolar(1, right), left: fromPolar(1, left) } : null;

/** Whether a round thing is wholly beside the sector, on the outer side of one of its edges. (Of most things: no trigonometry.) */
function isBeside({ ax, ay, bx, by, reach }: Solid, { from, pad }: View, sector: Sector | null): boolean {
  if (!sector || ax !== bx || ay !== by) return false;
  const dx = ax - from.x;
  const dy = ay - from.y;
  const room = reach + pad + ROUNDING;
  const { right, left } = sector;
  return right.x * dy - right.y * dx < -room || left.x * dy - left.y * dx > room;
}

/** All directions in which rays can meet a thing. */
interface Cover {
  readonly right: Radians;
  readonly left: Radians;
}

function padOf(sightlines: readonly Sightline[]): Meters {
  const [first] = sightlines;
  let away = 0;
  for (const { from } of sightlines)
    if (first && from !== first.from)
      away = Math.max(away, Math.hypot(from.x - first.from.x, from.y - first.from.y));
  return away + ROUNDING;
}

const ALL_ROUND: Cover = { right: -Math.PI, left: Math.PI };

/** The directions of a thing; undefined if it is out of range. */
function coverOf({ ax, ay, bx, by, reach }: Solid, { from, pad, range }: View): Cover | undefined {
  const room = reach + pad;
  const dx = ax - from.x;
  const dy = ay - from.y;
  if (ax === bx && ay === by) {
    const away = Math.sqrt(dx * dx + dy * dy);
    if (away > range + room) return undefined;
    if (away <= room) return ALL_ROUND;
    const [middle, half] = [Math.atan2(dy, dx), Math.asin(room / away) + ROUNDING];
    return { right: middle - half, left: middle + half };
  }
  return coverOfSegment({ x: dx, y: dy }, { x: bx - from.x, y: by - from.y }, room);
}

/** Of a segment between two points seen from the origin, with some room round it. */
function coverOfSegment(a: Vec2, b: Vec2, room: Meters): Cover {
  const away = length(sub(a, scale(sub(a, b), nearestOnSegment(ZERO, a, b))));
  if (away <= room) return ALL_ROUND;
  // No point of the segment is nearer, so this spare room is enough for both ends.
  const spare = Math.asin(room / away) + ROUNDING;
  const begin = angleOf(a);
  const turned = wrapAngle(angleOf(b) - begin);
  return { right: begin + Math.min(0, turned) - spare, left: begin + Math.max(0, turned) + spare };
}

/** The index of the first ray from a direction on. */
function firstFrom(sightlines: readonly Sightline[], angle: Radians): number {
  let [low, high] = [0, sightlines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sightlines[middle] as Sightline).angle < angle) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const distanceOf = (met: Met | null, range: Meters): Meters | null => met && met.share * range;

export function hitOf(met: Met | null, range: Meters): Hit | null {
  if (!met) return null;
  const { solid, ray, share } = met;
  const incidence = Math.acos(Math.min(1, solid.cosine(ray, share)));
  return { distance: share * range, radius: solid.radius, incidence };
}

function castRay({ from: { x, y }, angle }: Sightline, range: Meters): CastRay {
  const toX = x + range * Math.cos(angle);
  const toY = y + range * Math.sin(angle);
  return { x, y, toX, toY, dx: toX - x, dy: toY - y };
}
