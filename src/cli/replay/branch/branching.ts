/** Computes the other futures of a recording for a page, a little at a time: the page's own work goes on beside it. */
import { alternativesOf } from '../../../../sim/why/alternatives.js';
import type { Pose } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Branching, FutureNews } from '../../../session/futures.js';
import { firstLineOf } from '../../../session/operations.js';
import type { FrameView, FutureView, Operation, WhyView } from '../../../signals/view.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
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
  } catch {
    return undefined;
  }
  return {
    can: CAN,
    begin: (at, operation, tell) => {
      let isEnded = false;
      void compute(
        recording,
        own,
        { at, operation },
        (news) => !isEnded && tell(news),
        () => isEnded,
      ).catch((error: unknown) => !isEnded && tell({ state: 'refused', why: firstLineOf(error) }));
      return () => {
        isEnded = true;
      };
    },
    explain: (tell) => {
      let isEnded = false;
      void explained(
        recording,
        own,
        (news) => !isEnded && tell(news),
        () => isEnded,
      ).catch((error: unknown) => !isEnded && tell({ tried: 0, of: 0, refused: firstLineOf(error) }));
      return () => {
        isEnded = true;
      };
    },
  };
}

async function explained(
  recording: Recording,
  own: OwnBehaviors,
  tell: (news: WhyView) => void,
  isEnded: () => boolean,
): Promise<void> {
  const of = alternativesOf(scenarioAt(recording, own, recording.duration)).length;
  tell({ tried: 0, of });
  const { tried, alternatives } = await explanationOf(
    recording,
    own,
    (now) => tell({ tried: now, of }),
    isEnded,
  );
  tell({ tried, of, helped: alternatives.map(({ words, passed }) => ({ words, passed })) });
}

interface Asked {
  readonly at: Seconds;
  readonly operation: Operation;
}

async function compute(
  recording: Recording,
  own: OwnBehaviors,
  { at, operation }: Asked,
  tell: (news: FutureNews) => void,
  isEnded: () => boolean,
): Promise<void> {
  const past = branchedRun(recording, own, { at, settings: [], operations: [operation] });
  const begin = past.from ?? 0;
  const ways = new Ways();
  let changedAt: Seconds | undefined;
  let last: FrameView | undefined;
  let words: string | undefined;
  let refused: string | undefined;
  const run = new RunAgain(recording, past, {
    ...(await bodiesOf(past)),
    record: (news) => {
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
    ...{ state, until: begin + session.current.run.at, step: ways.step, ways: ways.all },
    words: words ?? operation.kind,
    verdict: rowsOf(last, judged),
  });
  try {
    session.start((view) => {
      if (view.kind !== 'frame') return;
      last = view;
      if (changedAt === undefined) return;
      const news = view.news.find(({ level, words: said }) => level === 'warning' && / refused: /.test(said));
      refused ??= news?.words;
      words ??= view.news.find(({ level, at: when }) => level === 'info' && when >= (changedAt ?? 0))?.words;
    });
    const { run: first } = session.current;
    const isSeen = () => changedAt !== undefined && first.at > changedAt + FIRST_PART;
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
  try {
    return recording.frame(recording.frameCount - 1);
  } catch {
    // Damaged there: how the recorded run ended is not known.
    return undefined;
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
