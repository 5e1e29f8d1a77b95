/**
 * The motors' battery with its switch, and the ground that it shares with the board.
 *
 * Guards motors: the two grounds meet at the driver's terminal, so that no motor current flows through the board.
 */

import type { Vec2 } from '../../math/geometry.js';
import { INK } from '../../svg/colors.js';
import { voltsOf } from './parts.js';
import {
  boardGround,
  bottomOf,
  isServo,
  type Layout,
  type PictureBox,
  type PlacedPart,
  RAIL_OFFSETS,
  rightOf,
} from './pictureLayout.js';
import {
  BATTERY_PLUS_COLOR,
  drawPictureBox,
  drawWire,
  GROUND_COLOR,
  horizontal,
  junction,
  label,
  leftTerminal,
  lowerTerminal,
  PLUS_COLOR,
  remark,
  rightTerminal,
  terminal,
  vertical,
} from './pictureParts.js';

const BATTERY_FILL = '#fbe9e7';
const BATTERY_SIZE = { width: 110, height: 70 };
/** From the right end of the parts to the battery's left. */
const BATTERY_DISTANCE = 176;
/** The switch's terminals, to the left of the battery. */
const SWITCH_TERMINALS = { opens: 96, closes: 56 };
/** The height of the open switch's arm. */
const SWITCH_RISE = 16;
/** A driver's terminals at its lower edge, from its left; and the rails to the right of servos. */
const LOWER_TERMINALS = { ground: 50, plus: 120 };
/** The driver's ground takes two wires, the board's on the left; that wire is horizontal this far below the driver. */
const DRIVER_GROUND = { half: 7, below: 14 };
const SERVO_RAILS = { ground: 32, plus: 60 };

/** The heights of the supply's row and of the ground's. */
type Rows = Layout['rows'];

export function drawBattery({ driving, board, rows }: Layout): string[] {
  const fed = driving.filter(({ part }) => part.kind !== 'built');
  const [first] = fed;
  if (!first) return [];
  const servos = fed.filter(isServo);
  const bridges = fed.filter((placed) => !isServo(placed));
  const box = {
    left: rightOf(first.box) + BATTERY_DISTANCE,
    top: rows.supply - BATTERY_SIZE.height / 2,
    ...BATTERY_SIZE,
  };
  const minus = box.left + BATTERY_SIZE.width / 2;
  const plus =
    bridges.length > 0 ? first.box.left + LOWER_TERMINALS.plus : rightOf(first.box) + SERVO_RAILS.plus;
  return [
    ...bridges.flatMap((bridge) => feedBridge(bridge, rows)),
    ...feedServos(servos, rows),
    ...drawSwitch(plus, box.left, rows.supply),
    ...bridges.slice(0, 1).flatMap((bridge) => groundOnBridge(bridge, board)),
    ...(servos.length > 0 ? groundOnServos(board, servos, rows.ground) : []),
    drawWire(
      [...horizontal(rows.ground, groundOf(first), minus), ...vertical(minus, rows.ground, bottomOf(box))],
      GROUND_COLOR,
    ),
    remark({ x: minus - 14, y: rows.ground - 7 }, 'motor ground', 'end'),
    drawPictureBox(box, BATTERY_FILL),
    label({ x: box.left + 58, y: box.top + 24 }, 'battery', 'middle', { 'font-weight': 'bold' }),
    remark(
      { x: box.left + 58, y: box.top + 42 },
      first.part.volts ? voltsOf(first.part.volts) : '',
      'middle',
    ),
    ...leftTerminal({ x: box.left, y: rows.supply }, '+'),
    ...lowerTerminal({ x: minus, y: bottomOf(box) }, '\u2212'),
  ];
}

/** The x at which the wire from its ground to the battery goes down. */
const groundOf = ({ box, part }: PlacedPart): number =>
  part.kind === 'servo'
    ? rightOf(box) + SERVO_RAILS.ground
    : box.left + LOWER_TERMINALS.ground + DRIVER_GROUND.half;

function feedBridge(bridge: PlacedPart, rows: Rows): string[] {
  const { box, part } = bridge;
  const [plus, ground, y] = [box.left + LOWER_TERMINALS.plus, groundOf(bridge), bottomOf(box)];
  return [
    drawWire(vertical(plus, y, rows.supply), BATTERY_PLUS_COLOR),
    drawWire(vertical(ground, y, rows.ground), GROUND_COLOR),
    ...lowerTerminal({ x: plus, y }, part.supply ?? '+'),
    terminal({ x: ground, y }),
    label({ x: box.left + LOWER_TERMINALS.ground, y: y - 9 }, 'GND', 'middle'),
  ];
}

/** The board's ground, beside the battery's; through the headers if the part is a shield. */
function groundOnBridge({ box, part }: PlacedPart, board: PictureBox): string[] {
  const [x, y] = [box.left + LOWER_TERMINALS.ground - DRIVER_GROUND.half, bottomOf(box)];
  const level = y + DRIVER_GROUND.below;
  const from = rightOf(board);
  return [
    drawWire([...horizontal(level, from, x), { x, y }], GROUND_COLOR, part.kind === 'shield'),
    ...rightTerminal({ x: from, y: level }, 'GND', 'pin'),
    remark({ x: (from + box.left) / 2, y: level - 6 }, 'common ground', 'middle'),
    terminal({ x, y }),
  ];
}

/** The servos' ground, down to the battery. */
function groundOnServos(board: PictureBox, [servo]: readonly PlacedPart[], row: number): string[] {
  const { x } = boardGround(board);
  return [
    drawWire(horizontal(row, x, servo ? groundOf(servo) : x), GROUND_COLOR),
    junction({ x, y: row }, GROUND_COLOR),
    remark({ x: x + 14, y: row - 7 }, 'common ground', 'start'),
  ];
}

/** From the servos' right edge: ground on the inner rail, plus on the outer one. */
function feedServos(servos: readonly PlacedPart[], rows: Rows): string[] {
  const feed = (to: 'plus' | 'ground', color: string, name: string) => {
    const heights = servos.map(({ groundY, wires: [signal] }) =>
      to === 'plus' ? (signal?.y ?? groundY) : groundY,
    );
    const row = to === 'plus' ? rows.supply : rows.ground;
    return servos.flatMap(({ box }, i) => {
      const [y, x] = [heights[i] ?? 0, rightOf(box) + SERVO_RAILS[to]];
      return [
        drawWire(horizontal(y, rightOf(box), x), color),
        drawWire(vertical(x, y, heights[i + 1] ?? row), color),
        ...(i > 0 ? [junction({ x, y }, color)] : []),
        ...rightTerminal({ x: rightOf(box), y }, name),
        ...(to === 'ground' && i === 0 ? [junction({ x, y: row }, color)] : []),
      ];
    });
  };
  return [...feed('ground', GROUND_COLOR, 'GND'), ...feed('plus', BATTERY_PLUS_COLOR, '+')];
}

function drawSwitch(from: number, battery: number, y: number): string[] {
  const [opens, closes] = [battery - SWITCH_TERMINALS.opens, battery - SWITCH_TERMINALS.closes];
  return [
    drawWire(horizontal(y, from, opens), BATTERY_PLUS_COLOR),
    drawWire(horizontal(y, closes, battery), BATTERY_PLUS_COLOR),
    drawWire(
      [
        { x: opens, y },
        { x: closes - 4, y: y - SWITCH_RISE },
      ],
      INK,
    ),
    terminal({ x: opens, y }),
    terminal({ x: closes, y }),
    label({ x: (opens + closes) / 2, y: y + 20 }, 'switch', 'middle'),
  ];
}

/** The x of the board's 5 V terminal, from its left. */
const FEED_OFFSET = 40;

/** The rails from the sensors to the board; servos' ground is joined there, too. */
export function drawRails({ sensing, driving, board, rows }: Layout): string[] {
  const fed = sensing.flatMap(({ logicY: y, box, part }) =>
    y === undefined ? [] : [{ x: box.left, y, name: part.logic ?? '' }],
  );
  const grounded = sensing.map(({ groundY: y, box }) => ({ x: box.left, y, name: 'GND' }));
  const feed = { x: board.left + FEED_OFFSET, y: bottomOf(board) };
  const ground = boardGround(board);
  return [
    ...rail(fed, RAIL_OFFSETS.logic, rows.logic, feed.x, PLUS_COLOR),
    ...(fed.length === 0 ? [] : up(feed, rows.logic, PLUS_COLOR, '5V')),
    ...rail(grounded, RAIL_OFFSETS.ground, rows.ground, ground.x, GROUND_COLOR),
    ...(grounded.length === 0 && !driving.some(isServo) ? [] : up(ground, rows.ground, GROUND_COLOR, 'GND')),
    ...[...fed, ...grounded].flatMap((at) => leftTerminal(at, at.name)),
  ];
}

/** From each terminal to the rail, down it, and along the row. */
function rail(from: readonly Vec2[], x: number, row: number, end: number, color: string): string[] {
  const [first, ...others] = from;
  if (!first) return [];
  return [
    drawWire([first, ...vertical(x, first.y, row), { x: end, y: row }], color),
    ...others.flatMap((at) => [drawWire(horizontal(at.y, at.x, x), color), junction({ x, y: at.y }, color)]),
  ];
}

const up = (to: Vec2, row: number, color: string, name: string): string[] => [
  drawWire(vertical(to.x, row, to.y), color),
  ...lowerTerminal(to, name, 'pin'),
];

/** 5 V straight to the driver, with the inputs tied to it; a shield and a kit's board have both already. */
export function drawLogic({ driving, board }: Layout): string[] {
  return driving.flatMap(({ logicY, tiesY, box, part }) => {
    if (part.kind === 'shield' || part.kind === 'built') return [];
    const fed = logicY === undefined ? [] : [{ y: logicY, name: part.logic ?? '', purpose: 'supply' }];
    const tied = part.ties.map(({ terminal, purpose }, i) => ({ y: tiesY[i] ?? 0, name: terminal, purpose }));
    return [...fed, ...tied].flatMap(({ y, name, purpose }) => [
      drawWire(horizontal(y, rightOf(board), box.left), PLUS_COLOR),
      ...rightTerminal({ x: rightOf(board), y }, '5V', 'pin'),
      ...leftTerminal({ x: box.left, y }, name),
      remark({ x: (rightOf(board) + box.left) / 2, y: y - 6 }, purpose, 'middle'),
    ]);
  });
}
