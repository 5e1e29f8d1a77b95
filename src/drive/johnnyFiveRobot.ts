/** A robot on a program's own johnny-five, whatever board that has. */
import { robotOf } from '../config/loadDefinition.js';
import { wallTime } from '../control/clock.js';
import { stoppedAtExit } from '../drivers/atExit.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import { motorSign } from '../drivers/motors/duties.js';
import { FiveDriver } from '../drivers/onFive/fiveDriver.js';
import { type WheelTurn, wheelOf } from '../drivers/onFive/fiveMotors.js';
import type { FiveBoard, FiveEncoder, FiveMotor, FivePart, FiveServo } from '../drivers/onFive/fiveParts.js';
import { sensedBy } from '../drivers/onFive/fiveSensors.js';
import { greatestAllowed, UNGUARDED_SPEED } from '../drivers/unguarded/unguardedSpeed.js';
import type { TimeSource } from '../math/time.js';
import type { MotorPins, RobotDefinition } from '../robot/robot.js';
import { misuse } from '../validation/caller.js';
import { DriverError } from '../validation/errors.js';
import {
  aFlag,
  type Check,
  type Checks,
  described,
  requireOptions,
  withMethods,
} from '../validation/options.js';
import { isRecord } from '../validation/values.js';
import { madeFor } from './madeFor.js';

export interface JohnnyFiveParts {
  /** A `five.Board`, of any IO plugin, that is ready. */
  readonly board: FiveBoard;
  /**
   * A `five.Motor`, or a `five.Servo.Continuous`, for each wheel: `forward`, or `cw`, rolls the robot forward, unless `invert` in the
   * robot's file says that this motor is mounted the other way round.
   */
  readonly left: FiveMotor | FiveServo;
  readonly right: FiveMotor | FiveServo;
  /** By the id of a sensor in the robot's file: `five.Proximity`, `Sensor`, `Button`, `IMU` or `Gyro`. */
  readonly sensors?: Readonly<Record<string, FivePart>>;
  /** What counts each wheel's turns, up as it rolls forward: `{ value }`. */
  readonly encoders?: { readonly left: FiveEncoder; readonly right: FiveEncoder };
  /** Has to be true: nothing on such a board stops the motors when this program or the cable fails. */
  readonly withoutDeadman?: boolean;
  /** The time source that the control clock uses; default the machine's clock. */
  readonly time?: TimeSource;
}

/**
 * Makes a driver of the parts that a program has on its own johnny-five board, for `drive(robot, behavior, { driver })`.
 *
 * No firmware of such a board has a dead-man: the motors run on when the program or the cable fails. So it drives at most 0.2 m/s,
 * and only if the program asks for it.
 *
 * @param robot its name, the path of its file, or a definition: its figures, `invert`, a servo's pulses, and where its sensors sit; its pins are not used
 * @throws TypeError for a part that cannot be what it is given for; DriverError unless `withoutDeadman` is set; FileError
 * @example
 * ```ts
 * import { johnnyFiveRobot } from 'steerbot/johnny-five';
 * const board = { isReady: true, on: () => {}, removeListener: () => {} };
 * const motor = { threshold: 30, speed: () => {}, forward: () => {}, reverse: () => {}, stop: () => {} };
 * const driver = johnnyFiveRobot('scout', { board, left: motor, right: { ...motor }, withoutDeadman: true });
 * console.log(driver.deadMan, (driver.speedLimit ?? 1) <= 0.2); // null true
 * ```
 */
export function johnnyFiveRobot(robot: string | RobotDefinition, parts: JohnnyFiveParts): ConnectedRobot {
  requireOptions('johnnyFiveRobot', parts, PART_CHECKS);
  const { board, left, right, sensors = {}, encoders, withoutDeadman = false, time = wallTime } = parts;
  for (const name of ['board', 'left', 'right'] as const)
    if (parts[name] === undefined)
      throw misuse(`johnnyFiveRobot: ${name} is missing; { board, left, right } is wanted`);
  if (Object(left) === right)
    throw misuse('johnnyFiveRobot: left and right are the same motor; each wheel has its own');
  if (!board.isReady)
    throw misuse("johnnyFiveRobot: the board is not ready; wait for it: board.on('ready', …)");
  const definition = robotOf('johnnyFiveRobot', robot);
  const why = 'nothing on a board of johnny-five would stop the motors if this computer or the cable failed';
  if (!withoutDeadman)
    throw new DriverError(
      `${why}; flash the Steerbot firmware and use a port, or give \`withoutDeadman: true\` to drive slowly`,
    );
  const { motors, control } = definition;
  const driver = new FiveDriver({
    board,
    time,
    wheels: {
      left: turned('left', left, motors.left),
      right: turned('right', right, motors.right),
    },
    told: Object.entries(sensors).map(([id, part]) => sensedBy(definition.sensors, id, part)),
    encoders,
    period: 1 / control.rate,
    ...greatestAllowed(definition),
    commandTimeout: control.deadMan,
    warning: `${why}: keep a hand on its power switch; at most ${UNGUARDED_SPEED} m/s`,
  });
  return madeFor(stoppedAtExit(driver), definition);
}

/** A motor that the robot's file calls mounted the other way round. @throws TypeError where its part says so, too */
function turned(side: string, part: FiveMotor | FiveServo, motor: MotorPins | undefined): WheelTurn {
  const turn = wheelOf(side, part, motor);
  const sign = motorSign(motor);
  if (sign < 0 && Reflect.get(part, 'invert') === true)
    throw misuse(
      `johnnyFiveRobot: ${side} has \`invert\` in the robot's file and in its part, and so turns as if in neither; leave one out`,
    );
  return (duty) => turn(sign * duty || 0);
}

const aBoard: Check = (value) =>
  typeof Reflect.get(Object(value), 'on') === 'function' && 'isReady' in Object(value)
    ? undefined
    : `is ${described(value)}; a five.Board is wanted`;

const theEncoders: Check = (value) => {
  const isRight = ['left', 'right'].every(
    (side) => typeof Reflect.get(Object(Reflect.get(Object(value), side)), 'value') === 'number',
  );
  return isRight
    ? undefined
    : `is ${described(value)}; { left, right } of parts with a \`value\` that counts is wanted`;
};

const aPart: Check = (value) =>
  isRecord(value) ? undefined : `is ${described(value)}; a five.Motor or a five.Servo.Continuous is wanted`;

const theSensors: Check = (value) => {
  const wanted = "{ front: part }, by the ids of the robot's file, is wanted";
  if (!isRecord(value)) return `is ${described(value)}; ${wanted}`;
  return typeof value.on === 'function' ? `is one part; ${wanted}` : undefined;
};

const PART_CHECKS: Checks<JohnnyFiveParts> = {
  board: aBoard,
  left: aPart,
  right: aPart,
  sensors: theSensors,
  encoders: theEncoders,
  withoutDeadman: aFlag,
  time: withMethods(['now', 'after'], 'a clock { now(), after(seconds, call) }'),
};
