/**
 * A simulated body that an emulated Arduino drives: its pins turn the wheels, and its sensors are wired to it.
 *
 * The delay of line and board adds to the plant's dead time: 2 ms, with servos up to a pulse more.
 */

import { map, merge, mergeMap, Subject, tap } from 'rxjs';
import type { Driver } from '../../src/drivers/driver.js';
import { type MetersPerSecond, ms, type Seconds } from '../../src/math/units.js';
import type { EncoderDefinition } from '../../src/robot/robot.js';
import { inputOf } from '../../src/sensors/boardInputs.js';
import type { Reading } from '../../src/signals/signals.js';
import type { PlantContext, SimulatedBody } from '../engine/body.js';
import { fixesSense } from '../plant/fixes.js';
import { ReadingFaults } from '../plant/readingFaults.js';
import { Sensors, sensesOf } from '../plant/sensors.js';
import type { AvrBoard } from './board.js';
import { MotorDuties } from './motorDuty.js';
import { boardPinNumber } from './pins.js';
import { isWired, QuadratureEncoder, WiredSensors } from './wiredSensors.js';

/** A driver, and its limit of the wheels' speed if it is below the robot's own. */
interface Link extends Driver {
  readonly speedLimit?: MetersPerSecond | null;
}

export class EmulatedBody implements SimulatedBody {
  readonly driver: Driver;
  /** A board answers within milliseconds, so wheels and pins must not be further apart in time. */
  readonly longestStep: Seconds = ms(1);
  readonly speedLimit: MetersPerSecond | null;
  readonly #board: AvrBoard;
  readonly #context: PlantContext;
  /** The board's time at the start of the run. */
  readonly #began: Seconds;
  readonly #seen = new Subject<Reading>();
  readonly #unwired: Sensors;
  readonly #unwiredIds: ReadonlySet<string>;
  readonly #sonarIds: ReadonlySet<string>;
  readonly #wired: WiredSensors;
  readonly #left: QuadratureEncoder | undefined;
  readonly #right: QuadratureEncoder | undefined;
  readonly #motors: MotorDuties;
  #given = { left: 0, right: 0 };

  /**
   * @param board after its handshake; its present time is the run's time 0
   * @param link the driver that talks to it
   * @param motors made before the first message to the board, so that chips between board and motors have heard all
   * @throws DriverError if the robot's motors are not wired to pins
   */
  constructor(
    board: AvrBoard,
    link: Link,
    context: PlantContext,
    motors = new MotorDuties(board, context.robot.motors),
  ) {
    const { id, robot, world, drivetrain } = context;
    this.#board = board;
    this.#context = context;
    this.#began = board.now;
    this.driver = this.#driverFor(link);
    this.speedLimit = link.speedLimit ?? null;
    const unwired = robot.sensors.filter((sensor) => !isWired(sensor));
    const carrier = { ...context, rough: drivetrain.isRough, volts: () => drivetrain.volts };
    const outside = context.fixes ? [fixesSense(context.fixes, context.seed ?? 0)] : [];
    this.#unwired = new Sensors([...sensesOf(unwired, carrier), ...outside]);
    this.#unwiredIds = new Set(unwired.map((sensor) => sensor.id));
    this.#sonarIds = new Set(
      robot.sensors.filter((sensor) => inputOf(sensor)?.kind === 'sonar').map(({ id }) => id),
    );
    this.#wired = new WiredSensors(board, robot, carrier);
    this.#left = encoderOn(board, robot.encoders?.left);
    this.#right = encoderOn(board, robot.encoders?.right);
    this.#motors = motors;
    motors.changes$.subscribe(() => this.#turnWheels());
    this.#wired.look(0, world.poseOf(id));
    this.#turnWheels();
  }

  sense(at: Seconds): void {
    const { id, sensing, world } = this.#context;
    const pose = world.poseOf(id);
    if (sensing === 'truth') this.#seen.next({ kind: 'pose', at, pose });
    for (const reading of this.#unwired.due(at, pose)) this.#seen.next(reading);
  }

  advanced(from: Seconds, to: Seconds): void {
    const { id, drivetrain, world } = this.#context;
    const { left, right } = drivetrain.encoderPositions;
    this.#left?.turn(left, this.#began + from, this.#began + to);
    this.#right?.turn(right, this.#began + from, this.#began + to);
    this.#strikeChips(to);
    this.#board.runUntil(this.#began + to);
    this.#wired.look(to, world.poseOf(id));
  }

  #strikeChips(at: Seconds): void {
    const { strikes } = this.#context;
    if (!strikes) return;
    for (const side of ['left', 'right'] as const)
      this.#motors.strikeChip(side, strikes.on(side, 'motorDriverFault', at) !== undefined);
  }

  /** Applies a change of the pins to the wheels, at the cycle of the change. */
  #turnWheels(): void {
    const { left, right } = this.#motors.now();
    if (left === this.#given.left && right === this.#given.right) return;
    this.#given = { left, right };
    this.#context.drivetrain.command(this.#board.now - this.#began, this.#given);
  }

  /** The link's driver in the run's time, together with the readings from outside. */
  #driverFor(link: Driver): Driver {
    let last = Number.NEGATIVE_INFINITY;
    const inRunTime = map((reading: Reading): Reading => ({ ...reading, at: reading.at - this.#began }));
    // The board's timestamps may be older than those of readings from outside.
    const inOrder = map((reading: Reading): Reading => {
      last = Math.max(last, reading.at);
      return last === reading.at || this.#tellsLate(reading) ? reading : { ...reading, at: last };
    });
    // A lost board, or one that stopped itself, powers no motors.
    const lost = tap<Reading>({
      next: ({ kind }) => kind === 'tripped' && this.#power(false),
      error: () => this.#power(false),
    });
    const { strikes, robot } = this.#context;
    const faults = strikes && new ReadingFaults(strikes, robot);
    const struck = mergeMap((reading: Reading): Reading[] => {
      const said = faults ? faults.pass(reading) : reading;
      return said ? [said] : [];
    });
    return {
      readings$: merge(link.readings$.pipe(inRunTime, lost), this.#seen).pipe(struck, inOrder),
      arm: () => {
        this.#power(true);
        return link.arm();
      },
      drive: (duties) => link.drive(duties),
      stop: () => {
        this.#power(false);
        link.stop();
      },
      close: () => {
        this.#power(false);
        this.#seen.complete();
        return link.close();
      },
    };
  }

  /** A sonar's reading arrives late and has the time of its measurement. */
  #tellsLate(reading: Reading): boolean {
    return (
      reading.kind === 'range' && (this.#unwiredIds.has(reading.sensor) || this.#sonarIds.has(reading.sensor))
    );
  }

  #power(on: boolean): void {
    this.#context.drivetrain.power(this.#board.now - this.#began, on);
  }
}

function encoderOn(board: AvrBoard, encoder: EncoderDefinition | undefined): QuadratureEncoder | undefined {
  if (encoder?.a === undefined) return undefined;
  const { a, b } = encoder;
  return new QuadratureEncoder(board, {
    a: boardPinNumber(a),
    ...(b !== undefined && { b: boardPinNumber(b) }),
  });
}
