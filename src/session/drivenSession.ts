/**
 * A session with a real robot: the page shows what it does, and operations from the page become commands of its loop.
 */
import { Subject } from 'rxjs';
import { tunables, tune } from '../config/tuning/tunables.js';
import type { TickedState } from '../control/loop.js';
import type { LoopState } from '../control/state.js';
import { teleopTwist } from '../control/teleop.js';
import type { Vec2 } from '../math/geometry.js';
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import { InputLog, type Inputs } from '../recording/inputs.js';
import type { Fix } from '../signals/readings.js';
import type { Session } from '../signals/session.js';
import type { Command, LoopEvent, Setup, Stop, Target } from '../signals/signals.js';
import type { LinkView, News, Operation, Spot, View } from '../signals/view.js';
import type { MissionSpec, OwnBehaviors } from '../steering/mission.js';
import { TAKEOVER_OPERATIONS, untimely } from './drivenOperations.js';
import { bodyWords, changesBetween, drivenFrame, drivenScene, TickClock } from './drivenViews.js';
import { EventLog } from './eventLog.js';
import { plannedSteps, StepWatch } from './missionSteps.js';
import { OffPath } from './offPath.js';
import { attempt, type OperationHandlers, type OperationRefusal } from './operations.js';
import { following, followsPointer, goalWords, goingTo, pathWords } from './retarget.js';
import type { BegunRobot, RunObserver } from './runObserver.js';

export interface DrivenOptions {
  readonly setup: Setup;
  readonly own: OwnBehaviors;
  /** Real time, to limit repeated messages. */
  readonly time: TimeSource;
  readonly record: (inputs: Inputs) => void;
  /** Whether an operator is at the page. */
  readonly isAttended: () => boolean;
  /** State of the recording to a file. */
  readonly recording: () => LinkView['recording'];
  /** Writes tuned values to their files, and returns a message that says so. @throws FileError */
  readonly save: (loaded: Setup, tuned: Setup) => string;
  /** Saves the recording in memory to a file. */
  readonly keep: () => void;
}

export class DrivenSession implements Session, RunObserver {
  readonly commands$ = new Subject<Command>();
  readonly targets$ = new Subject<Target>();
  readonly fixes$ = new Subject<Fix>();
  readonly failed$ = new Subject<string>();
  tookOver = false;
  heldStop: Stop | null = null;
  readonly #options: DrivenOptions;
  readonly #log: EventLog;
  #show: (view: View) => void = () => {};
  #setup: Setup;
  readonly #offPath = new OffPath();
  readonly #steps: StepWatch;
  /** The robot as in its file, and the mission as last given: they set the ends of the sliders. */
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
    this.#steps = new StepWatch(options.own);
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
    const isConnected = this.#link.state === 'connected';
    const why =
      untimely(kind, isConnected, this.#last?.tick.cause) ??
      attempt(this.#handlers, operation, 'a real robot cannot do that');
    if (why !== undefined) this.tell('warning', `${kind} refused: ${why}`);
    else if (TAKEOVER_OPERATIONS.includes(kind)) this.tookOver = true;
  }

  /** Only stops showing views: the drive itself goes on, and its owner ends it. */
  close(): void {
    this.#show = () => {};
  }

  /** Guards people: an operator without a connection cannot stop the robot, so it stops itself. */
  fail(why: string): void {
    this.tell('fault', `${why}: the robot is stopped`);
    this.stop(why);
    this.failed$.next(why);
  }

  /** A stop by the program itself; the robot's state names its cause. */
  stop(why: string): void {
    this.#hold({ kind: 'stop', why });
  }

  tell(level: News['level'], words: string, spot: Spot = {}): void {
    this.#log.add({ at: this.#now, level, words, ...spot });
  }

  get #now(): Seconds {
    return this.#last?.tick.at ?? 0;
  }

  // Towards the drive --------------------------------------------------------------------------------------

  get isAttended(): boolean {
    return this.#options.isAttended();
  }

  begins(state: LoopState, { speedLimit, warning, deadMan, kind = 'real' }: BegunRobot): void {
    const { setup: prepared, record } = this.#options;
    const { robot } = prepared;
    const limit = speedLimit === null ? {} : { speedLimit };
    this.#inputs = new InputLog(robot.name, { ...prepared, ...limit }, state, record);
    // Shows the setup of the loop: requests made while the robot was away did not reach it.
    this.#setup = state.setup ?? prepared;
    this.#showScene();
    this.#clock = new TickClock(1 / robot.control.rate);
    const words = warning ?? `connected: ${bodyWords(kind, robot.board)}`;
    const isUnguarded = warning !== null && deadMan === null;
    this.#link = { state: 'connected', body: kind, words, ...(isUnguarded && { unguarded: true }) };
    this.tell('info', words);
  }

  given(setup: Setup): void {
    this.#loaded = { ...this.#loaded, mission: setup.mission };
    this.#setup = setup;
    this.tookOver = false;
    this.tell('info', 'the program gave it another mission');
    this.#showScene();
  }

  readonly onEvent = (event: LoopEvent): void => this.#inputs?.hear(event);

  ticked(ticked: TickedState): void {
    const { state, tick } = ticked;
    const steps = this.#steps.see(this.#setup.mission, state.mission.memory);
    const before = this.#last?.tick;
    this.#last = ticked;
    // Where it believes itself to be.
    const { x, y } = tick.estimate.pose;
    const spot = { robot: this.#setup.robot.name, place: { x, y } };
    for (const { level, words } of [...changesBetween(before, tick), ...steps]) this.tell(level, words, spot);
    this.#punctuality = this.#clock.tick(tick);
    this.#inputs?.ticked(tick.at, state);
    this.#showFrame();
  }

  lost(why: string, level: News['level'] = 'fault'): void {
    const { body } = this.#link;
    this.#link = { state: 'lost', words: why, ...(body && { body }) };
    this.tell(level, why);
    this.#showFrame();
  }

  // Operations ---------------------------------------------------------------------------------------------

  readonly #handlers: OperationHandlers = {
    stop: () => this.#hold({ kind: 'stop' }),
    arm: () => {
      this.heldStop = null;
      return this.#command({ kind: 'arm' });
    },
    clear: () => this.#command({ kind: 'clear' }),
    resume: () => this.#command({ kind: 'resume' }),
    teleop: ({ robot, linear, angular }) => {
      const { track } = this.#setup.robot.chassis;
      const command = { kind: 'teleop', twist: teleopTwist({ linear, angular }, track) } as const;
      return this.#strange(robot) ?? this.#command(command);
    },
    pointer: ({ at }) => this.#point(at),
    fix: ({ robot, at: { x, y }, deviation, age, heading }) => {
      const why = this.#strange(robot);
      if (why === undefined)
        this.fixes$.next({ at: this.#now - age, x, y, deviation, ...(heading !== undefined && { heading }) });
      return why;
    },
    goTo: ({ at }) => {
      const { mission } = this.#setup;
      if (followsPointer(mission)) return this.#point(at);
      const news = { at: this.#now, level: 'info', words: goalWords(at) } as const;
      const why = this.#give(goingTo(mission, at, this.#options.own));
      if (why === undefined) this.#log.addWhenSettled('goal', news);
      return why;
    },
    signal: ({ robot, name, value = true }) =>
      this.#strange(robot) ?? this.#command({ kind: 'signal', name, value }),
    goToStep: ({ robot, step }) => {
      const why = this.#strange(robot);
      if (why !== undefined) return why;
      if (!plannedSteps(this.#setup.mission).some(({ path }) => path === step))
        return `its mission has no step '${step}'`;
      return this.#command({ kind: 'goToStep', step });
    },
    // Of a real robot it only says where the robot stands.
    move: ({ id, to, heading, sure = false }) => {
      const why = this.#strange(id);
      if (why !== undefined) return why;
      const { safety = 'driving', estimate } = this.#last?.tick ?? {};
      if (safety === 'driving' || safety === 'braking' || !estimate)
        return 'it may drive; stop it before you say where it stands';
      const { pose } = estimate;
      const said = { ...to, heading: heading ?? pose.heading };
      return this.#command({ kind: 'stands', pose: said, ...(!sure && { isDraft: true }) });
    },
    follow: ({ path }) => {
      const why = this.#give(following(this.#setup.mission, path, this.#options.own));
      if (why === undefined) this.tell('info', pathWords(path));
      return why;
    },
    tune: (operation) => {
      const tuned = tune([this.#setup.robot.name], this.#setups, operation, this.#tuning);
      return typeof tuned === 'string' ? tuned : this.#change('tune', tuned.setup);
    },
    save: () => {
      const words = this.#options.save(this.#options.setup, this.#setup);
      this.#log.answer({ at: this.#now, level: 'info', words });
      return undefined;
    },
    keep: () => void this.#options.keep(),
  };

  /** Why an operation is not for this robot. */
  #strange(robot: string | undefined): OperationRefusal {
    const { name } = this.#setup.robot;
    return (robot ?? name) === name ? undefined : `there is no robot '${robot}'`;
  }

  #hold(stop: Stop): undefined {
    this.heldStop = stop;
    return this.#command(stop);
  }

  #command(command: Command): undefined {
    this.commands$.next(command);
  }

  #point(at: Vec2): undefined {
    this.#pointer = at;
    const velocity = { x: 0, y: 0 };
    this.targets$.next({ id: 'pointer', at: this.#last?.tick.at ?? 0, position: at, velocity });
  }

  #give(mission: MissionSpec | string): OperationRefusal {
    if (typeof mission === 'string') return mission;
    this.#loaded = { ...this.#loaded, mission };
    return this.#change('setup', { ...this.#setup, mission });
  }

  #change(kind: 'setup' | 'tune', setup: Setup): undefined {
    this.#setup = setup;
    this.commands$.next({ kind, setup });
    this.#showScene();
  }

  // Views --------------------------------------------------------------------------------------------------

  readonly #setups = { now: () => this.#setup, loaded: () => this.#loaded };

  /**
   * Facts of the body are not tuned while it drives; an entry of a weaker motor would raise every limit.
   */
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
    this.#show(
      drivenFrame(this.#setup, this.#last, this.#offPath, this.#steps.letters, {
        ...pointer,
        pace,
        link,
        news,
      }),
    );
  }
}
