/** The figures of a run: how each is made of the robots' own, its unit, its meaning, and how it is written. */
import { formatMetric, type RobotResult } from '../../sim/referee/result.js';
import type { Column } from './tables/table.js';

type Reduce = (values: readonly number[]) => number;
const largest: Reduce = (values) => values.reduce((a, b) => Math.max(a, b));
const smallest: Reduce = (values) => values.reduce((a, b) => Math.min(a, b));
const sum: Reduce = (values) => values.reduce((a, b) => a + b);

interface FigureRule {
  readonly of: (robot: RobotResult) => number | null;
  readonly reduce: Reduce;
  readonly description: string;
  readonly format?: (value: number) => string;
  /** The criterion that measures the same figure. */
  readonly criterion?: string;
  /** Metres, and not a whole number, unless given. */
  readonly unit?: string;
  readonly type?: Column['type'];
}

const perSecond = (value: number): string => `${value.toFixed(3)} m/s`;
const newtons = (value: number): string => `${value.toFixed(3)} N`;
const counted = (value: number): string => String(Number(value.toFixed(2)));

/** Every figure of a robot, by its name in the result. */
export const FIGURE_RULES: Readonly<Record<string, FigureRule>> = {
  timeToGoal: {
    of: (r) => r.timeToGoal,
    reduce: largest,
    description: 'Time until the last robot arrived; none if one with a goal did not',
    criterion: 'arrived',
    format: formatMetric('arrived'),
    unit: 's',
  },
  distanceToGoal: {
    of: (r) => r.distanceToGoal,
    reduce: largest,
    description: 'Distance from its goal at the end, of the farthest robot',
  },
  overshoot: {
    of: (r) => r.overshoot,
    reduce: largest,
    description: 'The farthest that any robot was beyond its target',
    criterion: 'overshoot',
  },
  distanceTravelled: {
    of: (r) => r.distanceTravelled,
    reduce: largest,
    description: 'The longest way that a robot drove',
  },
  contacts: {
    of: (r) => r.contacts,
    reduce: largest,
    description: 'The most contacts of a robot with walls, obstacles and other robots',
    criterion: 'contacts',
    format: counted,
    unit: '',
    type: 'int',
  },
  minClearance: {
    of: (r) => r.minClearance,
    reduce: smallest,
    description: 'The smallest gap between a robot and something solid; negative where they overlapped',
    criterion: 'clearance',
  },
  // The sum over all robots, as the criterion counts them.
  crossings: {
    of: (r) => r.crossings,
    reduce: sum,
    description: 'How often an arrived robot was put back, of all robots together',
    criterion: 'crossings',
    format: counted,
    unit: '',
    type: 'int',
  },
  'crossTrack.rms': {
    of: (r) => r.crossTrack?.rms ?? null,
    reduce: largest,
    description: 'Root mean square of the distance from the path, of the worst robot',
    criterion: 'crossTrack.rms',
  },
  'crossTrack.max': {
    of: (r) => r.crossTrack?.max ?? null,
    reduce: largest,
    description: 'The farthest that any robot was from its path',
    criterion: 'crossTrack.max',
  },
  'crossTrack.missed': {
    of: (r) => r.crossTrack?.missed ?? null,
    reduce: largest,
    description: 'Distance of the path point that a robot missed most from the line that it drove',
    criterion: 'crossTrack.missed',
  },
  maxSpeed: {
    of: (r) => r.maxSpeed,
    reduce: largest,
    description: 'The highest speed of any robot',
    format: perSecond,
    unit: 'm/s',
  },
  maxForce: {
    of: (r) => r.maxForce,
    reduce: largest,
    description: 'The largest steering force of any robot',
    format: newtons,
    unit: 'N',
  },
  expectedError: {
    of: (r) => r.expectedError,
    reduce: largest,
    description:
      'How far a real robot would typically be from its own estimate; none where the pose is measured',
  },
};

export const ROBOT_FIGURES: readonly string[] = Object.keys(FIGURE_RULES);

export const FIGURE_OF_CRITERION = new Map(
  Object.entries(FIGURE_RULES).flatMap(([figure, { criterion }]) =>
    criterion ? [[criterion, figure] as const] : [],
  ),
);

export const firstWord = (figure: string): string => /^[\w.]+/.exec(figure)?.[0] ?? '';

/** Formats a figure; one that only a criterion measures is formatted by the criterion's first word. */
export const formatOf = (figure: string): ((value: number) => string) =>
  FIGURE_RULES[figure]?.format ?? formatMetric(firstWord(figure));

/** Units of figures that only a criterion measures, by its first word; others are lengths. */
const MEASURED_UNITS: Readonly<Record<string, string>> = {
  arrived: 's',
  'distance.reaches': 's',
  'stopped.within': 's',
  'stopped.why': 's',
  contacts: '',
  crossings: '',
  flow: '',
  polarization: '',
  hidden: '',
};

/** The unit of a figure of a robot, or of one that only a criterion measures. */
export function unitOf(figure: string): string {
  const rule = FIGURE_RULES[figure];
  return rule ? (rule.unit ?? 'm') : (MEASURED_UNITS[firstWord(figure)] ?? 'm');
}
