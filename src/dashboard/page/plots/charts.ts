/** The plotted quantities of the robot in focus, chart by chart. */
import { add, length, type Vec2, ZERO } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import type { Tick, WheelSpeeds } from '../../../signals/signals.js';
import type { FrameView, RobotFrame } from '../../../signals/view.js';

/** The values at an instant, by name; undefined if unknown. */
export type ChartSample = Readonly<Record<string, number | undefined>>;

export interface ChartSpec {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Names of counts, which have no unit; they get their own axis. */
  readonly counts?: readonly string[];
  /** What is drawn of other futures; missing: every curve. */
  readonly main?: readonly string[];
  /** A whole turn of an angle: its curve goes on beyond it, and a change is at most half of it. */
  readonly turn?: number;
  /** Decimals in the table of present values. */
  readonly digits: number;
  /** The smallest span of the axis. */
  readonly minSpan: number;
  sample(robot: RobotFrame | undefined, frame: FrameView): ChartSample;
}

const meanSpeed = (wheels: WheelSpeeds | undefined): number | undefined =>
  wheels && (wheels.left + wheels.right) / 2;

/** A behavior that contributes twice is numbered. */
function forceSample(tick: Tick | undefined): ChartSample {
  if (!tick) return {};
  const contributions = tick.contributions ?? [];
  const seen = new Map<string, number>();
  const each = contributions.map(({ behavior, force }) => {
    const nth = (seen.get(behavior) ?? 0) + 1;
    seen.set(behavior, nth);
    return [nth > 1 ? `${behavior} ${nth}` : behavior, length(force)] as const;
  });
  const sum = contributions.reduce<Vec2>((total, { force }) => add(total, force), ZERO);
  return {
    ...Object.fromEntries(each),
    sum: length(sum),
    'limited force': tick.steered && length(tick.steered.force),
  };
}

export const CHARTS: readonly ChartSpec[] = [
  {
    id: 'speeds',
    title: 'Speeds',
    unit: 'm/s',
    main: ['forward'],
    digits: 3,
    minSpan: 0.1,
    sample: (robot) => ({
      left: robot?.tick?.estimate?.wheels?.left,
      right: robot?.tick?.estimate?.wheels?.right,
      forward: meanSpeed(robot?.tick?.estimate?.wheels),
      'allowed speed': meanSpeed(robot?.tick?.granted),
    }),
  },
  {
    id: 'forces',
    title: 'Forces',
    unit: 'N',
    main: ['limited force'],
    digits: 3,
    minSpan: 0.1,
    sample: (robot) => forceSample(robot?.tick),
  },
  {
    id: 'crossTrack',
    title: 'Cross-track',
    unit: 'mm',
    digits: 1,
    minSpan: 10,
    sample: (robot) => ({
      'off the path': robot?.crossTrack !== undefined ? robot.crossTrack * 1000 : undefined,
    }),
  },
  {
    id: 'duties',
    title: 'Duties',
    unit: '',
    digits: 3,
    minSpan: 0.2,
    sample: (robot) => ({ left: robot?.tick?.duties?.left, right: robot?.tick?.duties?.right }),
  },
  {
    id: 'clock',
    title: 'Clock',
    unit: 'ms',
    counts: ['lost periods'],
    digits: 2,
    minSpan: 5,
    sample: (_, { pace }) => ({ lateness: pace && pace.lateness * 1000, 'lost periods': pace?.lostPeriods }),
  },
  {
    id: 'battery',
    title: 'Battery',
    unit: 'V',
    digits: 2,
    minSpan: 5,
    sample: (_, { link }) => ({ battery: link?.volts }),
  },
];

// The ranges of a chart's axes: never empty, because an empty axis cannot be drawn.

type Range = [from: number, to: number];

/** The time axis of a run that has just begun spans at least this. */
const MIN_TIME_SPAN: Seconds = 0.5;
/** The newest part of time: the window, or all there is. */
export function timeRange(times: readonly Seconds[], window: Seconds): Range {
  const end = times.at(-1) ?? 0;
  const from = Math.max(times[0] ?? 0, end - window);
  return [from, Math.max(end, from + MIN_TIME_SPAN)];
}

/** Covers all values and zero; null means no values. @param least the smallest span, so that noise stays small */
export function valueRange(low: number | null, high: number | null, least: number): Range {
  const from = Math.min(0, low ?? 0);
  const to = Math.max(0, high ?? 0);
  const room = (to - from) * 0.08;
  const [bottom, top]: Range = [from < 0 ? from - room : 0, to + room];
  const missing = Math.max(0, least - (top - bottom));
  return to >= -from ? [bottom, top + missing] : [bottom - missing, top];
}
