/** The levels of a board's pins while the real firmware drives a robot's motors. */
import { firmwareDuty } from '../../src/drivers/motors/duties.js';
import { type WiredMotor, wireMotors } from '../../src/drivers/motors/motorWiring.js';
import type { Duty } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { bootedBoard, type RawHost, STOP } from '../support/emulated.js';

const UNO = [14, 15, 16, 17, 18, 19];

function payloadOf(motor: WiredMotor): number[] {
  if (motor.kind !== 'pins') throw new Error('its motors are on no pins');
  return [motor.form + motor.options, motor.a, motor.b, motor.c];
}

function drivenBoard(robot: RobotDefinition, duties: readonly Duty[]): RawHost {
  const wired = wireMotors(robot, UNO);
  const host = bootedBoard();
  host.arm({ motors: [...payloadOf(wired.left), ...payloadOf(wired.right)] });
  const { left, right } = robot.motors;
  for (const duty of duties) {
    host.drive(1000 * firmwareDuty(duty, left), 1000 * firmwareDuty(duty, right));
    host.run(0.05);
  }
  return host;
}

/** By pin, after both motors have had these duties one after the other. */
export const outputsAt = (robot: RobotDefinition, duties: readonly Duty[]): readonly number[] =>
  drivenBoard(robot, duties).outputs();

/** By pin, after that and a stop. */
export function outputsWhenOff(robot: RobotDefinition, duties: readonly Duty[]): readonly number[] {
  const host = drivenBoard(robot, duties);
  host.send(STOP);
  host.run(0.02);
  return host.outputs();
}
