/** Which columns of a table a path is made of. */
import { type ColumnRole, columnOf, isUnitField, type PathColumn } from './columns.js';
import { pathFault } from './found.js';
import { countOf, MAX_COLUMNS, numberIn, type Table, type TableRow } from './table.js';

/** The two columns that a place is made of. */
const PAIRS: readonly (readonly [ColumnRole, ColumnRole])[] = [
  ['x', 'y'],
  ['east', 'north'],
  ['latitude', 'longitude'],
];

const EXAMPLE =
  'name the columns in the first line, such as x_m,y_m, or lat,lon for degrees; others by any name';

/** A column of this table. */
export interface UsedColumn extends PathColumn {
  readonly index: number;
  readonly name: string;
}

export interface TableLayout {
  readonly pair: readonly [UsedColumn, UsedColumn];
  readonly speed?: UsedColumn | undefined;
  /** The part of the speed across it. */
  readonly aside?: UsedColumn | undefined;
  readonly tangents?: readonly [UsedColumn, UsedColumn] | undefined;
  readonly unused: readonly string[];
  /** Whether the numbers have a unit, or are of a format that means metres. */
  readonly metric: boolean;
}

/** Whether a line names the two columns of a place. */
export const namesPlaces = (fields: readonly string[]): boolean => {
  const roles = fields.map((field) => columnOf(field)?.role);
  return PAIRS.some(([one, other]) => roles.includes(one) && roles.includes(other));
};

/** Whether a line says the units of the columns above it. */
export const saysUnits = (fields: readonly string[]): boolean =>
  fields.filter(isUnitField).length >= 2 && fields.every((field) => field.length < 12);

/** @throws FileError where it cannot be known */
export function layoutOf(table: Table, file: string): TableLayout {
  const { names, rows, units } = table;
  if (!names) return unnamed(rows, file);
  const columns = names.fields.flatMap((name, index): UsedColumn[] => {
    const column = columnOf(name, units?.fields[index]);
    return column ? [{ ...column, index, name }] : [];
  });
  const refuse = (message: string) => pathFault(file, message, names.line);
  const foreign = foreignFrame(names.fields);
  if (foreign !== undefined) throw refuse(foreign);
  const has = (role: ColumnRole) => columns.some((column) => column.role === role);
  const pair = PAIRS.find((roles) => roles.every(has));
  if (!pair) throw refuse(noPair(names, columns));
  const only = (role: ColumnRole) => theColumn(columns, role, refuse);
  const [x, y] = [only(pair[0]), only(pair[1])];
  if ((x.factor === undefined) !== (y.factor === undefined) && pair[0] !== 'latitude')
    throw refuse(
      `'${x.name}' and '${y.name}': only one of them says its unit; name it for both, such as x_mm,y_mm`,
    );
  mustFit(table, file);
  const speed = has('speed') ? limitColumn(only('speed'), x, names, refuse) : undefined;
  const aside = speed && has('speedAside') ? { ...only('speedAside'), factor: speed.factor } : undefined;
  const inUnit = (column: UsedColumn) => ({ ...column, factor: column.factor ?? x.factor });
  const tangents =
    has('tangentX') && has('tangentY')
      ? ([inUnit(only('tangentX')), inUnit(only('tangentY'))] as const)
      : undefined;
  const taken = new Set([x, y, speed, aside, ...(tangents ?? [])].map((column) => column?.index));
  const unused = names.fields.filter((name, index) => !taken.has(index) && name !== '' && name !== '-');
  return { pair: [x, y], speed, aside, tangents, unused, metric: isMetric(names.fields, x) };
}

/** Surveys have eastings in metres; ROS' and TUM's poses, which have a quaternion, are in metres. */
const isMetric = (names: readonly string[], x: UsedColumn): boolean =>
  x.factor !== undefined ||
  x.role !== 'x' ||
  names.some((name) => /(^|[._/ ])q[wz]$|orientation/i.test(name));

/** A frame whose x is not to the east, or not on the floor: what to write instead. */
function foreignFrame(names: readonly string[]): string | undefined {
  if (!names.some((name) => /^(ref_lat|ref_lon|xy_global|xy_valid)$/i.test(name))) return undefined;
  return "this is PX4's local position, whose x is to the north and y to the east; rename x to north and y to east";
}

function noPair({ fields }: TableRow, columns: readonly UsedColumn[]): string {
  const list = fields.slice(0, 12).map((name) => `'${name.slice(0, 40)}'`);
  const half = columns.find(({ role }) => PAIRS.some((pair) => pair.includes(role)));
  const found = half
    ? `there is no column beside '${half.name}' for the other coordinate`
    : 'no two columns are named x and y';
  return `${found} (found: ${list.join(', ')}); ${EXAMPLE}, without lines above it that are no remarks (#)`;
}

type Refuse = (message: string) => Error;

function theColumn(columns: readonly UsedColumn[], role: ColumnRole, refuse: Refuse): UsedColumn {
  const [one, ...others] = exactFirst(columns.filter((column) => column.role === role));
  if (!one) throw refuse(`there is no column '${role}'`);
  if (others.length > 0)
    throw refuse(
      `'${one.name}' and '${others[0]?.name}' could both be ${role}; rename the one that is not driven, such as to '-'`,
    );
  if (one.strange === undefined) return one;
  const wanted = role === 'speed' ? 'm/s, km/h, mm/s or ft/s' : 'm, cm, mm, in or ft';
  throw refuse(
    `'${one.name}': ${role} in '${one.strange}' cannot be converted; ${wanted} is wanted, as in x_mm and v_kmh; or rename the column to '-'`,
  );
}

/** A speed without a unit is in metres a second beside metres; of Autoware's waypoints (`change_flag`) in km/h. */
function limitColumn(speed: UsedColumn, x: UsedColumn, { fields }: TableRow, refuse: Refuse): UsedColumn {
  if (speed.factor !== undefined) return speed;
  if (fields.some((name) => /^change_?flag$/i.test(name)))
    return { ...speed, name: `${speed.name} (km/h)`, factor: 1 / 3.6 };
  if (x.factor !== undefined && x.factor !== 1)
    throw refuse(
      `'${speed.name}' says no unit, and '${x.name}' is not in metres; name both, such as x_mm,y_mm,v_mmps`,
    );
  return speed;
}

/** Every line has a value for each name, or the values stand below the wrong names. */
function mustFit({ names, rows, separator }: Table, file: string): void {
  const count = names?.fields.length ?? 0;
  const long = rows.find((row) => countOf(row) > count);
  const why =
    'name every column once, without spaces in a name; write numbers with a decimal point, or separate the columns by semicolons';
  if (long) throw pathFault(file, `${countOf(long)} values stand below ${count} names; ${why}`, long.line);
  const [first] = rows;
  const isShort =
    separator === ' '
      ? rows.some(({ fields }) => fields.length < count)
      : rows.every(({ fields }) => fields.length < count);
  if (first && isShort)
    throw pathFault(file, `${first.fields.length} values stand below ${count} names; ${why}`, first.line);
}

/** A column that is called just x goes before `pose.position.x`, and does without asking. */
function exactFirst(columns: readonly UsedColumn[]): readonly UsedColumn[] {
  const plain = columns.filter(({ name, role }) => new RegExp(`^${role}([^a-z]|$)`, 'i').test(name));
  return plain.length === 1 ? plain : columns;
}

const plainColumn = (role: ColumnRole, index: number): UsedColumn => ({
  role,
  index,
  name: role,
  factor: undefined,
});

/** Two columns are x and y in metres; eight may be those of a trajectory of TUM's tools. */
function unnamed(rows: readonly TableRow[], file: string): TableLayout {
  const [first] = rows;
  if (!first) throw pathFault(file, `the path is empty; at least two points are wanted: x_m,y_m`);
  if (countOf(first) <= 2)
    return { pair: [plainColumn('x', 0), plainColumn('y', 1)], unused: [], metric: false };
  if (rows.every(isStamped))
    return {
      pair: [
        { ...plainColumn('x', 1), name: 'tx', factor: 1 },
        { ...plainColumn('y', 2), name: 'ty', factor: 1 },
      ],
      unused: ['timestamp', 'tz', 'qx', 'qy', 'qz', 'qw'],
      metric: true,
    };
  const count = countOf(first) < MAX_COLUMNS ? `${countOf(first)}` : `${MAX_COLUMNS} and more`;
  throw pathFault(
    file,
    `${count} columns without names: which are x and y is not known; ${EXAMPLE}`,
    first.line,
  );
}

/** `timestamp tx ty tz qx qy qz qw`, with a unit quaternion. Source: TUM RGB-D benchmark, file formats. */
function isStamped({ fields }: TableRow): boolean {
  const [, , , , ...turn] = fields.map((field) => numberIn(field, false));
  return fields.length === 8 && Math.abs(Math.hypot(...turn) - 1) < 0.02;
}
