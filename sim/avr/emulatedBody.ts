/**
 * A simulated body that an emulated Arduino drives: its pins turn the wheels, and its sensors are wired to it.
 *
 * What the line and the board take comes on top of the plant's own dead time: 2 ms, with servos up to a pulse more.
 */
import { map, merge, Subject } from 'rxjs';
import type { Driver } from '../../src/drivers/driver.js';
import type { EncoderDefinition } from '../../src/robot.js';
import type { Reading } from '../../src/signals.js';
import { ms, type Seconds } from '../../src/units.js';
import type { Seat, SimulatedBody } from '../body.js';
import { RangeSensors } from '../sensors.js';
import { AnalogSensors, isWired } from './analogSensors.js';
import type { AvrBoard } from './board.js';
import { type DutyNow, motorDuty } from './motorDuty.js';
import { pinNumber } from './pins.js';
import { Quadrature } from './quadrature.js';

export class EmulatedBody implements SimulatedBody {
  readonly driver: Driver;
  /** A board answers within milliseconds; wheels and pins must not be further apart. */
  readonly longestStep: Seconds = ms(1);
  readonly #board: AvrBoard;
  readonly #seat: Seat;
  /** The board's time when the run's began. */
  readonly #began: Seconds;
  readonly #seen = new Subject<Reading>();
  readonly #unwired: RangeSensors;
  readonly #analog: AnalogSensors;
  readonly #left: Quadrature | undefined;
  readonly #right: Quadrature | undefined;
  readonly #duties: { readonly left: DutyNow; readonly right: DutyNow };
  #given = { left: 0, right: 0 };

  /**
   * @param board past its handshake; the run's time 0 is its time now
   * @param link the driver that speaks to it
   * @throws DriverError where the robot's motors are not wired to pins
   */
  constructor(board: AvrBoard, link: Driver, seat: Seat) {
    const { id, robot, world } = seat;
    this.#board = board;
    this.#seat = seat;
    this.#began = board.now;
    this.driver = this.#doorTo(link);
    this.#unwired = new RangeSensors(
      id,
      robot.sensors.filter((sensor) => !isWired(sensor)),
      world,
    );
    this.#analog = new AnalogSensors(board, id, robot.sensors, world);
    this.#left = encoderOn(board, robot.encoders?.left);
    this.#right = encoderOn(board, robot.encoders?.right);
    const changed = () => this.#turnWheels();
    this.#duties = {
      left: motorDuty(board, robot.motors.left, changed),
      right: motorDuty(board, robot.motors.right, changed),
    };
    board.outputs.changes$.subscribe(changed);
    this.#analog.look(0, world.poseOf(id));
    this.#turnWheels();
  }

  sense(at: Seconds): void {
    const { id, sensing, world } = this.#seat;
    const pose = world.poseOf(id);
    if (sensing === 'truth') this.#seen.next({ kind: 'pose', at, pose });
    for (const reading of this.#unwired.due(at, pose)) this.#seen.next(reading);
  }

  advanced(from: Seconds, to: Seconds): void {
    const { id, drivetrain, world } = this.#seat;
    const { left, right } = drivetrain.encoderPositions;
    this.#left?.turn(left, this.#began + from, this.#began + to);
    this.#right?.turn(right, this.#began + from, this.#began + to);
    this.#board.runUntil(this.#began + to);
    this.#analog.look(to, world.poseOf(id));
  }

  /** What the pins say now, at the very cycle at which they say it. */
  #turnWheels(): void {
    const left = this.#duties.left();
    const right = this.#duties.right();
    if (left === this.#given.left && right === this.#given.right) return;
    this.#given = { left, right };
    this.#seat.drivetrain.command(this.#board.now - this.#began, this.#given);
  }

  /** The link's driver in the run's time, together with what is seen from outside. */
  #doorTo(link: Driver): Driver {
    let last = Number.NEGATIVE_INFINITY;
    const inRunTime = map((reading: Reading): Reading => ({ ...reading, at: reading.at - this.#began }));
    // The board may say when it measured, which can be before what was seen from outside meanwhile.
    const inOrder = map((reading: Reading): Reading => {
      last = Math.max(last, reading.at);
      return last === reading.at ? reading : { ...reading, at: last };
    });
    return {
      readings$: merge(link.readings$.pipe(inRunTime), this.#seen).pipe(inOrder),
      arm: () => link.arm(),
      drive: (duties) => link.drive(duties),
      stop: () => link.stop(),
      close: () => {
        this.#seen.complete();
        return link.close();
      },
    };
  }
}

function encoderOn(board: AvrBoard, encoder: EncoderDefinition | undefined): Quadrature | undefined {
  if (encoder?.a === undefined || encoder.b === undefined) return undefined;
  return new Quadrature(board, { a: pinNumber(encoder.a), b: pinNumber(encoder.b) });
}
