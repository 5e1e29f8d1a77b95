/**
 * Published figures of crowds, to print beside our own: RVO2's discs, which move sideways without inertia, and people.
 *
 * Read from a folder with `rvo2_doorway_baseline.csv`, `human_bottleneck_flow.csv` and `rvo2_circle_swap_baseline.csv`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Meters, MetersPerSecond } from '../../src/math/units.js';

/** Shoulders and free walking speed of the people of the experiments. */
const SHOULDERS: Meters = 0.45;
const WALKING_SPEED: MetersPerSecond = 1.34;
/** A figure belongs to a width over diameter within this. */
const NEAR_WIDTH = 0.35;

type Row = Readonly<Record<string, string>>;

function rowsOf(folder: string, name: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const keys = head.trim().split(',');
  return lines.map((line) => {
    const cells = line.trim().split(',');
    return Object.fromEntries(keys.map((key, i) => [key, cells[i] ?? '']));
  });
}

interface Flow {
  readonly who: string;
  /** Width of the door over the diameter of a body. */
  readonly width: number;
  /** J·D/v. */
  readonly flow: number;
  readonly note: string;
}

const flowsOfRvo2 = (folder: string): Flow[] =>
  rowsOf(folder, 'rvo2_doorway_baseline.csv').map((row) => {
    const diameter = 2 * Number(row.radius_m);
    return {
      who: `RVO2, radius ${row.radius_m} m`,
      width: Number(row.width_m) / diameter,
      flow: (Number(row.J_per_s) * diameter) / Number(row.v_pref),
      note: `least gap ${(1000 * Number(row.min_gap_m)).toFixed(0)} mm`,
    };
  });

const flowsOfPeople = (folder: string): Flow[] =>
  rowsOf(folder, 'human_bottleneck_flow.csv').map((row) => ({
    who: 'people',
    width: Number(row.exit_width_m) / SHOULDERS,
    flow: (Number(row.J_mid60_per_s) * SHOULDERS) / WALKING_SPEED,
    note: `shoulders ${SHOULDERS} m, ${WALKING_SPEED} m/s`,
  }));

/** Lines of what others reach at a door of about this width over diameter. */
export function doorFiguresAt(folder: string, width: number): string[] {
  return [...flowsOfRvo2(folder), ...flowsOfPeople(folder)]
    .filter((one) => Math.abs(one.width - width) < NEAR_WIDTH)
    .map(
      (one) => `  beside, w/D ${one.width.toFixed(2)}: J·D/v ${one.flow.toFixed(3)}, ${one.who}, ${one.note}`,
    );
}

/** Lines of what RVO2's discs reach as they change places on a circle. @param spacing between neighbors */
export function swapFiguresOf(folder: string, count: number, spacing: Meters): string[] {
  return rowsOf(folder, 'rvo2_circle_swap_baseline.csv')
    .filter((row) => Number(row.n) === count && Number(row.arc_spacing_m) === spacing)
    .map(
      (row) =>
        `  beside: last × ${row.T_ratio}, ${row.contact_pairs_per_run} pairs touch, RVO2 with ` +
        `${row.max_neighbours} neighbors and a horizon of ${row.time_horizon_s} s`,
    );
}
