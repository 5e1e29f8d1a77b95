/** Computes the other futures of a recording for a page, a little at a time: the page's own work goes on beside it. */

import type { Scenario } from '../../../../sim/scenario/scenario.js';
import { alternativesOf } from '../../../../sim/why/alternatives.js';
import type { Helping } from '../../../../sim/why/whatHelps.js';
import type { Pose } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import { DamagedRecording } from '../../../recording/reading/damaged.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Branching, FutureNews } from '../../../session/futures.js';
import { firstLineOf } from '../../../session/operations.js';
import { frameLater, plottedPart } from '../../../session/recordedViews.js';
import type { FrameView, FutureView, Operation, WhyView } from '../../../signals/view.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { FileError } from '../../../validation/errors.js';
import { branchedRun, scenarioAt } from '../../sim/pastRun.js';
import { bodiesOf, RunAgain } from '../../sim/runAgain.js';
import { explanationOf } from './why.js';

/** What a page can change in a recording. */
const CAN: readonly Operation['kind'][] = ['tune', 'goTo', 'follow', 'move', 'choose'];

/** Between two poses of a future; twice that and so on, where there would be more than so many. */
const STEP: Seconds = 0.1;
const MAX_POSES = 3000;
/** So much of a future is shown as soon as it is known. */
const FIRST_PART: Seconds = 1;

/** Undefined for a recording that cannot be run again, such as that of a real robot. */
export function branchingOf(recording: Recording, own: OwnBehaviors): Branching | undefined {
  try {
    branchedRun(recording, own, { at: 0, settings: [] });
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
  let helping: readonly Helping[] = [];
  const ended = (
    work: (isEnded: () => boolean) => Promise<void>,
    refused: (why: string) => void,
  ): (() => void) => {
    let isEnded = false;
    void work(() => isEnded).catch((error: unknown) => !isEnded && refused(firstLineOf(error)));
    return () => {
      isEnded = true;
    };
  };
  const future = (asked: Asked, tell: (news: FutureNews) => void): (() => void) =>
    ended(
      (isEnded) => compute(recording, own, asked, (news) => !isEnded() && tell(news), isEnded),
      (why) => tell({ state: 'refused', why }),
    );
  return {
    can: CAN,
    begin: (at, operation, tell) => future({ at, operations: [operation] }, tell),
    explain: (tell) =>
      ended(
        (isEnded) =>
          explained(
            recording,
            own,
            (now) => {
              helping = now;
            },
            (news) => !isEnded() && tell(news),
            isEnded,
          ),
        (why) => tell({ tried: 0, of: 0, refused: why }),
      ),
    show: (place, tell) => {
      const one = helping[place];
      return one && future({ at: recording.duration, ...one }, tell);
    },
  };
}

async function explained(
  recording: Recording,
  own: OwnBehaviors,
  hear: (helping: readonly Helping[]) => void,
  tell: (news: WhyView) => void,
  isEnded: () => boolean,
): Promise<void> {
  const of = alternativesOf(scenarioAt(recording, own, recording.duration)).length;
  const began = performance.now();
  const told = (helping: readonly Helping[]) =>
    helping.map(({ words, passed, outcome }) => ({ words, passed, outcome }));
  tell({ tried: 0, of });
  const { tried, alternatives } = await explanationOf(
    recording,
    own,
    (now, helping) => {
      const each = (performance.now() - began) / 1000 / Math.max(1, now);
      hear(helping);
      tell({ tried: now, of, ...(now > 0 && { left: each * (of - now) }), helped: told(helping) });
    },
    isEnded,
  );
  hear(alternatives);
  tell({ tried, of, left: 0, helped: told(alternatives) });
}

interface Asked {
  /** Time in the recording. */
  readonly at: Seconds;
  readonly operations?: readonly Operation[];
  /** Another scenario from the begin of that run on, and its words. */
  readonly scenario?: Scenario;
  readonly words?: string;
}

async function compute(
  recording: Recording,
  own: OwnBehaviors,
  { at, operations = [], scenario, words: given }: Asked,
  tell: (news: FutureNews) => void,
  isEnded: () => boolean,
): Promise<void> {
  const past = branchedRun(recording, own, { at, settings: [], operations, ...(scenario && { scenario }) });
  const begin = past.from ?? 0;
  let ways = new Ways();
  let samples = new Samples();
  // Of another scenario all is different from its begin on.
  let changedAt: Seconds | undefined = scenario ? 0 : undefined;
  let last: FrameView | undefined;
  let words: string | undefined;
  let refused: string | undefined;
  const run = new RunAgain(recording, past, {
    ...(await bodiesOf(past)),
    record: (news) => {
      if (news.kind === 'begun') [ways, samples] = [new Ways(), new Samples()];
      if (news.kind === 'changed') changedAt = news.at;
    },
    onTick: (id, pose, tick) => {
      if (changedAt !== undefined) ways.add(id, pose, tick.at - changedAt);
    },
  });
  const { session } = run;
  const isNow = () => changedAt !== undefined && !run.isAgain;
  const judged = lastFrameOf(recording);
  const told = (state: FutureView['state']): FutureNews => ({
    ...{
      state,
      until: begin + session.current.run.at,
      step: ways.step,
      ways: ways.all,
      samples: samples.all,
    },
    words: given ?? words ?? operations[0]?.kind ?? '',
    at: scenario ? begin : at,
    verdict: rowsOf(last, judged),
  });
  try {
    session.start((view) => {
      if (view.kind !== 'frame') return;
      last = view;
      if (changedAt === undefined) return;
      samples.add(frameLater(plottedPart(view), begin));
      const news = view.news.find(({ level, words: said }) => level === 'warning' && / refused: /.test(said));
      refused ??= news?.words;
      words ??= view.news.find(({ level, at: when }) => level === 'info' && when >= (changedAt ?? 0))?.words;
    });
    const isSeen = () => changedAt !== undefined && session.current.run.at > changedAt + FIRST_PART;
    await run.goOnUntil(() => isEnded() || refused !== undefined || isSeen() || session.current.run.isOver);
    if (refused === undefined && !isEnded()) tell(told('under way'));
    const wasJudged = judged?.judgedAt !== undefined;
    await run.goOnUntil(
      () =>
        isEnded() ||
        refused !== undefined ||
        (isNow() && (!wasJudged || session.current.result !== undefined)),
    );
    tell(refused === undefined ? told('complete') : { state: 'refused', why: refused });
  } finally {
    session.close();
  }
}

function lastFrameOf(recording: Recording): FrameView | undefined {
  if (recording.frameCount === 0) return undefined;
  try {
    return recording.frame(recording.frameCount - 1);
  } catch (error) {
    // How the recorded run ended is not known then.
    if (error instanceof DamagedRecording) return undefined;
    throw error;
  }
}

/** Each criterion, with its result in the recording. */
const rowsOf = (now: FrameView | undefined, recorded: FrameView | undefined): FutureView['verdict'] =>
  (now?.verdict ?? []).map(({ words, passed }, i) => {
    const was = recorded?.verdict[i];
    return { words, passed, ...(was && { was: { words: was.words, passed: was.passed } }) };
  });

/** The poses of each robot, at even times. */
class Ways {
  step: Seconds = STEP;
  readonly #poses = new Map<string, Pose[]>();

  add(robot: string, pose: Pose, since: Seconds): void {
    const known = this.#poses.get(robot) ?? [];
    if (known.length === 0) this.#poses.set(robot, known);
    while (since >= known.length * this.step - 1e-9) known.push(pose);
    if (known.length > MAX_POSES) this.#thin();
  }

  #thin(): void {
    this.step *= 2;
    for (const [robot, poses] of this.#poses)
      this.#poses.set(
        robot,
        poses.filter((_, i) => i % 2 === 0),
      );
  }

  get all(): FutureView['ways'] {
    const flat = (poses: readonly Pose[]) =>
      poses.flatMap(({ x, y, heading }) => [x, y, heading].map((value) => Number(value.toFixed(4))));
    return Object.fromEntries([...this.#poses].map(([robot, poses]) => [robot, flat(poses)]));
  }
}

/** Between two samples for the plots; twice that and so on, where there would be more than so many frames of robots. */
const SAMPLE_STEP: Seconds = 0.05;
const MAX_SAMPLED = 800;

/** Frames at even times. */
class Samples {
  #step = SAMPLE_STEP;
  #frames: FrameView[] = [];

  add(frame: FrameView): void {
    const last = this.#frames.at(-1);
    if (last && frame.at < last.at + this.#step - 1e-9) return;
    this.#frames.push(frame);
    if (this.#frames.length * frame.robots.length <= MAX_SAMPLED) return;
    this.#step *= 2;
    this.#frames = this.#frames.filter((_, i) => i % 2 === 0);
  }

  get all(): readonly FrameView[] {
    return this.#frames;
  }
}
