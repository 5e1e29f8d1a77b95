/** Reads and rewrites plain values from a parser without trusting their shape. */

export type KeyPath = readonly PropertyKey[];

/** An own field of a map or an item of a list; undefined if it is missing. */
export const fieldOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;

export const valueAt = (root: unknown, path: KeyPath): unknown => path.reduce(fieldOf, root);

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A copy of `root` with `value` at `path`; missing maps on the way are created, and an item after a list's last. */
export function withValue(root: unknown, path: KeyPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = withValue(fieldOf(root, key), rest, value);
  if (Array.isArray(root) || (root === undefined && key === 0)) {
    const items: readonly unknown[] = root ?? [];
    return Number(key) === items.length ? [...items, inner] : items.with(Number(key), inner);
  }
  return { ...(isRecord(root) ? root : {}), [key]: inner };
}

/** The first thing in a value that JSON cannot hold: `a Map`; undefined where all of it can be written and read again. */
export function notPlain(value: unknown): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  const kind: unknown = Object.getPrototypeOf(value)?.constructor;
  if (!Array.isArray(value) && kind !== Object && kind !== undefined)
    return `a ${(kind as { name: string }).name}`;
  for (const part of Object.values(value)) {
    const found = part === undefined ? undefined : notPlain(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same value, all of it frozen. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
