/** Where two values of plain data differ. */
import { isRecord } from './values.js';

export interface Difference {
  /** `estimate.pose.x`; empty for the whole value. */
  readonly path: string;
  readonly recorded: unknown;
  readonly made: unknown;
}

/** Numbers are the same if their bits are: 0 differs from −0. */
export function firstDifference(recorded: unknown, made: unknown): Difference | undefined {
  return isSame(recorded, made) ? undefined : within(recorded, made, '');
}

/** The quick test: most values are the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isSame(a[i], b[i])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  for (const key in a) if (!isSame(a[key as never], b[key as never])) return false;
  for (const key in b) if (!(key in a) && b[key as never] !== undefined) return false;
  return true;
}

function within(recorded: unknown, made: unknown, path: string): Difference {
  const isList = Array.isArray(recorded) && Array.isArray(made);
  if (!isList && !(isRecord(recorded) && isRecord(made))) return { path, recorded, made };
  const keys = new Set([...Object.keys(recorded), ...Object.keys(made)]);
  const key = [...keys].find((key) => !isSame(recorded[key as never], made[key as never])) ?? '';
  return within(recorded[key as never], made[key as never], path === '' ? key : `${path}.${key}`);
}
