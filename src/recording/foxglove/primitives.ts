/** The shapes that Foxglove's 3D panel draws, lying on the plane z = 0. Rounded: pictures need no more. */
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

/** Everything is in the one frame of the world. */
export const WORLD = 'world';

/** To 0.1 mm and 0.1 mrad; JSON has no words for what is not a number. */
export const rounded = (x: number): number => (Number.isFinite(x) ? Math.round(x * 1e4) / 1e4 + 0 : 0);

export const at = ({ x, y }: Vec2, z: Meters = 0): Point3 => ({ x: rounded(x), y: rounded(y), z });

const turnedBy = (heading: Radians): Quaternion => ({
  x: 0,
  y: 0,
  z: rounded(Math.sin(heading / 2)),
  w: rounded(Math.cos(heading / 2)),
});

export const pose = (place: Pose, z: Meters = 0): Pose3 => ({
  position: at(place, z),
  orientation: turnedBy(place.heading),
});

const placed = (place: Vec2, z: Meters = 0): Pose3 => pose({ ...place, heading: 0 }, z);

export const color = (rgb: number, a = 1): Color => ({
  r: rounded(((rgb >> 16) & 255) / 255),
  g: rounded(((rgb >> 8) & 255) / 255),
  b: rounded((rgb & 255) / 255),
  a,
});

export const disc = (middle: Vec2, radius: Meters, height: Meters, paint: Color): CylinderPrimitive => ({
  pose: placed(middle, height / 2),
  size: { x: rounded(2 * radius), y: rounded(2 * radius), z: height },
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
  pose: pose(place, height / 2),
  size: { x: rounded(x), y: rounded(y), z: height },
  color: paint,
});

const THICK: Meters = 0.012;
const HEAD: Meters = 0.04;

/** From a point along a vector as long as it is drawn, [m]. */
export function arrow(from: Vec2, along: Vec2, z: Meters, paint: Color): ArrowPrimitive {
  const long = length(along);
  const head = Math.min(HEAD, long / 2);
  return {
    pose: pose({ ...from, heading: angleOf(along) }, z),
    shaft_length: rounded(long - head),
    shaft_diameter: THICK,
    head_length: rounded(head),
    head_diameter: 2.5 * THICK,
    color: paint,
  };
}

export const line = (points: readonly Vec2[], z: Meters, paint: Color, closed = false): LinePrimitive => ({
  type: closed ? LineType.LINE_LOOP : LineType.LINE_STRIP,
  pose: placed({ x: 0, y: 0 }),
  thickness: 2,
  scale_invariant: true,
  points: points.map((point) => at(point, z)),
  color: paint,
  colors: [],
  indices: [],
});

export const words = (place: Vec2, z: Meters, text: string, paint: Color): TextPrimitive => ({
  pose: placed(place, z),
  billboard: true,
  font_size: 12,
  scale_invariant: true,
  color: paint,
  text,
});

type Shapes = Partial<Pick<SceneEntity, 'arrows' | 'cubes' | 'cylinders' | 'lines' | 'texts'>>;

/** One with the same id takes its place. */
export const entity = (id: string, timestamp: Time, shapes: Shapes): SceneEntity => ({
  timestamp,
  frame_id: WORLD,
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
