/** Units that a file says in a remark only. */
const REMARK = /^\s*(#|%|\/\/)/;
const UNIT_WORD = /\b(mm|cm|ft|inch|inches|feet|foot|millimet(?:er|re)s?|centimet(?:er|re)s?|pixels?|px)\b/i;

/**
 * The first remark that says a unit, unless it names the columns.
 *
 * @returns its line, from 1; undefined without such a remark
 */
export function remarkWithUnit(text: string): number | undefined {
  const lines = text.split(/\r\n|\n|\r/, 50);
  const found = lines.findIndex(
    (line) => REMARK.test(line) && UNIT_WORD.test(line) && !/^\W*(x|y)\b/i.test(line),
  );
  return found < 0 ? undefined : found + 1;
}
