/**
 * A story on an emulated board whose host dies at any tick: its recording ends there, its cable is out, the board is left to its
 * dead-man, and another host goes on from the recording. All in the board's own time.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { filter, Subject } from 'rxjs';
import { AvrBoard } from '../../sim/avr/board.js';
import { toCycles } from '../../sim/avr/clock.js';
import { EmulatedBody } from '../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { firmwareOf } from '../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../sim/avr/virtualTime.js';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { World } from '../../sim/world/world.js';
import { pastDrive } from '../../src/cli/drive/pastDrive.js';
import { asWaiting } from '../../src/control/autoArm.js';
import { resumeMission } from '../../src/control/placing.js';
import { prepareModel, type RobotModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import type { ConnectedRobot, Driver } from '../../src/drivers/driver.js';
import { openDriver } from '../../src/drivers/openDriver.js';
import type { Pose } from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import type { TimeSource } from '../../src/math/time.js';
import { deg, ms, type Seconds } from '../../src/math/units.js';
import { Recorder } from '../../src/recording/recorder.js';
import type { Sink } from '../../src/recording/writing/sink.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import { DrivenSession } from '../../src/session/drivenSession.js';
import { type Ending, ride } from '../../src/session/ride.js';
import type { Fix } from '../../src/signals/readings.js';
import type { ClockTick, Command, Reading, Tick } from '../../src/signals/signals.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { missionSteps, runningLeaves } from '../../src/steering/missions/steps.js';

const STEP: Seconds = ms(1);

/** A pull of the cable: when, and what happens then. */
export interface Pull {
  /** Number of the control tick, of all that were driven. */
  readonly tick: number;
  /** How long the cable is out. */
  readonly out: Seconds;
  /** Who says where the robot stands, and by how much that is wrong. */
  readonly by: 'operator' | 'fix';
  readonly off: Pose;
}

/** How a story ended. */
export interface StoryEnd {
  readonly ending: Ending['kind'];
  readonly pose: Pose;
  readonly ticks: number;
  /** The step in which the cable was pulled, and that in which it went on. */
  readonly pulls: readonly { readonly pulledIn: string; readonly wentOnIn: string }[];
}

/** The cable between hosts and the board: each host opens the board anew. */
class Cable implements Driver {
  readonly #readings = new Subject<Reading>();
  readonly readings$ = this.#readings.asObservable();
  #driver: Driver | undefined;

  plug(driver: Driver): void {
    this.#driver = driver;
    driver.readings$.subscribe({ next: (reading) => this.#readings.next(reading), error: () => {} });
  }
  arm = (): Promise<void> => (this.#driver as Driver).arm();
  drive: Driver['drive'] = (duties) => this.#driver?.drive(duties);
  stop = (): void => this.#driver?.stop();
  close = async (): Promise<void> => {};
}

/** A host, from its start until it dies or its drive ends. */
interface Host {
  /** Undefined if it died. */
  readonly ended: Promise<Ending | undefined>;
  readonly say: (command: Command) => void;
  readonly seen: (fix: Fix) => void;
  readonly die: () => void;
  readonly last: () => { readonly state: LoopState; readonly tick: Tick } | undefined;
}

export class PulledStory {
  readonly #scenario: Scenario;
  readonly #spec: Scenario['robots'][number];
  readonly #world: World;
  readonly #board: AvrBoard;
  readonly #motors: MotorDuties;
  readonly #cable = new Cable();
  readonly #clock = new Subject<ClockTick>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'steerbot-pulled-'));
  readonly #period: Seconds;
  #port: EmulatedPort | undefined;
  #body: EmulatedBody | undefined;
  #began: Seconds = 0;
  #steps = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#spec = scenario.robots[0] as Scenario['robots'][number];
    this.#world = new World(scenario.world);
    this.#board = new AvrBoard(firmwareOf(this.#spec.robot.board));
    this.#motors = new MotorDuties(this.#board, this.#spec.robot.motors);
    this.#period = 1 / this.#spec.robot.control.rate;
  }

  /** Drives the story to its end, through all pulls. */
  async run(pulls: readonly Pull[], atMost: Seconds = 400): Promise<StoryEnd> {
    const first = await this.#plugIn();
    this.#placeIn(first);
    const { robot, mission, at } = this.#spec;
    const model = prepareModel(robot, missionBehavior(mission));
    const begin = asWaiting(
      startLoop(model, { at: this.#now, pose: at, speed: 0, seed: this.#scenario.seed }),
    );
    let file = join(this.#folder, '0.mcap');
    let host = this.#host(model, begin, file, first);
    const told: StoryEnd['pulls'][number][] = [];
    const waiting = [...pulls].sort((a, b) => a.tick - b.tick);
    let ticks = 0;
    let ending: Ending['kind'] | undefined;
    const watched = (one: Host) =>
      void one.ended.then((how) => {
        ending ??= how?.kind;
      });
    watched(host);
    while (ending === undefined && this.#now < atMost) {
      if (waiting[0] !== undefined && ticks >= waiting[0].tick) {
        const pull = waiting.shift() as Pull;
        const pulledIn = this.#runningIn(host);
        host.die();
        this.#port?.cut('silent');
        await this.#pass(pull.out);
        const past = pastDrive(file, robot, {});
        const again = await this.#plugIn();
        this.#cable.plug(again);
        file = join(this.#folder, `${told.length + 1}.mcap`);
        host = this.#host(model, resumeMission(model, past.state, { at: this.#now }), file, again);
        watched(host);
        await this.#placed(host, pull);
        told.push({ pulledIn, wentOnIn: this.#runningIn(host) });
      }
      await this.#tick(host);
      ticks++;
    }
    host.die();
    rmSync(this.#folder, { recursive: true });
    return { ending: ending ?? 'interrupted', pose: this.#world.poseOf(this.#spec.id), ticks, pulls: told };
  }

  /** An operator or a camera says where it stands, and the operator lets it go on. */
  async #placed(host: Host, { by, off }: Pull): Promise<void> {
    for (let i = 0; i < 25; i++) await this.#tick(host, false);
    const { x, y, heading } = this.#world.poseOf(this.#spec.id);
    const pose = { x: x + off.x, y: y + off.y, heading: heading + off.heading };
    if (by === 'operator') host.say({ kind: 'stands', pose });
    else host.seen({ at: this.#now, ...pose, deviation: 0.003 });
    host.say({ kind: 'arm' });
  }

  get #now(): Seconds {
    return this.#steps * STEP;
  }

  /** Opens the board, which is reset by that. */
  #plugIn(): Promise<ConnectedRobot> {
    const { robot } = this.#spec;
    this.#port = new EmulatedPort(this.#board, robot.link?.baud);
    const opening = openDriver(robot, this.#port, {
      time: new VirtualTime(this.#board),
      inputs: boardInputs(robot),
    });
    const { board } = { board: this.#board };
    const runUntil = (time: Seconds) =>
      this.#body ? this.#advance(Math.ceil((time - board.now) / STEP)) : board.runUntil(time);
    return untilSettled(
      {
        get now() {
          return board.now;
        },
        runUntil,
      },
      opening,
      { nextTurn },
    );
  }

  #placeIn(driver: ConnectedRobot): void {
    const { id, robot, at } = this.#spec;
    const { plant, seed, sensing, fixes } = this.#scenario;
    const drivetrain = new Drivetrain(robot, plant, 0, undefined, seed);
    const world = this.#world;
    world.addRobot(id, robot, at, drivetrain);
    this.#cable.plug(driver);
    this.#began = this.#board.now;
    const context = { id, robot, drivetrain, world, sensing, seed, ...(fixes && { fixes }) };
    this.#body = new EmulatedBody(this.#board, this.#cable, context, this.#motors);
  }

  #advance(steps: number): void {
    for (let i = 0; i < steps; i++) {
      const [from, to] = [this.#now, this.#now + STEP];
      this.#world.advance(from, to);
      this.#body?.advanced(from, to);
      this.#steps++;
    }
  }

  async #pass(duration: Seconds): Promise<void> {
    for (const until = this.#now + duration; this.#now < until; ) {
      this.#advance(20);
      await nextTurn();
    }
  }

  /** A control period; a click on the page comes half a second after the story has begun to wait for it. */
  async #tick(host: Host, clicks = true): Promise<void> {
    this.#body?.sense(this.#now);
    this.#clock.next({ at: this.#now, lostPeriods: 0 });
    await nextTurn();
    this.#advance(Math.round(this.#period / STEP));
    await nextTurn();
    const isWaiting = this.#runningIn(host).includes('wait');
    this.#waited = isWaiting ? this.#waited + 1 : 0;
    if (clicks && this.#waited % 25 === 24) host.say({ kind: 'signal', name: 'go', value: true });
  }

  #waited = 0;

  #runningIn(host: Host): string {
    const last = host.last();
    return last
      ? runningLeaves(missionSteps(missionBehavior(this.#spec.mission), last.state.mission.memory)).join(', ')
      : '';
  }

  #host(model: RobotModel, initial: LoopState, file: string, robot: ConnectedRobot): Host {
    const began = this.#began;
    const board = this.#board;
    const time: TimeSource = {
      now: () => board.now - began,
      after: (delay, callback) => board.events.at(board.cycles + toCycles(delay), callback),
    };
    const dead$ = new Subject<void>();
    let isAlive = true;
    const body = (this.#body as EmulatedBody).driver;
    const driver: Driver = {
      readings$: body.readings$.pipe(filter(() => isAlive)),
      arm: () => (isAlive ? body.arm() : new Promise(() => {})),
      drive: (duties) => isAlive && body.drive(duties),
      stop: () => isAlive && body.stop(),
      close: async () => {},
    };
    const descriptor = openSync(file, 'w');
    const sink: Sink = {
      write: (bytes, position) => {
        if (!isAlive) throw new Error('the host is dead');
        return writeSync(descriptor, bytes, 0, bytes.byteLength, position);
      },
      truncate: () => {},
      close: () => {},
    };
    const recorder = new Recorder({
      time,
      version: '0',
      recordedAt: 0,
      file,
      memory: 'none',
      open: () => sink,
    });
    const { mission, robot: definition } = this.#spec;
    const session = new DrivenSession({
      setup: { robot: definition, mission },
      own: {},
      time,
      record: (inputs) => recorder.record(inputs),
      isAttended: () => true,
      recording: () => undefined,
      save: () => '',
      keep: () => {},
    });
    session.start((view) => recorder.record(view));
    session.begins(initial, robot);
    const commands$ = new Subject<Command>();
    const fixes$ = new Subject<Fix>();
    let last: ReturnType<Host['last']>;
    const ended = ride({
      ...{ model, initial, driver, time, commands$, fixes$ },
      clock$: this.#clock.pipe(filter(() => isAlive)),
      interrupted$: dead$,
      until: () => 'at rest',
      starts: initial.mission.unplaced === undefined,
      onTick: (ticked) => {
        last = ticked;
        session.ticked(ticked);
      },
      onEvent: session.onEvent,
    });
    return {
      ended: ended.then(({ ending }) => (isAlive ? ending : undefined)),
      say: (command) => commands$.next(command),
      seen: (fix) => fixes$.next(fix),
      last: () => last,
      die: () => {
        if (!isAlive) return;
        isAlive = false;
        dead$.next();
        closeSync(descriptor);
      },
    };
  }
}

/** Before this tick nothing of a drive is on the disk: it begins again. */
const FIRST_WRITTEN = 50;

/** Pulls at random ticks; the place is said with an error of 1 cm and 1°, by an operator or by a camera. */
export function randomPulls(random: Random, count: number, ticks: number): Pull[] {
  return Array.from({ length: count }, () => ({
    tick: FIRST_WRITTEN + Math.floor(random.uniform() * (ticks - FIRST_WRITTEN)),
    out: 0.3 + 2 * random.uniform(),
    by: random.uniform() < 0.5 ? 'operator' : 'fix',
    off: { x: 0.01 * random.gaussian(), y: 0.01 * random.gaussian(), heading: deg(1) * random.gaussian() },
  }));
}
