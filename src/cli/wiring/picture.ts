/** A robot's wiring as a picture: one self-contained SVG, drawn from its file alone. */

import { BOARDS } from '../../drivers/boards.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { GREY, INK } from '../../svg/colors.js';
import { element, rectangle, text, tooltip } from '../../svg/svg.js';
import { notesOf } from './notes.js';
import { partsOf } from './parts.js';
import { drawBattery } from './picture/battery.js';
import { drawLogic, drawRails } from './picture/feeding.js';
import { type Layout, layOut } from './picture/layout.js';
import { drawMotors } from './picture/motors.js';
import { drawBoxes, drawSignals } from './picture/signals.js';

const WIDTH = 1320;
const NOTE = 18;
const FONT = 'Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif';

export function wiringPicture(robot: RobotDefinition): string {
  const parts = partsOf(robot);
  const layout = layOut(parts);
  const notes = notesOf(robot, parts);
  const below = layout.rows.ground + 44;
  const height = Math.ceil(below + NOTE * notes.length + 8);
  return page(height, [
    tooltip(`Wiring of ${robot.name}`),
    rectangle({ x: 0, y: 0 }, { x: WIDTH, y: height }, { fill: 'white' }),
    text({ x: 24, y: 32 }, robot.name, { 'font-size': 20, 'font-weight': 'bold', fill: INK }),
    text({ x: 24, y: 54 }, robot.kit ?? '', { 'font-size': 13, fill: GREY }),
    ...drawLayout(layout, robot),
    ...notes.map((note, i) =>
      text({ x: 24, y: below + NOTE * i }, `\u2022 ${note}`, { 'font-size': 12, fill: INK }),
    ),
  ]);
}

/** Boxes below wires, and wires below the names of what they join. */
const drawLayout = (layout: Layout, { board }: RobotDefinition): string[] => [
  ...drawBoxes(layout, board ? BOARDS[board].title : ''),
  ...drawRails(layout),
  ...drawBattery(layout),
  ...drawSignals(layout),
  ...drawLogic(layout),
  ...layout.driving.flatMap(drawMotors),
];

function page(height: number, drawn: readonly string[]): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${WIDTH} ${height}`,
    width: WIDTH,
    height,
  };
  return `${element('svg', { ...attributes, 'font-family': FONT, fill: 'none' }, `\n${drawn.join('\n')}\n`)}\n`;
}
