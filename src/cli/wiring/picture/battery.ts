/** The motors' battery with its switch, and the ground that it shares with the board. */
import { INK } from '../../../../sim/plot/colors.js';
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
import { type Box, boardGround, bottomOf, type Layout, type PlacedPart, rightOf } from './layout.js';

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
const BESIDE = { ground: 32, plus: 60 };

/** Down to the row of the supply, and that of the ground. */
type Rows = Layout['rows'];

export function drawBattery({ driving, board, rows }: Layout): string[] {
  const fed = driving.filter(({ part }) => part.kind !== 'built');
  const [first] = fed;
  if (!first) return [];
  const servos = fed.filter(({ part }) => part.kind === 'servo');
  const bridges = fed.filter(({ part }) => part.kind !== 'servo');
  const box = { left: rightOf(first.box) + AWAY, top: rows.supply - SIZE.height / 2, ...SIZE };
  const plus = bridges.length > 0 ? first.box.left + LOWER.plus : rightOf(first.box) + BESIDE.plus;
  return [
    ...bridges.flatMap((bridge) => feedBridge(bridge, rows)),
    ...feedServos(servos, rows),
    ...drawSwitch(plus, box.left, rows.supply),
    ...drawGround(board, box, rows.ground),
    drawBox(box, FILL),
    label({ x: box.left + 58, y: box.top + 24 }, 'battery', 'middle', { 'font-weight': 'bold' }),
    ...leftTerminal({ x: box.left, y: rows.supply }, '+'),
    ...lowerTerminal({ x: box.left + SIZE.width / 2, y: bottomOf(box) }, '\u2212'),
  ];
}

function feedBridge({ box, part }: PlacedPart, rows: Rows): string[] {
  const [plus, ground] = [box.left + LOWER.plus, box.left + LOWER.ground];
  const y = bottomOf(box);
  return [
    drawWire(down(plus, y, rows.supply), BATTERY_PLUS),
    drawWire(down(ground, y, rows.ground), GROUND),
    junction({ x: ground, y: rows.ground }, GROUND),
    ...lowerTerminal({ x: plus, y }, part.supply ?? '+'),
    ...lowerTerminal({ x: ground, y }, 'GND'),
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

function drawGround(board: Box, battery: Box, row: number): string[] {
  const { x } = boardGround(board);
  const minus = battery.left + battery.width / 2;
  return [
    drawWire([...across(row, x, minus), { x: minus, y: bottomOf(battery) }], GROUND),
    junction({ x, y: row }, GROUND),
    remark({ x: x + 14, y: row - 7 }, 'common ground', 'start'),
  ];
}
