/** Which pins a motor hangs on, as numbers of the board, whatever the robot file calls them. */
import { DriverError, didYouMean, oneOf } from '../errors.js';
import type { MotorPins, Pin } from '../robot.js';
import { type ShieldMotor, shieldMotors } from './johnnyFive.js';
import { NO_PIN } from './messages.js';

/** A motor that plain pins drive: the firmware can switch it off by itself. */
export interface PinMotor {
  readonly kind: 'pins';
  /** 1 PWM, direction; 2 PWM, forward, reverse; 3 PWM forward, PWM reverse; 4 servo. */
  readonly form: 1 | 2 | 3 | 4;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Pins of a shield that must have a level for the motor to run: enable high, brake low. */
  readonly levels: readonly { readonly pin: number; readonly level: 0 | 1 }[];
}

/** A motor behind a chip of its shield, which only messages reach: nothing but the host can switch it off. */
export interface BusMotor {
  readonly kind: 'bus';
  readonly config: ShieldMotor;
}

export type WiredMotor = PinMotor | BusMotor;

export interface Motors<M> {
  readonly left: M;
  readonly right: M;
}

/** Pin numbers by analog channel, as the board told them. */
export type AnalogPins = readonly number[];

/** @throws DriverError for an analog pin that the board does not have */
export function pinNumber(pin: Pin, analogPins: AnalogPins): number {
  const channel = /^A(\d+)$/.exec(String(pin))?.[1];
  if (channel === undefined) return Number(pin);
  const number = analogPins[Number(channel)];
  if (number === undefined) throw new DriverError(`the board has no pin ${pin}`);
  return number;
}

/** @throws DriverError where the file names no motor, or none of a shield's */
export function wireMotor(
  side: 'left' | 'right',
  motor: MotorPins | undefined,
  analog: AnalogPins,
): WiredMotor {
  if (motor?.shield !== undefined) return wireShield(side, motor.shield, motor.motor ?? 1, analog);
  const pin = (name: Pin | undefined) => (name === undefined ? NO_PIN : pinNumber(name, analog));
  const { pwm, dir, cdir, forward, reverse, servo } = motor ?? {};
  const wired = { kind: 'pins', levels: [] } as const;
  if (servo !== undefined) return { ...wired, form: 4, a: pin(servo), b: NO_PIN, c: NO_PIN };
  if (forward !== undefined) return { ...wired, form: 3, a: pin(forward), b: pin(reverse), c: NO_PIN };
  if (pwm === undefined)
    throw new DriverError(`motors.${side} has no pins; the robot file must say how it is wired`);
  return { ...wired, form: cdir === undefined ? 1 : 2, a: pin(pwm), b: pin(dir), c: pin(cdir) };
}

function wireShield(side: string, shield: string, motor: number, analog: AnalogPins): WiredMotor {
  const shields = shieldMotors();
  const motors = shields[shield];
  if (!motors) {
    const names = Object.keys(shields);
    const hint = didYouMean(shield, names) || `there are ${oneOf(names)}`;
    throw new DriverError(`motors.${side}: there is no shield '${shield}'; ${hint}`);
  }
  const config = Object.values(motors)[motor - 1];
  if (!config) {
    throw new DriverError(
      `motors.${side}: the shield ${shield} has motors 1 to ${Object.keys(motors).length}`,
    );
  }
  return isPlain(config) ? plainPins(config, analog) : { kind: 'bus', config };
}

/** Nothing but pins between the board and the bridge. */
const isPlain = ({ controller, register, invertPWM }: ShieldMotor): boolean =>
  controller === undefined && register === undefined && !invertPWM;

function plainPins({ pins }: ShieldMotor, analog: AnalogPins): PinMotor {
  const pin = (name: string) => (pins[name] === undefined ? NO_PIN : pinNumber(pins[name], analog));
  const levels = [
    { pin: pin('enable'), level: 1 },
    { pin: pin('brake'), level: 0 },
  ] as const;
  return {
    kind: 'pins',
    form: pins.cdir === undefined ? 1 : 2,
    a: pin('pwm'),
    b: pin('dir'),
    c: pin('cdir'),
    levels: levels.filter((each) => each.pin !== NO_PIN),
  };
}
