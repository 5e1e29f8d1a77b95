/** A simulation that somebody looks at and has a hand in: scenes run in real time, and go on after they are judged. */
import type { Subscription } from 'rxjs';
import { wallClock } from '../../src/control/clock.js';
import type { News, Operation } from '../../src/signals/view.js';
import { SAME } from '../engine/instants.js';
import type { Result } from '../referee/result.js';
import type { Refusal } from './aiming.js';
import { EventLog } from './eventLog.js';
import { frameView } from './frameView.js';
import { Hands } from './hands.js';
import type { SessionHost } from './host.js';
import { handlersOf, messageOf } from './operations.js';
import { Pace } from './pace.js';
import { sceneView } from './sceneView.js';
import { ShownTicks } from './shownTicks.js';
import { Stage } from './stage.js';
import { ShownThings } from './thingViews.js';
import { verdictWords } from './verdict.js';

export type { Scene, SessionHost } from './host.js';

/** Shown and simulated so often; frames come no closer. */
const SLICE = 1 / 60;
/** It computes no longer than this before it lets others in, a STOP above all. */
const BUDGET = 0.03;

export class Session {
  /** The result of the first scene that comes to its end, as a run of it without anybody looking would give it. */
  readonly judged: Promise<Result>;
  readonly host: SessionHost;
  readonly news: EventLog;
  readonly hands = new Hands();
  readonly pace: Pace;
  stage: Stage;
  /** Guards people: a STOP outlasts a restart and another scene. */
  stopped = false;
  things: ShownThings;
  readonly #ticks = new ShownTicks();
  #sceneChanged = true;
  #frameChanged = true;
  #slices: Subscription | undefined;
  #closed = false;
  #settle: (result: Result) => void = () => {};
  readonly #handlers = handlersOf(this);

  /** @throws FileError where there is no such scene */
  constructor(
    host: SessionHost,
    scene: string,
    { speed = 1, paused = false }: { readonly speed?: number; readonly paused?: boolean } = {},
  ) {
    this.host = host;
    this.judged = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.news = new EventLog(host.time);
    this.pace = new Pace(speed, paused, host.time.now());
    this.stage = new Stage(host.open(scene), host);
    this.things = new ShownThings(this.stage.run.world);
  }

  start(): void {
    if (this.#slices || this.#closed) return;
    this.enter(this.stage);
    this.#slices = wallClock(SLICE, this.host.time).subscribe(() => this.#slice());
  }

  /** What cannot be done is news, and nothing worse. */
  operate(operation: Operation): void {
    if (this.#closed) return;
    let why: Refusal;
    try {
      const handle = this.#handlers[operation.kind] as ((given: Operation) => Refusal) | undefined;
      why = handle ? handle(operation) : 'there is no such operation';
    } catch (error) {
      why = messageOf(error);
    }
    if (why !== undefined) this.tell('warning', `${operation.kind} refused: ${why}`);
    this.#frameChanged = true;
  }

  /** The wheels stop, and nothing more is shown. */
  close(): void {
    this.#closed = true;
    this.#slices?.unsubscribe();
    this.stage.close();
  }

  /** Another scene, or the same from its beginning. */
  enter(stage: Stage): void {
    if (stage !== this.stage) this.stage.close();
    this.stage = stage;
    this.hands.clear();
    if (this.stopped) for (const { loop } of stage.robots) loop.say({ kind: 'stop' });
    this.pace.change(this.host.time.now(), 0, {});
    stage.run.control();
    this.sceneChanged();
  }

  /** On to the next instant of control. */
  step(): void {
    const { stage } = this;
    const { result } = stage;
    stage.step(() => this.hands.renew());
    for (const news of stage.watch.news()) this.news.tell(news);
    if (stage.result && !result) this.#judge(stage.result);
    this.#frameChanged = true;
  }

  /** Whoever looks must know before the next frame. */
  sceneChanged(): void {
    this.#sceneChanged = true;
  }

  tell(level: News['level'], words: string): void {
    this.news.tell({ at: this.stage.run.at, level, words });
  }

  #judge(result: Result): void {
    for (const row of result.criteria) {
      const said = `${row.passed ? 'met' : 'failed'}: ${verdictWords(row)}`;
      this.tell(row.passed ? 'info' : 'warning', said);
    }
    this.#settle(result);
  }

  #slice(): void {
    const { time } = this.host;
    const began = time.now();
    this.hands.expire(began);
    const due = this.pace.due(began, this.stage.run.next);
    try {
      while (this.stage.run.next <= due + SAME && time.now() - began < BUDGET) this.step();
    } catch (error) {
      this.#fail(error);
    }
    this.pace.measure(time.now(), this.stage.run.at);
    this.#show();
  }

  /** Guards people: where the simulation itself fails, nobody drives on. */
  #fail(error: unknown): void {
    this.tell('fault', `the simulation failed: ${messageOf(error)}`);
    this.operate({ kind: 'stop' });
    this.operate({ kind: 'pause', paused: true });
  }

  #show(): void {
    if (this.#sceneChanged) {
      this.things = new ShownThings(this.stage.run.world);
      this.host.show(sceneView(this.stage, this.host));
    }
    if (!this.#sceneChanged && !this.#frameChanged && !this.news.waiting) return;
    this.#sceneChanged = false;
    const frame = frameView(this.stage, this.things, this.#ticks, this.pace, this.news.take());
    this.#frameChanged = this.#ticks.takeAgain();
    this.host.show(frame);
  }
}
