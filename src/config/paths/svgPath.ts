/** The path that an SVG drawing shows. */
import type { Meters } from '../../math/units.js';
import { type DrawnLine, linesOfDrawing } from './drawing.js';
import { type FoundPath, pathFault } from './found.js';

/** Rather these than a frame round the page. */
const LINES = new Set(['path', 'polyline', 'polygon', 'line']);

/** @throws FileError if it does not hold one line */
export function svgPath(text: string, file: string, unit?: Meters): FoundPath {
  const drawn = linesOfDrawing(text, file, unit);
  const lines = drawn.filter(({ element }) => LINES.has(element));
  const candidates = lines.length > 0 ? lines : drawn;
  const [one, ...others] = candidates;
  if (!one) throw pathFault(file, 'nothing is drawn in this SVG that could be a path; a line is wanted');
  if (others.length > 0)
    throw pathFault(
      file,
      `${candidates.length} separate lines are drawn (${listed(candidates)}); a path is one: leave it alone in the drawing; if it is a world, write steerbot import ${file} --as world`,
    );
  return {
    points: one.points,
    from: `the ${one.element}${one.id ? ` '${one.id}'` : ''} of a drawing; its bottom left corner is [0, 0]`,
    metric: true,
  };
}

const listed = (lines: readonly DrawnLine[]): string => {
  const names = lines
    .slice(0, 5)
    .map(({ element, id, line }) => (id ? `'${id}'` : `${element} in line ${line}`));
  return `${names.join(', ')}${lines.length > 5 ? ' …' : ''}`;
};
