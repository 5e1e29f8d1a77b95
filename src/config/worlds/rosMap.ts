/**
 * A map of ROS' map_server: a YAML file and a picture. Source: the documentation of map_server and nav2_map_server.
 *
 * p = (255 − grey)/255, or grey/255 if `negate`; occupied where p > `occupied_thresh`. What is unknown is no obstacle: nothing is
 * known to be there.
 */
import { z } from 'zod';
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { FileError } from '../../validation/errors.js';
import type { SourceDocument } from '../yaml/document.js';
import type { FoundWorld } from './foundWorld.js';
import { type GreyPicture, outlinesOf, simplified } from './outlines.js';

const schema = z.object({
  image: z.string().min(1),
  resolution: z.number().positive().max(10),
  origin: z.array(z.number()).min(2).max(3),
  negate: z.union([z.number(), z.boolean()]).default(0),
  occupied_thresh: z.number().default(0.65),
  free_thresh: z.number().default(0.25),
  mode: z
    .enum(['trinary', 'scale'], {
      error: 'in this mode the numbers of the picture are no greys; save the map with mode: trinary',
    })
    .default('trinary'),
});

export type RosMap = z.output<typeof schema>;

export const isRosMap = (value: unknown): boolean =>
  schema.pick({ image: true, resolution: true }).safeParse(value).success;

/** @throws FileError with every problem of the file */
export function rosMap(document: SourceDocument): RosMap {
  const { value, faults } = document.check(schema);
  if (!value || faults.length > 0) throw new FileError(faults);
  return value;
}

/**
 * Outlines are simplified by so many cells: by the first, with which a slanting edge is one line, if that makes the world's text
 * short enough.
 */
const TOLERANCES = [0.75, 1, 2, 4];
/** Points that a scenario's file has room for. */
const MOST_POINTS = 12_000;

/** @returns undefined if it is too jagged for a scenario's file */
export function worldOfMap(map: RosMap, { width, height, grey }: GreyPicture): FoundWorld | undefined {
  const solid = grey.map((value) => Number((map.negate ? value : 255 - value) / 255 > map.occupied_thresh));
  const unknown = grey.filter((value) => {
    const p = (map.negate ? value : 255 - value) / 255;
    return p <= map.occupied_thresh && p >= map.free_thresh;
  }).length;
  const outlines = outlinesOf({ width, height, solid });
  for (const tolerance of TOLERANCES) {
    const lines = outlines.map((line) => fewer(line, tolerance));
    if (lines.reduce((sum, line) => sum + line.length, 0) > MOST_POINTS) continue;
    const share = Math.round((100 * unknown) / grey.length);
    return {
      walls: lines.map((line) => line.map((cell) => inMeters(cell, height, map))),
      circles: [],
      boxes: [],
      from: `a map of ${width} × ${height} cells of ${Number((map.resolution * 100).toPrecision(3))} cm; outlines to within ${Number((tolerance * map.resolution * 100).toPrecision(2))} cm${share > 0 ? `; ${share} % unknown, left empty` : ''}`,
    };
  }
  return undefined;
}

/** A single cell stays one. */
function fewer(line: readonly Vec2[], tolerance: number): readonly Vec2[] {
  const few = simplified(line, tolerance);
  return few.length < 5 ? simplified(line, 0.01) : few;
}

/** The picture's bottom left corner is at the origin, turned by its yaw. */
function inMeters(
  { x, y }: Vec2,
  height: number,
  { resolution, origin: [left = 0, bottom = 0, yaw = 0] }: RosMap,
): Vec2 {
  const [along, up]: readonly [Meters, Meters] = [x * resolution, (height - y) * resolution];
  return {
    x: left + along * Math.cos(yaw) - up * Math.sin(yaw),
    y: bottom + along * Math.sin(yaw) + up * Math.cos(yaw),
  };
}
