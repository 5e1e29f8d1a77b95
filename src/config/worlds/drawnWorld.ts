/** The world that an SVG drawing shows: circles as circles, everything else as walls. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { type DrawnLine, linesOfDrawing } from '../paths/drawing.js';
import { pathFault } from '../paths/found.js';
import type { FoundWorld } from './foundWorld.js';

/** @throws FileError */
export function drawnWorld(text: string, file: string, unit?: Meters): FoundWorld {
  const lines = linesOfDrawing(text, file, unit);
  if (lines.length === 0) throw pathFault(file, 'nothing is drawn in this SVG');
  const circles = lines.flatMap((line) => circleOf(line) ?? []);
  const walls = lines.filter((line) => !circleOf(line)).map(({ points }) => points);
  return { walls, circles, boxes: [], from: 'a drawing; its bottom left corner is [0, 0]' };
}

/** Unless it was stretched. */
function circleOf({ element, points }: DrawnLine) {
  if (element !== 'circle' && element !== 'ellipse') return undefined;
  const at = points
    .slice(1)
    .reduce((sum: Vec2, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
  const center = { x: at.x / (points.length - 1), y: at.y / (points.length - 1) };
  const radii = points.map(({ x, y }) => Math.hypot(x - center.x, y - center.y));
  const [least, most] = [Math.min(...radii), Math.max(...radii)];
  return most - least < 0.01 * most ? { at: center, radius: most } : undefined;
}
