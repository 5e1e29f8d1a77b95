/** Runs one drawn run in virtual time: disturbs its robots, lets operators act, and watches every robot. */
import { Subject as Stream } from 'rxjs';
import type { BodyFactory } from '../../sim/engine/body.js';
import type { RobotRun } from '../../sim/engine/robotRun.js';
import { LockStep } from '../../sim/engine/run.js';
import { simulatedBody } from '../../sim/plant/simDriver.js';
import type { Seconds } from '../../src/math/units.js';
import type { Command } from '../../src/signals/signals.js';
import { Chance } from './chance.js';
import { startBoard } from './chaosBoard.js';
import type { Contact, ContactKind, Truth } from './checks/contacts.js';
import { kindOf, type Upset } from './disturbances.js';
import { DisturbedBody } from './disturbedBody.js';
import { DisturbedClock } from './disturbedClock.js';
import { type ChaosRun, groundOf } from './drawRun.js';
import { Struck, TRIPPED } from './moment.js';
import { Operator } from './operator.js';
import { upsetMission } from './upsetBehavior.js';
import { RobotWatch, type Violation } from './watch.js';

export interface Outcome {
  readonly run: Pick<ChaosRun, 'seed' | 'index' | 'firmware'>;
  readonly scene: string;
  readonly seconds: Seconds;
  readonly robots: number;
  readonly ticks: number;
  readonly violations: readonly Violation[];
  /** Faults that began in the run, and those that the robots noticed, by their kinds. */
  readonly injected: readonly string[];
  readonly noticed: readonly string[];
  readonly contacts: readonly ContactKind[];
  /** Behaviors of all missions that drove. */
  readonly behaviors: readonly string[];
}

export interface ChaosOptions {
  /** Makes the bodies; default fully simulated. */
  readonly bodyOf?: BodyFactory;
  /** The bodies have boards: these have a dead-man of their own, and a lost one ends the run. */
  readonly boards?: boolean;
}

/** After an arming promises settle within this many turns. */
const PROMISE_TURNS = 12;
/** A cable is pulled in a physics step of this length. */
const CUT_TIME: Seconds = 0.002;
/** A run goes on this long after its board was lost. */
const AFTERLIFE: Seconds = 1.5;
/** A body without a board trips this much after its dead-man time. */
const TRIP_SPARE: Seconds = 0.03;

/** Upsets that must latch a fault in the next tick. */
const MUST_FAULT: readonly string[] = [
  'readingNaN',
  'readingHuge',
  'readingFuture',
  'targetNaN',
  'neighborNaN',
  'obstacleNaN',
  'clockBack',
  'clockNaN',
  'bodyLost',
  'cablePulled',
];

/** One robot with all that disturbs and watches it. */
interface Watched {
  readonly robot: RobotRun;
  readonly watch: RobotWatch;
  readonly clock: DisturbedClock;
  readonly operator: Operator;
}

/** The run, with the firmware on its emulated board if it says so. */
export async function runDrawn(run: ChaosRun): Promise<Outcome> {
  if (!run.firmware) return runChaos(run);
  const { bodyOf, violations } = await startBoard(run);
  const outcome = await runChaos(run, { bodyOf, boards: true });
  return { ...outcome, violations: [...violations, ...outcome.violations] };
}

export async function runChaos(run: ChaosRun, options: ChaosOptions = {}): Promise<Outcome> {
  const chaos = new Chaos(run, options);
  let crash: unknown;
  try {
    await chaos.drive();
  } catch (error) {
    crash = error ?? 'nothing';
  } finally {
    chaos.close();
  }
  return chaos.outcome(crash);
}

class Chaos {
  readonly #run: ChaosRun;
  readonly #options: ChaosOptions;
  readonly #lock: LockStep;
  readonly #commands = new Stream<Command>();
  readonly #watches = new Map<string, RobotWatch>();
  readonly #struck = new Map<string, Struck>();
  readonly #watched: ReadonlyMap<string, Watched>;
  readonly #cut = new Set<Upset>();
  #commandsFailed = false;

  constructor(run: ChaosRun, options: ChaosOptions) {
    this.#run = run;
    this.#options = options;
    const { scenario, faults, upsets } = run;
    for (const { id } of scenario.robots) this.#struck.set(id, new Struck([...faults, ...upsets], id));
    this.#lock = new LockStep(scenario, {
      commands$: this.#commands,
      bodyOf: (context) => this.#bodyOf(context),
      onTick: (id, pose, tick) => {
        const one = this.#watched.get(id) as Watched;
        const { robot, clock, watch } = one;
        watch.tick(this.#lock.at, tick, {
          pose,
          wheels: robot.drivetrain.wheelSpeeds,
          motorsOff: robot.drivetrain.motorsOff,
          robot: robot.loop.setup.robot,
          mission: robot.loop.setup.mission,
          regular: !clock.isOff,
          crossings: robot.crossedAt.length,
        });
      },
    });
    this.#watched = new Map(this.#lock.robots.map((robot) => [robot.id, this.#watchOf(robot)]));
  }

  #upsetsOf(id: string): Upset[] {
    return this.#run.upsets.filter(({ robot }) => robot === id);
  }

  readonly #bodyOf: BodyFactory = (context) => {
    const { bodyOf = simulatedBody, boards = false } = this.#options;
    const { id, robot } = context;
    const { plant, sensing } = this.#run.scenario;
    const struck = this.#struck.get(id) as Struck;
    const watch = new RobotWatch(
      { id, robot, plant, struck, sensing, boards },
      this.#truthOf(id, context.world),
    );
    this.#watches.set(id, watch);
    const touches = this.#run.scenario.bodies !== 'kinematic';
    const now = () => this.#lock?.at ?? 0;
    const settings = {
      upsets: this.#upsetsOf(id),
      deadMan: boards ? null : robot.control.deadMan + TRIP_SPARE,
    };
    return new DisturbedBody(bodyOf(context), settings, {
      reading: (reading) => reading.kind === 'range' && watch.hear(reading, now()),
      stepped: (at) => touches && watch.step(at),
      struck: (upset) => this.#note(id, upset),
      // Like two dead motors, until an operator arms the robot.
      tripped: (at) => struck.add({ kind: TRIPPED, from: at, to: Number.POSITIVE_INFINITY }),
    });
  };

  #truthOf(id: string, world: LockStep['world']): Truth {
    return {
      contacts: () => world.contactsOf(id),
      pose: () => world.poseOf(id),
      obstacles: () => world.obstacles(),
      others: () =>
        this.#lock.robots
          .filter((other) => other.id !== id && !other.spec.ghost)
          .map(({ body: { pose, radius, velocity } }) => ({
            at: pose,
            radius,
            speed: Math.hypot(velocity.x, velocity.y),
          })),
    };
  }

  #watchOf(robot: RobotRun): Watched {
    const { seed, index, upsets } = this.#run;
    const { id, loop, spec } = robot;
    const chance = new Chance(seed, index, `clock of ${id}`);
    // The loop's own tick, as the engine would call it.
    const plain = { period: loop.period, tick: loop.tick.bind(loop) };
    const clock = new DisturbedClock(plain, this.#upsetsOf(id), chance, (upset) => this.#note(id, upset));
    loop.tick = (at, targets, surroundings) => clock.tick(at, targets, surroundings);
    const operator = new Operator(
      new Chance(seed, index, `operator of ${id}`),
      spec,
      groundOf(spec, this.#run),
      (mission) => upsetMission(mission, id, upsets),
    );
    return { robot, watch: this.#watches.get(id) as RobotWatch, clock, operator };
  }

  #note(id: string, upset: Upset): void {
    if (MUST_FAULT.includes(upset.upset)) this.#watches.get(id)?.mustFault(kindOf(upset));
  }

  async drive(): Promise<void> {
    const { duration } = this.#run.scenario;
    const { boards = false } = this.#options;
    while (this.#lock.at < duration - 1e-9 && !this.#isLost()) {
      const armed = this.#operate();
      this.#noteCuts();
      for (let turn = armed || boards ? PROMISE_TURNS : 0; turn > 0; turn--) await undefined;
      this.#lock.control();
      this.#lock.advance(duration);
    }
    for (const { watch, clock } of this.#watched.values()) watch.end(this.#lock.at, !clock.isOff);
  }

  /** A host that is told of a pulled cable knows at once. */
  #noteCuts(): void {
    for (const upset of this.#run.upsets) {
      if (upset.upset !== 'cablePulled' || upset.at > this.#lock.at - CUT_TIME || this.#cut.has(upset))
        continue;
      this.#cut.add(upset);
      this.#note(upset.robot, upset);
    }
  }

  /** A lost board cannot be opened again in the same run. */
  #isLost(): boolean {
    if (!this.#options.boards) return false;
    const faults = [...this.#watched.values()].flatMap(({ watch }) => watch.faults);
    return faults.some(({ kind, at }) => kind === 'bodyLost' && this.#lock.at > at + AFTERLIFE);
  }

  /** All operators say what they have to say. @returns whether one of them armed a robot */
  #operate(): boolean {
    const { at } = this.#lock;
    this.#failCommands(at);
    if (this.#commandsFailed) return false;
    let armed = false;
    for (const { robot, watch, operator, clock } of this.#watched.values()) {
      if (robot.due > at + 1e-9 || clock.isSilent) continue;
      for (const command of operator.says(at, robot.ticked?.tick, robot.loop.setup)) {
        watch.said(command);
        robot.loop.say(command);
        if (command.kind === 'arm') {
          armed = true;
          this.#endTrip(robot.id, at);
        }
      }
    }
    return armed;
  }

  #failCommands(at: Seconds): void {
    if (this.#commandsFailed) return;
    const failure = this.#run.upsets.find((one) => one.upset === 'commandsFail' && one.at <= at);
    if (!failure) return;
    this.#commandsFailed = true;
    for (const { watch } of this.#watched.values()) watch.mustNote('inputEnded');
    this.#commands.error(new Error('the stream of commands was cut'));
  }

  /** An armed body has power again. */
  #endTrip(id: string, at: Seconds): void {
    for (const span of this.#struck.get(id)?.spans ?? [])
      if (span.kind === TRIPPED && span.to === Number.POSITIVE_INFINITY) span.to = at;
  }

  close(): void {
    this.#lock.close();
  }

  /** @param crash what was thrown, which no robot may cause */
  outcome(crash: unknown): Outcome {
    const { at } = this.#lock;
    const what = crash instanceof Error ? (crash.stack ?? crash.message) : String(crash);
    const crashes = crash === undefined ? [] : [{ robot: '', at, tick: 0, rule: 'crash', what }];
    const { run, faults, upsets, scenario } = { run: this.#run, ...this.#run };
    const watches = [...this.#watched.values()].map(({ watch }) => watch);
    const injected = [...faults, ...upsets].filter((fault) => (fault.at ?? 0) <= at).map(kindOf);
    return {
      run: { seed: run.seed, index: run.index, firmware: run.firmware },
      scene: scenario.name,
      seconds: at,
      robots: watches.length,
      ticks: watches.reduce((sum, { ticks }) => sum + ticks, 0),
      violations: [...crashes, ...watches.flatMap(({ violations }) => violations)],
      injected,
      noticed: watches.flatMap((watch) => watch.faults.map(({ kind }) => kind)),
      contacts: watches.flatMap((watch) => watch.contacts.map(({ kind }: Contact) => kind)),
      behaviors: [...new Set(watches.flatMap(({ behaviors }) => [...behaviors]))],
    };
  }
}
