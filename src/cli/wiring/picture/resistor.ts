/** A pull-down: a resistor from a wire to ground, between that wire and the next. */

import type { Vec2 } from '../../../math/geometry.js';
import { rectangle } from '../../../svg/svg.js';
import { PULL_DOWN } from '../pullDowns.js';
import { across, down, drawWire, GROUND, junction, label } from './ink.js';

const BODY = { width: 7, height: 10 };
/** From the wire down: where the body begins, and where the sign of ground does. */
const DEPTH = { body: 5, ground: 19 };
/** Half of how wide the lines of that sign are, from above. */
const SIGN = [6, 4, 2];
const APART = 2.5;

export function drawPullDown({ x, y }: Vec2): string[] {
  const style = { 'stroke-width': 1.4 };
  return [
    junction({ x, y }, GROUND),
    drawWire(down(x, y, y + DEPTH.ground), GROUND),
    rectangle(
      { x: x - BODY.width / 2, y: y + DEPTH.body },
      { x: BODY.width, y: BODY.height },
      { fill: 'white', stroke: GROUND, ...style },
    ),
    ...SIGN.map((half, i) => drawWire(across(y + DEPTH.ground + APART * i, x - half, x + half), GROUND)),
    label({ x: x - 8, y: y + 12 }, `${PULL_DOWN} to GND`, 'end', { 'font-size': 9 }),
  ];
}
