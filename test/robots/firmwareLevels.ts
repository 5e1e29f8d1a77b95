/** The levels of a board's pins while the real firmware drives a robot's motors. */
import { firmwareDuty } from '../../src/drivers/motors/duties.js';
import { type WiredMotor, wireMotors } from '../../src/drivers/motors/motorWiring.js';
import type { Duty } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { bootedBoard } from '../support/emulated.js';

const UNO = [14, 15, 16, 17, 18, 19];

function payloadOf(motor: WiredMotor): number[] {
  if (motor.kind !== 'pins') throw new Error('its motors are on no pins');
  return [motor.form, motor.a, motor.b, motor.c];
}

/** By pin, after both motors have had these duties one after the other. */
export function outputsAt(robot: RobotDefinition, duties: readonly Duty[]): readonly number[] {
  const wired = wireMotors(robot, UNO);
  const host = bootedBoard();
  host.arm({ motors: [...payloadOf(wired.left), ...payloadOf(wired.right)] });
  const { left, right } = robot.motors;
  for (const duty of duties) {
    host.drive(1000 * firmwareDuty(duty, left), 1000 * firmwareDuty(duty, right));
    host.run(0.05);
  }
  return host.outputs();
}
