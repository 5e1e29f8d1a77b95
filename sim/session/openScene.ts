/** An open scene: its run, its robots' missions and parameters, and its result. */
import type { TunedRobot } from '../../src/config/tuning/tunedFiles.js';
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';
import type { ChangedSetting, Recordable } from '../../src/recording/simulated.js';
import { OffPath } from '../../src/session/offPath.js';
import type { GalleryView, LinkView } from '../../src/signals/view.js';
import type { BodyFactory } from '../engine/body.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { PastOf, RobotRun, TickListener } from '../engine/robotRun.js';
import { LockStep } from '../engine/run.js';
import type { Result } from '../referee/result.js';
import { type ChangedRobot, changedSettings } from '../scenario/changes.js';
import type { Scenario } from '../scenario/scenario.js';
import type { Again } from './again.js';
import { RunEvents } from './runEvents.js';
import { Setups } from './setups.js';

/** A scenario to show; the session passes the same object back to the host. */
export interface Scene {
  readonly name: string;
  /** What it is about, in a sentence or two. */
  readonly about: string;
  readonly scenario: Scenario;
  /** The mission that was written on a page, in place of the file's. */
  readonly written?: string;
}

/** What a session needs of its host: a process with files, or a page in a browser. */
export interface SessionHost {
  /** Reads a scene by name. @param mission the text of one for every robot, instead of its own @throws FileError */
  readonly open: (scene: string, mission?: string) => Scene;
  /** All scenes that can be opened now. */
  readonly gallery: () => readonly GalleryView[];
  readonly time: TimeSource;
  /** Called with all inputs of each tick, and with what a run is made from. */
  readonly record?: (news: Recordable) => void;
  /** Called with every tick. */
  readonly onTick?: TickListener;
  /** Called with what the scenario has changed by itself. */
  readonly onChange?: (settings: readonly ChangedSetting[]) => void;
  /** The run is one that was recorded, up to where its recording ends. */
  readonly again?: Again;
  /** The state of the recording to a file. */
  readonly recording?: () => LinkView['recording'];
  /** Makes the robots' bodies; default fully simulated, without an emulated board. */
  readonly bodyOf?: BodyFactory;
  /** What each robot goes on from; default from its mission's beginning. */
  readonly pastOf?: PastOf;
  /** Writes tuned values back to the scene's files; returns a message about it. */
  readonly save?: (scene: Scene, robots: readonly TunedRobot[]) => Promise<string> | string;
  /** Saves the recent recording. */
  readonly keep?: () => void;
}

export class OpenScene {
  readonly scene: Scene;
  readonly setups: Setups;
  readonly run: LockStep;
  readonly events: RunEvents;
  readonly offPath = new OffPath();
  /** The result, once the criteria are judged; the scene continues after that. */
  result: Result | undefined;
  judgedAt: Seconds | undefined;
  /** When an operator first changed the run. */
  takenOverAt: Seconds | undefined;
  readonly #time: SessionHost['time'];
  readonly #started: Seconds;

  /**
   * Its robots stand until their first tick.
   *
   * @param before the values tuned in an earlier run of the scene
   */
  constructor(
    scene: Scene,
    { time, record, bodyOf, pastOf, onTick, onChange }: SessionHost,
    before?: Setups,
  ) {
    this.scene = scene;
    this.setups = before ?? new Setups(scene.scenario);
    this.run = new LockStep(scene.scenario, {
      ...(record && { onInputs: record }),
      ...(bodyOf && { bodyOf }),
      ...(pastOf && { pastOf }),
      ...(onTick && { onTick }),
      onChange: (changed, robots) => {
        this.#note(robots);
        onChange?.(changedSettings(changed));
      },
    });
    const { respawn, behaviors } = scene.scenario;
    this.events = new RunEvents(this.run, respawn !== undefined, behaviors);
    this.#time = time;
    this.#started = time.now();
    for (const { id, loop } of this.run.robots) {
      const setup = this.setups.beginAgain(id);
      if (setup) loop.say({ kind: 'tune', setup });
    }
  }

  get robots(): readonly RobotRun[] {
    return this.run.robots;
  }

  /** The addressed robots: one by its id, else all except ghosts; or the message for an unknown id. */
  meant(id: string | undefined): readonly RobotRun[] | string {
    if (id === undefined) return this.robots.filter(({ spec }) => !spec.ghost);
    const robot = this.robots.find((one) => one.id === id);
    return robot ? [robot] : `there is no robot '${id}'`;
  }

  /** Advances to the next control instant; judges the run when it is over. @param before called before its ticks */
  step(before: () => void): void {
    const { run } = this;
    const { duration } = this.scene.scenario;
    run.advance(this.result ? Number.POSITIVE_INFINITY : duration);
    if (!this.result && run.isOver) this.#judge();
    if (run.next > run.at + TIME_EPSILON) return;
    before();
    run.control();
  }

  /** Makes something different from now on. @throws UsageError for a setting that is refused */
  change(settings: readonly ChangedSetting[]): void {
    this.#note(this.run.change(settings));
  }

  #note(changed: ReadonlyMap<string, ChangedRobot>): void {
    for (const [id, { setup, kind }] of changed) {
      if (!setup) continue;
      if (kind === 'setup') this.setups.give(id, setup.mission);
      this.setups.tune(id, setup);
    }
  }

  /** The run is no longer the scenario's alone. */
  takeOver(): void {
    this.takenOverAt ??= this.run.at;
  }

  #judge(): void {
    this.judgedAt = this.run.at;
    this.result = this.run.result(this.#time.now() - this.#started);
    for (const { referees } of this.robots) referees.stopMeasuring();
  }

  close(): void {
    this.run.close();
  }
}
