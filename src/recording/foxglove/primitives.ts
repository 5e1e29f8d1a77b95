/** The shapes that Foxglove's 3D panel draws, on the plane z = 0. Values are rounded: pictures need no more. */
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
} from '@foxglove/schemas';
import { angleOf, length, type Pose, type Vec2 } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';

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

export const color = (rgb: number, a = 1): Color => ({
  r: roundedForJson(((rgb >> 16) & 255) / 255),
  g: roundedForJson(((rgb >> 8) & 255) / 255),
  b: roundedForJson((rgb & 255) / 255),
  a,
});

export const disc = (middle: Vec2, radius: Meters, height: Meters, paint: Color): CylinderPrimitive => ({
  pose: unturnedPose(middle, height / 2),
  size: { x: roundedForJson(2 * radius), y: roundedForJson(2 * radius), z: height },
  bottom_scale: 1,
  top_scale: 1,
  color: paint,
});

export const block = (
  place: Pose,
  [x, y]: readonly [Meters, Meters],
  height: Meters,
  paint: Color,
): CubePrimitive => ({
  pose: pose3(place, height / 2),
  size: { x: roundedForJson(x), y: roundedForJson(y), z: height },
  color: paint,
});

const SHAFT_DIAMETER: Meters = 0.012;
const MAX_HEAD_LENGTH: Meters = 0.04;

/** An arrow from a point along a vector, in drawn length [m]. */
export function arrowPrimitive(from: Vec2, along: Vec2, z: Meters, paint: Color): ArrowPrimitive {
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

export const linePrimitive = (
  points: readonly Vec2[],
  z: Meters,
  paint: Color,
  closed = false,
): LinePrimitive => ({
  type: closed ? LineType.LINE_LOOP : LineType.LINE_STRIP,
  pose: unturnedPose({ x: 0, y: 0 }),
  thickness: 2,
  scale_invariant: true,
  points: points.map((point) => point3(point, z)),
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

type Shapes = Partial<Pick<SceneEntity, 'arrows' | 'cubes' | 'cylinders' | 'lines' | 'texts'>>;

/** A later entity with the same id replaces it. */
export const entity = (id: string, timestamp: Time, shapes: Shapes): SceneEntity => ({
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
  ...shapes,
});
