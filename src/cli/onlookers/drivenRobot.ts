/** A real robot before a page: what it does is shown, and what people ask of it becomes commands of its loop. */
import { Subject } from 'rxjs';
import { following, followsPointer, goingTo } from '../../../sim/session/retarget.js';
import { tuned } from '../../config/tuning/tunables.js';
import type { TickedState } from '../../control/loop.js';
import type { LoopState } from '../../control/state.js';
import { teleopTwist } from '../../control/teleop.js';
import type { Vec2 } from '../../math/geometry.js';
import { InputLog, type Inputs } from '../../recording/inputs.js';
import type { Command, LoopEvent, Setup, Target } from '../../signals/signals.js';
import type { LinkView, News, Operation, View } from '../../signals/view.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import type { Body } from '../drive/body.js';
import type { RunObserver } from '../drive/driveSession.js';
import { changesBetween, drivenFrame, drivenScene } from './drivenViews.js';
import { TickClock } from './tickClock.js';

export interface DrivenRobotOptions {
  readonly setup: Setup;
  readonly own: OwnBehaviors;
  readonly show: (view: View) => void;
  readonly record: (inputs: Inputs) => void;
  /** Whether somebody is at the page. */
  readonly isThere: () => boolean;
  /** How the recording to a file fares. */
  readonly recording: () => LinkView['recording'];
  /** Writes what was tuned to its files; gives words for what it did. @throws FileError */
  readonly save: (loaded: Setup, tuned: Setup) => string;
  /** Keeps what was recorded lately. */
  readonly keep: () => void;
}

/** These give the robot something else to do than it came for. */
const TAKING_OVER: readonly Operation['kind'][] = ['goTo', 'follow', 'pointer', 'teleop', 'resume'];
/** Guards people: what was asked of a robot that is not there starts nothing when it comes back. */
const MOVING: readonly Operation['kind'][] = [...TAKING_OVER, 'arm', 'clear', 'tune'];

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class DrivenRobot implements RunObserver {
  readonly commands$ = new Subject<Command>();
  readonly targets$ = new Subject<Target>();
  tookOver = false;
  stopped = false;
  readonly #options: DrivenRobotOptions;
  #setup: Setup;
  /** The robot as its file has it, and the mission as it was given last: what sliders' ends go by. */
  #first: Setup;
  #link: LinkView = { state: 'connecting', words: 'looking for the robot' };
  #news: News[] = [];
  #log: InputLog | undefined;
  #clock = new TickClock(1);
  #punctuality = this.#clock.tick();
  #pointer: Vec2 | undefined;
  #last: TickedState | undefined;

  constructor(options: DrivenRobotOptions) {
    this.#options = options;
    this.#setup = options.setup;
    this.#first = options.setup;
    this.#showScene();
    this.#showFrame();
  }

  get isThere(): boolean {
    return this.#options.isThere();
  }

  begins(state: LoopState, { speedLimit, warning }: Body): void {
    const { setup: prepared, record } = this.#options;
    const { robot } = prepared;
    const limit = speedLimit === null ? {} : { speedLimit };
    this.#log = new InputLog(robot.name, { ...prepared, ...limit }, state, record);
    // What the loop goes on with is what is shown, whatever was asked for while nobody heard it.
    this.#setup = state.setup ?? prepared;
    this.#showScene();
    this.#clock = new TickClock(1 / robot.control.rate);
    const words = warning ?? `connected: ${robot.board ?? 'a board'}`;
    this.#link = { state: 'connected', words, ...(warning !== null && { unguarded: true }) };
    this.tell('info', words);
  }

  readonly onEvent = (event: LoopEvent): void => this.#log?.hear(event);

  ticked(ticked: TickedState): void {
    const { state, tick } = ticked;
    for (const { level, words } of changesBetween(this.#last?.tick, tick)) this.tell(level, words);
    this.#last = ticked;
    this.#punctuality = this.#clock.tick(tick);
    this.#log?.ticked(tick.at, state);
    this.#showFrame();
  }

  lost(why: string): void {
    this.#link = { state: 'lost', words: why };
    this.tell('fault', why);
    this.#showFrame();
  }

  /** What cannot be done is news, and nothing worse. */
  operate(operation: Operation): void {
    const why = this.#do(operation);
    if (why !== undefined) this.tell('warning', `${operation.kind} refused: ${why}`);
    else if (TAKING_OVER.includes(operation.kind)) this.tookOver = true;
  }

  tell(level: News['level'], words: string): void {
    this.#news.push({ at: this.#last?.tick.at ?? 0, level, words });
  }

  /** @returns why not */
  #do(operation: Operation): string | undefined {
    const { own } = this.#options;
    const setup = this.#setup;
    if (MOVING.includes(operation.kind) && this.#link.state !== 'connected') return 'the robot is not there';
    switch (operation.kind) {
      case 'stop':
      case 'arm':
        this.stopped = operation.kind === 'stop';
        return this.#command({ kind: operation.kind });
      case 'clear':
      case 'resume':
        return this.#command({ kind: operation.kind });
      case 'teleop':
        if ((operation.robot ?? setup.robot.name) !== setup.robot.name)
          return `there is no robot '${operation.robot}'`;
        return this.#command({
          kind: 'teleop',
          twist: teleopTwist(operation, setup.robot.chassis.track),
        });
      case 'pointer':
        return this.#point(operation.at);
      case 'goTo':
        if (followsPointer(setup.mission)) return this.#point(operation.at);
        return this.#give(goingTo(setup.mission, operation.at, own));
      case 'follow':
        return this.#give(following(setup.mission, operation.path, own));
      case 'tune':
        return this.#change(
          'tune',
          tuned(setup, operation.id, operation.value, { own, first: this.#first, body: false }),
        );
      case 'save':
        return this.#save();
      case 'keep':
        this.#options.keep();
        return undefined;
      default:
        return 'a real robot cannot do that';
    }
  }

  #command(command: Command): undefined {
    this.commands$.next(command);
  }

  #point(at: Vec2): undefined {
    this.#pointer = at;
    const velocity = { x: 0, y: 0 };
    this.targets$.next({ id: 'pointer', at: this.#last?.tick.at ?? 0, position: at, velocity });
  }

  #give(mission: MissionSpec | string): string | undefined {
    if (typeof mission === 'string') return mission;
    this.#first = { ...this.#first, mission };
    return this.#change('setup', { ...this.#setup, mission });
  }

  #change(kind: 'setup' | 'tune', setup: Setup | string): string | undefined {
    if (typeof setup === 'string') return setup;
    this.#setup = setup;
    this.commands$.next({ kind, setup });
    this.#showScene();
    return undefined;
  }

  #save(): string | undefined {
    try {
      this.tell('info', this.#options.save(this.#options.setup, this.#setup));
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  #showScene(): void {
    this.#options.show(drivenScene(this.#setup, this.#first, this.#options.own));
  }

  #showFrame(): void {
    const recording = this.#options.recording();
    const pace = { paused: false, speed: 1, ...this.#punctuality };
    const link = { ...this.#link, ...(recording && { recording }) };
    const pointer = this.#pointer && { pointer: this.#pointer };
    this.#options.show(drivenFrame(this.#setup, this.#last, { ...pointer, pace, link, news: this.#news }));
    this.#news = [];
  }
}
