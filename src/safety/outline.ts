/** The outlines of things on a map, as places so close together that the collision monitor sees them as it sees hits. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { Obstacle } from '../signals/signals.js';

/** Between two places a body may come nearer than at one, by so much of its radius. */
const NEARER_SHARE = 0.03;

/** Made once for a thing and a radius of a body: a map that stays keeps its things, and robots may share it. */
const outlines = new WeakMap<Obstacle, Map<Meters, readonly Vec2[]>>();

/**
 * The places on the outline of a thing: of a disc, or of a thick line, two sides and two half circles.
 *
 * Between two places at a distance s a disc of radius r comes nearer by s²/8·(1/r + 1/ρ) than at one, on an outline of
 * radius ρ, and by s²/8r on a straight one.
 *
 * @param radius of the body that is to keep clear of it
 */
export function outlineOf(thing: Obstacle, radius: Meters): readonly Vec2[] {
  const known = outlines.get(thing) ?? new Map<Meters, readonly Vec2[]>();
  outlines.set(thing, known);
  const places = known.get(radius) ?? outline(thing, radius);
  known.set(radius, places);
  return places;
}

function outline({ from, to, radius }: Obstacle, body: Meters): readonly Vec2[] {
  const spacing = body * Math.sqrt(8 * NEARER_SHARE);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const way = Math.hypot(dx, dy);
  const along = Math.atan2(dy, dx);
  const steps = Math.ceil(way / spacing);
  const side = (aside: Meters): Vec2[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const share = steps > 0 ? i / steps : 0;
      return {
        x: from.x + dx * share - aside * Math.sin(along),
        y: from.y + dy * share + aside * Math.cos(along),
      };
    });
  if (radius === 0) return side(0);
  const halves = Math.ceil((Math.PI * radius) / (spacing * Math.sqrt(radius / (radius + body))));
  const cap = (middle: Vec2, begins: number): Vec2[] =>
    Array.from({ length: halves }, (_, i) => {
      const angle = begins + (Math.PI * i) / halves;
      return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
    });
  const caps = [...cap(to, along - Math.PI / 2), ...cap(from, along + Math.PI / 2)];
  return way > 0 ? [...side(radius), ...side(-radius), ...caps] : caps;
}

/**
 * The place on a thing's outline that is nearest to another; of a place on its axis, which has no nearest one, that place.
 * The places of `outlineOf` alone are farther off than the thing is: those ahead would hold a robot that begins beside it.
 */
export function nearestOn({ from, to, radius }: Obstacle, { x, y }: Vec2): Vec2 {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const share = squared > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / squared : 0;
  const along = Math.min(1, Math.max(0, share));
  const axis = { x: from.x + along * dx, y: from.y + along * dy };
  const off = Math.hypot(x - axis.x, y - axis.y);
  const out = off > 0 ? radius / off : 0;
  return { x: axis.x + out * (x - axis.x), y: axis.y + out * (y - axis.y) };
}
