/** A simulated robot as a driver with its own clock, for a program's own loop. */
import { Observable } from 'rxjs';
import { wallClock, wallTime } from '../../src/control/clock.js';
import type { ConnectedRobot, Truth } from '../../src/drivers/driver.js';
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { ClockTick } from '../../src/signals/signals.js';
import { Drivetrain } from '../plant/drivetrain.js';
import { simulatedBody } from '../plant/simDriver.js';
import { AS_DECLARED, type PlantSpec } from '../scenario/plantSpec.js';
import { EMPTY_FLOOR, type RobotSpec, type Scenario } from '../scenario/scenario.js';
import { World } from '../world/world.js';
import type { BodyFactory, SimulatedBody } from './body.js';
import { TIME_EPSILON } from './instants.js';

export interface SimulatedRobotOptions {
  /**
   * Gives the world, `plant`, `sensing` and the start of its first robot. Default: an empty floor, start at the origin.
   */
  readonly scenario?: Partial<Pick<Scenario, 'sensing' | 'seed' | 'robots' | 'fixes'>> & {
    readonly world?: Partial<Scenario['world']>;
    readonly plant?: Partial<PlantSpec>;
  };
  /** What is at the other end of its driver, such as an emulated board; by default nothing but its wheels. */
  readonly body?: BodyFactory;
  /** `real time` follows the machine's clock; `fast`, the default, computes as fast as it can. */
  readonly pace?: 'real time' | 'fast';
  /** The clock that `real time` follows; default the machine's clock. */
  readonly time?: TimeSource;
}

export interface SimulatedRobot extends ConnectedRobot {
  /**
   * Runs the simulation: at n·period the sensors report, then the clock ticks, then the physics advances to the next
   * tick. No simulated time passes without a subscriber.
   */
  clock$(period: Seconds): Observable<ClockTick>;
  /** The true pose and wheel speeds. */
  truth(): Truth;
}

const ORIGIN: RobotSpec['at'] = { x: 0, y: 0, heading: 0, speed: 0 };

/** Physics runs at 200 Hz or faster, as in a run. */
const LONGEST_STEP: Seconds = 0.005;
const PROMISE_TURNS = 10;
/** After this many ticks it lets the program's timers and sockets run. */
const TICKS_PER_TURN = 1000;

/** Makes a simulated robot. The same robot, scenario and duties give the same readings, at either pace. */
export function simulatedRobot(
  robot: RobotDefinition,
  { scenario = {}, body: bodyOf = simulatedBody, pace = 'fast', time = wallTime }: SimulatedRobotOptions = {},
): SimulatedRobot {
  const { sensing = 'odometry', seed = 1 } = scenario;
  const spec = { ...EMPTY_FLOOR, ...scenario.world };
  const plant = { ...AS_DECLARED, ...scenario.plant };
  const at = scenario.robots?.[0]?.at ?? ORIGIN;
  const drivetrain = new Drivetrain(robot, plant, at.speed, undefined, seed);
  const world = new World(spec);
  world.addRobot(robot.name, robot, at, drivetrain);
  const { gyroBias = 0, gyroScaleError = 0 } = plant;
  const fixes = scenario.fixes && { fixes: scenario.fixes };
  const context = {
    id: robot.name,
    robot,
    drivetrain,
    world,
    sensing,
    gyroBias,
    gyroScaleError,
    seed,
    ...fixes,
  };
  const body = bodyOf(context);
  const simulation = new Simulation(world, body);
  const { driver } = body;
  return {
    kind: 'simulated',
    readings$: driver.readings$,
    arm: () => driver.arm(),
    drive: (duties) => driver.drive(duties),
    stop: () => driver.stop(),
    close: () => driver.close(),
    time: { now: () => simulation.at, after: time.after },
    deadMan: null,
    speedLimit: body.speedLimit ?? null,
    warning: null,
    truth: () => ({ pose: world.poseOf(robot.name), wheelSpeeds: drivetrain.wheelSpeeds }),
    clock$: (period) =>
      pace === 'fast' ? fastClock(simulation, period, time) : pacedClock(simulation, period, time),
  };
}

/** A world with one robot, and its present time. */
class Simulation {
  at: Seconds = 0;
  readonly #world: World;
  readonly #body: SimulatedBody;

  constructor(world: World, body: SimulatedBody) {
    this.#world = world;
    this.#body = body;
  }

  sense(): void {
    this.#body.sense(this.at);
  }

  advanceTo(to: Seconds): void {
    const from = this.at;
    const { longestStep = LONGEST_STEP } = this.#body;
    const steps = Math.max(1, Math.ceil((to - from) / longestStep - TIME_EPSILON));
    const h = (to - from) / steps;
    for (let i = 1; i <= steps; i++) {
      const begin = this.at;
      this.at = i === steps ? to : from + i * h;
      this.#world.advance(begin, this.at);
      this.#body.advanced?.(begin, this.at);
    }
  }
}

/**
 * A program that paused for longer finds its robot where it was after so long: a real board's dead-man would have stopped the
 * motors, and nothing steers meanwhile.
 */
const LONGEST_PAUSE: Seconds = 0.25;

const pacedClock = (simulation: Simulation, period: Seconds, time: TimeSource): Observable<ClockTick> =>
  new Observable((subscriber) => {
    const begun = simulation.at;
    let periods = -1;
    return wallClock(period, time).subscribe(({ lostPeriods }) => {
      periods += 1 + Math.min(lostPeriods, Math.floor(LONGEST_PAUSE / period));
      if (periods > 0) simulation.advanceTo(begun + periods * period);
      simulation.sense();
      subscriber.next({ at: simulation.at, lostPeriods });
    });
  });

const fastClock = (simulation: Simulation, period: Seconds, time: TimeSource): Observable<ClockTick> =>
  new Observable((subscriber) => {
    const begun = simulation.at;
    const run = async () => {
      for (let n = 0; !subscriber.closed; n++) {
        if (n > 0) simulation.advanceTo(begun + n * period);
        simulation.sense();
        subscriber.next({ at: simulation.at, lostPeriods: 0 });
        // Between two ticks the loop learns that the driver is armed, which takes a few promises.
        for (let turn = 0; turn < PROMISE_TURNS; turn++) await undefined;
        if ((n + 1) % TICKS_PER_TURN === 0) await new Promise<void>((done) => time.after(0, done));
      }
    };
    // The first tick comes after the program had a chance to subscribe to its results.
    return time.after(0, () => void run().catch((error: unknown) => subscriber.error(error)));
  });
