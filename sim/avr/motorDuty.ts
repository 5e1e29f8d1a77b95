/** What drives a wheel, as a robot definition wires it: the duty its motor gets from a board's pins. */
import { DriverError } from '../../src/errors.js';
import type { MotorPins, Pin } from '../../src/robot.js';
import type { Duty } from '../../src/units.js';
import type { AvrBoard } from './board.js';
import { pinNumber } from './pins.js';
import { ServoPulse } from './servoPulse.js';

/** The duty now; positive turns the wheel forward. */
export type DutyNow = () => Duty;

/**
 * @param changed called when the duty changes without any pin changing
 * @throws DriverError where no pins are given: a shield's motors hang on its own chip
 */
export function motorDuty(board: AvrBoard, motor: MotorPins | undefined, changed: () => void): DutyNow {
  const ahead = dutyAhead(board, motor ?? { invert: false }, changed);
  return motor?.invert ? () => -ahead() || 0 : ahead;
}

/** As a motor that is not mounted the other way round would turn. */
function dutyAhead(board: AvrBoard, motor: MotorPins, changed: () => void): DutyNow {
  const at = (pin: Pin): DutyNow => {
    const number = pinNumber(pin);
    return () => board.outputs.dutyOf(number);
  };
  const { pwm, dir, cdir, forward, reverse, servo } = motor;
  if (servo !== undefined) {
    const pulse = new ServoPulse(board, pinNumber(servo), changed);
    return () => pulse.duty;
  }
  if (forward !== undefined && reverse !== undefined) {
    const [ahead, back] = [at(forward), at(reverse)];
    return () => ahead() - back();
  }
  if (pwm === undefined || dir === undefined) {
    throw new DriverError(
      'a motor without pins of its own cannot be emulated; give pwm and dir, or another form',
    );
  }
  const [power, ahead, back] = [at(pwm), at(dir), cdir === undefined ? undefined : at(cdir)];
  if (!back) return () => (ahead() > 0 ? power() : -power() || 0);
  // Both high or both low: the bridge holds the motor or lets it roll.
  return () => power() * (Math.sign(ahead()) - Math.sign(back())) || 0;
}
