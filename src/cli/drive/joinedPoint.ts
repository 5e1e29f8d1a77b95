/** `--arrive 1 2` means `--arrive 1,2`: the shell has split what belongs together. */
import { UsageError } from '../../validation/errors.js';

interface PointOptions {
  readonly seek?: string;
  readonly arrive?: string;
}

/** A coordinate begins so; the name of a robot, or of its file, does not. */
const isCoordinate = (text: string): boolean => /^[-+]?\.?\d/.test(text);

/**
 * The robot, and the options with their point whole.
 *
 * @param first the first argument that is no option. @param more all others
 * @throws UsageError for arguments that belong to no point
 */
export function joinedPoint<T extends PointOptions>(
  first: string,
  more: readonly string[],
  options: T,
): T & { readonly robot: string } {
  if (more.length === 0) return { ...options, robot: first };
  const half = (['seek', 'arrive'] as const).find((key) => /^[^,]+$/.test(options[key] ?? ''));
  const [second = '', ...others] = isCoordinate(first) ? [first, ...more.slice(1)] : more;
  const robot = isCoordinate(first) ? (more[0] ?? '') : first;
  if (half === undefined || others.length > 0 || !isCoordinate(second))
    throw new UsageError(`too many arguments for 'drive': '${more.join("', '")}'; it drives one robot`);
  return { ...options, robot, [half]: `${options[half]},${second}` };
}
