/** The tunable numbers in the order of the panel: by robot or mission, then behaviors first and the body last. */
import type { SceneView, Tunable, TunableSection } from '../../../signals/view.js';
import { formatInput } from '../format.js';

export const SECTION_TITLES: Readonly<Record<TunableSection, string>> = {
  behavior: 'Behavior',
  limits: 'Limits',
  control: 'Control',
  body: 'Body',
};

const SECTIONS = Object.keys(SECTION_TITLES) as TunableSection[];

export interface TuningSection {
  readonly section: TunableSection;
  readonly tunables: readonly Tunable[];
}

export interface TuningGroup {
  readonly group: string;
  /** Its robot is a ghost. */
  readonly ghost: boolean;
  readonly sections: readonly TuningSection[];
}

/** Without empty sections. Old recordings tell no section: then all is in one. */
export function tuningGroups({ tunables, robots }: Pick<SceneView, 'tunables' | 'robots'>): TuningGroup[] {
  const names = [...new Set(tunables.map(({ group }) => group))];
  return names.map((group) => {
    const own = tunables.filter((one) => one.group === group);
    const sections = SECTIONS.map((section) => ({
      section,
      tunables: own.filter((one) => (one.section ?? 'limits') === section),
    }));
    return {
      group,
      ghost: robots.some(({ id, ghost }) => id === group && ghost),
      sections: sections.filter((one) => one.tunables.length > 0),
    };
  });
}

/** Smaller differences come from rounding. */
const TOLERANCE = 1e-9;

export const isChanged = ({ value, initial = value }: Tunable): boolean =>
  Math.abs(value - initial) > TOLERANCE * Math.max(1, Math.abs(initial));

/**
 * The changed numbers, last first: robots that are the same again become one group, and the groups behind it get
 * other numbers in their ids.
 */
export const changedTunables = (tunables: readonly Tunable[]): readonly Tunable[] =>
  tunables.filter(isChanged).toReversed();

/** A smaller value is shown in the smaller unit. */
const SMALL = 0.1;
const SMALL_UNITS: Readonly<Record<string, string>> = { m: 'mm', s: 'ms', 'm/s': 'mm/s' };

export interface DisplayUnit {
  readonly unit: string;
  /** Shown values are SI values times this. */
  readonly factor: number;
}

/** It goes by the value before tuning, so that the unit stays while the value changes. */
export function displayUnit({ unit, value, initial = value }: Tunable): DisplayUnit {
  if (unit === 'rad') return { unit: '°', factor: 180 / Math.PI };
  const small = SMALL_UNITS[unit];
  const isSmall = initial !== 0 && Math.abs(initial) < SMALL;
  return small && isSmall ? { unit: small, factor: 1000 } : { unit, factor: 1 };
}

const SIGNIFICANT_DIGITS = 12;

/** Without the noise of the multiplication: 70, not 70.00000000000001. */
const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));

/** The same number in its shown unit. */
export function inShownUnit(
  tunable: Tunable,
): Tunable & { readonly initial: number; readonly factor: number } {
  const { unit, factor } = displayUnit(tunable);
  const { value, min, max, initial = value } = tunable;
  const scaled = (si: number): number => rounded(si * factor);
  return {
    ...{ ...tunable, unit, factor },
    ...{ value: scaled(value), min: scaled(min), max: scaled(max), initial: scaled(initial) },
  };
}

/** A shown value in SI. */
export const inSi = (value: number, factor: number): number => rounded(value / factor);

/** Empty for a value inside the range. */
export function clampNote(to: number, { min, max }: Pick<Tunable, 'min' | 'max'>): string {
  if (to >= min && to <= max) return '';
  const end = to < min ? `at least ${formatInput(min)}` : `at most ${formatInput(max)}`;
  return `${formatInput(to)} is out of range: ${end}.`;
}
