/** A session that plays a recording to a page: start, pause, step, speed, and scrub to any time. */
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import { DamagedRecording } from '../recording/reading/damaged.js';
import type { Recording } from '../recording/reading/recording.js';
import type { Session } from '../signals/session.js';
import type { FrameView, HistoryView, News, Operation, SceneView, View } from '../signals/view.js';
import { missionWords } from '../steering/mission.js';
import { type Branching, Futures } from './futures.js';
import { type OperationHandlers, type OperationRefusal, perform } from './operations.js';
import { isSpeed, Pace } from './pace.js';
import { endOf, historyOf, onRecordingsTime, type Stretch, stretchOf, zoomedTo } from './recordedViews.js';

/** Pages do not draw more often. */
const FRAME_SPACING: Seconds = 1 / 60;

/** After this time in a pause, another future is prepared. */
const STANDS_FOR: Seconds = 0.2;

const REPLAY_OPERATIONS: readonly Operation['kind'][] = ['pause', 'speed', 'scrub', 'step', 'zoom'];

export class ReplaySession implements Session {
  /** Resolves when playback reaches an unreadable place; nothing more is shown then. */
  readonly damage: Promise<DamagedRecording>;
  #isDamaged = false;
  #reached: (damage: DamagedRecording) => void = () => {};
  readonly #recording: Recording;
  readonly #time: TimeSource;
  readonly #pace: Pace;
  #show: (view: View) => void = () => {};
  /** Index of the frame shown, and of the scene; −1 before the first. */
  #frame = -1;
  #scene = -1;
  #history: (Stretch & { readonly view: HistoryView }) | undefined;
  /** The part that the plots show; all where it is missing. */
  #between: readonly [Seconds, Seconds] | undefined;
  #zoomed: Pick<HistoryView, 'samples' | 'between'> | undefined;
  /** Whether a change begins with its run, and not at the instant that is shown. */
  #fromBegin = false;
  #cancel = () => {};
  #cancelPreparing = () => {};
  readonly #futures: Futures | undefined;

  /** Starts paused at the beginning. @param branching missing where the recording has no other futures */
  constructor(recording: Recording, time: TimeSource, branching?: Branching) {
    this.#recording = recording;
    this.#time = time;
    this.#pace = new Pace(time.now(), { paused: true });
    this.#futures =
      branching && new Futures(branching, () => this.#untilDamage(() => this.#showSceneAgain()));
    this.damage = new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  start(show: (view: View) => void): void {
    this.#show = show;
    this.#untilDamage(() => {
      this.#showScene(0);
      this.#goTo(0);
    });
  }

  close(): void {
    this.#cancel();
    this.#cancelPreparing();
    this.#futures?.close();
    this.#pace.change(this.#time.now(), 0, { paused: true });
    this.#show = () => {};
  }

  /** Ignores operations that a recording cannot do. */
  operate(operation: Operation): void {
    this.#untilDamage(() => {
      if (this.#futures?.can.includes(operation.kind)) this.#branch(this.#futures, operation);
      else perform(this.#handlers, operation, 'a recording cannot do that');
      this.#wait();
    });
  }

  readonly #handlers: OperationHandlers = {
    pause: ({ paused }) => {
      // At its end it starts again from the beginning.
      const again = !paused && this.#frame >= this.#last;
      this.#goTo(again ? 0 : this.#frame, paused);
      return undefined;
    },
    speed: ({ times }) => this.#setSpeed(times),
    scrub: ({ at }) => {
      if (Number.isFinite(at)) this.#goTo(this.#recording.frameAt(at));
      return undefined;
    },
    step: ({ back = false }) => {
      this.#goTo(Math.max(0, Math.min(this.#frame + (back ? -1 : 1), this.#last)), true);
      return undefined;
    },
    zoom: ({ between }) => {
      this.#between = between && between[0] < between[1] ? between : undefined;
      this.#showSceneAgain();
      return undefined;
    },
    changeFrom: ({ begin }) => {
      this.#fromBegin = begin;
      this.#showSceneAgain();
      return undefined;
    },
    forget: ({ future }) => this.#futures?.forget(future),
    why: ({ show }) => {
      if (show !== undefined) return this.#futures?.show(show);
      this.#futures?.explain();
      return undefined;
    },
  };

  /** Where it stands for a moment, something may be changed soon. */
  #prepare(): void {
    this.#cancelPreparing();
    if (!this.#futures || this.#isDamaged) return;
    const at = this.#changeAt;
    this.#futures.leave(at);
    if (!this.#pace.paused) return;
    this.#cancelPreparing = this.#time.after(STANDS_FOR, () => this.#futures?.prepare(at));
  }

  /** When a change begins. */
  get #changeAt(): Seconds {
    return this.#recording.timeOf(this.#fromBegin ? (this.#history?.first ?? 0) : this.#frame);
  }

  /** It stops there: one sees what is changed, and when. */
  #branch(futures: Futures, operation: Operation): void {
    if (!this.#pace.paused) this.#goTo(this.#frame, true);
    futures.begin(this.#changeAt, operation);
  }

  /** The scene with its futures and its samples as they are now. */
  #showSceneAgain(): void {
    const scene = this.#scene;
    this.#scene = -1;
    this.#showScene(scene);
  }

  #untilDamage(act: () => void): void {
    if (this.#isDamaged) return;
    try {
      act();
    } catch (error) {
      if (!(error instanceof DamagedRecording)) throw error;
      this.#isDamaged = true;
      this.close();
      this.#reached(error);
    }
  }

  get #last(): number {
    return this.#recording.frameCount - 1;
  }

  #setSpeed(times: number): OperationRefusal {
    if (!isSpeed(times)) return 'that is not a speed';
    const now = this.#time.now();
    this.#pace.change(now, this.#pace.at(now), { speed: times });
    this.#showFrame(this.#frame, []);
    return undefined;
  }

  #goTo(frame: number, paused = this.#pace.paused): void {
    const at = this.#recording.timeOf(frame);
    this.#pace.change(this.#time.now(), at, { paused: paused || frame >= this.#last });
    this.#showFrame(frame, []);
  }

  /** Wakes when the next frame is due. */
  #wait(): void {
    this.#cancel();
    const { paused, speed } = this.#pace;
    if (paused) return;
    const due = (this.#recording.timeOf(this.#frame + 1) - this.#pace.at(this.#time.now())) / speed;
    this.#cancel = this.#time.after(Math.max(FRAME_SPACING, due), () =>
      this.#untilDamage(() => {
        this.#play();
        this.#wait();
      }),
    );
  }

  /** Shows the newest frame that is due, with the news of the frames skipped. */
  #play(): void {
    const now = this.#time.now();
    const frame = this.#recording.frameAt(this.#pace.at(now));
    if (frame <= this.#frame) return;
    const missed = this.#recording.newsBetween(this.#frame, frame);
    if (frame >= this.#last) this.#pace.change(now, this.#recording.timeOf(frame), { paused: true });
    this.#showFrame(frame, missed);
  }

  #showFrame(index: number, missed: readonly News[]): void {
    if (this.#last < 0) return;
    this.#showScene(this.#recording.sceneAt(index));
    this.#frame = index;
    this.#show(this.#dressed(onRecordingsTime(this.#recording, index), missed));
    this.#prepare();
  }

  #dressed(frame: FrameView, missed: readonly News[]): FrameView {
    // The reached speed belongs to the simulation, not to the playback.
    const { reached: _, ...pace } = frame.pace;
    const { link } = frame;
    const volts = link.volts === undefined ? {} : { volts: link.volts };
    const { paused, speed } = this.#pace;
    return {
      ...frame,
      pace: { ...pace, paused, speed },
      link: { state: 'recording', words: this.#recording.file, ...volts },
      news: [...missed, ...frame.news],
    };
  }

  #showScene(index: number): void {
    if (index === this.#scene) return;
    this.#scene = index;
    const recorded = this.#recording.scene(index);
    // Older recordings do not say what marks mean.
    const scene = {
      ...recorded,
      robots: recorded.robots.map((robot) => ({ words: missionWords(robot.mission), ...robot })),
    };
    const { duration } = this.#recording;
    const { first, last } = stretchOf(this.#recording, index);
    const ended = last < first ? undefined : endOf(this.#recording, last);
    const isLast = last === this.#last;
    const history = this.#historyAt(index, scene.robots);
    const futures = this.#futures?.views ?? [];
    const why = this.#futures?.why;
    this.#show({
      ...{ ...scene, source: 'recording', gallery: [], duration, history },
      can: [
        ...REPLAY_OPERATIONS,
        ...(this.#futures ? [...this.#futures.can, 'forget' as const, 'changeFrom' as const] : []),
        // Only what the last run lost can be explained.
        ...(this.#futures && isLast && ended?.verdict.some(({ passed }) => !passed) ? ['why' as const] : []),
      ],
      ...(futures.length > 0 && { futures }),
      ...(why && { why }),
      ...(ended && { ended }),
      ...(this.#fromBegin && { fromBegin: true as const }),
    });
  }

  /** Read once for each run of the recording. */
  #historyAt(scene: number, robots: SceneView['robots']): HistoryView {
    const stretch = stretchOf(this.#recording, scene);
    if (this.#history?.first !== stretch.first) {
      this.#history = { ...stretch, view: historyOf(this.#recording, stretch, robots) };
      this.#between = undefined;
    }
    const { view } = this.#history;
    if (!this.#between) return view;
    if (this.#zoomed?.between !== this.#between)
      this.#zoomed = zoomedTo(this.#between, this.#recording, stretch, robots);
    return { ...view, ...this.#zoomed };
  }
}
