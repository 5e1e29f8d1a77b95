/** Every quantity that can be plotted, of every robot: found by its words, and put into a chart of its unit. */
import { computed, signal } from '@preact/signals';
import { distance } from '../../../math/geometry.js';
import type { FrameView, RobotFrame } from '../../../signals/view.js';
import { frame, scene } from '../store.js';
import { CHARTS, type ChartSpec } from './charts.js';

/** Those without a tab of their own. */
const FURTHER: readonly ChartSpec[] = [
  {
    id: 'places',
    title: 'Place',
    unit: 'm',
    digits: 3,
    minSpan: 0.1,
    sample: (robot) => ({
      'true x': robot?.truth?.x,
      'true y': robot?.truth?.y,
      'estimated x': robot?.tick?.estimate.pose.x,
      'estimated y': robot?.tick?.estimate.pose.y,
    }),
  },
  {
    id: 'headings',
    title: 'Heading',
    unit: '°',
    turn: 360,
    digits: 1,
    minSpan: 10,
    sample: (robot) => ({
      'true heading': degrees(robot?.truth?.heading),
      'estimated heading': degrees(robot?.tick?.estimate.pose.heading),
    }),
  },
  {
    id: 'estimate',
    title: 'Estimate',
    unit: 'mm',
    digits: 1,
    minSpan: 10,
    sample: (robot) => ({
      'error of the place':
        robot?.truth && robot.tick && 1000 * distance(robot.truth, robot.tick.estimate.pose),
    }),
  },
  {
    id: 'wanted',
    title: 'Wanted',
    unit: 'm/s',
    digits: 3,
    minSpan: 0.1,
    sample: (robot) => ({ 'wanted speed': robot?.tick?.wanted.linear }),
  },
  {
    id: 'turning',
    title: 'Turning',
    unit: '°/s',
    digits: 1,
    minSpan: 10,
    sample: (robot) => ({
      'turn rate': turnRate(robot),
      'wanted turn rate': degrees(robot?.tick?.wanted.angular),
    }),
  },
  {
    id: 'echoes',
    title: 'Nearest echo',
    unit: 'm',
    digits: 3,
    minSpan: 0.1,
    sample: (robot) =>
      Object.fromEntries(
        Object.entries(robot?.ranges ?? {}).map(([id, { distances }]) => [id, nearest(distances)]),
      ),
  },
];

const QUANTITIES: readonly ChartSpec[] = [...CHARTS, ...FURTHER];

const degrees = (radians: number | undefined): number | undefined =>
  radians === undefined ? undefined : (radians * 180) / Math.PI;

/** By the speeds of its wheels: ω = (v_r − v_l)/track, left positive. */
function turnRate(robot: RobotFrame | undefined): number | undefined {
  const view = scene.peek()?.robots.find(({ id }) => id === robot?.id);
  const wheels = robot?.tick?.estimate.wheels;
  return view && wheels && degrees((wheels.right - wheels.left) / view.track);
}

function nearest(distances: readonly (number | null)[]): number | undefined {
  const echoes = distances.filter((far): far is number => far !== null && far >= 0);
  return echoes.length > 0 ? Math.min(...echoes) : undefined;
}

/** The clock and the battery are not of one robot. */
const SHARED = new Set(['clock', 'battery']);

export interface PlottedSignal {
  readonly id: string;
  /** `scout: left`; of the only robot `left`. */
  readonly label: string;
  /** Where it stands in the list: `Speeds`. */
  readonly title: string;
  readonly spec: ChartSpec;
  of(frame: FrameView): number | undefined;
}

/** Of so many samples the names are taken: a behavior may speak only now and then. */
const LOOKED_AT = 200;

/** All signals of the run, as far as it has shown them. */
const names = computed<readonly string[]>(() => {
  const samples = scene.value?.history?.samples ?? [];
  const stride = Math.max(1, Math.ceil(samples.length / LOOKED_AT));
  const now = frame.value;
  const looked = samples.length > 0 || !now ? samples.filter((_, i) => i % stride === 0) : [now];
  const found = new Map<string, number>();
  for (const at of looked)
    for (const [r, robot] of at.robots.entries())
      for (const [q, spec] of QUANTITIES.entries())
        for (const [name, value] of Object.entries(spec.sample(robot, at)))
          if (value !== undefined)
            found.set(JSON.stringify([SHARED.has(spec.id) ? '' : robot.id, spec.id, name]), r * 100 + q);
  return [...found].sort(([, a], [, b]) => a - b).map(([id]) => id);
});

/** The list changes only with its names; it is in the order of the robots and the quantities. */
const listed = computed(() => names.value.join('\n'));

export const plottedSignals = computed<readonly PlottedSignal[]>(() => {
  const several = (scene.value?.robots.length ?? 0) > 1;
  return listed.value.split('\n').flatMap((id) => {
    if (id === '') return [];
    const [robot, chart, name] = JSON.parse(id) as [string, string, string];
    const spec = QUANTITIES.find((one) => one.id === chart);
    if (!spec) return [];
    const of = (at: FrameView) =>
      spec.sample(
        at.robots.find((one) => one.id === robot),
        at,
      )[name];
    return [{ id, label: several && robot !== '' ? `${robot}: ${name}` : name, title: spec.title, spec, of }];
  });
});

/** Whether each of the words that are sought begins a word of it. */
export function isSought({ label, title, spec }: PlottedSignal, sought: string): boolean {
  const words = wordsOf(`${label} ${title} ${spec.unit}`);
  return wordsOf(sought).every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[\s:,]+/);

/** The signals that the user has put into charts, by their ids, in that order. */
export const chosenSignals = signal<readonly string[]>([]);

export function chooseSignal(id: string, on = !chosenSignals.peek().includes(id)): void {
  const others = chosenSignals.peek().filter((one) => one !== id);
  chosenSignals.value = on ? [...others, id] : others;
}

/** A chart for each unit of the chosen signals. */
export const ownCharts = computed<readonly ChartSpec[]>(() => {
  const chosen = chosenSignals.value.flatMap((id) => plottedSignals.value.find((one) => one.id === id) ?? []);
  const units = [...new Set(chosen.map(({ spec }) => spec.unit))];
  return units.map((unit) => {
    const together = chosen.filter(({ spec }) => spec.unit === unit);
    const [{ spec }] = together as [PlottedSignal];
    const labels = together.map((one) => labelIn(one, together));
    return {
      id: JSON.stringify(together.map(({ id }) => id)),
      title: together
        .map(({ title }) => title)
        .filter((title, i, all) => all.indexOf(title) === i)
        .join(', '),
      unit,
      ...(spec.turn !== undefined && { turn: spec.turn }),
      digits: Math.max(...together.map(({ spec }) => spec.digits)),
      minSpan: Math.min(...together.map(({ spec }) => spec.minSpan)),
      sample: (_, at) => Object.fromEntries(together.map((one, i) => [labels[i], one.of(at)])),
    };
  });
});

/** Two of one name are told apart by where they stand: `left (Duties)`. */
const labelIn = (one: PlottedSignal, all: readonly PlottedSignal[]): string =>
  all.filter(({ label }) => label === one.label).length > 1 ? `${one.label} (${one.title})` : one.label;
