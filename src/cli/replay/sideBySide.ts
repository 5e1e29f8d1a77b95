/** `steerbot replay FILE OTHER`: two recordings on one axis, of simulations or of real drives. */
import { writeFileSync } from 'node:fs';
import pc from 'picocolors';
import { TraceRecorder } from '../../../sim/engine/trace.js';
import { formatMeters, formatSeconds } from '../../../sim/referee/result.js';
import { distance, type Pose, type Vec2 } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import { drawPlot } from '../../scene/plot/plot.js';
import type { PlottedRun, SentRobot } from '../../scene/plot/trace.js';
import { onRecordingsTime } from '../../session/recordedViews.js';
import type { FrameView, SceneView, VerdictView } from '../../signals/view.js';
import { UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { mustBeApart } from '../terminal/outputFile.js';

export interface SideBySideOptions {
  /** What is the same instant in both: their starts, the first log entry with these words, or the first time at a place. */
  readonly align?: Alignment;
  readonly json?: boolean;
  readonly plot?: string;
}

export type Alignment =
  | { readonly by: 'start' }
  | { readonly by: 'event'; readonly words: string }
  | { readonly by: 'place'; readonly at: Vec2 };

/** A robot is at a place when it is this near. */
const AT_PLACE: Meters = 0.1;
/** The two are compared so often. */
const STEP: Seconds = 0.1;

interface Told {
  readonly file: string;
  readonly scene: SceneView;
  /** On the axis that both share. */
  readonly frames: readonly FrameView[];
  /** When that axis begins, on the recording's own time. */
  readonly from: Seconds;
  readonly verdict: readonly VerdictView[];
}

interface Apart {
  readonly robot: string;
  readonly mean: Meters;
  readonly most: Meters;
  /** When they were farthest apart, on the shared axis. */
  readonly at: Seconds;
}

/** @throws FileError where one is no recording, UsageError where the two cannot be aligned */
export function sideBySide(file: string, other: string, options: SideBySideOptions): ExitCode {
  const { align = { by: 'start' }, json, plot } = options;
  mustBeApart({ first: file, '--plot': plot });
  mustBeApart({ second: other, '--plot': plot });
  const both = [toldOf(file, align), toldOf(other, align)] as const;
  const apart = apartOf(...both);
  if (plot !== undefined) writeFileSync(plot, drawPlot(plottedOf(both), {}));
  const told = json ? JSON.stringify(documentOf(both, apart)) : report(both, apart);
  process.stdout.write(`${told}\n`);
  return EXIT.done;
}

function toldOf(file: string, align: Alignment): Told {
  const recording = openRecording(file);
  try {
    if (recording.frameCount === 0) throw new UsageError(`${file}: it holds no frame to compare`);
    const from = beginOf(recording, align);
    const frames = Array.from({ length: recording.frameCount }, (_, i) => i)
      .filter((i) => recording.timeOf(i) >= from)
      .map((i) => onRecordingsTime(recording, i));
    const scene = recording.scene(recording.sceneAt(recording.frameAt(from)));
    return { file, scene, from, frames, verdict: frames.at(-1)?.verdict ?? [] };
  } finally {
    recording.close();
  }
}

/** @throws UsageError where that does not happen in it */
function beginOf(recording: Recording, align: Alignment): Seconds {
  if (align.by === 'start') return 0;
  for (let i = 0; i < recording.frameCount; i++) {
    const frame = onRecordingsTime(recording, i);
    if (align.by === 'place') {
      if (frame.robots.some((robot) => isAt(poseOf(robot), align.at))) return frame.at;
    } else {
      const wanted = align.words.toLowerCase();
      const entry = frame.news.find(({ words }) => words.toLowerCase().includes(wanted));
      if (entry) return frame.at;
    }
  }
  const what = align.by === 'event' ? `no log entry has “${align.words}”` : 'no robot comes to that place';
  throw new UsageError(`${recording.file}: ${what}; align by the start, or by what happens in both`);
}

const poseOf = ({ truth, tick }: FrameView['robots'][number]): Pose | undefined =>
  truth ?? tick?.estimate.pose;
const isAt = (pose: Pose | undefined, place: Vec2): boolean =>
  pose !== undefined && distance(pose, place) <= AT_PLACE;

/** For each robot that both have, how far its places are from each other at the same times. */
function apartOf(first: Told, second: Told): readonly Apart[] {
  const ids = first.scene.robots
    .map(({ id }) => id)
    .filter((id) => second.scene.robots.some((robot) => robot.id === id));
  const end = Math.min(...[first, second].map(({ frames, from }) => (frames.at(-1)?.at ?? from) - from));
  return ids.flatMap((robot) => {
    const [a, b] = [new Way(first, robot), new Way(second, robot)];
    let [sum, count, most, at] = [0, 0, 0, 0];
    for (let i = 0; i * STEP <= end + 1e-9; i++) {
      const [here, there] = [a.at(i * STEP), b.at(i * STEP)];
      if (!here || !there) continue;
      const gap = distance(here, there);
      sum += gap;
      count += 1;
      if (gap > most) [most, at] = [gap, i * STEP];
    }
    return count === 0 ? [] : [{ robot, mean: sum / count, most, at }];
  });
}

/** A robot's places, asked for in the order of time. */
class Way {
  readonly #frames: readonly FrameView[];
  readonly #from: Seconds;
  readonly #robot: string;
  #next = 0;

  constructor({ frames, from }: Told, robot: string) {
    this.#frames = frames;
    this.#from = from;
    this.#robot = robot;
  }

  /** Where it was last, at a time of the shared axis. */
  at(time: Seconds): Pose | undefined {
    const due = this.#from + time + 1e-9;
    while ((this.#frames[this.#next + 1]?.at ?? Number.POSITIVE_INFINITY) <= due) this.#next += 1;
    const robot = this.#frames[this.#next]?.robots.find(({ id }) => id === this.#robot);
    return robot && poseOf(robot);
  }
}

const documentOf = (both: readonly Told[], apart: readonly Apart[]) => ({
  recordings: both.map(({ file, scene, from, frames, verdict }) => ({
    ...{ file, scene: scene.name, from, until: frames.at(-1)?.at ?? from },
    verdict: verdict.map(({ words, passed }) => ({ words, passed })),
  })),
  apart,
});

function report(both: readonly [Told, Told], apart: readonly Apart[]): string {
  const heads = both.map(({ file, scene, from, frames }) => {
    const until = formatSeconds((frames.at(-1)?.at ?? from) - from);
    const begun = from === 0 ? '' : `, from ${formatSeconds(from)} on`;
    return `${pc.bold(file)}: ${scene.name}, ${until}${begun}`;
  });
  const ways = apart.map(
    ({ robot, mean, most, at }) =>
      `  ${robot}: ${formatMeters(mean)} apart on average, at most ${formatMeters(most)}, at ${formatSeconds(at)}`,
  );
  const [first, second] = both;
  const rows = first.verdict.map((was, i) => {
    const is = second.verdict[i];
    const mark = ({ words, passed }: VerdictView) => `${passed ? pc.green('✓') : pc.red('✗')} ${words}`;
    return `  ${mark(was)}  |  ${is ? mark(is) : 'not judged'}`;
  });
  return [...heads, ...ways, ...rows].join('\n');
}

/** The second recording, and the first as ghosts. */
function plottedOf([first, second]: readonly [Told, Told]): PlottedRun {
  const robots = [first, second].flatMap((told, i) => sentOf(told, i === 0));
  const traces = [first, second].flatMap((told, i) => tracesOf(told, i === 0));
  const { things, floor, putBack } = second.scene;
  return {
    name: `${first.file} and ${second.file}`,
    things,
    ...(floor && { floor }),
    ...(putBack && { putBack }),
    ...{ robots, traces, judged: false, moved: second.frames.at(-1)?.moved ?? [] },
    errorsOf: () => undefined,
  };
}

const nameOf = (id: string, isFirst: boolean): string => (isFirst ? `${id}, first` : id);

const sentOf = ({ scene, frames }: Told, isFirst: boolean): SentRobot[] =>
  scene.robots.map(({ id, radius, mission, limits, ghost }) => {
    const robot = frames[0]?.robots.find((one) => one.id === id);
    const start = (robot && poseOf(robot)) ?? { x: 0, y: 0, heading: 0 };
    return { id: nameOf(id, isFirst), radius, mission, limits, start, ghost: isFirst || ghost };
  });

const tracesOf = ({ scene, frames, from }: Told, isFirst: boolean) =>
  scene.robots.flatMap((view) => {
    const placed = frames.flatMap(({ at, robots }) => {
      const robot = robots.find(({ id }) => id === view.id);
      const pose = robot && poseOf(robot);
      return robot?.tick && pose ? [{ at: at - from, pose, tick: robot.tick }] : [];
    });
    const [start] = placed;
    if (!start) return [];
    const trace = new TraceRecorder(nameOf(view.id, isFirst), shapeOf(view), start.pose);
    for (const { at, pose, tick } of placed) trace.record(at, pose, tick);
    return [trace.trace()];
  });

const shapeOf = ({ radius, footprint }: SceneView['robots'][number]) => ({
  radius,
  ...(footprint && { footprint }),
});
