/** Views of a recording for a page: frames on the recording's own time, and the history of a whole scene. */
import { distance, type Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import { DamagedRecording } from '../recording/reading/damaged.js';
import type { Recording } from '../recording/reading/recording.js';
import { isMeasured, type RangeReading } from '../signals/readings.js';
import type { FrameView, HistoryView, News, RobotFrame, RobotView } from '../signals/view.js';

/** A frame on the recording's time, which begins at 0 and never goes back, although a run's own time may. */
export function onRecordingsTime(recording: Recording, index: number): FrameView {
  const frame = recording.frame(index);
  const later = laterThan(recording.timeOf(index), frame.at);
  return later === 0 ? frame : frameLater(frame, later);
}

/** Times are rounded to nanoseconds in the file. */
const laterThan = (recorded: Seconds, own: Seconds): Seconds =>
  Math.abs(recorded - own) < 1e-8 ? 0 : recorded - own;

/** The same with all its times. */
export function frameLater(frame: FrameView, later: Seconds): FrameView {
  const on = <T extends { readonly at: Seconds }>(timed: T): T => ({ ...timed, at: timed.at + later });
  const robot = ({ tick, ranges, ...rest }: RobotFrame): RobotFrame => ({
    ...rest,
    ranges: Object.fromEntries(Object.entries(ranges).map(([id, reading]) => [id, on(reading)])),
    ...(tick && { tick: { ...on(tick), faults: tick.faults.map(on) } }),
  });
  const { judgedAt, takenOverAt, ...rest } = frame;
  return {
    ...on(rest),
    robots: frame.robots.map(robot),
    news: frame.news.map(on),
    verdict: frame.verdict.map((row) => (row.at === undefined ? row : { ...row, at: row.at + later })),
    ...(judgedAt !== undefined && { judgedAt: judgedAt + later }),
    ...(takenOverAt !== undefined && { takenOverAt: takenOverAt + later }),
  };
}

// History -------------------------------------------------------------------------------------------------

/** Most frames read for a history: every thirtieth of an hour's recording. */
const MAX_FRAMES_READ = 6000;
/** For all robots together, so that a page draws them quickly. */
const MAX_TRAIL_POINTS = 12_000;
const MAX_SAMPLES = 1500;
/** Least distance between points of a trail. */
const POINT_SPACING: Meters = 0.01;

/** Consecutive frames of one scene with the same robots, even if the scene changed in between. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** The frames of the run that a scene belongs to. */
export function stretchOf(recording: Recording, scene: number): Stretch {
  const run = runOf(recording, scene);
  let [from, to] = [scene, scene];
  while (from > 0 && runOf(recording, from - 1) === run) from -= 1;
  while (to + 1 < recording.sceneCount && runOf(recording, to + 1) === run) to += 1;
  return { first: firstFrameOf(recording, from), last: firstFrameOf(recording, to + 1) - 1 };
}

const runOf = (recording: Recording, scene: number): string => {
  const { name, robots } = recording.scene(scene);
  return [name, ...robots.map(({ id }) => id)].join('\n');
};

function firstFrameOf({ contents: { frames, scenes } }: Recording, scene: number): number {
  const place = scenes.at(scene);
  return place ? frames.before(place.position) + 1 : frames.length;
}

/** @param robots of the scene. Frames that cannot be read are left out. @param most so many frames are read */
export function historyOf(
  recording: Recording,
  { first, last }: Stretch,
  robots: readonly RobotView[],
  most = MAX_FRAMES_READ,
): HistoryView {
  const trails = robots.map((robot) => new RecordedTrail(robot, MAX_TRAIL_POINTS / robots.length));
  const samples: FrameView[] = [];
  const stride = Math.ceil((last - first + 1) / most);
  const sampled = Math.ceil((last - first + 1) / samplesFor(robots) / stride);
  for (let index = first, n = 0; index <= last; index += stride, n++) {
    const frame = readable(recording, index);
    if (!frame) continue;
    for (const trail of trails) trail.add(frame);
    if (n % sampled === 0) samples.push(plottedPart(frame));
  }
  return {
    trails: Object.fromEntries(trails.map(({ id, lines }) => [id, lines()])),
    samples,
    news: newsOf(recording, { first, last }),
  };
}

const samplesFor = (robots: readonly RobotView[]): number => Math.max(100, MAX_SAMPLES / robots.length);

/** The same history with its samples from a part of it, as many as it may have. */
export function zoomedTo(
  between: readonly [Seconds, Seconds],
  recording: Recording,
  stretch: Stretch,
  robots: readonly RobotView[],
): Pick<HistoryView, 'samples' | 'between'> {
  const first = Math.max(stretch.first, recording.frameAt(between[0]));
  const last = Math.min(stretch.last, recording.frameAt(between[1]));
  const stride = Math.max(1, Math.ceil((last - first + 1) / samplesFor(robots)));
  const samples: FrameView[] = [];
  for (let index = first; index <= last; index += stride) {
    const frame = readable(recording, index);
    if (frame) samples.push(plottedPart(frame));
  }
  return { between, samples };
}

/** More marks on a timeline cannot be told apart. */
const MAX_NEWS = 500;
const WEIGHTS: Readonly<Record<News['level'], number>> = { fault: 2, warning: 1, info: 0 };

function newsOf(recording: Recording, { first, last }: Stretch): readonly News[] {
  const news = recording.framesWithNews(first - 1, last + 1).flatMap((index) => newsAt(recording, index));
  return news
    .toSorted((a, b) => WEIGHTS[b.level] - WEIGHTS[a.level])
    .slice(0, MAX_NEWS)
    .sort((a, b) => a.at - b.at);
}

/** Those of a frame on the recording's time; none of one that cannot be read. */
function newsAt(recording: Recording, index: number): readonly News[] {
  try {
    const { at, news } = recording.newsAt(index);
    const later = laterThan(recording.timeOf(index), at);
    return later === 0 ? news : news.map((one) => ({ ...one, at: one.at + later }));
  } catch (error) {
    if (error instanceof DamagedRecording) return [];
    throw error;
  }
}

function readable(recording: Recording, index: number): FrameView | undefined {
  try {
    return onRecordingsTime(recording, index);
  } catch (error) {
    if (error instanceof DamagedRecording) return undefined;
    throw error;
  }
}

/** The last frame of a run; undefined where it cannot be read. */
export function endOf(recording: Recording, last: number): FrameView | undefined {
  const frame = readable(recording, last);
  return frame && { ...plottedPart(frame), moved: frame.moved, verdict: frame.verdict };
}

/** What the plots show of a frame, in short numbers: thousands of frames are one message. */
export const plottedPart = (frame: FrameView): FrameView => inShort(plotted(frame));

/** A micrometre, a microsecond, and so on. */
const PER_UNIT = 1e6;

function inShort<T>(value: T): T;
function inShort(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) ? value : Math.round(value * PER_UNIT) / PER_UNIT;
  if (Array.isArray(value)) return value.map(inShort);
  if (typeof value !== 'object' || value === null) return value;
  const short: Record<string, unknown> = {};
  for (const key in value) short[key] = inShort((value as Record<string, unknown>)[key]);
  return short;
}

function plotted(frame: FrameView): FrameView {
  const robots = frame.robots.map(({ tick, ranges, remembered: _, ...rest }) => ({
    ...rest,
    ranges: Object.fromEntries(Object.entries(ranges).map(([id, reading]) => [id, nearestOf(reading)])),
    ...(tick && { tick: { ...tick, contributions: tick.contributions.map(unmarked), faults: [] } }),
  }));
  return { ...frame, robots, moved: [], verdict: [], news: [] };
}

/** A lost measurement and no echo are no number. */
function nearestOf(reading: RangeReading): RangeReading {
  const echoes = reading.distances.filter((far): far is Meters => far !== null && isMeasured(far));
  return { ...reading, distances: [echoes.length > 0 ? Math.min(...echoes) : null] };
}

const unmarked = <T extends object>(contribution: T) => ({ ...contribution, marks: [] });

/** Where one robot has been. */
class RecordedTrail {
  readonly id: string;
  readonly #robot: RobotView;
  readonly #capacity: number;
  readonly #lines: Vec2[][] = [];
  #at: Seconds = Number.NEGATIVE_INFINITY;
  #last: Vec2 | undefined;

  constructor(robot: RobotView, capacity: number) {
    this.id = robot.id;
    this.#robot = robot;
    this.#capacity = capacity;
  }

  add({ at, robots }: FrameView): void {
    const robot = robots.find(({ id }) => id === this.id);
    const pose = robot?.truth ?? robot?.tick?.estimate.pose;
    if (!pose) return;
    const { radius, limits } = this.#robot;
    const way = this.#last ? distance(this.#last, pose) : Number.POSITIVE_INFINITY;
    if (way < POINT_SPACING) {
      this.#at = at;
      return;
    }
    // It cannot have driven that far since then: it was put there.
    const wasPut =
      !this.#last || way > Math.max(2 * POINT_SPACING, radius + 2 * limits.speed * (at - this.#at));
    this.#last = { x: rounded(pose.x), y: rounded(pose.y) };
    this.#at = at;
    if (wasPut) this.#lines.push([this.#last]);
    else this.#lines.at(-1)?.push(this.#last);
  }

  /** The lines, thinned to every nth point if there are too many. */
  readonly lines = (): readonly (readonly Vec2[])[] => {
    const points = this.#lines.reduce((sum, line) => sum + line.length, 0);
    const stride = Math.ceil(points / this.#capacity);
    return this.#lines.map((line) => line.filter((_, i) => i % stride === 0 || i === line.length - 1));
  };
}

/** Rounds to a millimeter, which cannot be seen. */
const rounded = (coordinate: Meters): Meters => Math.round(coordinate * 1000) / 1000;
