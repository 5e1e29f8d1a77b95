/** The two motors, each with its pair of wires. */
import { circle } from '../../../svg/svg.js';
import { across, drawWire, label, motorColor, terminal } from './ink.js';
import { motorPlaces, type PlacedPart, rightOf } from './layout.js';

const RADIUS = 34;
/** Half of what lies between the two wires. */
const HALF = 7;

export function drawMotors({ box, part }: PlacedPart): string[] {
  const places = motorPlaces(box, part.outputs.length);
  return part.outputs.flatMap(({ side, terminal: name }, i) => {
    const at = places[i] ?? { x: 0, y: 0 };
    const color = motorColor(side);
    const pair = [at.y - HALF, at.y + HALF].flatMap((y) => [
      drawWire(across(y, rightOf(box), at.x - RADIUS), color),
      terminal({ x: rightOf(box), y }),
    ]);
    return [
      ...pair,
      label({ x: rightOf(box) - 9, y: at.y + 4 }, name, 'end'),
      circle(at, RADIUS, { fill: 'white', stroke: color, 'stroke-width': 3 }),
      label({ x: at.x, y: at.y - 2 }, side, 'middle', { 'font-weight': 'bold' }),
      label({ x: at.x, y: at.y + 14 }, 'motor', 'middle'),
    ];
  });
}
