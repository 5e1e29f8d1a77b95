/** The use of each pin of the board in a robot file, including the pins of shields. */
import { busSensorTypes } from '../../../robot/busSensors.js';
import { SHIELDS, type Shield, type ShieldPins } from '../../../robot/shields.js';
import { SIDES, type Side } from '../../../signals/signals.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../../../validation/values.js';
import { type Board, boardOf, PIN_NAME } from './boards.js';

export type Need = 'pwm' | 'output' | 'input' | 'interrupt' | 'pulse' | 'analog' | 'bus';

/** One use of one pin. */
export interface PinUse {
  readonly pin: string;
  /** The user of the pin, for messages: `motors.left.pwm`, `the sensor 'front'`. */
  readonly who: string;
  readonly need: Need;
  /** The signal on it: `pwm`, `a`, `standby`; `data` and `clock` for a bus. */
  readonly signal: string;
  /** Its place in the file; for a shield's pins the place of the shield's name. */
  readonly path: KeyPath;
}

/** Sensors on the I²C bus. */
export const I2C_SENSORS: ReadonlySet<string> = new Set(busSensorTypes());
const ANALOG_RANGE_SENSORS = new Set(['gp2y0a21', 'gp2y0a41', 'maxsonar']);
/** Brightness sensors: a level at an analog pin, light or dark at any other. */
const BRIGHTNESS_SENSORS = new Set(['reflectance', 'light']);

/**
 * Needs of motor signals. A shield's other signal (brake) is an output; `current` is a voltage that it gives.
 */
const MOTOR_NEEDS: Readonly<Record<string, Need>> = {
  pwm: 'pwm',
  forward: 'pwm',
  reverse: 'pwm',
  dir: 'output',
  cdir: 'output',
  enableDiag: 'output',
  servo: 'output',
};

function use(robot: unknown, path: KeyPath, rest: Omit<PinUse, 'pin' | 'path'>): PinUse[] {
  const pin = String(valueAt(robot, path));
  return PIN_NAME.test(pin) ? [{ pin, path, ...rest }] : [];
}

/** The shield that a side's motor names; undefined if it names none or an unknown one. */
export function shieldOf(
  robot: unknown,
  side: Side,
): { readonly name: string; readonly shield: Shield } | undefined {
  const name = valueAt(robot, ['motors', side, 'shield']);
  const shield = typeof name === 'string' && Object.hasOwn(SHIELDS, name) ? SHIELDS[name] : undefined;
  return typeof name === 'string' && shield ? { name, shield } : undefined;
}

/** The number of the motor on its shield, from 1. */
export const motorNumber = (robot: unknown, side: Side): number =>
  Number(valueAt(robot, ['motors', side, 'motor']));

/** Whether both sides use the same motor of a shield: one fault, instead of one per pin. */
export const sharesMotor = (robot: unknown): boolean =>
  shieldOf(robot, 'left') !== undefined &&
  shieldOf(robot, 'left')?.name === shieldOf(robot, 'right')?.name &&
  motorNumber(robot, 'left') === motorNumber(robot, 'right');

const busUses = ({ bus }: Board, who: string, path: KeyPath): PinUse[] =>
  bus.map((pin, i) => ({ pin, who, need: 'bus', signal: i === 0 ? 'data' : 'clock', path }));

function shieldUses(robot: unknown, side: Side, board: Board | undefined): PinUse[] {
  const found = shieldOf(robot, side);
  if (!found || (side === 'right' && sharesMotor(robot))) return [];
  const { name, shield } = found;
  const path = ['motors', side, 'shield'];
  const pins: ShieldPins = shield.motors[motorNumber(robot, side) - 1] ?? {};
  const own = Object.entries(pins).map(([signal, pin]): PinUse => {
    const who = `motors.${side} on ${name} (${signal})`;
    const need = signal === 'current' ? 'analog' : (MOTOR_NEEDS[signal] ?? 'output');
    return { pin: String(pin), who, need, signal, path };
  });
  // Pins shared by all motors of a shield count once.
  const counted = side === 'right' && shieldOf(robot, 'left')?.name === name;
  return counted ? own : [...own, ...sharedUses(name, shield, path, board)];
}

function sharedUses(name: string, { bus }: Shield, path: KeyPath, board: Board | undefined): PinUse[] {
  if (bus?.kind === 'i2c') return board ? busUses(board, name, path) : [];
  const pins = bus?.pins ?? [];
  return pins.map((pin) => ({ pin: String(pin), who: name, need: 'output', signal: 'register', path }));
}

function wheelUses(robot: unknown, side: Side, board: Board | undefined): PinUse[] {
  const motor = Object.entries(MOTOR_NEEDS).flatMap(([signal, need]) =>
    use(robot, ['motors', side, signal], { who: `motors.${side}.${signal}`, need, signal }),
  );
  const encoder = ['a', 'b'].flatMap((signal) =>
    use(robot, ['encoders', side, signal], {
      who: `encoders.${side}.${signal}`,
      need: 'interrupt',
      signal,
    }),
  );
  return [...motor, ...shieldUses(robot, side, board), ...encoder];
}

function sensorUses(robot: unknown, board: Board | undefined): PinUse[] {
  return listOf(fieldOf(robot, 'sensors')).flatMap((sensor, i) => {
    // The other directions of a swept sonar are the same part.
    if (Number(valueAt(sensor, ['swept', 'place']) ?? 0) > 0) return [];
    const type = String(fieldOf(sensor, 'type'));
    const id = valueAt(sensor, ['swept', 'sensor']) ?? fieldOf(sensor, 'id') ?? type;
    const who = `the sensor '${String(id)}'`;
    const voltage = BRIGHTNESS_SENSORS.has(type) && /^A/.test(String(fieldOf(sensor, 'pin')));
    const need = voltage || ANALOG_RANGE_SENSORS.has(type) ? 'analog' : 'input';
    const own = [
      ...use(robot, ['sensors', i, 'pin'], { who, need, signal: 'out' }),
      ...emitterUses(robot, i, who),
      ...sonarUses(robot, i, who),
    ];
    return I2C_SENSORS.has(type) && board ? [...own, ...busUses(board, who, ['sensors', i])] : own;
  });
}

/** One pin for the lamps of all of them: the first that names it uses it. */
function emitterUses(robot: unknown, i: number, who: string): PinUse[] {
  const sensors = listOf(fieldOf(robot, 'sensors'));
  const isFirst = sensors.findIndex((sensor) => fieldOf(sensor, 'emitters') !== undefined) === i;
  const named = { who: `${who} (emitters)`, need: 'output', signal: 'emitters' } as const;
  return isFirst ? use(robot, ['sensors', i, 'emitters'], named) : [];
}

/** One line for both is one use of one pin. */
function sonarUses(robot: unknown, i: number, who: string): PinUse[] {
  const at = (signal: string) => ['sensors', i, signal];
  const echo = use(robot, at('echo'), { who: `${who} (echo)`, need: 'pulse', signal: 'echo' });
  // As a robot's file has it, or as it was read.
  const servo = ['sweep', 'swept'].flatMap((key) =>
    use(robot, [...at(key), 'servo'], { who: `${who} (servo)`, need: 'output', signal: 'servo' }),
  );
  const isOne = String(valueAt(robot, at('trigger'))) === String(valueAt(robot, at('echo')));
  if (isOne) return [...echo, ...servo];
  return [
    ...use(robot, at('trigger'), { who: `${who} (trigger)`, need: 'output', signal: 'trigger' }),
    ...echo,
    ...servo,
  ];
}

/** All uses of all pins of a robot definition, which may still have faults. */
export function pinUses(robot: unknown): PinUse[] {
  const board = boardOf(robot)?.board;
  return [
    ...SIDES.flatMap((side) => wheelUses(robot, side, board)),
    ...use(robot, ['motors', 'standby'], { who: 'motors.standby', need: 'output', signal: 'standby' }),
    ...sensorUses(robot, board),
    ...use(robot, ['battery', 'pin'], { who: 'the battery', need: 'analog', signal: 'middle' }),
  ];
}
