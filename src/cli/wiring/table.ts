/** A robot's wiring as a table of plain characters, to be read at the bench. */
import { BOARDS } from '../../drivers/boards.js';
import type { RobotDefinition } from '../../robot.js';
import { notesOf } from './notes.js';
import { drivesWheels, type Part, partsOf } from './parts.js';

type Row = readonly [from: string, to: string, terminal: string, purpose: string];

const HEAD: Row = ['from', 'to', 'terminal', 'what for'];

const pinRows = (part: Part): Row[] =>
  part.wires.map(({ pin, terminal, purpose }) => [`pin ${pin}`, part.title, terminal, purpose]);

const outputRows = ({ title, outputs }: Part): Row[] =>
  outputs.map(({ side, terminal }) => [title, `${side} motor`, terminal, 'its two wires, either way round']);

/** Battery, switch, 5 V and ground. A kit's own board has them already. */
function powerRows(parts: readonly Part[]): Row[] {
  const outside = parts.filter(({ kind }) => kind !== 'built');
  const fed = (part: Part): Row[] => [
    ...(part.logic ? [['5V', part.title, part.logic, 'supply'] as const] : []),
    ...(part.supply && part.kind === 'battery'
      ? [['battery +', part.title, part.supply, 'what is measured'] as const]
      : []),
    ...(part.supply && drivesWheels(part)
      ? [['battery +', part.title, part.supply, 'motor supply, through the switch'] as const]
      : []),
    ['GND', part.title, 'GND', 'common ground'],
  ];
  const battery: Row[] = outside.some(drivesWheels) ? [['GND', 'battery', '-', 'common ground']] : [];
  return [...outside.flatMap(fed), ...battery, ['USB', 'this computer', 'USB', 'power, and the serial link']];
}

/** One group a list; groups without rows are left out. */
function groups(parts: readonly Part[]): Row[][] {
  const wheels = parts.filter(drivesWheels);
  const others = (kind: Part['kind']) => parts.filter((part) => part.kind === kind).flatMap(pinRows);
  return [
    [...wheels.flatMap(pinRows), ...wheels.flatMap(outputRows)],
    others('encoder'),
    others('sensor'),
    others('battery'),
    powerRows(parts),
  ].filter((rows) => rows.length > 0);
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
  const notes = notesOf(robot, parts).map((note) => `* ${note}`);
  return [`${robot.name}: ${robot.kit ?? board}, on an ${board}`, drawn(groups(parts)), ...notes].join('\n');
}
