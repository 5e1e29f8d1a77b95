/** Names for all functions of a file that stay the same when lines move. */

/** A function, by its offsets in the text. The whole file is one, too. */
export interface FunctionPlace {
  /** Empty for a function without a name. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** V8's function for the fields of a class: it spans the methods between them, and does not surround them. */
const SETS_FIELDS = /^<\w+_initializer>$/;

/** A function that surrounds others. */
interface Outer {
  readonly end: number;
  /** What the names of the functions in it begin with. */
  readonly prefix: string;
}

/**
 * `lasting > unnamed 2` is the second function without a name in `lasting`; the second `tick` at the same level, as in
 * another class, is `tick 2`. The whole file is `module`.
 *
 * @param places by an id of the caller's choice, which the names have, too
 */
export function namesOf(places: ReadonlyMap<string, FunctionPlace>): Map<string, string> {
  const names = new Map<string, string>();
  const times = new Map<string, number>();
  let around: Outer[] = [];
  const fromOutside = [...places].sort(([, a], [, b]) => a.start - b.start || b.end - a.end);
  for (const [id, { name, start, end }] of fromOutside) {
    around = around.filter((outer) => outer.end > start);
    const outer = around.at(-1);
    const plain = outer ? `${outer.prefix}${name || 'unnamed'}` : 'module';
    const time = (times.get(plain) ?? 0) + 1;
    times.set(plain, time);
    const full = time === 1 ? plain : `${plain} ${time}`;
    names.set(id, full);
    if (!SETS_FIELDS.test(name)) around.push({ end, prefix: outer ? `${full} > ` : '' });
  }
  return names;
}
