/** The use of each pin of the board in a robot file, including the pins of shields. */

import { type Board, boardOf } from '../../../kit/boards.js';
import { sensorTypeOf } from '../../../kit/sensors/index.js';
import type { Need, PinNeed } from '../../../kit/sensorType.js';
import { SHIELDS, type Shield, type ShieldPins } from '../../../kit/shields.js';
import { isAnalog, PIN_NAME } from '../../../robot/pin.js';
import { SIDES, type Side } from '../../../signals/signals.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../../../validation/values.js';

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
  /** Of a sensor. */
  readonly sensorPin?: PinNeed;
}

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
  const sensors = listOf(fieldOf(robot, 'sensors'));
  return sensors.flatMap((sensor, i) => {
    // The other directions of a swept sonar are the same part.
    if (Number(valueAt(sensor, ['swept', 'place']) ?? 0) > 0) return [];
    const type = String(fieldOf(sensor, 'type'));
    const id = valueAt(sensor, ['swept', 'sensor']) ?? fieldOf(sensor, 'id') ?? type;
    const who = `the sensor '${String(id)}'`;
    const { pins = [], addresses } = sensorTypeOf(type) ?? {};
    const taken = pins.filter((pin) => !isElsewhere(sensors, i, pin));
    const own = taken.flatMap((pin) =>
      sensorUse(robot, i, pin, pins.length > 1 ? `${who} (${pin.key})` : who),
    );
    // As a robot's file has it, or as it was read.
    const servo = ['sweep', 'swept'].flatMap((key) =>
      use(robot, ['sensors', i, key, 'servo'], { who: `${who} (servo)`, need: 'output', signal: 'servo' }),
    );
    return [...own, ...servo, ...(addresses && board ? busUses(board, who, ['sensors', i]) : [])];
  });
}

function sensorUse(robot: unknown, i: number, sensorPin: PinNeed, who: string): PinUse[] {
  const path = ['sensors', i, sensorPin.key];
  const level = isAnalog(String(valueAt(robot, path))) ? 'analog' : 'input';
  const need = sensorPin.need === 'level' ? level : sensorPin.need;
  return use(robot, path, { who, need, signal: sensorPin.key === 'pin' ? 'out' : sensorPin.key, sensorPin });
}

/** One line for two purposes, or one pin for all sensors of a type: it is used once. */
function isElsewhere(sensors: readonly unknown[], i: number, { key, sharedWith, ofAll }: PinNeed): boolean {
  const [sensor, pin] = [sensors[i], fieldOf(sensors[i], key)];
  if (ofAll && sensors.findIndex((other) => fieldOf(other, key) !== undefined) !== i) return true;
  return sharedWith !== undefined && pin !== undefined && String(pin) === String(fieldOf(sensor, sharedWith));
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
