/**
 * Where the parts of a wiring picture lie [pixels, y down]: sensors on the left of the board, motors on its right.
 *
 * The board shows only the used pins, each opposite the terminal that its wire goes to: wires run straight.
 */
import type { Vec2 } from '../../math/geometry.js';
import { drivesWheels, type Part, type Wire } from './parts.js';

export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const bottomOf = ({ top, height }: PictureBox): number => top + height;
export const rightOf = ({ left, width }: PictureBox): number => left + width;

/** A part, and the heights of its terminals. */
export interface PlacedPart {
  readonly part: Part;
  readonly box: PictureBox;
  readonly wires: readonly (Wire & { readonly y: number })[];
  /** The terminals for the supply from the board, for inputs tied to it, and for ground. */
  readonly logicY?: number;
  readonly tiesY: readonly number[];
  readonly groundY: number;
}

export interface Layout {
  readonly sensing: readonly PlacedPart[];
  readonly driving: readonly PlacedPart[];
  readonly board: PictureBox;
  /** Below all parts: the board's 5 V, the motors' battery, and the common ground. */
  readonly rows: { readonly logic: number; readonly supply: number; readonly ground: number };
}

const TOP_MARGIN = 96;
const ROW_HEIGHT = 30;
const TITLE_HEIGHT = 42;
/** Below the last terminal, for the names of terminals at the lower edge. */
const FOOT_HEIGHT = 22;
const PART_GAP = 24;
/** Room for two motors beside the driver. */
const MIN_DRIVER_HEIGHT = 190;
const SENSING_COLUMN = { left: 84, width: 170 };
const BOARD_COLUMN = { left: 440, width: 150 };
const DRIVING_COLUMN = { left: 830, width: 180 };

const rowY = (top: number, row: number): number => top + TITLE_HEIGHT + ROW_HEIGHT * (row + 0.5);

/** Signal wires on the board's side; supply and ground on the other, or below them for a part that drives wheels. */
function place(part: Part, top: number, { left, width }: Pick<PictureBox, 'left' | 'width'>): PlacedPart {
  const driving = drivesWheels(part);
  const inline = driving ? (part.logic === undefined ? 0 : 1) + part.ties.length : 0;
  const rows = Math.max(part.wires.length + inline, part.logic || part.kind === 'servo' ? 2 : 1);
  const least = part.outputs.length > 0 ? MIN_DRIVER_HEIGHT : 0;
  const logicRow = driving ? part.wires.length : 0;
  const tieRow = logicRow + (part.logic === undefined ? 0 : 1);
  return {
    part,
    box: {
      left,
      top,
      width,
      height: Math.max(least, TITLE_HEIGHT + ROW_HEIGHT * rows + (driving ? FOOT_HEIGHT : ROW_HEIGHT / 4)),
    },
    wires: part.wires.map((wire, i) => ({ ...wire, y: rowY(top, i) })),
    ...(part.logic !== undefined && { logicY: rowY(top, logicRow) }),
    tiesY: part.ties.map((_, i) => rowY(top, tieRow + i)),
    groundY: rowY(top, part.logic || part.kind === 'servo' ? 1 : 0),
  };
}

function stack(parts: readonly Part[], column: Pick<PictureBox, 'left' | 'width'>): PlacedPart[] {
  let top = TOP_MARGIN;
  return parts.map((part) => {
    const placed = place(part, top, column);
    top = bottomOf(placed.box) + PART_GAP;
    return placed;
  });
}

/** Puts parts on the I²C bus next to each other, so that their wires join over a short way. */
const byBus = (parts: readonly Part[]): Part[] => {
  const onBus = ({ wires }: Part) => wires.some(({ signal }) => signal === 'data');
  return [...parts.filter((part) => !onBus(part)), ...parts.filter(onBus)];
};

export function layOut(parts: readonly Part[]): Layout {
  const sensing = stack(byBus(parts.filter((part) => !drivesWheels(part))), SENSING_COLUMN);
  const driving = stack(parts.filter(drivesWheels), DRIVING_COLUMN);
  const lowest = Math.max(TOP_MARGIN + 160, ...[...sensing, ...driving].map(({ box }) => bottomOf(box)));
  return {
    sensing,
    driving,
    board: { ...BOARD_COLUMN, top: TOP_MARGIN, height: lowest + FOOT_HEIGHT - TOP_MARGIN },
    rows: { supply: lowest + 70, logic: lowest + 70, ground: lowest + 126 },
  };
}

/** The board's ground terminal, at its lower edge. */
export const boardGround = (board: PictureBox): Vec2 => ({ x: board.left + 84, y: bottomOf(board) });

export const RAIL_OFFSETS = { ground: 32, logic: 56 } as const;

export const isServo = ({ part }: PlacedPart): boolean => part.kind === 'servo';

/** The places of the motors beside a part with this box. */
export function motorPlaces({ top, height, left, width }: PictureBox, count: number): Vec2[] {
  return Array.from({ length: count }, (_, i) => ({
    x: left + width + 150,
    y: top + height * ((i + 0.5) / count),
  }));
}
