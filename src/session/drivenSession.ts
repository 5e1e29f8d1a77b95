/** A real robot before a page: what it does is shown, and what people ask of it becomes commands of its loop. */
import { type Observable, Subject } from 'rxjs';
import { tunables, tune } from '../config/tuning/tunables.js';
import type { TickedState } from '../control/loop.js';
import type { LoopState } from '../control/state.js';
import { teleopTwist } from '../control/teleop.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import type { Vec2 } from '../math/geometry.js';
import type { TimeSource } from '../math/time.js';
import { InputLog, type Inputs } from '../recording/inputs.js';
import type { Session } from '../signals/session.js';
import type { Command, LoopEvent, Setup, Target } from '../signals/signals.js';
import type { LinkView, News, Operation, View } from '../signals/view.js';
import type { MissionSpec, OwnBehaviors } from '../steering/mission.js';
import { changesBetween, drivenFrame, drivenScene, TickClock } from './drivenViews.js';
import { EventLog } from './eventLog.js';
import { attempt, type OperationHandlers, type Refusal } from './operations.js';
import { following, followsPointer, goingTo } from './retarget.js';

/** Who observes a drive, and may have a say in it. */
export interface RunObserver {
  readonly commands$: Observable<Command>;
  readonly targets$: Observable<Target>;
  /** Somebody has given the robot something else to do: it no longer ends by arriving. */
  readonly tookOver: boolean;
  /** A STOP holds that was said before there was a robot to hear it. */
  readonly stopped: boolean;
  /** Somebody is there to have a say. */
  readonly isAttended: boolean;
  /** Why nobody can have a say any more; the robot was stopped. */
  readonly failed$: Observable<string>;
  /** A ride begins in this state. */
  begins(state: LoopState, robot: Pick<ConnectedRobot, 'speedLimit' | 'warning'>): void;
  /** Each event before it folds in, and each tick. */
  readonly onEvent: (event: LoopEvent) => void;
  ticked(ticked: TickedState): void;
  /** The robot is gone: lost and looked for, or given up. @param level of the news; a fault unless given */
  lost(why: string, level?: News['level']): void;
}

export interface DrivenOptions {
  readonly setup: Setup;
  readonly own: OwnBehaviors;
  /** Real time, for how often the same is told. */
  readonly time: TimeSource;
  readonly record: (inputs: Inputs) => void;
  /** Whether somebody is at the page. */
  readonly isAttended: () => boolean;
  /** How the recording to a file fares. */
  readonly recording: () => LinkView['recording'];
  /** Writes what was tuned to its files; gives words for what it did. @throws FileError */
  readonly save: (loaded: Setup, tuned: Setup) => string;
  /** Saves what was recorded lately. */
  readonly keep: () => void;
}

/** These give the robot something else to do than it came for. */
const TAKEOVER_OPERATIONS: readonly Operation['kind'][] = ['goTo', 'follow', 'pointer', 'teleop', 'resume'];
/** Guards people: what was asked of a robot that is not there starts nothing when it comes back. */
const MOVING_OPERATIONS: readonly Operation['kind'][] = [...TAKEOVER_OPERATIONS, 'arm', 'clear', 'tune'];

export class DrivenSession implements Session, RunObserver {
  readonly commands$ = new Subject<Command>();
  readonly targets$ = new Subject<Target>();
  readonly failed$ = new Subject<string>();
  tookOver = false;
  stopped = false;
  readonly #options: DrivenOptions;
  readonly #log: EventLog;
  #show: (view: View) => void = () => {};
  #setup: Setup;
  /** The robot as its file has it, and the mission as it was given last: what sliders' ends go by. */
  #loaded: Setup;
  #link: LinkView = { state: 'connecting', words: 'looking for the robot' };
  #inputs: InputLog | undefined;
  #clock = new TickClock(1);
  #punctuality = this.#clock.tick();
  #pointer: Vec2 | undefined;
  #last: TickedState | undefined;

  constructor(options: DrivenOptions) {
    this.#options = options;
    this.#log = new EventLog(options.time);
    this.#setup = options.setup;
    this.#loaded = options.setup;
  }

  // Towards the page ---------------------------------------------------------------------------------------

  start(show: (view: View) => void): void {
    this.#show = show;
    this.#showScene();
    this.#showFrame();
  }

  operate(operation: Operation): void {
    const { kind } = operation;
    const isAway = MOVING_OPERATIONS.includes(kind) && this.#link.state !== 'connected';
    const why = isAway
      ? 'the robot is not there'
      : attempt(this.#handlers, operation, 'a real robot cannot do that');
    if (why !== undefined) this.tell('warning', `${kind} refused: ${why}`);
    else if (TAKEOVER_OPERATIONS.includes(kind)) this.tookOver = true;
  }

  /** The robot goes on: whoever drives it closes it. */
  close(): void {
    this.#show = () => {};
  }

  /** Guards people: who cannot be heard cannot stop the robot; so it stops. */
  fail(why: string): void {
    this.operate({ kind: 'stop' });
    this.failed$.next(why);
  }

  tell(level: News['level'], words: string): void {
    this.#log.add({ at: this.#last?.tick.at ?? 0, level, words });
  }

  // Towards the drive --------------------------------------------------------------------------------------

  get isAttended(): boolean {
    return this.#options.isAttended();
  }

  begins(state: LoopState, { speedLimit, warning }: Pick<ConnectedRobot, 'speedLimit' | 'warning'>): void {
    const { setup: prepared, record } = this.#options;
    const { robot } = prepared;
    const limit = speedLimit === null ? {} : { speedLimit };
    this.#inputs = new InputLog(robot.name, { ...prepared, ...limit }, state, record);
    // What the loop goes on with is what is shown, whatever was asked for while nobody heard it.
    this.#setup = state.setup ?? prepared;
    this.#showScene();
    this.#clock = new TickClock(1 / robot.control.rate);
    const words = warning ?? `connected: ${robot.board ?? 'a board'}`;
    this.#link = { state: 'connected', words, ...(warning !== null && { unguarded: true }) };
    this.tell('info', words);
  }

  readonly onEvent = (event: LoopEvent): void => this.#inputs?.hear(event);

  ticked(ticked: TickedState): void {
    const { state, tick } = ticked;
    for (const { level, words } of changesBetween(this.#last?.tick, tick)) this.tell(level, words);
    this.#last = ticked;
    this.#punctuality = this.#clock.tick(tick);
    this.#inputs?.ticked(tick.at, state);
    this.#showFrame();
  }

  lost(why: string, level: News['level'] = 'fault'): void {
    this.#link = { state: 'lost', words: why };
    this.tell(level, why);
    this.#showFrame();
  }

  // What is asked ------------------------------------------------------------------------------------------

  readonly #handlers: OperationHandlers = {
    stop: () => {
      this.stopped = true;
      return this.#command({ kind: 'stop' });
    },
    arm: () => {
      this.stopped = false;
      return this.#command({ kind: 'arm' });
    },
    clear: () => this.#command({ kind: 'clear' }),
    resume: () => this.#command({ kind: 'resume' }),
    teleop: ({ robot, linear, angular }) => {
      const { name, chassis } = this.#setup.robot;
      if ((robot ?? name) !== name) return `there is no robot '${robot}'`;
      return this.#command({ kind: 'teleop', twist: teleopTwist({ linear, angular }, chassis.track) });
    },
    pointer: ({ at }) => this.#point(at),
    goTo: ({ at }) => {
      const { mission } = this.#setup;
      return followsPointer(mission) ? this.#point(at) : this.#give(goingTo(mission, at, this.#options.own));
    },
    follow: ({ path }) => this.#give(following(this.#setup.mission, path, this.#options.own)),
    tune: (operation) => {
      const tuned = tune([this.#setup.robot.name], this.#setups, operation, this.#tuning);
      return typeof tuned === 'string' ? tuned : this.#change('tune', tuned.setup);
    },
    save: () => {
      const words = this.#options.save(this.#options.setup, this.#setup);
      this.#log.answer({ at: this.#last?.tick.at ?? 0, level: 'info', words });
      return undefined;
    },
    keep: () => {
      this.#options.keep();
      return undefined;
    },
  };

  #command(command: Command): undefined {
    this.commands$.next(command);
  }

  #point(at: Vec2): undefined {
    this.#pointer = at;
    const velocity = { x: 0, y: 0 };
    this.targets$.next({ id: 'pointer', at: this.#last?.tick.at ?? 0, position: at, velocity });
  }

  #give(mission: MissionSpec | string): Refusal {
    if (typeof mission === 'string') return mission;
    this.#loaded = { ...this.#loaded, mission };
    return this.#change('setup', { ...this.#setup, mission });
  }

  #change(kind: 'setup' | 'tune', setup: Setup): undefined {
    this.#setup = setup;
    this.commands$.next({ kind, setup });
    this.#showScene();
  }

  // What is shown ------------------------------------------------------------------------------------------

  readonly #setups = { now: () => this.#setup, loaded: () => this.#loaded };

  /** Guards people: facts of the body are not tuned while it drives; a weaker motor in them would lift every limit. */
  get #tuning() {
    return { own: this.#options.own, body: false };
  }

  #showScene(): void {
    const sliders = tunables([this.#setup.robot.name], this.#setups, this.#tuning);
    this.#show(drivenScene(this.#setup, sliders));
  }

  #showFrame(): void {
    const recording = this.#options.recording();
    const pace = { paused: false, speed: 1, ...this.#punctuality };
    const link = { ...this.#link, ...(recording && { recording }) };
    const pointer = this.#pointer && { pointer: this.#pointer };
    const news = this.#log.take();
    this.#show(drivenFrame(this.#setup, this.#last, { ...pointer, pace, link, news }));
  }
}
