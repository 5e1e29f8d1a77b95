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
