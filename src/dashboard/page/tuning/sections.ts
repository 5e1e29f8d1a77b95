/** The tunable numbers in the order of the panel: by robot or mission, then behaviors first and the body last. */
import type { SceneView, Tunable, TunableSection } from '../../../signals/view.js';

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
