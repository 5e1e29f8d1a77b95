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

/**
 * What a formula of such numbers is now, in SI units: `speed^2*mass/force/2`; undefined without all of its numbers. From left to
 * right; of several numbers of a name the first.
 */
export function calculated(formula: string, tunables: readonly Tunable[]): number | undefined {
  let value = 1;
  for (const [, sign = '*', name = '', power = '1'] of formula.matchAll(/([*/]?)([^*/^]+)(?:\^(\d+))?/g)) {
    const factor = /^[\d.]+$/.test(name) ? Number(name) : numbersNamed(name, tunables)[0]?.value;
    if (factor === undefined) return undefined;
    value *= (sign === '/' ? 1 / factor : factor) ** Number(power);
  }
  return value;
}
