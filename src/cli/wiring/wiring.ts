/** `steerbot wiring`: prints a table of a robot's wires, to be read at the bench; draws a picture if asked to. */
import { resolve } from 'node:path';
import { loadRobot } from '../../config/loadDefinition.js';
import { BOARDS } from '../../kit/boards.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { GREY, INK } from '../../svg/colors.js';
import { element, rectangle, text, tooltip } from '../../svg/svg.js';
import { UsageError } from '../../validation/errors.js';
import { noBoardIn } from '../linkOptions.js';
import { mustBeWritable, writeOutput } from '../terminal/outputFile.js';
import { notesOf } from './notes.js';
import { drivesWheels, type Part, PULL_DOWN_VALUE, partsOf, pullDowns, voltsOf } from './parts.js';
import { type Layout, layOut } from './pictureLayout.js';
import { drawBoxes, drawMotors, drawSignals } from './pictureParts.js';
import { drawBattery, drawLogic, drawRails } from './picturePower.js';
import { wiringDocument } from './wiringDocument.js';

export interface WiringOptions {
  readonly svg?: string;
  readonly json?: boolean;
}

/** @throws FileError, UsageError */
export function wiring(name: string, { svg, json = false }: WiringOptions): void {
  const robot = loadRobot(name);
  if (!robot.board) {
    throw new UsageError(noBoardIn(robot.name));
  }
  if (svg !== undefined) {
    mustBeWritable('--svg', svg, 'wiring.svg');
    writeOutput('--svg', svg, wiringPicture(robot), 'wiring.svg');
  }
  process.stdout.write(`${json ? JSON.stringify(wiringDocument(robot)) : wiringTable(robot)}\n`);
  const messages = json ? process.stderr : process.stdout;
  if (svg !== undefined) messages.write(`picture: ${resolve(svg)}\n`);
}

type TableRow = readonly [from: string, to: string, terminal: string, purpose: string];

const TABLE_HEAD: TableRow = ['from', 'to', 'terminal', 'what for'];

/** The name of a part in a row. */
type PartName = (part: Part) => string;

/** Short names for parts whose long titles stand above the table. */
const SHORT_NAMES: Partial<Record<Part['kind'], string>> = {
  shield: 'shield',
  built: 'kit board',
  battery: 'divider',
};

/** Numbers parts if there are two of a kind. */
function partNames(parts: readonly Part[]): PartName {
  return (part) => {
    const short = SHORT_NAMES[part.kind];
    const alike = parts.filter(({ kind }) => kind === part.kind);
    if (short === undefined) return part.title;
    return alike.length > 1 ? `${short} ${alike.indexOf(part) + 1}` : short;
  };
}

const legend = (parts: readonly Part[], called: PartName): string[] =>
  parts
    .filter(({ kind }) => kind === 'shield' || kind === 'built')
    .map((part) => `${called(part)}: ${part.title}`);

const pinRows = (part: Part, called: PartName): TableRow[] =>
  part.wires.map(({ pin, terminal, purpose }) => [`pin ${pin}`, called(part), terminal, purpose]);

const outputRows = (part: Part, called: PartName): TableRow[] =>
  part.outputs.map(({ side, terminal }) => [
    called(part),
    `${side} motor`,
    terminal,
    'its two wires, either way round',
  ]);

const pullDownRows = (part: Part, called: PartName): TableRow[] =>
  pullDowns(part).map(({ terminal }) => [
    PULL_DOWN_VALUE,
    called(part),
    `${terminal}, GND`,
    'resistor: off while the board starts',
  ]);

/** Battery plus, to parts that drive wheels or that measure it. */
function plusRows(part: Part, name: string): TableRow[] {
  if (part.supply === undefined) return [];
  const volts = part.volts ? ` (${voltsOf(part.volts)})` : '';
  const purpose = drivesWheels(part) ? `motor supply${volts}, through the switch` : 'measured voltage';
  return [['battery +', name, part.supply, purpose]];
}

/**
 * Battery, switch, 5 V and ground; a kit's own board has these wires already.
 *
 * Guards motors: their current flows back to the battery from the driver's GND, where the board's ground joins it.
 */
function powerRows(parts: readonly Part[], called: PartName): TableRow[] {
  const outside = parts.filter(({ kind }) => kind !== 'built');
  const first = outside.find(drivesWheels);
  const fed = (part: Part): TableRow[] => {
    const name = called(part);
    return [
      ...(part.logic ? [['5V', name, part.logic, 'supply'] as const] : []),
      ...part.ties.map(({ terminal, purpose }) => ['5V', name, terminal, purpose] as const),
      ...plusRows(part, name),
      ...(drivesWheels(part) ? [['battery -', name, 'GND', 'motor ground'] as const] : []),
      ...(!drivesWheels(part) || part === first ? [['GND', name, 'GND', 'common ground'] as const] : []),
    ];
  };
  return [...outside.flatMap(fed), ['USB', 'this computer', 'USB', 'power, and the serial link']];
}

/** One group per list; groups without rows are left out. */
function groups(parts: readonly Part[], called: PartName): TableRow[][] {
  const wheels = parts.filter(drivesWheels);
  const rows = (of: readonly Part[], each: typeof pinRows) => of.flatMap((part) => each(part, called));
  const others = (kind: Part['kind']) =>
    rows(
      parts.filter((part) => part.kind === kind),
      pinRows,
    );
  return [
    [...rows(wheels, pinRows), ...rows(wheels, outputRows)],
    rows(wheels, pullDownRows),
    others('encoder'),
    others('sensor'),
    others('battery'),
    powerRows(parts, called),
  ].filter((group) => group.length > 0);
}

const line = (row: readonly string[], widths: readonly number[]): string =>
  `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;

/** `+-----+-----+` above, between and below the groups. */
function tableText(rows: readonly TableRow[][]): string {
  const all = [TABLE_HEAD, ...rows.flat()];
  const widths = TABLE_HEAD.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const blocks = [[TABLE_HEAD], ...rows].map((block) => block.map((row) => line(row, widths)).join('\n'));
  return [rule, ...blocks.flatMap((block) => [block, rule])].join('\n');
}

/** The kit and its board, its wires, and notes. */
export function wiringTable(robot: RobotDefinition): string {
  const parts = partsOf(robot);
  const board = robot.board ? BOARDS[robot.board].title : 'no board';
  const called = partNames(parts);
  const title = `${robot.name}: ${robot.kit ?? board}, on an ${board}`;
  const notes = notesOf(robot, parts).map((note) => `* ${note}`);
  return [title, ...legend(parts, called), tableText(groups(parts, called)), ...notes].join('\n');
}

/** The size of the picture [pixels]. */
const PICTURE_WIDTH = 1320;
const NOTE_HEIGHT = 18;
const FONT = 'Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif';

/** One self-contained SVG, drawn from the robot's file alone. */
export function wiringPicture(robot: RobotDefinition): string {
  const parts = partsOf(robot);
  const layout = layOut(parts);
  const notes = notesOf(robot, parts);
  const below = layout.rows.ground + 44;
  const height = Math.ceil(below + NOTE_HEIGHT * notes.length + 8);
  return page(height, [
    tooltip(`Wiring of ${robot.name}`),
    rectangle({ x: 0, y: 0 }, { x: PICTURE_WIDTH, y: height }, { fill: 'white' }),
    text({ x: 24, y: 32 }, robot.name, { 'font-size': 20, 'font-weight': 'bold', fill: INK }),
    text({ x: 24, y: 54 }, robot.kit ?? '', { 'font-size': 13, fill: GREY }),
    ...drawLayout(layout, robot),
    ...notes.map((note, i) =>
      text({ x: 24, y: below + NOTE_HEIGHT * i }, `\u2022 ${note}`, { 'font-size': 12, fill: INK }),
    ),
  ]);
}

/** Boxes below wires, and wires below the names of their terminals. */
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
    viewBox: `0 0 ${PICTURE_WIDTH} ${height}`,
    width: PICTURE_WIDTH,
    height,
  };
  return `${element('svg', { ...attributes, 'font-family': FONT, fill: 'none' }, `\n${drawn.join('\n')}\n`)}\n`;
}
