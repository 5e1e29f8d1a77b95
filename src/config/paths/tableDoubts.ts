/** What stands in a table beside its numbers, and contradicts how they would be read. */
import type { Meters } from '../../math/units.js';
import { columnOf } from './columns.js';
import { pathFault } from './found.js';
import { remarkWithUnit } from './remarks.js';
import type { Table, TableRow } from './table.js';

const EXAMPLE_UNITS = 'x_mm,y_mm or x_ft,y_ft, or x_m,y_m if they are metres';

/** @param unit that somebody has said. @throws FileError */
export function refuseDoubtful(text: string, table: Table, file: string, unit: Meters | undefined): void {
  const { names, rows, separator, decimalComma } = table;
  const says = names?.fields.some((name) => columnOf(name)?.factor !== undefined);
  const remark = remarkWithUnit(text);
  if (!says && unit === undefined && remark !== undefined)
    throw pathFault(
      file,
      `this remark says a unit, and the columns do not; name it there: ${EXAMPLE_UNITS}`,
      remark,
    );
  const side = rows.find(({ fields }) => fields.some((field) => /^[SW]$/i.test(field)));
  if (side && names?.fields.some((name) => columnOf(name)?.role === 'latitude'))
    throw pathFault(
      file,
      'S or W stands in a column of its own; write these latitudes and longitudes with a minus, and leave that column out',
      side.line,
    );
  if (separator === ';' && isThousands(rows, decimalComma ? ',' : '\\.'))
    throw pathFault(
      file,
      "numbers that could have a spreadsheet's thousands (1.234 or 1,234); write them without that sign, or as decimals: 1.2340",
      rows[0]?.line,
    );
  mustBeOne(table, file);
}

/** Every dot, or comma, stands before three digits and behind none that is 0, beside whole numbers of hundreds. */
function isThousands(rows: readonly TableRow[], sign: string): boolean {
  const fields = rows.slice(0, 1000).flatMap((row) => row.fields);
  const parted = fields.filter((field) => new RegExp(`^[+-]?\\d+${sign}\\d+$`).test(field));
  const grouped = new RegExp(`^[+-]?[1-9]\\d{0,2}${sign}\\d{3}$`);
  return (
    parted.length > 0 &&
    parted.every((field) => grouped.test(field)) &&
    fields.some((field) => /^[+-]?\d{3}$/.test(field))
  );
}

/** Columns that say whose a line is. */
const WHOSE = /^(robot|vehicle|agent|object|frame_id|child_frame_id|track_id|robot_id|vehicle_id)$/i;

/** Lines of several robots, one after the other, are no path. */
function mustBeOne({ names, rows }: Table, file: string): void {
  for (const [index, name] of names?.fields.entries() ?? []) {
    const whose = rows[0]?.fields[index];
    const other = WHOSE.test(name) ? rows.find(({ fields }) => fields[index] !== whose) : undefined;
    if (other)
      throw pathFault(
        file,
        `'${name}' is ${whose} and ${other.fields[index]}: leave the lines of one of them in the file`,
        other.line,
      );
  }
}
