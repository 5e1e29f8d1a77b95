/**
 * A robot's model and its control loop: events go in, ticks come out.
 *
 * It can restart at any pose where the robot is put. An operator's commands stay in force.
 */
import { merge, type Observable, Subject, type Subscription } from 'rxjs';
import { slowed } from '../../src/control/changedModel.js';
import { loopStates, type TickedState } from '../../src/control/loop.js';
import { prepareModel, type RobotModel } from '../../src/control/robotModel.js';
import { goingOn, type LoopState, type Start, startLoop } from '../../src/control/state.js';
import type { Driver } from '../../src/drivers/driver.js';
import type { EstimatorParameters } from '../../src/estimation/estimatorState.js';
import type { Seconds } from '../../src/math/units.js';
import { InputLog, type Inputs, type Prepared } from '../../src/recording/inputs.js';
import type {
  ClockTick,
  Command,
  Setup,
  Surroundings,
  Target,
  WheelDuties,
} from '../../src/signals/signals.js';
import { missionBehavior, type OwnBehaviors } from '../../src/steering/mission.js';
import { throwing } from '../plant/throwing.js';

export interface LoopListener {
  /** An operator's commands to all robots. */
  readonly commands$: Observable<Command>;
  /** Called with every tick. */
  readonly onTick: (state: TickedState) => void;
  /** Called with a new mission or newly tuned numbers. */
  readonly onSetup: (setup: Setup, kind: 'setup' | 'tune') => void;
  /** Called with all inputs of each tick. */
  readonly onInputs?: (inputs: Inputs) => void;
}

/** What a robot goes on from that another body has driven before. */
export interface DrivenPast {
  readonly state: LoopState;
  /** When it goes on, on the clock of that state. */
  readonly then: Seconds;
  /** What the motors were told before, on that clock, the oldest first. */
  readonly told: readonly ({ readonly at: Seconds } & WheelDuties)[];
}

export class RobotLoop {
  readonly period: Seconds;
  /** What its estimate is made with. */
  readonly estimation: EstimatorParameters;
  /** Its present mission and parameters. */
  setup: Setup;
  /** Whether an operator's STOP is in force. */
  stopped = false;
  readonly #id: string;
  readonly #prepared: Prepared;
  readonly #model: RobotModel;
  readonly #listener: LoopListener;
  readonly #clock = new Subject<ClockTick>();
  readonly #targets = new Subject<Target>();
  readonly #surroundings = new Subject<Surroundings>();
  readonly #commands = new Subject<Command>();
  /** Whether an operator drives by hand. */
  #byHand = false;
  #last: TickedState | undefined;
  #subscription: Subscription | undefined;

  constructor(id: string, prepared: Prepared, own: OwnBehaviors | undefined, listener: LoopListener) {
    const { robot, mission, speedLimit, throwing: spans } = prepared;
    this.#id = id;
    this.setup = prepared;
    this.#prepared = prepared;
    const model = throwing(prepareModel(robot, missionBehavior(mission, own), id, own), spans);
    this.#model = speedLimit === undefined ? model : slowed(model, speedLimit);
    this.period = this.#model.period;
    this.estimation = this.#model.estimation;
    this.#listener = listener;
  }

  /** Starts or restarts the loop. @param past what it goes on from */
  start(driver: Driver, from: Start, past?: DrivenPast): void {
    this.end();
    // Guards people: a stopped body stays stopped after a restart, whether an operator or a limit stopped it, until it
    // is armed again.
    this.stopped ||= this.#last?.tick.safety === 'stopped' || this.#last?.tick.safety === 'braking';
    if (!this.stopped) void driver.arm();
    const again = this.#standing();
    const begun = startLoop(this.#model, from);
    const initial = past ? goingOn(begun, past.state, past.then) : begun;
    const supervisor = this.#last?.state.guards.supervisor;
    // A latched fault stays, too.
    const state =
      supervisor?.safety === 'faulted' ? { ...initial, guards: { ...initial.guards, supervisor } } : initial;
    const { onInputs, onTick, commands$ } = this.#listener;
    const log = onInputs && new InputLog(this.#id, this.#prepared, state, onInputs);
    this.#subscription = loopStates(this.#model, state, {
      driver,
      clock$: this.#clock,
      targets$: this.#targets,
      surroundings$: this.#surroundings,
      commands$: merge(commands$, this.#commands),
      onEvent: (event) => {
        log?.hear(event);
        if (event.kind === 'command') this.#note(event.command);
      },
    }).subscribe((ticked) => {
      this.#last = ticked;
      log?.ticked(ticked.tick.at, ticked.state);
      onTick(ticked);
    });
    for (const command of again) this.#commands.next(command);
  }

  tick(at: Seconds, targets: readonly Target[], surroundings: Surroundings): void {
    for (const target of targets) this.#targets.next(target);
    this.#surroundings.next(surroundings);
    this.#clock.next({ at, lostPeriods: 0 });
  }

  /** An operator's command to this robot alone. */
  say(command: Command): void {
    this.#commands.next(command);
  }

  /** Ends the loop; the wheels stop. */
  end(): void {
    this.#subscription?.unsubscribe();
  }

  #note(command: Command): void {
    switch (command.kind) {
      case 'stop':
      case 'arm':
        this.stopped = command.kind === 'stop';
        return;
      case 'teleop':
      case 'resume':
        this.#byHand = command.kind === 'teleop';
        return;
      case 'setup':
      case 'tune':
        this.setup = command.setup;
        this.#listener.onSetup(command.setup, command.kind);
    }
  }

  /** An operator's commands that are still in force. */
  #standing(): Command[] {
    const changed = this.setup !== this.#prepared;
    return [
      ...(changed ? [{ kind: 'setup', setup: this.setup } as const] : []),
      ...(this.#byHand ? [{ kind: 'teleop', twist: { linear: 0, angular: 0 } } as const] : []),
      ...(this.stopped ? [{ kind: 'stop' } as const] : []),
    ];
  }
}
