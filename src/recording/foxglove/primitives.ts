/** Shapes as what Foxglove's 3D panel draws, above the plane z = 0. Values are rounded: pictures need no more. */
import {
  type ArrowPrimitive,
  type Color,
  type CubePrimitive,
  type CylinderPrimitive,
  type LinePrimitive,
  LineType,
  type Point3,
  type Pose as Pose3,
  type Quaternion,
  type SceneEntity,
  type TextPrimitive,
  type Time,
  type TriangleListPrimitive,
} from '@foxglove/schemas';
import { add, angleOf, length, type Pose, scale, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import { colorOf, type Ink } from '../../scene/inks.js';
import type { Piece, Shape } from '../../scene/shapes.js';

/** The only coordinate frame. */
export const WORLD_FRAME = 'world';

/** Rounds to 0.1 mm and 0.1 mrad; a non-finite number becomes 0, since JSON cannot express it. */
export const roundedForJson = (x: number): number => (Number.isFinite(x) ? Math.round(x * 1e4) / 1e4 + 0 : 0);

export const point3 = ({ x, y }: Vec2, z: Meters = 0): Point3 => ({
  x: roundedForJson(x),
  y: roundedForJson(y),
  z,
});

const headingQuaternion = (heading: Radians): Quaternion => ({
  x: 0,
  y: 0,
  z: roundedForJson(Math.sin(heading / 2)),
  w: roundedForJson(Math.cos(heading / 2)),
});

export const pose3 = (place: Pose, z: Meters = 0): Pose3 => ({
  position: point3(place, z),
  orientation: headingQuaternion(place.heading),
});

const unturnedPose = (place: Vec2, z: Meters = 0): Pose3 => pose3({ ...place, heading: 0 }, z);

/** Foxglove's 3D panel is dark by default, and takes the dark theme's colors. */
export function inkColor(ink: Ink, a = 1): Color {
  const rgb = Number.parseInt(colorOf(ink, 'dark').slice(1), 16);
  const part = (shift: number) => roundedForJson(((rgb >> shift) & 255) / 255);
  return { r: part(16), g: part(8), b: part(0), a };
}

/** Shapes that lie at one height; `height`: how high what is filled stands there. */
interface Level {
  readonly shapes: readonly Shape[];
  readonly z: Meters;
  readonly height: Meters;
}

type Primitives = Partial<
  Pick<SceneEntity, 'arrows' | 'cubes' | 'cylinders' | 'lines' | 'texts' | 'triangles'>
>;

/**
 * The circles, boxes, lines and arrows of shapes; what else a map shows is not sent. What is filled has the color of its
 * edge, which is left out; what is not filled is a third as high: a ring is a flat disc, since there are no rings.
 */
export function shapePrimitives(levels: readonly Level[]): Primitives {
  const all = levels.flatMap(({ shapes, z, height: full }) =>
    shapes.flatMap(({ pieces, fill, stroke, alpha = 1 }) => {
      const ink = stroke ?? fill;
      if (ink === undefined) return [];
      const filled = fill !== undefined;
      const look = { paint: inkColor(ink, alpha), z, height: filled ? full : full / 3, filled };
      return pieces.map((piece) => ({ piece, look }));
    }),
  );
  const made = <Made>(make: (piece: Piece, look: Look) => readonly Made[]): Made[] =>
    all.flatMap(({ piece, look }) => make(piece, look));
  return {
    cylinders: made((piece, look) => (piece.kind === 'circle' ? [disc(piece.at, piece.radius, look)] : [])),
    cubes: made((piece, look) => (piece.kind === 'box' ? [block(piece.at, piece.size, look)] : [])),
    triangles: made((piece, look) => {
      const area = areaOf(piece, look);
      return area ? [fan(area, look)] : [];
    }),
    lines: made((piece, look) =>
      piece.kind === 'line' && !areaOf(piece, look) ? [linePrimitive(piece.points, look, piece.closed)] : [],
    ),
    arrows: made((piece, { z, paint }) => {
      if (piece.kind !== 'arrow') return [];
      const { from, along, cut } = piece;
      const lengths = cut ? [1, SECOND_HEAD] : [1];
      return lengths.map((share) => arrowPrimitive(from, scale(along, share), z, paint));
    }),
  };
}

interface Look {
  readonly paint: Color;
  readonly z: Meters;
  readonly height: Meters;
  readonly filled: boolean;
}

/** Where the second head of a cut arrow ends. */
const SECOND_HEAD = 0.9;

/** A line's points if it bounds an area. */
const areaOf = (piece: Piece, { filled }: Look): readonly Vec2[] | undefined =>
  piece.kind === 'line' && piece.closed && filled ? piece.points : undefined;

/** A body's outline, filled from its middle, which is exact where every corner is seen from there. */
function fan(points: readonly Vec2[], { z, height, paint }: Look): TriangleListPrimitive {
  const middle = scale(points.reduce(add, ZERO), 1 / points.length);
  return {
    pose: unturnedPose({ x: 0, y: 0 }),
    points: [middle, ...points].map((point) => point3(point, z + height)),
    color: paint,
    colors: [],
    indices: points.flatMap((_, i) => [0, i + 1, ((i + 1) % points.length) + 1]),
  };
}

const disc = (middle: Vec2, radius: Meters, { z, height, paint }: Look): CylinderPrimitive => ({
  pose: unturnedPose(middle, z + height / 2),
  size: { x: roundedForJson(2 * radius), y: roundedForJson(2 * radius), z: height },
  bottom_scale: 1,
  top_scale: 1,
  color: paint,
});

const block = (
  place: Pose,
  [x, y]: readonly [Meters, Meters],
  { z, height, paint }: Look,
): CubePrimitive => ({
  pose: pose3(place, z + height / 2),
  size: { x: roundedForJson(x), y: roundedForJson(y), z: height },
  color: paint,
});

const SHAFT_DIAMETER: Meters = 0.012;
const MAX_HEAD_LENGTH: Meters = 0.04;

/** An arrow from a point along a vector, in drawn length [m]. */
function arrowPrimitive(from: Vec2, along: Vec2, z: Meters, paint: Color): ArrowPrimitive {
  const long = length(along);
  const head = Math.min(MAX_HEAD_LENGTH, long / 2);
  return {
    pose: pose3({ ...from, heading: angleOf(along) }, z),
    shaft_length: roundedForJson(long - head),
    shaft_diameter: SHAFT_DIAMETER,
    head_length: roundedForJson(head),
    head_diameter: 2.5 * SHAFT_DIAMETER,
    color: paint,
  };
}

const linePrimitive = (
  points: readonly Vec2[],
  { z, height, paint }: Look,
  closed = false,
): LinePrimitive => ({
  type: closed ? LineType.LINE_LOOP : LineType.LINE_STRIP,
  pose: unturnedPose({ x: 0, y: 0 }),
  thickness: 2,
  scale_invariant: true,
  points: points.map((point) => point3(point, z + height)),
  color: paint,
  colors: [],
  indices: [],
});

export const textLabel = (place: Vec2, z: Meters, text: string, paint: Color): TextPrimitive => ({
  pose: unturnedPose(place, z),
  billboard: true,
  font_size: 12,
  scale_invariant: true,
  color: paint,
  text,
});

/** A later entity with the same id replaces it. */
export const entity = (id: string, timestamp: Time, primitives: Primitives): SceneEntity => ({
  timestamp,
  frame_id: WORLD_FRAME,
  id,
  lifetime: { sec: 0, nsec: 0 },
  frame_locked: false,
  metadata: [],
  arrows: [],
  cubes: [],
  spheres: [],
  cylinders: [],
  lines: [],
  triangles: [],
  texts: [],
  models: [],
  ...primitives,
});
