/** A path as a table: columns by name and unit, in any order, with others among them. */
import type { Vec2 } from '../../math/geometry.js';
import { FileError, type FileFault, inOrder, placedFault } from '../../validation/errors.js';
import { type Column, columnOf, isUnitField, type Role } from './columns.js';
import { throughTangents } from './curves.js';
import { localMeters, placeFault } from './earth.js';
import { type FoundPath, MAX_POINTS, type PathPoint, pathFault } from './found.js';
import { IMPLAUSIBLE_SPEED, limitsOf } from './speeds.js';
import { MAX_COLUMNS, numberIn, type Row, type Table, tableOf } from './table.js';

const MAX_FAULTS = 20;

/** The two columns that a place is made of. */
const PAIRS: readonly (readonly [Role, Role])[] = [
  ['x', 'y'],
  ['east', 'north'],
  ['latitude', 'longitude'],
];

const EXAMPLE = 'name the columns in the first line, such as x_m,y_m; others by any name';

/** A column of this table. */
interface Used extends Column {
  readonly index: number;
  readonly name: string;
}

interface Layout {
  readonly pair: readonly [Used, Used];
  readonly speed?: Used | undefined;
  readonly tangents?: readonly [Used, Used] | undefined;
  readonly unused: readonly string[];
}

/** @throws FileError with the problems of the table, at most twenty and how many more there are */
export function tablePath(text: string, file: string): FoundPath {
  const table = tableOf(
    text,
    namesPlaces,
    (fields) =>
      fields.some((field) => isUnitField(field)) &&
      fields.every((field) => field === '' || field === '-' || isUnitField(field)),
  );
  const layout = layoutOf(table, file);
  const faults = new Faults(file, table);
  const places = faults.columns(layout.pair);
  const speeds = layout.speed && faults.columns([layout.speed]).map(([speed]) => speed as number);
  faults.throwIfAny();
  const isOnEarth = layout.pair[0].role === 'latitude';
  if (isOnEarth) faults.earth(places);
  const points = pointsOf(layout, places);
  const limits = speeds && limitsIn(speeds, layout.speed as Used, { file, rows: table.rows });
  const curve = layout.tangents && curveOf(points, faults.columns(layout.tangents), file);
  faults.throwIfAny();
  reversals(table, file);
  return {
    points:
      curve ??
      points.map((point, i): PathPoint => (limits ? { ...point, speed: limits[i] as number } : point)),
    from: sayingOf(layout, table, points.length),
    // PathWeaver's are always in metres.
    metric: isOnEarth || curve !== undefined || layout.pair[0].factor !== undefined,
  };
}

const namesPlaces = (fields: readonly string[]): boolean => {
  const roles = fields.map((field) => columnOf(field)?.role);
  return PAIRS.some(([one, other]) => roles.includes(one) && roles.includes(other));
};

// Which column is what ---------------------------------------------------------------------------------------

function layoutOf(table: Table, file: string): Layout {
  const { names, rows, units } = table;
  const [first] = rows;
  if (!names) return unnamed(rows, file);
  const columns = names.fields.flatMap((name, index): Used[] => {
    const column = columnOf(name, units?.fields[index]);
    return column ? [{ ...column, index, name }] : [];
  });
  const refuse = (message: string) => pathFault(file, message, names.line);
  const pair = PAIRS.find(([one, other]) =>
    [one, other].every((role) => columns.some((column) => column.role === role)),
  );
  const list = names.fields
    .slice(0, 12)
    .map((name) => `'${name}'`)
    .join(', ');
  if (!pair) {
    const half = columns.find(({ role }) => role !== 'speed');
    throw refuse(
      `${half ? `there is no column beside '${half.name}' for the other coordinate` : 'no two columns are named x and y'} (found: ${list}); ${EXAMPLE}`,
    );
  }
  const only = (role: Role): Used => {
    const [one, ...others] = exactFirst(columns.filter((column) => column.role === role));
    if (!one) throw refuse(`no column '${role}'`);
    if (others.length > 0)
      throw refuse(
        `'${one.name}' and '${others[0]?.name}' could both be ${role}; rename the one that is not driven, such as to '-'`,
      );
    if (one.strange !== undefined)
      throw refuse(
        `'${one.name}': ${role} in '${one.strange}' cannot be converted; m, cm, mm, in or ft is wanted${role === 'speed' ? ' per second' : ''}, as in x_mm`,
      );
    return one;
  };
  const used = [only(pair[0]), only(pair[1])] as const;
  const [x, y] = used;
  if ((x.factor === undefined) !== (y.factor === undefined) && pair[0] !== 'latitude')
    throw refuse(
      `'${x.name}' and '${y.name}': only one of them says its unit; name it for both, such as x_mm,y_mm`,
    );
  if (first && first.fields.length > names.fields.length)
    throw pathFault(
      file,
      `${first.fields.length} values stand below ${names.fields.length} names; name every column, or write numbers with a decimal point, or separate the columns by semicolons`,
      first.line,
    );
  const has = (role: Role) => columns.some((column) => column.role === role);
  const speed = has('speed') ? only('speed') : undefined;
  if (speed && speed.factor === undefined && x.factor !== undefined && x.factor !== 1)
    throw refuse(
      `'${speed.name}' says no unit, and '${x.name}' is not in metres; name both, such as x_mm,y_mm,v_mmps`,
    );
  const tangents =
    has('tangentX') && has('tangentY') ? ([only('tangentX'), only('tangentY')] as const) : undefined;
  const taken = new Set([...used, speed, ...(tangents ?? [])].map((column) => column?.index));
  const unused = names.fields.filter((name, index) => !taken.has(index) && name !== '' && name !== '-');
  return { pair: used, speed, tangents, unused };
}

/** A column that is called just x goes before `pose.position.x`, and does without asking. */
function exactFirst(columns: readonly Used[]): readonly Used[] {
  const plain = columns.filter(({ name, role }) => new RegExp(`^${role}([^a-z]|$)`, 'i').test(name));
  return plain.length === 1 ? plain : columns;
}

const plainColumn = (role: Role, index: number): Used => ({ role, index, name: role, factor: undefined });

/** Two columns are x and y in metres; eight may be those of a trajectory of TUM's tools. */
function unnamed(rows: readonly Row[], file: string): Layout {
  const [first] = rows;
  if (!first) throw pathFault(file, `the path is empty; at least two points are wanted: x_m,y_m`);
  if (first.fields.length <= 2) return { pair: [plainColumn('x', 0), plainColumn('y', 1)], unused: [] };
  if (rows.every(isStamped))
    return {
      pair: [
        { ...plainColumn('x', 1), name: 'tx', factor: 1 },
        { ...plainColumn('y', 2), name: 'ty', factor: 1 },
      ],
      unused: ['timestamp', 'tz', 'qx', 'qy', 'qz', 'qw'],
    };
  const count = first.fields.length < MAX_COLUMNS ? `${first.fields.length}` : `${MAX_COLUMNS} and more`;
  throw pathFault(
    file,
    `${count} columns without names: which are x and y is not known; ${EXAMPLE}`,
    first.line,
  );
}

/** `timestamp tx ty tz qx qy qz qw`, with a unit quaternion. Source: TUM RGB-D benchmark, file formats. */
function isStamped({ fields }: Row): boolean {
  const [, , , , ...turn] = fields.map((field) => numberIn(field, false));
  return fields.length === 8 && Math.abs(Math.hypot(...turn) - 1) < 0.02;
}

// Numbers ----------------------------------------------------------------------------------------------------

/** The first of the faults: ten megabytes may have one in each line. */
class Faults {
  readonly #file: string;
  readonly #table: Table;
  readonly #kept: FileFault[] = [];
  #more = 0;

  constructor(file: string, table: Table) {
    this.#file = file;
    this.#table = table;
    if (table.rows.length > MAX_POINTS)
      this.#add(
        table.rows[MAX_POINTS] as Row,
        `the path has more than ${MAX_POINTS} points; this is the first too many; simplify the path`,
      );
  }

  /** The numbers of some columns, row by row, in SI units. */
  columns(columns: readonly Used[]): number[][] {
    return this.#table.rows
      .slice(0, MAX_POINTS)
      .map((row) => columns.map((column) => this.#number(row, column)));
  }

  earth(places: readonly (readonly number[])[]): void {
    for (const [i, [latitude = 0, longitude = 0]] of places.entries()) {
      const fault = placeFault({ latitude, longitude });
      if (fault) this.#add(this.#table.rows[i] as Row, fault);
    }
  }

  throwIfAny(): void {
    const last = this.#kept.at(-1);
    if (!last) return;
    const more =
      this.#more > 0 ? [placedFault(this.#file, last.line, last.col, `and ${this.#more} more`)] : [];
    throw new FileError([...inOrder(this.#kept), ...more]);
  }

  #number(row: Row, { index, name, role, factor = 1 }: Used): number {
    const { decimalComma, names } = this.#table;
    const field = row.fields[index];
    const value = numberIn(field ?? '', decimalComma) * factor;
    if (!names && row.fields.length !== 2 && row.fields.length !== 8) return this.#columnCount(row);
    if (Number.isFinite(value)) return value;
    const found =
      field === undefined || field === ''
        ? `${name} is missing`
        : `${name} '${field.slice(0, 40)}' is not a finite number`;
    return this.#add(
      row,
      `${found}; ${factor === 1 && role !== 'latitude' && role !== 'longitude' ? 'a number of metres' : 'a number'} is wanted`,
      index,
    );
  }

  #columnCount(row: Row): number {
    const count = row.fields.length;
    const few = count === 1 ? '1 column is' : `${count} columns are`;
    const found = count < MAX_COLUMNS ? few : `${MAX_COLUMNS} columns and more are`;
    return this.#add(row, `${found} found; two are wanted: x_m,y_m`, 2, true);
  }

  /** @param once each row at most once */
  #add(row: Row, message: string, index = 0, once = false): number {
    if (once && this.#kept.at(-1)?.line === row.line) return Number.NaN;
    if (this.#kept.length < MAX_FAULTS)
      this.#kept.push(placedFault(this.#file, row.line, row.at(index), message));
    else this.#more += 1;
    return Number.NaN;
  }
}

function pointsOf({ pair }: Layout, places: readonly (readonly number[])[]): readonly Vec2[] {
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
  { name, factor }: Used,
  { file, rows }: { readonly file: string; readonly rows: readonly Row[] },
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
  { pair, speed, tangents, unused }: Layout,
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
  else if (x.factor === undefined && !isOnEarth) parts[0] += ', taken as metres';
  if (isOnEarth || x.role === 'east') parts.push('as metres round its first point, x to the east');
  if (tangents) parts.push(`a curve through ${count} waypoints by their tangents`);
  if (speed) parts.push(`${speed.name} as a speed limit${speed.factor === undefined ? ' in m/s' : ''}`);
  if (decimalComma) parts.push('with decimal commas');
  if (unused.length > 0 && names)
    parts.push(`not used: ${unused.slice(0, 6).join(', ')}${unused.length > 6 ? ' …' : ''}`);
  return parts.join('; ');
}
