import type { Vec2 } from '../../math/geometry.js';
import type { Side } from '../../signals/signals.js';
import { GREY, INK } from '../../svg/colors.js';
import { polyline, rectangle, ring, text } from '../../svg/svg.js';
import { type Part, PULL_DOWN_VALUE, pullDowns, type Wire } from './parts.js';
import { type Layout, motorPlaces, type PictureBox, type PlacedPart, rightOf } from './pictureLayout.js';

/** Colors by Okabe and Ito, as in our other pictures; ground and plus as usual in electronics. */
export const GROUND_COLOR = '#222222';
export const PLUS_COLOR = '#c62828';
export const BATTERY_PLUS_COLOR = '#8e0000';
const LEFT_COLOR = '#0072b2';
const RIGHT_COLOR = '#d55e00';
const SHARED_COLOR = '#882255';
const SENSING_COLORS = ['#009e73', '#8c6239', '#5b5ea6', '#7a6a00', '#cc79a7', '#2f8f9d'];

/** The color of a wire: of its wheel if it drives one, else of its part. */
export function wireColor(part: Part, { purpose }: Wire, index: number): string {
  const words = `${part.title} ${purpose}`;
  const drives = part.outputs.length > 0 || part.kind === 'servo';
  if (!drives) return SENSING_COLORS[index % SENSING_COLORS.length] ?? INK;
  if (/\bleft\b/.test(words)) return LEFT_COLOR;
  return /\bright\b/.test(words) ? RIGHT_COLOR : SHARED_COLOR;
}

export const motorColor = (side: Side): string => (side === 'left' ? LEFT_COLOR : RIGHT_COLOR);

export function drawWire(points: readonly Vec2[], color: string, dashed = false): string {
  const style = { 'stroke-width': 2.4, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  return polyline(points, { stroke: color, ...style, ...(dashed && { 'stroke-dasharray': '7 4' }) });
}

/** A horizontal wire. */
export const horizontal = (y: number, from: number, to: number): Vec2[] => [
  { x: from, y },
  { x: to, y },
];

/** A vertical wire. */
export const vertical = (x: number, from: number, to: number): Vec2[] => [
  { x, y: from },
  { x, y: to },
];

/** A dot where wires are joined; wires that only cross have none. */
export const junction = (at: Vec2, color: string): string => ring(at, 4, { fill: color });

export const terminal = (at: Vec2): string =>
  ring(at, 3.2, { fill: 'white', stroke: INK, 'stroke-width': 1.4 });

type Anchor = 'start' | 'middle' | 'end';

export const label = (at: Vec2, words: string, anchor: Anchor, more = {}): string =>
  text(at, words, { 'text-anchor': anchor, 'font-size': 12, fill: INK, ...more });

export const remark = (at: Vec2, words: string, anchor: Anchor): string =>
  label(at, words, anchor, { 'font-size': 11, fill: GREY });

export const drawPictureBox = ({ left, top, width, height }: PictureBox, fill: string): string =>
  rectangle({ x: left, y: top }, { x: width, y: height }, { rx: 8, fill, stroke: INK, 'stroke-width': 1.6 });

/** A letter's width relative to its size, about. */
const LETTER_WIDTH = 0.58;

/** The name, and below it the words in brackets, each as large as fits. */
export function title({ left, top, width }: PictureBox, words: string): string {
  const [, name = words, more = ''] = /^(.+) \((.+)\)$/.exec(words) ?? [];
  const size = (line: string, most: number) => Math.min(most, (width - 12) / (LETTER_WIDTH * line.length));
  const x = left + width / 2;
  return (
    label({ x, y: top + 20 }, name, 'middle', { 'font-size': size(name, 14), 'font-weight': 'bold' }) +
    remarkOf({ x, y: top + 35 }, more, size(more, 11))
  );
}

const remarkOf = (at: Vec2, words: string, size: number): string =>
  label(at, words, 'middle', { 'font-size': size, fill: GREY });

/** The names of terminals, on the board or a part. */
const NAME_STYLES = { part: {}, pin: { 'font-weight': 'bold' } } as const;
type NameStyle = keyof typeof NAME_STYLES;

/** A terminal at the left edge of its box, with its name inside. */
export const leftTerminal = (at: Vec2, name: string, of: NameStyle = 'part'): string[] => [
  terminal(at),
  label({ x: at.x + 9, y: at.y + 4 }, name, 'start', NAME_STYLES[of]),
];

/** At the right edge. */
export const rightTerminal = (at: Vec2, name: string, of: NameStyle = 'part'): string[] => [
  terminal(at),
  label({ x: at.x - 9, y: at.y + 4 }, name, 'end', NAME_STYLES[of]),
];

/** At the lower edge. */
export const lowerTerminal = (at: Vec2, name: string, of: NameStyle = 'part'): string[] => [
  terminal(at),
  label({ x: at.x, y: at.y - 9 }, name, 'middle', NAME_STYLES[of]),
];

const BOARD_FILL = '#dceefb';
const DRIVING_FILL = { driver: '#fdf3e1', shield: '#fdf3e1', built: '#fdf3e1', servo: '#fdf3e1' } as const;
const SENSING_FILL = '#eef7ee';
/** The distance between the lanes on which bus wires go up to the first of them. */
const LANE_WIDTH = 16;

/** A wire that exists already, on a shield or a kit's board, is dashed. */
const isPrewired = ({ part }: PlacedPart): boolean => part.kind === 'shield' || part.kind === 'built';

function drawDriving(placed: PlacedPart, board: PictureBox): string[] {
  const { part, box, wires } = placed;
  const from = rightOf(board);
  const held = pullDowns(part).map(({ terminal }) => terminal);
  return wires.flatMap((wire) => [
    drawWire(horizontal(wire.y, from, box.left), wireColor(part, wire, 0), isPrewired(placed)),
    remark({ x: (from + box.left) / 2, y: wire.y - 6 }, wire.purpose, 'middle'),
    ...rightTerminal({ x: from, y: wire.y }, wire.pin, 'pin'),
    ...leftTerminal({ x: box.left, y: wire.y }, wire.terminal),
    ...(held.includes(wire.terminal) ? drawPullDown({ x: box.left - 14, y: wire.y }) : []),
  ]);
}

/** The first wire of a pin, which later ones join. */
interface FirstWire {
  readonly y: number;
  readonly color: string;
  readonly lane: number;
}

/** A pin that several parts share has one terminal; later wires join the first one on their own lane. */
function drawSensing(parts: readonly PlacedPart[], board: PictureBox): string[] {
  const firsts = new Map<string, FirstWire>();
  return parts.flatMap(({ part, box, wires }, index) =>
    wires.flatMap((wire) => {
      const from = { x: rightOf(box), y: wire.y };
      const first = firsts.get(wire.pin);
      const color = first?.color ?? wireColor(part, wire, index);
      const lane = board.left - 30 - LANE_WIDTH * (firsts.size % 2);
      if (!first) firsts.set(wire.pin, { y: wire.y, color, lane });
      const drawn = first
        ? drawJoin(from, first)
        : [
            drawWire(horizontal(wire.y, from.x, board.left), color),
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

const drawJoin = (from: Vec2, { y, color, lane }: FirstWire): string[] => [
  drawWire([from, ...vertical(lane, from.y, y)], color),
  junction({ x: lane, y }, color),
];

const drawPart = ({ part, box }: PlacedPart): string =>
  drawPictureBox(
    box,
    part.kind in DRIVING_FILL ? DRIVING_FILL[part.kind as keyof typeof DRIVING_FILL] : SENSING_FILL,
  ) + title(box, part.title);

/** To be drawn first, so that wires end on top of the boxes. */
export function drawBoxes({ board, sensing, driving }: Layout, boardTitle: string): string[] {
  const usb = { x: board.left + board.width / 2, y: board.top };
  return [
    drawWire(vertical(usb.x, usb.y - 26, usb.y), INK),
    remark({ x: usb.x + 10, y: usb.y - 14 }, 'USB to this computer', 'start'),
    drawPictureBox(board, BOARD_FILL),
    title(board, boardTitle),
    ...[...sensing, ...driving].map(drawPart),
  ];
}

export const drawSignals = ({ board, sensing, driving }: Layout): string[] => [
  ...drawSensing(sensing, board),
  ...driving.flatMap((placed) => drawDriving(placed, board)),
];

const MOTOR_RADIUS = 34;
/** Half the distance between the two wires. */
const HALF_WIRE_GAP = 7;

export function drawMotors({ box, part }: PlacedPart): string[] {
  const places = motorPlaces(box, part.outputs.length);
  return part.outputs.flatMap(({ side, terminal: name }, i) => {
    const at = places[i] ?? { x: 0, y: 0 };
    const color = motorColor(side);
    const pair = [at.y - HALF_WIRE_GAP, at.y + HALF_WIRE_GAP].flatMap((y) => [
      drawWire(horizontal(y, rightOf(box), at.x - MOTOR_RADIUS), color),
      terminal({ x: rightOf(box), y }),
    ]);
    return [
      ...pair,
      label({ x: rightOf(box) - 9, y: at.y + 4 }, name, 'end'),
      ring(at, MOTOR_RADIUS, { fill: 'white', stroke: color, 'stroke-width': 3 }),
      label({ x: at.x, y: at.y - 2 }, side, 'middle', { 'font-weight': 'bold' }),
      label({ x: at.x, y: at.y + 14 }, 'motor', 'middle'),
    ];
  });
}

const RESISTOR_BODY = { width: 7, height: 10 };
/** Down from the wire: where the resistor's body begins, and where the ground symbol does. */
const RESISTOR_DEPTH = { body: 5, ground: 19 };
/** Half widths of the symbol's lines, from above. */
const GROUND_SIGN = [6, 4, 2];
const GROUND_SIGN_GAP = 2.5;

export function drawPullDown({ x, y }: Vec2): string[] {
  const style = { 'stroke-width': 1.4 };
  return [
    junction({ x, y }, GROUND_COLOR),
    drawWire(vertical(x, y, y + RESISTOR_DEPTH.ground), GROUND_COLOR),
    rectangle(
      { x: x - RESISTOR_BODY.width / 2, y: y + RESISTOR_DEPTH.body },
      { x: RESISTOR_BODY.width, y: RESISTOR_BODY.height },
      { fill: 'white', stroke: GROUND_COLOR, ...style },
    ),
    ...GROUND_SIGN.map((half, i) =>
      drawWire(horizontal(y + RESISTOR_DEPTH.ground + GROUND_SIGN_GAP * i, x - half, x + half), GROUND_COLOR),
    ),
    label({ x: x - 8, y: y + 12 }, `${PULL_DOWN_VALUE} to GND`, 'end', { 'font-size': 9 }),
  ];
}
