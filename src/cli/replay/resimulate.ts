/** Re-runs a recorded run with the current code, and finds the first tick that differs. */
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import { refusedRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import { inFileOrder, type MessagePlace, type TrackSource } from '../../recording/reading/track.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { FileError } from '../../validation/errors.js';
import { type Departure, OlderRecording, Rerun } from './rerun.js';

export interface Resimulation {
  readonly identical: boolean;
  readonly robots: readonly RobotAgain[];
  /** The first of all robots; null if nothing differs. */
  readonly difference: Departure | null;
  /** The part of the recording that was re-run. */
  readonly seconds: Seconds;
  readonly wallSeconds: Seconds;
}

export interface RobotAgain {
  readonly robot: string;
  /** Ticks, and states at keyframes, that are the same. */
  readonly ticks: number;
  readonly keyframes: number;
  readonly skipped: number;
  readonly unseen: number;
  readonly identical: boolean;
}

export interface ResimulateOptions {
  /** Begins at each robot's last keyframe before this time. */
  readonly from?: Seconds;
  readonly own?: OwnBehaviors;
}

/** @throws FileError where nothing in it can be re-run */
export function resimulate(recording: Recording, options: ResimulateOptions = {}): Resimulation {
  const { from = 0, own = {} } = options;
  const started = wallTime.now();
  const reruns = new Map(recording.robots.map((robot) => [robot, new Rerun(robot, own)]));
  try {
    for (const [part, place] of storyOf(recording, from)) tell(recording, part, place, reruns);
  } catch (error) {
    // A fault of the recording itself says where it is.
    if (error instanceof FileError) throw error;
    if (error instanceof OlderRecording) throw refused(recording, `${error.message}; ${OLDER_CURE}`);
    const why = error instanceof Error ? error.message : String(error);
    throw refused(recording, `${why}; ${error instanceof RangeError ? UNKNOWN_CURE : FAILED_CURE}`);
  }
  const all = [...reruns.values()];
  if (all.every(({ ticks, departure }) => ticks === 0 && !departure)) {
    throw refused(recording, 'it holds nothing from which a tick can be computed; record the run again');
  }
  const departures = all.flatMap(({ departure }) => departure ?? []);
  return {
    identical: departures.length === 0,
    robots: all.map(reported),
    difference: departures.sort((a, b) => a.time - b.time)[0] ?? null,
    seconds: recording.duration - Math.min(from, recording.duration),
    wallSeconds: wallTime.now() - started,
  };
}

/** A robot's state after its recorded inputs up to a time, from the keyframe before it on; undefined without one. */
export function stateAt(
  recording: Recording,
  robot: string,
  own: OwnBehaviors,
  until: Seconds,
): Rerun['last'] {
  const rerun = new Rerun(robot, own, false);
  const reruns = new Map([[robot, rerun]]);
  for (const [part, place] of storyOf(recording, until)) {
    if (place.time > until) break;
    tell(recording, part, place, reruns);
  }
  return rerun.last;
}

const reported = ({ robot, ticks, keyframes, skipped, unseen, departure }: Rerun): RobotAgain => ({
  robot,
  ticks,
  keyframes,
  skipped,
  unseen,
  identical: !departure,
});

/** The mission names an unknown behavior (a RangeError). */
const UNKNOWN_CURE = 'add --behaviors FILE.js with your own behaviors';
const OLDER_CURE = 'an older Steerbot recorded it; play it without --resimulate, or record the run again';
const FAILED_CURE = 'a behavior of --behaviors fails, or the recording is damaged; record the run again';

const refused = ({ file }: Recording, why: string): FileError =>
  refusedRecording(file, `it cannot be re-run: ${why}`);

export const cannotResume = ({ file }: Recording, why: string): FileError =>
  refusedRecording(file, `it cannot be resumed: ${why}`);

type Part = { readonly kind: 'frame' } | { readonly kind: 'keyframe' | 'inputs'; readonly robot: string };

function tell(
  recording: Recording,
  part: Part,
  place: MessagePlace,
  reruns: ReadonlyMap<string, Rerun>,
): void {
  if (part.kind === 'frame') {
    for (const robot of recording.storedFrame(place).robots) {
      const tick = recording.tickOf(robot, place);
      if (tick) reruns.get(robot.id)?.see(tick, place.time);
    }
    return;
  }
  const rerun = reruns.get(part.robot);
  if (!rerun || rerun.departure) return;
  if (part.kind === 'keyframe') {
    rerun.keyframe = recording.keyframe(place);
    return;
  }
  const inputs = recording.inputs(place);
  if (inputs) rerun.fold(inputs, place.time);
  else rerun.skipped += 1;
}

/** All frames, keyframes and inputs in the order of the file; for each robot from its first used keyframe on. */
function storyOf({ contents }: Recording, from: Seconds): Generator<readonly [Part, MessagePlace]> {
  const { frames, inputs, keyframes } = contents;
  let begin = Number.POSITIVE_INFINITY;
  const sources = inputs.keys.flatMap((robot): readonly TrackSource<Part>[] => {
    const track = keyframes.of(robot);
    const first = Math.max(0, track.atTime(from));
    const position = track.at(first)?.position ?? 0;
    begin = Math.min(begin, position);
    return [
      { tag: { kind: 'keyframe', robot }, track, first },
      {
        tag: { kind: 'inputs', robot },
        track: inputs.of(robot),
        first: inputs.of(robot).before(position) + 1,
      },
    ];
  });
  const first = Math.max(0, frames.before(begin));
  return inFileOrder([{ tag: { kind: 'frame' }, track: frames, first }, ...sources]);
}
