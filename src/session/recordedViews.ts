/** Views of a recording for a page: frames on the recording's own time, and the history of a whole scene. */
import { distance, type Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import { DamagedRecording } from '../recording/reading/damaged.js';
import type { Recording } from '../recording/reading/recording.js';
import type { FrameView, HistoryView, RobotFrame, RobotView } from '../signals/view.js';

/** A frame on the recording's time, which begins at 0 and never goes back, although a run's own time may. */
export function onRecordingsTime(recording: Recording, index: number): FrameView {
  const frame = recording.frame(index);
  const later = recording.timeOf(index) - frame.at;
  // Times are rounded to nanoseconds in the file.
  return Math.abs(later) < 1e-8 ? frame : moved(frame, later);
}

function moved(frame: FrameView, later: Seconds): FrameView {
  const on = <T extends { readonly at: Seconds }>(timed: T): T => ({ ...timed, at: timed.at + later });
  const robot = ({ tick, ranges, ...rest }: RobotFrame): RobotFrame => ({
    ...rest,
    ranges: Object.fromEntries(Object.entries(ranges).map(([id, reading]) => [id, on(reading)])),
    ...(tick && { tick: { ...on(tick), faults: tick.faults.map(on) } }),
  });
  return { ...on(frame), robots: frame.robots.map(robot), news: frame.news.map(on) };
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

/** @param robots of the scene. Frames that cannot be read are left out. */
export function historyOf(
  recording: Recording,
  { first, last }: Stretch,
  robots: readonly RobotView[],
): HistoryView {
  const trails = robots.map((robot) => new RecordedTrail(robot, MAX_TRAIL_POINTS / robots.length));
  const samples: FrameView[] = [];
  const stride = Math.ceil((last - first + 1) / MAX_FRAMES_READ);
  const sampled = Math.ceil((last - first + 1) / Math.max(100, MAX_SAMPLES / robots.length) / stride);
  for (let index = first, n = 0; index <= last; index += stride, n++) {
    const frame = readable(recording, index);
    if (!frame) continue;
    for (const trail of trails) trail.add(frame);
    if (n % sampled === 0) samples.push(sampleOf(frame));
  }
  return { trails: Object.fromEntries(trails.map(({ id, lines }) => [id, lines()])), samples };
}

function readable(recording: Recording, index: number): FrameView | undefined {
  try {
    return onRecordingsTime(recording, index);
  } catch (error) {
    if (error instanceof DamagedRecording) return undefined;
    throw error;
  }
}

function sampleOf(frame: FrameView): FrameView {
  const robots = frame.robots.map(({ tick, ...rest }) => ({
    ...rest,
    ranges: {},
    ...(tick && { tick: { ...tick, contributions: tick.contributions.map(unmarked), faults: [] } }),
  }));
  return { ...frame, robots, moved: [], verdict: [], news: [] };
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
