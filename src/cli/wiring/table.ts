/** A robot's wiring as a table of plain characters, to be read at the bench. */
import { BOARDS } from '../../drivers/boards.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { notesOf } from './notes.js';
import { drivesWheels, type Part, partsOf, voltsOf } from './parts.js';
import { PULL_DOWN, pullDowns } from './pullDowns.js';

type Row = readonly [from: string, to: string, terminal: string, purpose: string];

const HEAD: Row = ['from', 'to', 'terminal', 'what for'];

/** By what a part is called in a row. */
type Called = (part: Part) => string;

/** Long titles stand above the table, once. */
const SHORT: Partial<Record<Part['kind'], string>> = {
  shield: 'shield',
  built: 'kit board',
  battery: 'divider',
};

/** Numbered where there are two of a kind. */
function calledOf(parts: readonly Part[]): Called {
  return (part) => {
    const short = SHORT[part.kind];
    const alike = parts.filter(({ kind }) => kind === part.kind);
    if (short === undefined) return part.title;
    return alike.length > 1 ? `${short} ${alike.indexOf(part) + 1}` : short;
  };
}

const legend = (parts: readonly Part[], called: Called): string[] =>
  parts
    .filter(({ kind }) => kind === 'shield' || kind === 'built')
    .map((part) => `${called(part)}: ${part.title}`);

const pinRows = (part: Part, called: Called): Row[] =>
  part.wires.map(({ pin, terminal, purpose }) => [`pin ${pin}`, called(part), terminal, purpose]);

const outputRows = (part: Part, called: Called): Row[] =>
  part.outputs.map(({ side, terminal }) => [
    called(part),
    `${side} motor`,
    terminal,
    'its two wires, either way round',
  ]);

const pullDownRows = (part: Part, called: Called): Row[] =>
  pullDowns(part).map(({ terminal }) => [
    PULL_DOWN,
    called(part),
    `${terminal}, GND`,
    'resistor: off while the board starts',
  ]);

/** Plus to what drives wheels, or to what measures it. */
function plusRows(part: Part, name: string): Row[] {
  if (part.supply === undefined) return [];
  const volts = part.volts ? ` (${voltsOf(part.volts)})` : '';
  const purpose = drivesWheels(part) ? `motor supply${volts}, through the switch` : 'what is measured';
  return [['battery +', name, part.supply, purpose]];
}

/**
 * Battery, switch, 5 V and ground; a kit's own board has them already.
 *
 * Guards motors: their current goes back to the battery by the driver's GND, where the board's ground meets it.
 */
function powerRows(parts: readonly Part[], called: Called): Row[] {
  const outside = parts.filter(({ kind }) => kind !== 'built');
  const first = outside.find(drivesWheels);
  const fed = (part: Part): Row[] => {
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

/** One group a list; groups without rows are left out. */
function groups(parts: readonly Part[], called: Called): Row[][] {
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
function drawn(rows: readonly Row[][]): string {
  const all = [HEAD, ...rows.flat()];
  const widths = HEAD.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const blocks = [[HEAD], ...rows].map((block) => block.map((row) => line(row, widths)).join('\n'));
  return [rule, ...blocks.flatMap((block) => [block, rule])].join('\n');
}

/** What kit it is on which board, its wires, and what to mind. */
export function wiringTable(robot: RobotDefinition): string {
  const parts = partsOf(robot);
  const board = robot.board ? BOARDS[robot.board].title : 'no board';
  const called = calledOf(parts);
  const title = `${robot.name}: ${robot.kit ?? board}, on an ${board}`;
  const notes = notesOf(robot, parts).map((note) => `* ${note}`);
  return [title, ...legend(parts, called), drawn(groups(parts, called)), ...notes].join('\n');
}
