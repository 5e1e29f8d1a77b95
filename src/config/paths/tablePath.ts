/** A path as a table: columns by name and unit, in any order, with others among them. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { FileError, type FileFault, inOrder, placedFault } from '../../validation/errors.js';
import { throughTangents } from './curves.js';
import { earthFault, localMeters } from './earth.js';
import { type FoundPath, MAX_POINTS, type PathPoint, pathFault } from './found.js';
import { layoutOf, namesPlaces, saysUnits, type TableLayout, type UsedColumn } from './layout.js';
import { IMPLAUSIBLE_SPEED, limitsOf } from './speeds.js';
import { countOf, MAX_COLUMNS, numberIn, type Table, type TableRow, tableOf } from './table.js';
import { refuseDoubtful } from './tableDoubts.js';

const MAX_FAULTS = 20;

/** @throws FileError with the problems of the table, at most twenty and how many more there are */
export function tablePath(text: string, file: string, unit?: Meters): FoundPath {
  const table = tableOf(text, namesPlaces, saysUnits);
  refuseDoubtful(text, table, file, unit);
  const layout = layoutOf(table, file);
  if (unit !== undefined) mustTake(layout, file);
  const faults = new Faults(file, table);
  const places = faults.columns(layout.pair);
  const parts = layout.speed && faults.columns([layout.speed, ...(layout.aside ? [layout.aside] : [])]);
  faults.throwIfAny();
  const isOnEarth = layout.pair[0].role === 'latitude';
  if (isOnEarth) faults.earth(places);
  faults.throwIfAny();
  const points = pointsOf(layout, places);
  const speeds = parts?.map(([along = 0, across]) =>
    across === undefined ? along : Math.hypot(along, across),
  );
  const limits = speeds && limitsIn(speeds, layout.speed as UsedColumn, { file, rows: table.rows });
  const curve = layout.tangents && curveOf(points, faults.columns(layout.tangents), file);
  faults.throwIfAny();
  reversals(table, file);
  return {
    points:
      curve ??
      points.map((point, i): PathPoint => (limits ? { ...point, speed: limits[i] as number } : point)),
    from: sayingOf(layout, table, points.length),
    metric: layout.metric,
  };
}

/** A unit is given only for numbers that say none. */
function mustTake({ metric, speed }: TableLayout, file: string): void {
  if (metric) throw pathFault(file, '--unit: its columns say their unit; leave it out');
  if (speed && speed.factor === undefined)
    throw pathFault(file, `--unit: '${speed.name}' says no unit either; name both, such as x_mm,y_mm,v_mmps`);
}

// Numbers ----------------------------------------------------------------------------------------------------

/** The first of the faults: ten megabytes may have one in each line. */
class Faults {
  readonly #file: string;
  readonly #table: Table;
  /** Without names: how many each line is to have. */
  readonly #columns: number;
  readonly #kept: FileFault[] = [];
  #more = 0;
  /** The line of the last fault. */
  #last = 0;

  constructor(file: string, table: Table) {
    this.#file = file;
    this.#table = table;
    this.#columns = table.rows[0] && countOf(table.rows[0]) === 8 ? 8 : 2;
    if (table.rows.length > MAX_POINTS)
      this.#add(
        table.rows[MAX_POINTS] as TableRow,
        `the path has more than ${MAX_POINTS} points; this is the first too many; simplify the path`,
      );
  }

  /** The numbers of some columns, row by row, in SI units. */
  columns(columns: readonly UsedColumn[]): number[][] {
    return this.#table.rows
      .slice(0, MAX_POINTS)
      .map((row) => columns.map((column) => this.#number(row, column)));
  }

  earth(places: readonly (readonly number[])[]): void {
    for (const [i, [latitude = 0, longitude = 0]] of places.entries()) {
      const fault = earthFault({ latitude, longitude });
      if (fault) this.#add(this.#table.rows[i] as TableRow, fault);
    }
  }

  throwIfAny(): void {
    const kept = inOrder(this.#kept);
    const last = kept.at(-1);
    if (!last) return;
    const more =
      this.#more > 0 ? [placedFault(this.#file, last.line, last.col, `and ${this.#more} more`)] : [];
    throw new FileError([...kept, ...more]);
  }

  #number(row: TableRow, { index, name, role, factor = 1 }: UsedColumn): number {
    const { decimalComma, names } = this.#table;
    const field = row.fields[index];
    const value = numberIn(field ?? '', decimalComma) * factor;
    if (!names && countOf(row) !== this.#columns && row.fields.length !== this.#columns)
      return this.#columnCount(row);
    if (Number.isFinite(value)) return value;
    const isEmpty = field === undefined || field === '';
    const found = isEmpty ? `${name} is missing` : `${name} '${field.slice(0, 40)}' is not a finite number`;
    const isEarth = role === 'latitude' || role === 'longitude';
    const wanted = `a number${factor === 1 && !isEarth ? ' of metres' : ''} is wanted`;
    const cure = cureOf(field ?? '', isEarth);
    return this.#add(row, [found, wanted, cure].filter(Boolean).join('; '), index);
  }

  #columnCount(row: TableRow): number {
    const count = countOf(row);
    const few = count === 1 ? '1 column is' : `${count} columns are`;
    const found = count < MAX_COLUMNS ? few : `${MAX_COLUMNS} columns and more are`;
    return this.#add(row, `${found} found; two are wanted: x_m,y_m`, 2, true);
  }

  /** @param once each row at most once */
  #add(row: TableRow, message: string, index = 0, once = false): number {
    if (once && this.#last === row.line) return Number.NaN;
    this.#last = row.line;
    if (this.#kept.length < MAX_FAULTS)
      this.#kept.push(placedFault(this.#file, row.line, row.at(index), message));
    else this.#more += 1;
    return Number.NaN;
  }
}

/** What helps where a field is no number; '' if that is not known. */
function cureOf(field: string, isEarth: boolean): string {
  if (/^(nan|null|none|n\/a|na|-|inf)?$/i.test(field)) return 'leave lines without a place out';
  if (isEarth && /[°'′]|\d[NSEW]$/.test(field))
    return 'write degrees as decimals, such as 48.1371, south and west with a minus';
  return /^[+-]?\d{1,3}([,. ]\d{3})+$/.test(field) ? 'write it without a sign of thousands' : '';
}

function pointsOf({ pair }: TableLayout, places: readonly (readonly number[])[]): readonly Vec2[] {
  const [one] = pair;
  if (one.role === 'latitude')
    return localMeters(places.map(([latitude = 0, longitude = 0]) => ({ latitude, longitude })));
  const points = places.map(([x = 0, y = 0]) => ({ x, y }));
  const [first] = points;
  if (one.role !== 'east' || !first) return points;
  return points.map(({ x, y }) => ({ x: x - first.x, y: y - first.y }));
}

function limitsIn(
  speeds: readonly number[],
  { name, factor }: UsedColumn,
  { file, rows }: { readonly file: string; readonly rows: readonly TableRow[] },
): readonly number[] {
  const limits = limitsOf(speeds);
  if ('index' in limits) throw pathFault(file, `${name}: ${limits.why}`, rows[limits.index]?.line);
  const fast = speeds.findIndex((speed) => speed > IMPLAUSIBLE_SPEED);
  if (factor === undefined && fast >= 0)
    throw pathFault(
      file,
      `${name} ${speeds[fast]} says no unit, and is fast for metres a second; name it, such as v_kmh, v_mmps or v_mps`,
      rows[fast]?.line,
    );
  return limits;
}

// PathWeaver -------------------------------------------------------------------------------------------------

/** Its waypoints have tangents: between two of them it drives WPILib's quintic Hermite spline. */
const curveOf = (
  points: readonly Vec2[],
  tangents: readonly (readonly number[])[],
  file: string,
): readonly Vec2[] => {
  const still = tangents.findIndex(([x, y]) => x === 0 && y === 0);
  if (still >= 0)
    throw pathFault(file, `waypoint ${still + 1} has no tangent: both its parts are 0; give it one`);
  return throughTangents(
    points.map((at, i) => ({ at, tangent: { x: tangents[i]?.[0] ?? 0, y: tangents[i]?.[1] ?? 0 } })),
  );
};

function reversals({ names, rows }: Table, file: string): void {
  const index = names?.fields.findIndex((name) => /^reversed$/i.test(name)) ?? -1;
  const backwards =
    index < 0 ? undefined : rows.find(({ fields }) => /^(true|1)$/i.test(fields[index] ?? ''));
  if (backwards)
    throw pathFault(
      file,
      'Reversed: from here on it is to be driven backwards; followPath drives forwards; write false',
      backwards.line,
    );
}

// What was read ----------------------------------------------------------------------------------------------

function sayingOf(
  { pair, speed, aside, tangents, unused, metric }: TableLayout,
  { names, decimalComma }: Table,
  count: number,
): string {
  const [x, y] = pair;
  const isOnEarth = x.role === 'latitude';
  const parts = [`${x.name}, ${y.name}`];
  if (!names)
    parts[0] =
      x.factor === undefined
        ? 'two columns without names, taken as x and y in metres'
        : 'a trajectory: timestamp tx ty tz qx qy qz qw';
  else if (x.factor === undefined && !isOnEarth) parts[0] += metric ? ', in metres' : ', taken as metres';
  if (isOnEarth || x.role === 'east') parts.push('as metres round its first point, x to the east');
  if (tangents) parts.push(`a curve through ${count} waypoints by their tangents`);
  if (speed)
    parts.push(
      `${speed.name}${aside ? `, ${aside.name}` : ''} as a speed limit${speed.factor === undefined ? ' in m/s' : ''}`,
    );
  if (decimalComma) parts.push('with decimal commas');
  if (unused.length > 0 && names)
    parts.push(`not used: ${unused.slice(0, 6).join(', ')}${unused.length > 6 ? ' …' : ''}`);
  return parts.join('; ');
}
