/**
 * A robot's model and its streams: what it hears goes in, ticks come out.
 *
 * It can begin anew wherever the robot is put. What an operator has said holds there as well.
 */
import { merge, type Observable, Subject, type Subscription } from 'rxjs';
import { loopStates, type TickedState } from '../../src/control/loop.js';
import { prepareModel, type RobotModel, slowed } from '../../src/control/robotModel.js';
import { type Start, startLoop } from '../../src/control/state.js';
import type { Driver } from '../../src/drivers/driver.js';
import type { EstimatorParameters } from '../../src/estimation/estimatorState.js';
import type { Seconds } from '../../src/math/units.js';
import { InputLog, type Inputs, type Prepared } from '../../src/recording/inputs.js';
import type { ClockTick, Command, Setup, Surroundings, Target } from '../../src/signals/signals.js';
import { buildMission, type OwnBehaviors } from '../../src/steering/mission.js';
import { throwing } from '../plant/throwing.js';

export interface LoopListener {
  /** An operator's commands, to every robot. */
  readonly commands$: Observable<Command>;
  /** Told of every tick. */
  readonly onTick: (state: TickedState) => void;
  /** Told of a mission or of numbers that came instead of the old ones. */
  readonly onSetup: (setup: Setup, kind: 'setup' | 'tune') => void;
  /** Told of all that went into each tick. */
  readonly onInputs?: (inputs: Inputs) => void;
}

export class RobotLoop {
  readonly period: Seconds;
  /** What its estimate is made with. */
  readonly estimation: EstimatorParameters;
  /** What it goes by now. */
  setup: Setup;
  /** An operator's STOP holds. */
  stopped = false;
  readonly #id: string;
  readonly #prepared: Prepared;
  readonly #model: RobotModel;
  readonly #listener: LoopListener;
  readonly #clock = new Subject<ClockTick>();
  readonly #targets = new Subject<Target>();
  readonly #surroundings = new Subject<Surroundings>();
  readonly #commands = new Subject<Command>();
  /** An operator has the wheels. */
  #byHand = false;
  #last: TickedState | undefined;
  #subscription: Subscription | undefined;

  constructor(id: string, prepared: Prepared, own: OwnBehaviors | undefined, listener: LoopListener) {
    const { robot, mission, speedLimit, throwing: spans } = prepared;
    this.#id = id;
    this.setup = prepared;
    this.#prepared = prepared;
    const model = throwing(prepareModel(robot, buildMission(mission, own), id, own), spans);
    this.#model = speedLimit === undefined ? model : slowed(model, speedLimit);
    this.period = this.#model.period;
    this.estimation = this.#model.estimation;
    this.#listener = listener;
  }

  /** Begins, or begins anew. */
  start(driver: Driver, from: Start): void {
    this.end();
    // Guards people: a body that was stopped stays so wherever it is put: by an operator, by a limit, or not armed again yet.
    this.stopped ||= this.#last?.tick.safety === 'stopped' || this.#last?.tick.safety === 'braking';
    if (!this.stopped) void driver.arm();
    const again = this.#standing();
    const initial = startLoop(this.#model, from);
    const supervisor = this.#last?.state.guards.supervisor;
    // A fault stays as well: nothing releases it.
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

  /** An operator's word to this robot alone. */
  say(command: Command): void {
    this.#commands.next(command);
  }

  /** The wheels stop. */
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

  /** What an operator has said that still holds. */
  #standing(): Command[] {
    const changed = this.setup !== this.#prepared;
    return [
      ...(changed ? [{ kind: 'setup', setup: this.setup } as const] : []),
      ...(this.#byHand ? [{ kind: 'teleop', twist: { linear: 0, angular: 0 } } as const] : []),
      ...(this.stopped ? [{ kind: 'stop' } as const] : []),
    ];
  }
}
