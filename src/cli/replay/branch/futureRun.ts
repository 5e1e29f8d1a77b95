/** One future of a recording for a page: the recorded run again up to its change, and on from there. */
import type { Scenario } from '../../../../sim/scenario/scenario.js';
import { Retelling } from '../../../../sim/session/retelling.js';
import type { Pose } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import { DamagedRecording } from '../../../recording/reading/damaged.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { FutureNews } from '../../../session/futures.js';
import { frameLater, plottedPart } from '../../../session/recordedViews.js';
import type { FrameView, FutureView, Operation } from '../../../signals/view.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { beginBefore, beginsOf, branchedRun } from '../../sim/pastRun.js';
import { bodiesOf, RunAgain } from '../../sim/runAgain.js';
import { branchText } from './branchText.js';
import { isDrive } from './drivenRun.js';

/** Between two poses of a future; twice that and so on, where there would be more than so many. */
const STEP: Seconds = 0.1;
const MAX_POSES = 3000;
/** So much of a future is shown as soon as it is known. */
const FIRST_PART: Seconds = 1;

/** `a: now sequence[1].arrive`: the mission goes on by itself. */
const isStep = (words: string): boolean => /^([^:]+: )?now /.test(words);

export interface AskedFuture {
  /** Time in the recording. */
  readonly at: Seconds;
  /** Another scenario from the begin of that run on, and its words. */
  readonly scenario?: Scenario;
  readonly words?: string;
}

export class FutureRun {
  #asked: AskedFuture;
  readonly #recording: Recording;
  /** Read by the run when it comes to its change. */
  readonly #operations: Operation[];
  /** When each run of the recording begins, and how many of them have begun here. */
  readonly #begins: readonly Seconds[];
  #runs = 0;
  readonly #hasOwnEnd: boolean;
  readonly #run: RunAgain;
  readonly #retelling: Retelling;
  #ways = new Ways();
  #samples = new Samples();
  #changedAt: Seconds | undefined;
  #isStarted = false;
  #last: FrameView | undefined;
  #words: string | undefined;
  #refused: string | undefined;

  /** @throws FileError where the recording cannot be run again */
  static async of(recording: Recording, own: OwnBehaviors, asked: AskedFuture): Promise<FutureRun> {
    const operations: Operation[] = [];
    const { scenario } = asked;
    let run: FutureRun | undefined;
    const at = scenario || isDrive(recording) ? asked.at : () => (run ? run.#asked.at : asked.at);
    const past = branchedRun(recording, own, { at, settings: [], operations, ...(scenario && { scenario }) });
    run = new FutureRun(recording, asked, operations, past, await bodiesOf(past));
    return run;
  }

  private constructor(
    recording: Recording,
    asked: AskedFuture,
    operations: Operation[],
    past: ReturnType<typeof branchedRun>,
    bodies: Awaited<ReturnType<typeof bodiesOf>>,
  ) {
    this.#recording = recording;
    this.#asked = asked;
    this.#operations = operations;
    this.#begins = isDrive(recording) ? [asked.at] : beginsOf(recording);
    this.#hasOwnEnd = past.pastOf !== undefined;
    // Of another scenario all is different from its begin on.
    this.#changedAt = asked.scenario ? 0 : undefined;
    this.#retelling = new Retelling(() => this.#run.session.current, this.#hasOwnEnd);
    this.#run = new RunAgain(recording, past, {
      ...bodies,
      record: (news) => {
        this.#retelling.hear(news);
        if (news.kind === 'begun') {
          [this.#ways, this.#samples] = [new Ways(), new Samples()];
          this.#runs += 1;
        }
        if (news.kind === 'changed') this.#changedAt = news.at;
      },
      onTick: (id, pose, tick) => {
        if (this.#changedAt !== undefined) this.#ways.add(id, pose, tick.at - this.#changedAt);
      },
    });
  }

  /** What an operator does at its change; said before the run comes there, or while it waits there. */
  change(operations: readonly Operation[]): void {
    this.#operations.push(...operations);
  }

  /** It is changed here or was, and nowhere later. */
  get isBound(): boolean {
    return this.#run.waits || this.isPast;
  }

  /** Where it has come to, in the recording; no change before that can be made. */
  get position(): Seconds {
    return (this.#begins[Math.max(0, this.#runs - 1)] ?? 0) + this.#run.session.current.run.at;
  }

  /** A run that was parked is changed at a later instant. */
  aim(asked: AskedFuture): void {
    this.#asked = asked;
  }

  /** Computes the recorded run up to an instant, or a little beyond, and goes on later. @throws FileError as `comeToChange` */
  async comeTo(at: Seconds, isEnded: () => boolean): Promise<void> {
    this.#start();
    await this.#run.goOnUntil(() => isEnded() || this.position >= at || !this.#run.isAgain);
  }

  /** The change was made already: what is said now comes too late. */
  get isPast(): boolean {
    return this.#changedAt !== undefined;
  }

  /**
   * Computes the recorded part; it waits there, but where an operator did something at that very instant.
   *
   * @throws FileError where the run is not the recorded one
   */
  async comeToChange(isEnded: () => boolean): Promise<void> {
    // At the very begin the first slice would make the change already.
    if (this.#run.waits) return;
    this.#start();
    await this.#run.goOnUntil(() => isEnded() || this.#run.waits || this.isPast);
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#run.session.start((view) => view.kind === 'frame' && this.#see(view));
  }

  /** Makes the change, and goes on to the end, where it is closed. @param tell called when its first part is known, and at its end */
  async goOn(tell: (news: FutureNews) => void, isEnded: () => boolean): Promise<void> {
    try {
      await this.#goOn(tell, isEnded);
    } finally {
      this.close();
    }
  }

  async #goOn(tell: (news: FutureNews) => void, isEnded: () => boolean): Promise<void> {
    this.#start();
    const { session } = this.#run;
    const isOver = () => isEnded() || this.#refused !== undefined;
    await this.#run.goOnUntil(() => isOver() || this.#isSeen || session.current.run.isOver);
    if (!isOver()) tell(this.#told('under way'));
    const wasJudged = this.#hasOwnEnd || this.#judged?.judgedAt !== undefined;
    const isDone = () => this.#isNow && (!wasJudged || session.current.result !== undefined);
    await this.#run.goOnUntil(() => isOver() || isDone());
    const why = this.#refused;
    tell(why === undefined ? this.#told('complete') : { state: 'refused', why });
  }

  close(): void {
    this.#run.session.close();
  }

  /** When the run began that is changed. */
  get #begin(): Seconds {
    const { at, scenario } = this.#asked;
    return scenario ? beginBefore(this.#recording, at) : (this.#begins[this.#runs - 1] ?? 0);
  }

  get #isNow(): boolean {
    return this.#changedAt !== undefined && !this.#run.isAgain;
  }

  get #isSeen(): boolean {
    return this.#changedAt !== undefined && this.#run.session.current.run.at > this.#changedAt + FIRST_PART;
  }

  #see(view: FrameView): void {
    this.#last = view;
    const changedAt = this.#changedAt;
    if (changedAt === undefined) return;
    this.#samples.add(frameLater(plottedPart(view), this.#begin));
    const news = view.news.find(({ level, words }) => level === 'warning' && / refused: /.test(words));
    this.#refused ??= news?.words;
    const said = view.news.find(
      ({ level, at, words }) => level === 'info' && at >= changedAt && !isStep(words),
    );
    this.#words ??= said?.words;
  }

  #told(state: FutureView['state']): FutureNews {
    const { at, scenario } = this.#asked;
    const words = this.#asked.words ?? this.#words ?? this.#operations[0]?.kind ?? '';
    const told = scenario ? this.#begin : at;
    return {
      state,
      ...(state === 'complete' && { text: branchText(this.#recording.file, told, words, this.#retelling) }),
      until: this.#begin + this.#run.session.current.run.at,
      step: this.#ways.step,
      ways: this.#ways.all,
      samples: this.#samples.all,
      words,
      at: told,
      verdict: rowsOf(this.#last, this.#judged),
    };
  }

  get #judged(): FrameView | undefined {
    return lastFrameOf(this.#recording);
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
const MAX_SAMPLED = 250;

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
