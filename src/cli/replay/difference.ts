/** Where two plain values differ first, in the order of their fields. */
import { isRecord } from '../../values.js';

export interface Difference {
  /** `estimate.pose.x`; empty for the whole. */
  readonly path: string;
  readonly recorded: unknown;
  readonly made: unknown;
}

/** Numbers are the same if their bits are: 0 is not −0. */
export function firstDifference(recorded: unknown, made: unknown, path = ''): Difference | undefined {
  if (Object.is(recorded, made)) return undefined;
  const here = { path, recorded, made };
  if (Array.isArray(recorded) && Array.isArray(made)) {
    const longer = Math.max(recorded.length, made.length);
    return among(
      Array.from({ length: longer }, (_, i) => i),
      recorded,
      made,
      path,
    );
  }
  if (!isRecord(recorded) || !isRecord(made)) return here;
  return among([...new Set([...Object.keys(recorded), ...Object.keys(made)])], recorded, made, path);
}

function among(
  keys: readonly (string | number)[],
  recorded: object,
  made: object,
  path: string,
): Difference | undefined {
  for (const key of keys) {
    const way = path === '' ? String(key) : `${path}.${key}`;
    const found = firstDifference(recorded[key as never], made[key as never], way);
    if (found) return found;
  }
  return undefined;
}
