/**
 * The motors' battery with its switch, and the ground that it shares with the board.
 *
 * Guards motors: the two grounds meet at the driver's terminal, so that no motor's current goes by way of the board.
 */
import { INK } from '../../../svg/colors.js';
import { voltsOf } from '../parts.js';
import {
  across,
  BATTERY_PLUS,
  down,
  drawBox,
  drawWire,
  GROUND,
  junction,
  label,
  leftTerminal,
  lowerTerminal,
  remark,
  rightTerminal,
  terminal,
} from './ink.js';
import { type Box, boardGround, bottomOf, isServo, type Layout, type PlacedPart, rightOf } from './layout.js';

const FILL = '#fbe9e7';
const SIZE = { width: 110, height: 70 };
/** From the right end of the parts to the battery's left. */
const AWAY = 176;
/** Of the switch, to the left of the battery. */
const SWITCH = { opens: 96, closes: 56 };
/** How far the open switch stands up. */
const OPEN = 16;
/** A driver's terminals at its lower edge, from its left; and the rails to the right of servos. */
const LOWER = { ground: 50, plus: 120 };
/** The driver's ground takes two wires, the board's on the left; that goes level so far below the driver. */
const TWO = { half: 7, below: 14 };
const BESIDE = { ground: 32, plus: 60 };

/** Down to the row of the supply, and that of the ground. */
type Rows = Layout['rows'];

export function drawBattery({ driving, board, rows }: Layout): string[] {
  const fed = driving.filter(({ part }) => part.kind !== 'built');
  const [first] = fed;
  if (!first) return [];
  const servos = fed.filter(isServo);
  const bridges = fed.filter((placed) => !isServo(placed));
  const box = { left: rightOf(first.box) + AWAY, top: rows.supply - SIZE.height / 2, ...SIZE };
  const minus = box.left + SIZE.width / 2;
  const plus = bridges.length > 0 ? first.box.left + LOWER.plus : rightOf(first.box) + BESIDE.plus;
  return [
    ...bridges.flatMap((bridge) => feedBridge(bridge, rows)),
    ...feedServos(servos, rows),
    ...drawSwitch(plus, box.left, rows.supply),
    ...bridges.slice(0, 1).flatMap((bridge) => groundOnBridge(bridge, board)),
    ...(servos.length > 0 ? groundOnServos(board, servos, rows.ground) : []),
    drawWire(
      [...across(rows.ground, groundOf(first), minus), ...down(minus, rows.ground, bottomOf(box))],
      GROUND,
    ),
    remark({ x: minus - 14, y: rows.ground - 7 }, 'motor ground', 'end'),
    drawBox(box, FILL),
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

/** Where the wire from its ground to the battery goes down. */
const groundOf = ({ box, part }: PlacedPart): number =>
  part.kind === 'servo' ? rightOf(box) + BESIDE.ground : box.left + LOWER.ground + TWO.half;

function feedBridge(bridge: PlacedPart, rows: Rows): string[] {
  const { box, part } = bridge;
  const [plus, ground, y] = [box.left + LOWER.plus, groundOf(bridge), bottomOf(box)];
  return [
    drawWire(down(plus, y, rows.supply), BATTERY_PLUS),
    drawWire(down(ground, y, rows.ground), GROUND),
    ...lowerTerminal({ x: plus, y }, part.supply ?? '+'),
    terminal({ x: ground, y }),
    label({ x: box.left + LOWER.ground, y: y - 9 }, 'GND', 'middle'),
  ];
}

/** The board's ground, beside that of the battery; through the headers, where it is a shield. */
function groundOnBridge({ box, part }: PlacedPart, board: Box): string[] {
  const [x, y] = [box.left + LOWER.ground - TWO.half, bottomOf(box)];
  const level = y + TWO.below;
  const from = rightOf(board);
  return [
    drawWire([...across(level, from, x), { x, y }], GROUND, part.kind === 'shield'),
    ...rightTerminal({ x: from, y: level }, 'GND', 'pin'),
    remark({ x: (from + box.left) / 2, y: level - 6 }, 'common ground', 'middle'),
    terminal({ x, y }),
  ];
}

/** Where their ground goes down to the battery. */
function groundOnServos(board: Box, [servo]: readonly PlacedPart[], row: number): string[] {
  const { x } = boardGround(board);
  return [
    drawWire(across(row, x, servo ? groundOf(servo) : x), GROUND),
    junction({ x, y: row }, GROUND),
    remark({ x: x + 14, y: row - 7 }, 'common ground', 'start'),
  ];
}

/** From their right: ground on the inner rail, plus on the outer one. */
function feedServos(servos: readonly PlacedPart[], rows: Rows): string[] {
  const feed = (to: 'plus' | 'ground', color: string, name: string) => {
    const heights = servos.map(({ groundY, wires: [signal] }) =>
      to === 'plus' ? (signal?.y ?? groundY) : groundY,
    );
    const row = to === 'plus' ? rows.supply : rows.ground;
    return servos.flatMap(({ box }, i) => {
      const [y, x] = [heights[i] ?? 0, rightOf(box) + BESIDE[to]];
      return [
        drawWire(across(y, rightOf(box), x), color),
        drawWire(down(x, y, heights[i + 1] ?? row), color),
        ...(i > 0 ? [junction({ x, y }, color)] : []),
        ...rightTerminal({ x: rightOf(box), y }, name),
        ...(to === 'ground' && i === 0 ? [junction({ x, y: row }, color)] : []),
      ];
    });
  };
  return [...feed('ground', GROUND, 'GND'), ...feed('plus', BATTERY_PLUS, '+')];
}

function drawSwitch(from: number, battery: number, y: number): string[] {
  const [opens, closes] = [battery - SWITCH.opens, battery - SWITCH.closes];
  return [
    drawWire(across(y, from, opens), BATTERY_PLUS),
    drawWire(across(y, closes, battery), BATTERY_PLUS),
    drawWire(
      [
        { x: opens, y },
        { x: closes - 4, y: y - OPEN },
      ],
      INK,
    ),
    terminal({ x: opens, y }),
    terminal({ x: closes, y }),
    label({ x: (opens + closes) / 2, y: y + 20 }, 'switch', 'middle'),
  ];
}
