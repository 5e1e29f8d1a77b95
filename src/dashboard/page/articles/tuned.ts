/** The numbers of the running scene that an article's sentence names: `mass`, `wander.radius@calm`. */
import type { Tunable } from '../../../signals/view.js';

/**
 * All numbers of that name, of all robots or of one: `label@group`. A label's parts are parted by dots, since a link holds
 * no spaces.
 */
export function numbersNamed(name: string, tunables: readonly Tunable[]): readonly Tunable[] {
  const [path = '', group] = name.split('@');
  const label = path.replaceAll('.', ' · ');
  return tunables.filter((one) => one.label === label && (group === undefined || one.group === group));
}
