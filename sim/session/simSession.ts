/** A simulation with a page: scenes run in real time under an operator, and continue after they are judged. */
import type { Seconds } from '../../src/math/units.js';
import type { ChangedSetting, Recordable } from '../../src/recording/simulated.js';
import { EventLog } from '../../src/session/eventLog.js';
import { attempt, firstLineOf } from '../../src/session/operations.js';
import { Pace } from '../../src/session/pace.js';
import type { Session } from '../../src/signals/session.js';
import type { News, Operation, Spot, View } from '../../src/signals/view.js';
import { messageOf } from '../../src/validation/errors.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { Result } from '../referee/result.js';
import { isFaultSetting, settingWords } from '../scenario/changes.js';
import { OpenScene, type SessionHost } from './openScene.js';
import { handlersOf, type Operated } from './operations.js';
import { frameView, ShownTicks, sceneView } from './sceneViews.js';
import { storedScenario } from './storedScenario.js';
import { TeleopHold } from './teleopHold.js';
import { ShownThings } from './thingViews.js';

/** Time between two slices of simulation, and the shortest time between two frames. */
const SLICE_PERIOD: Seconds = 1 / 60;
/** A slice computes at most this long (or one step), so that operations, a STOP above all, are handled in time. */
const SLICE_BUDGET: Seconds = 0.03;
/** It rests at least this share of a slice's time, so that the page's thread can run on a busy machine. */
const REST_SHARE = 0.5;

/** Operations that do not change what the robots do. */
const ANYTIME: readonly Operation['kind'][] = [
  'pause',
  'speed',
  'step',
  'save',
  'keep',
  'scrub',
  'forget',
  'why',
];
const isAnytime = ({ kind }: Operation): boolean => ANYTIME.includes(kind);

export class SimSession implements Session, Operated {
  /** The result of the first scene that ends, the same as that of a run without a page. */
  readonly judged: Promise<Result>;
  readonly host: SessionHost;
  readonly log: EventLog;
  readonly sticks: TeleopHold;
  readonly pace: Pace;
  current: OpenScene;
  /** A STOP outlasts a restart and another scene. */
  stopped = false;
  things: ShownThings;
  readonly ticks = new ShownTicks();
  /** What the scene was opened by. */
  opened: string;
  /** What is wrong with its files since they changed, or with a mission written on a page. */
  #mistake: string | undefined;
  #sceneChanged = true;
  #frameChanged = true;
  #send: (view: View) => void = () => {};
  /** Ends the slices; undefined before the first. */
  #endSlices: (() => void) | undefined;
  #closed = false;
  #settle: (result: Result) => void = () => {};
  readonly #handlers = handlersOf(this);
  readonly #outside: SessionHost['record'];

  /** @throws FileError for an unknown scene */
  constructor(
    host: SessionHost,
    scene: string,
    { speed = 1, paused = false }: { readonly speed?: number; readonly paused?: boolean } = {},
  ) {
    this.opened = scene;
    const onChange = (settings: readonly ChangedSetting[]) => {
      this.tell('info', `the scenario changes ${settings.map(settingWords).join(', ')}`);
      this.sceneChanged();
    };
    this.host = { ...host, record: this.#record, onChange };
    this.#outside = host.record;
    this.sticks = new TeleopHold((stick, renewed) => this.#note({ kind: 'teleop', ...stick }, renewed));
    this.judged = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.log = new EventLog(host.time);
    this.pace = new Pace(host.time.now(), { speed, paused });
    this.current = new OpenScene(host.open(scene), this.host);
    this.things = new ShownThings(this.current.run.world);
  }

  start(show: (view: View) => void): void {
    if (this.#endSlices || this.#closed) return;
    this.#send = show;
    this.enter(this.current);
    this.#slice();
  }

  operate(operation: Operation): void {
    if (this.#closed) return;
    const { again } = this.host;
    if (again && !again.isOver && !isAnytime(operation))
      this.tell('warning', `${operation.kind} refused: the recorded run is still being run again`);
    else this.#perform(operation);
  }

  #perform(operation: Operation): void {
    if (operation.kind !== 'teleop' && !isAnytime(operation)) this.#note(operation);
    const why = attempt(this.#handlers, operation, 'there is no such operation');
    if (why !== undefined) this.tell('warning', `${operation.kind} refused: ${why}`);
    this.#frameChanged = true;
  }

  /** The scene's files have changed: it begins again as they are now, or goes on and shows what is wrong with them. */
  reread(): void {
    if (this.#closed) return;
    try {
      const scene = this.host.open(this.opened);
      // A run that is made again opens the scene there, as it was then.
      this.#note({ kind: 'open', scene: this.opened });
      this.enter(new OpenScene(scene, this.host));
      this.#perform({ kind: 'pause', paused: false });
      this.tell('info', 'its files have changed: it begins again');
    } catch (error) {
      this.mistaken(messageOf(error));
    }
  }

  mistaken(words: string): void {
    this.#mistake = words;
    this.sceneChanged();
  }

  /** Stops the wheels and sends no more frames. */
  close(): void {
    this.#closed = true;
    this.#endSlices?.();
    this.current.close();
  }

  /** Opens another scene, or the same from its beginning. */
  enter(open: OpenScene, opened = this.opened): void {
    this.opened = opened;
    this.#mistake = undefined;
    if (open !== this.current) this.current.close();
    this.current = open;
    this.sticks.clear();
    if (this.stopped) {
      open.takeOver();
      for (const { loop } of open.robots) loop.say({ kind: 'stop' });
    }
    this.pace.change(this.host.time.now(), 0, {});
    const { name, about, scenario } = open.scene;
    this.#record({
      ...{ kind: 'begun', scene: name, about, scenario: storedScenario(scenario) },
      firmware: this.host.bodyOf !== undefined,
    });
    open.run.control();
    this.sceneChanged();
  }

  /** Advances to the next control instant. */
  step(): void {
    const { current: open } = this;
    const { result } = open;
    open.step(() => {
      this.#repeat(true);
      this.sticks.renew();
    });
    for (const news of open.events.news(open.takenOverAt !== undefined)) this.log.add(news);
    if (open.result && !result) this.#judge(open.result);
    this.#frameChanged = true;
  }

  /** Sends the changed scene to the pages before the next frame. */
  sceneChanged(): void {
    this.#sceneChanged = true;
  }

  tell(level: News['level'], words: string, spot: Spot = {}): void {
    this.log.add({ at: this.current.run.at, level, words, ...spot });
  }

  /** What is different from now on, if this is another future of a recorded run. */
  #change(): void {
    const { again } = this.host;
    const changed = again?.changed;
    if (!again || !changed) return;
    this.#record(changed);
    try {
      this.current.change(changed.settings.filter((setting) => !isFaultSetting(setting)));
      this.sceneChanged();
    } catch (error) {
      again.refusal = error;
    }
  }

  /** What an operator did here, if this is a run again; a stick is renewed only as it was. @returns whether anything */
  #repeat(renewed = false): boolean {
    const { again } = this.host;
    let said = again?.operation(renewed);
    const isTold = said !== undefined;
    for (; said; said = again?.operation(renewed)) {
      if (said.kind === 'teleop') this.#repeatStick(said, renewed);
      else this.#perform(said);
    }
    if (!renewed) this.#change();
    return isTold;
  }

  #repeatStick({ robot, linear, angular }: Extract<Operation, { kind: 'teleop' }>, renewed: boolean): void {
    const held = this.current.robots.find(({ id }) => id === robot);
    if (held) this.sticks.say(held, linear, angular, renewed);
    this.current.takeOver();
  }

  /** Everything that the run depends on, besides its files. */
  #note(operation: Operation, renewed = false): void {
    const { at } = this.current.run;
    this.#record({ kind: 'operated', at, operation, ...(renewed && { renewed }) });
  }

  readonly #record = (news: Recordable): void => {
    this.host.again?.hear(news);
    this.#outside?.(news);
  };

  #steps(due: Seconds, began: Seconds): void {
    const { time, again } = this.host;
    while (this.current.run.next <= due + TIME_EPSILON && time.now() - began < SLICE_BUDGET) {
      this.step();
      if (again?.operation() || again?.changed) return;
    }
  }

  #judge(result: Result): void {
    for (const news of this.current.events.judged(result)) this.log.add(news);
    this.#settle(result);
  }

  #slice(): void {
    const { time } = this.host;
    const began = time.now();
    this.sticks.expire(began);
    const due = this.pace.due(began, this.current.run.next);
    try {
      // What an operator says is answered before the next step, as the driver's promise of an arming is.
      if (!this.#repeat()) this.#steps(due, began);
    } catch (error) {
      this.#fail(error);
    }
    this.pace.measure(time.now(), this.current.run.at);
    this.#show();
    if (this.#closed) return;
    const spent = time.now() - began;
    const pause = Math.max(SLICE_PERIOD - spent, REST_SHARE * spent);
    this.#endSlices = time.after(pause, () => this.#slice());
  }

  /** If the simulation fails, all robots stop. */
  #fail(error: unknown): void {
    this.tell('fault', `the simulation failed: ${firstLineOf(error)}`);
    this.operate({ kind: 'stop' });
    this.operate({ kind: 'pause', paused: true });
  }

  #show(): void {
    if (this.#sceneChanged) {
      this.things = new ShownThings(this.current.run.world);
      this.#send(sceneView(this.current, this.host, this.#mistake));
    }
    if (!this.#sceneChanged && !this.#frameChanged && !this.log.waiting) return;
    this.#sceneChanged = false;
    const frame = frameView(this, this.log.take(), this.host.recording?.());
    this.#frameChanged = this.ticks.takeAgain();
    this.#send(frame);
  }
}
