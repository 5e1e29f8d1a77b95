/** `steerbot wiring --json`: a robot's pins, signs and counts, for programs. docs/robots.md has the table of its keys. */
import { type AtZero, atZeroOf, whenOffOf } from '../../config/robot/wiring/atZero.js';
import { type PinUse, pinUses } from '../../config/robot/wiring/pinUses.js';
import { motorSign, NEUTRAL_PULSE, PULSE_REACH } from '../../drivers/motors/duties.js';
import { motorDriverOf } from '../../kit/motorDrivers.js';
import type { SensorDefinition } from '../../kit/sensors/index.js';
import { SHIELDS } from '../../kit/shields.js';
import type { Seconds, Volts } from '../../math/units.js';
import type { MotorPins, RobotDefinition } from '../../robot/robot.js';
import { asWritten, writtenIdOf } from '../../robot/sweep.js';
import { inputOf } from '../../sensors/boardInputs.js';
import { SIDES, type Side } from '../../signals/signals.js';

/** Pins by their roles, such as `{ pwm: '9', dir: '7' }`. */
type Pins = Readonly<Record<string, string>>;

/** The shield between board and motor, and the motor's number on it. */
interface ShieldDocument {
  readonly name: string;
  readonly title: string;
  readonly motor: number;
  /** The chip that drives its motors, where the board's pins do not: pins, and its address on the I²C bus. */
  readonly bus: {
    readonly kind: string;
    readonly pins: readonly string[];
    readonly address: number | null;
  } | null;
}

interface MotorDocument {
  readonly form: string;
  readonly pins: Pins;
  /** +1: forward is `dir` high and `cdir` low, PWM at `forward`, or a longer pulse; −1: the other way round. */
  readonly sign: 1 | -1;
  readonly forward: Readonly<Record<string, 'high' | 'low' | 'pwm' | 'longer pulse' | 'shorter pulse'>>;
  readonly shield: ShieldDocument | null;
  /** Armed, with no duty; and after a stop. */
  readonly atZero: AtZero | null;
  readonly whenOff: AtZero | null;
  readonly servo: { readonly neutral: Seconds; readonly deadZone: Seconds; readonly reach: Seconds } | null;
}

interface EncoderDocument {
  readonly pins: Pins;
  readonly countsPerRevolution: number;
}

interface SensorDocument {
  readonly id: string;
  readonly type: string;
  readonly pins: Pins;
  /** On the I²C bus. */
  readonly address: number | null;
}

type BySide<T> = Readonly<Record<Side, T>>;

export interface WiringDocument {
  readonly robot: string;
  readonly kit: string | null;
  readonly board: string | null;
  readonly firmware: string | null;
  readonly driver: { readonly name: string; readonly title: string } | null;
  readonly motors: BySide<MotorDocument | null>;
  readonly standby: string | null;
  readonly stop: string | null;
  readonly encoders: BySide<EncoderDocument> | null;
  readonly sensors: readonly SensorDocument[];
  readonly battery: { readonly pin: string; readonly divider: number; readonly low: Volts } | null;
}

/** The pins that the part of the file at `path` uses. */
const pinsAt = (uses: readonly PinUse[], ...path: readonly PropertyKey[]): Pins =>
  Object.fromEntries(
    uses.filter((use) => path.every((key, i) => use.path[i] === key)).map(({ signal, pin }) => [signal, pin]),
  );

const formOf = ({ servo, forward, shield, cdir }: MotorPins): string => {
  if (shield !== undefined) return 'shield, motor';
  if (servo !== undefined) return 'servo';
  if (forward !== undefined) return 'forward, reverse';
  return cdir === undefined ? 'pwm, dir' : 'pwm, dir, cdir';
};

/** What the pins do while the wheel goes forward; none of the board's where a bus is between. */
function forwardOf(pins: Pins, sign: 1 | -1): MotorDocument['forward'] {
  const [ahead, back] = sign > 0 ? (['high', 'low'] as const) : (['low', 'high'] as const);
  return {
    ...('pwm' in pins && { pwm: 'pwm' }),
    ...('dir' in pins && { dir: ahead }),
    ...('cdir' in pins && { cdir: back }),
    ...('forward' in pins && { forward: sign > 0 ? 'pwm' : 'low', reverse: sign > 0 ? 'low' : 'pwm' }),
    ...('servo' in pins && { servo: sign > 0 ? 'longer pulse' : 'shorter pulse' }),
  } as const;
}

function servoOf({ servo, neutral, deadZone, reach }: MotorPins): MotorDocument['servo'] {
  if (servo === undefined) return null;
  return { neutral: neutral ?? NEUTRAL_PULSE, deadZone: deadZone ?? 0, reach: reach ?? PULSE_REACH };
}

/** Of pins that all motors of a shield share. */
const SHARED_SIGNALS: readonly string[] = ['register', 'data', 'clock'];

function shieldDocument(
  { shield: name, motor = 1 }: MotorPins,
  uses: readonly PinUse[],
): ShieldDocument | null {
  if (name === undefined) return null;
  const { title = name, bus } = SHIELDS[name] ?? {};
  const pins = uses.filter(({ path, signal }) => path[0] === 'motors' && SHARED_SIGNALS.includes(signal));
  const address = bus?.kind === 'i2c' ? bus.address : null;
  return {
    name,
    title,
    motor,
    bus: bus ? { kind: bus.kind, pins: pins.map(({ pin }) => pin), address } : null,
  };
}

function motorDocument(robot: RobotDefinition, side: Side, uses: readonly PinUse[]): MotorDocument | null {
  const motor = robot.motors[side];
  if (!motor) return null;
  const own = uses.filter(({ signal }) => !SHARED_SIGNALS.includes(signal));
  const pins = pinsAt(own, 'motors', side);
  const sign = motorSign(motor);
  return {
    form: formOf(motor),
    pins,
    sign,
    forward: forwardOf(pins, sign),
    shield: shieldDocument(motor, uses),
    atZero: atZeroOf(robot, side) ?? null,
    whenOff: whenOffOf(robot, side) ?? null,
    servo: servoOf(motor),
  };
}

function sensorDocument(sensor: SensorDefinition, pins: Pins): SensorDocument {
  const { type } = sensor;
  const id = writtenIdOf(sensor);
  const input = inputOf(sensor);
  return { id, type, pins, address: input?.kind === 'bus' ? input.address : null };
}

const bySide = <T>(each: (side: Side) => T): BySide<T> => {
  const [left, right] = SIDES;
  return { left: each(left), right: each(right) };
};

/** @param robot with a board */
export function wiringDocument(robot: RobotDefinition): WiringDocument {
  const { name, kit = null, board = null, firmware = null, motors, encoders, sensors, battery } = robot;
  const uses = pinUses(robot);
  const { driver = '', stop = null, standby } = motors;
  const title = motorDriverOf(driver)?.title;
  return {
    robot: name,
    kit,
    board,
    firmware,
    driver: title === undefined ? null : { name: driver, title },
    motors: bySide((side) => motorDocument(robot, side, uses)),
    standby: standby === undefined ? null : String(standby),
    stop,
    encoders: encoders
      ? bySide((side) => ({
          pins: pinsAt(uses, 'encoders', side),
          countsPerRevolution: encoders[side].countsPerRevolution,
        }))
      : null,
    sensors: asWritten(sensors).map((sensor) =>
      sensorDocument(sensor, pinsAt(uses, 'sensors', sensors.indexOf(sensor))),
    ),
    battery: battery ? { pin: String(battery.pin), divider: battery.divider, low: battery.low } : null,
  };
}
