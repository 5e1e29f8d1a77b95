/** The board, its parts, and the wires between their terminals. */

import type { Vec2 } from '../../../math/geometry.js';
import { INK } from '../../../svg/colors.js';
import { pullDowns } from '../pullDowns.js';
import {
  across,
  down,
  drawBox,
  drawWire,
  junction,
  leftTerminal,
  remark,
  rightTerminal,
  title,
  wireColor,
} from './ink.js';
import { type Box, type Layout, type PlacedPart, rightOf } from './layout.js';
import { drawPullDown } from './resistor.js';

const BOARD_FILL = '#dceefb';
const FILL = { driver: '#fdf3e1', shield: '#fdf3e1', built: '#fdf3e1', servo: '#fdf3e1' } as const;
const SENSING_FILL = '#eef7ee';
/** Between the lanes on which wires of the bus go up to where the first of them is. */
const LANE = 16;

/** A wire that is there already, on a shield or a kit's board, is dashed. */
const isThere = ({ part }: PlacedPart): boolean => part.kind === 'shield' || part.kind === 'built';

function drawDriving(placed: PlacedPart, board: Box): string[] {
  const { part, box, wires } = placed;
  const from = rightOf(board);
  const held = pullDowns(part).map(({ terminal }) => terminal);
  return wires.flatMap((wire) => [
    drawWire(across(wire.y, from, box.left), wireColor(part, wire, 0), isThere(placed)),
    remark({ x: (from + box.left) / 2, y: wire.y - 6 }, wire.purpose, 'middle'),
    ...rightTerminal({ x: from, y: wire.y }, wire.pin, 'pin'),
    ...leftTerminal({ x: box.left, y: wire.y }, wire.terminal),
    ...(held.includes(wire.terminal) ? drawPullDown({ x: box.left - 14, y: wire.y }) : []),
  ]);
}

/** A wire that later ones on its pin join. */
interface First {
  readonly y: number;
  readonly color: string;
  readonly lane: number;
}

/** Pins that several parts share have one terminal; later wires join the first on a lane of their own. */
function drawSensing(parts: readonly PlacedPart[], board: Box): string[] {
  const firsts = new Map<string, First>();
  return parts.flatMap(({ part, box, wires }, index) =>
    wires.flatMap((wire) => {
      const from = { x: rightOf(box), y: wire.y };
      const first = firsts.get(wire.pin);
      const color = first?.color ?? wireColor(part, wire, index);
      const lane = board.left - 30 - LANE * (firsts.size % 2);
      if (!first) firsts.set(wire.pin, { y: wire.y, color, lane });
      const drawn = first
        ? joining(from, first)
        : [
            drawWire(across(wire.y, from.x, board.left), color),
            ...leftTerminal({ x: board.left, y: wire.y }, wire.pin, 'pin'),
          ];
      return [
        ...drawn,
        ...rightTerminal(from, wire.terminal),
        remark({ x: from.x + 12, y: wire.y - 6 }, wire.purpose, 'start'),
      ];
    }),
  );
}

const joining = (from: Vec2, { y, color, lane }: First): string[] => [
  drawWire([from, ...down(lane, from.y, y)], color),
  junction({ x: lane, y }, color),
];

const drawPart = ({ part, box }: PlacedPart): string =>
  drawBox(box, part.kind in FILL ? FILL[part.kind as keyof typeof FILL] : SENSING_FILL) +
  title(box, part.title);

/** To be drawn first, so that wires end upon them. */
export function drawBoxes({ board, sensing, driving }: Layout, boardTitle: string): string[] {
  const usb = { x: board.left + board.width / 2, y: board.top };
  return [
    drawWire(down(usb.x, usb.y - 26, usb.y), INK),
    remark({ x: usb.x + 10, y: usb.y - 14 }, 'USB to this computer', 'start'),
    drawBox(board, BOARD_FILL),
    title(board, boardTitle),
    ...[...sensing, ...driving].map(drawPart),
  ];
}

export const drawSignals = ({ board, sensing, driving }: Layout): string[] => [
  ...drawSensing(sensing, board),
  ...driving.flatMap((placed) => drawDriving(placed, board)),
];
