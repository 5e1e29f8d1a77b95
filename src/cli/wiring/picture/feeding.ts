/** What the board feeds: rails of 5 V and ground for the parts that sense, and 5 V for a driver's logic. */
import type { Vec2 } from '../../../math/geometry.js';
import {
  across,
  down,
  drawWire,
  GROUND,
  junction,
  leftTerminal,
  lowerTerminal,
  PLUS,
  remark,
  rightTerminal,
} from './ink.js';
import { boardGround, bottomOf, isServo, type Layout, RAILS, rightOf } from './layout.js';

/** Where 5 V leaves the board downwards. */
const FEED = 40;

/** From the parts that sense to the board; servos' ground comes there, too. */
export function drawRails({ sensing, driving, board, rows }: Layout): string[] {
  const fed = sensing.flatMap(({ logicY: y, box, part }) =>
    y === undefined ? [] : [{ x: box.left, y, name: part.logic ?? '' }],
  );
  const grounded = sensing.map(({ groundY: y, box }) => ({ x: box.left, y, name: 'GND' }));
  const feed = { x: board.left + FEED, y: bottomOf(board) };
  const ground = boardGround(board);
  return [
    ...rail(fed, RAILS.logic, rows.logic, feed.x, PLUS),
    ...(fed.length === 0 ? [] : up(feed, rows.logic, PLUS, '5V')),
    ...rail(grounded, RAILS.ground, rows.ground, ground.x, GROUND),
    ...(grounded.length === 0 && !driving.some(isServo) ? [] : up(ground, rows.ground, GROUND, 'GND')),
    ...[...fed, ...grounded].flatMap((at) => leftTerminal(at, at.name)),
  ];
}

/** Out of each terminal to the rail, down it, and along the row. */
function rail(from: readonly Vec2[], x: number, row: number, end: number, color: string): string[] {
  const [first, ...others] = from;
  if (!first) return [];
  return [
    drawWire([first, ...down(x, first.y, row), { x: end, y: row }], color),
    ...others.flatMap((at) => [drawWire(across(at.y, at.x, x), color), junction({ x, y: at.y }, color)]),
  ];
}

const up = (to: Vec2, row: number, color: string, name: string): string[] => [
  drawWire(down(to.x, row, to.y), color),
  ...lowerTerminal(to, name, 'pin'),
];

/** Straight across, with what is tied to it; a shield and a kit's own board have both already. */
export function drawLogic({ driving, board }: Layout): string[] {
  return driving.flatMap(({ logicY, tiesY, box, part }) => {
    if (part.kind === 'shield' || part.kind === 'built') return [];
    const fed = logicY === undefined ? [] : [{ y: logicY, name: part.logic ?? '', purpose: 'supply' }];
    const tied = part.ties.map(({ terminal, purpose }, i) => ({ y: tiesY[i] ?? 0, name: terminal, purpose }));
    return [...fed, ...tied].flatMap(({ y, name, purpose }) => [
      drawWire(across(y, rightOf(board), box.left), PLUS),
      ...rightTerminal({ x: rightOf(board), y }, '5V', 'pin'),
      ...leftTerminal({ x: box.left, y }, name),
      remark({ x: (rightOf(board) + box.left) / 2, y: y - 6 }, purpose, 'middle'),
    ]);
  });
}
