/** What a study compares: a scenario as it is, or with another mission or other values. */
import type { Setting } from '../../sim/scenario/vary.js';
import type { LimitOptions } from '../config/robot/limitOptions.js';

export interface Variant {
  /** A name or the path of a file. */
  readonly scenario: string;
  /** The path of the file whose mission every robot gets instead of its own. */
  readonly mission?: string;
  readonly settings: readonly Setting[];
}

/** The runs of a study for one seed: one for each variant. */
export interface StudyWork {
  readonly variants: readonly Variant[];
  /** The name or the file of the robot that replaces the scenarios' robots. */
  readonly robot?: string;
  /** Of every robot, instead of its own; as the user wrote them. */
  readonly limits?: LimitOptions;
  /** The file of the user's own behaviors. */
  readonly behaviors?: string;
}

/** Beyond it nobody reads the table. */
export const MAX_VARIANTS = 200;

export interface Grid {
  readonly scenarios: readonly string[];
  readonly missions: readonly string[];
  readonly sweeps: readonly KeySweep[];
}

/** `--set KEY=VALUES`: the values that a key takes. */
export interface KeySweep {
  readonly key: string;
  readonly values: readonly unknown[];
}

/** Every scenario with every mission and every combination of values; the last sweep changes fastest. */
export function variantsOf({ scenarios, missions, sweeps }: Grid): Variant[] {
  const settings = sweeps.reduce<readonly (readonly Setting[])[]>(
    (grid, { key, values }) => grid.flatMap((row) => values.map((value) => [...row, { key, value }])),
    [[]],
  );
  const chosen: readonly Pick<Variant, 'mission'>[] =
    missions.length === 0 ? [{}] : missions.map((mission) => ({ mission }));
  return scenarios.flatMap((scenario) =>
    chosen.flatMap((mission) => settings.map((set) => ({ scenario, ...mission, settings: set }))),
  );
}

/** What distinguishes a variant, as its table says it: `slalom, slowingRadius = 0.2`. */
export function labelOf({ scenario, mission, settings }: Variant): string {
  const words = settings.map(({ key }) => lastWord(key));
  const isClear = new Set(words).size === words.length;
  const values = settings.map(({ key, value }, i) => `${isClear ? words[i] : key} = ${valueText(value)}`);
  return [scenario, ...(mission === undefined ? [] : [mission]), ...values].join(', ');
}

/** Labels of variants beside each other: what all have in common is left out. */
export function labelsOf(variants: readonly Variant[]): string[] {
  const isOne = new Set(variants.map(({ scenario }) => scenario)).size === 1;
  return variants.map((variant) => {
    const { scenario, mission, settings } = variant;
    const says = mission !== undefined || settings.length > 0;
    return isOne && says ? labelOf(variant).slice(scenario.length + 2) : labelOf(variant);
  });
}

const lastWord = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
