/** The parts that are wired to a robot's board, with every wire: for the table and the picture. */

import { type PinUse, pinUses } from '../../config/robot/wiring/pinUses.js';
import { type MotorDriver, motorDriverOf, type Tie, type VoltageRange } from '../../kit/motorDrivers.js';
import { type SensorDefinition, typeOf } from '../../kit/sensors/index.js';
import { SHIELDS } from '../../kit/shields.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { writtenIdOf } from '../../robot/sweep.js';
import { SIDES, type Side } from '../../signals/signals.js';

/** A wire from a pin of the board to a terminal of a part. */
export interface Wire {
  readonly pin: string;
  readonly terminal: string;
  /** What the wire carries, in words for users. */
  readonly purpose: string;
  readonly signal: string;
}

/** A motor, and the terminals of the part that it is wired to. */
export interface Output {
  readonly side: Side;
  readonly terminal: string;
}

export interface Part {
  readonly kind: 'driver' | 'shield' | 'built' | 'servo' | 'encoder' | 'sensor' | 'battery';
  readonly title: string;
  readonly wires: readonly Wire[];
  /** The terminal that the board feeds; missing where the board feeds nothing. */
  readonly logic?: string;
  /** Inputs that the board's 5 V holds high all the time. */
  readonly ties: readonly Tie[];
  /** The terminal for the motors' battery, and its allowed voltage; missing where that battery is not connected. */
  readonly supply?: string;
  readonly volts?: VoltageRange;
  readonly outputs: readonly Output[];
}

/** A part without motors on wires. */
const NO_TIES = { ties: [], outputs: [] } as const;
/** Of a hobby servo. */
const SERVO_VOLTS: VoltageRange = [5, 6];

const SIGNAL_PURPOSES: Readonly<Record<string, string>> = {
  pwm: 'speed (PWM)',
  dir: 'direction',
  cdir: 'direction, the other way',
  forward: 'forward (PWM)',
  reverse: 'reverse (PWM)',
  brake: 'brake',
  enableDiag: 'enable and fault flag',
  current: 'motor current',
  servo: 'pulses',
  standby: 'high while it may drive',
  register: 'commands to the shield',
  data: 'I2C data',
  clock: 'I2C clock',
  a: 'edges of channel a',
  b: 'edges of channel b',
  middle: 'divided voltage',
};

/** The terminals of the I²C bus, on every device. */
const BUS_TERMINALS: Readonly<Record<string, string>> = { data: 'SDA', clock: 'SCL' };

const signalPurpose = (signal: string): string => SIGNAL_PURPOSES[signal] ?? signal;

const wire = ({ pin, signal }: PinUse, terminal: string, whose = ''): Wire => ({
  pin,
  terminal,
  purpose: whose === '' ? signalPurpose(signal) : `${whose}: ${signalPurpose(signal)}`,
  signal,
});

const usesUnder = (uses: readonly PinUse[], ...path: readonly PropertyKey[]): PinUse[] =>
  uses.filter((use) => path.every((key, i) => use.path[i] === key));

function driverWire(use: PinUse, terminal: string): Wire {
  const side = sideOf(use);
  return wire(use, terminal, side && `${side} motor`);
}

function driverPart({ motors }: RobotDefinition, uses: readonly PinUse[]): Part[] {
  const chip = motorDriverOf(motors.driver);
  const own = usesUnder(uses, 'motors').filter(
    ({ path, signal }) => path[2] !== 'shield' && signal !== 'servo',
  );
  if (own.length === 0) return [];
  const { inputOf, outputOf } = driverTerminals(chip, own);
  return [
    {
      kind: chip?.built ? 'built' : 'driver',
      title: chip?.title ?? 'motor driver',
      wires: own.map((use) => driverWire(use, inputOf(use))),
      ...(chip?.supply.logic && { logic: chip.supply.logic }),
      ties: chip?.ties ?? [],
      supply: chip?.supply.motors ?? 'motor supply',
      ...(chip?.supply.volts && { volts: chip.supply.volts }),
      outputs: SIDES.map((side) => ({ side, terminal: outputOf(side) })),
    },
  ];
}

/** A shield's pins plug onto the board's, and its chip's inputs are tied on the shield. */
function shieldParts({ motors }: RobotDefinition, uses: readonly PinUse[]): Part[] {
  const named = SIDES.flatMap((side) => {
    const { shield, motor } = motors[side] ?? {};
    return shield === undefined || motor === undefined ? [] : [{ side, shield, motor }];
  });
  const volts = motorDriverOf(motors.driver)?.supply.volts;
  return [...new Set(named.map(({ shield }) => shield))].map((name) => {
    const own = named.filter(({ shield }) => shield === name);
    return {
      kind: 'shield',
      title: SHIELDS[name]?.title ?? name,
      wires: own.flatMap(({ side, motor }) =>
        usesUnder(uses, 'motors', side, 'shield').map((use) => {
          const shared = ['register', 'data', 'clock'].includes(use.signal);
          return wire(use, BUS_TERMINALS[use.signal] ?? use.pin, shared ? '' : `motor ${motor}, ${side}`);
        }),
      ),
      ties: [],
      supply: 'motor supply',
      ...(volts && { volts }),
      outputs: own.map(({ side, motor }) => ({ side, terminal: `motor ${motor}` })),
    };
  });
}

const servoParts = (uses: readonly PinUse[]): Part[] =>
  SIDES.flatMap((side) => {
    const own = usesUnder(uses, 'motors', side).filter(({ signal }) => signal === 'servo');
    const wires = own.map((use) => wire(use, 'signal'));
    return own.length === 0
      ? []
      : [{ kind: 'servo', title: `${side} servo`, wires, ...NO_TIES, supply: '+', volts: SERVO_VOLTS }];
  });

const encoderParts = (uses: readonly PinUse[]): Part[] =>
  SIDES.flatMap((side) => {
    const wires = usesUnder(uses, 'encoders', side).map((use) => wire(use, use.signal.toUpperCase()));
    return wires.length === 0
      ? []
      : [{ kind: 'encoder', title: `${side} encoder`, wires, ...NO_TIES, logic: 'VCC' }];
  });

function sensorWire(sensor: SensorDefinition, use: PinUse): Wire {
  const { pin, signal, sensorPin } = use;
  if (!sensorPin) return wire(use, BUS_TERMINALS[signal] ?? signal);
  const { terminal, carries, inverted = carries } = sensorPin;
  const isInverted = 'invert' in sensor && sensor.invert;
  return { pin, terminal, purpose: isInverted ? inverted : carries, signal };
}

function sensorPart(sensor: SensorDefinition, uses: readonly PinUse[]): Part[] {
  const { type } = sensor;
  const own = uses.filter(({ signal }) => signal !== 'servo');
  if (own.length === 0) return [];
  const id = writtenIdOf(sensor);
  const title = id === type ? id : `${id} (${type})`;
  const wires = own.map((use) => sensorWire(sensor, use));
  const servo = uses.filter(({ signal }) => signal === 'servo').map((use) => wire(use, 'signal'));
  const head: Part = { kind: 'sensor', title: `${id} servo`, wires: servo, ...NO_TIES, logic: '+' };
  return [
    { kind: 'sensor', title, wires, ...NO_TIES, ...(!typeOf(sensor).unpowered && { logic: 'VCC' }) },
    ...(servo.length > 0 ? [head] : []),
  ];
}

function batteryPart(uses: readonly PinUse[]): Part[] {
  const wires = usesUnder(uses, 'battery').map((use) => wire(use, 'middle'));
  return wires.length === 0
    ? []
    : [
        {
          kind: 'battery',
          title: 'divider (from battery + to GND)',
          wires,
          ...NO_TIES,
          supply: 'battery +',
        },
      ];
}

/** Every part that a wire of the board goes to: motors first. */
export function partsOf(robot: RobotDefinition): Part[] {
  const uses = pinUses(robot);
  return [
    ...driverPart(robot, uses),
    ...shieldParts(robot, uses),
    ...servoParts(uses),
    ...encoderParts(uses),
    ...robot.sensors.flatMap((sensor, i) => sensorPart(sensor, usesUnder(uses, 'sensors', i))),
    ...batteryPart(uses),
  ];
}

/** Whether the part is between the battery and the wheels. */
export const drivesWheels = ({ kind }: Part): boolean =>
  kind === 'driver' || kind === 'shield' || kind === 'built' || kind === 'servo';

/** `7 to 12 V` */
export const voltsOf = ([least, most]: VoltageRange): string => `${least} to ${most} V`;

/** The side of its motor; undefined for what both motors share. */
export const sideOf = ({ path }: PinUse): Side | undefined => SIDES.find((side) => side === path[1]);

export interface DriverTerminals {
  readonly inputOf: (use: PinUse) => string;
  /** The terminal of a side's motor. */
  readonly outputOf: (side: Side) => string;
}

/**
 * Terminals by pins, not by the file's names of the sides: swapping names in the file moves no wire. The pins of a
 * built-in driver are fixed by its maker; on a loose driver the first half has the motor with the lower PWM pin. If the
 * driver is unknown, or its maker has no such pin, terminals are named as in the file.
 */
export function driverTerminals(chip: MotorDriver | undefined, uses: readonly PinUse[]): DriverTerminals {
  const lowest = ofLowestPin(uses);
  const halfOf = (side: Side) => {
    if (!chip?.built) return chip?.halves[side === lowest ? 0 : 1];
    return chip.halves.find(({ inputs }) =>
      uses.some((use) => sideOf(use) === side && Object.hasOwn(inputs, use.pin)),
    );
  };
  return {
    inputOf: (use) => {
      const side = sideOf(use);
      if (!side) return chip?.standby ?? use.signal;
      return halfOf(side)?.inputs[chip?.built ? use.pin : use.signal] ?? `${side} ${use.signal}`;
    },
    outputOf: (side) => halfOf(side)?.motor ?? `${side} motor`,
  };
}

/** The left side, if neither has a PWM pin. */
function ofLowestPin(uses: readonly PinUse[]): Side {
  const pwm = uses.filter(({ need }) => need === 'pwm').toSorted((a, b) => Number(a.pin) - Number(b.pin));
  return (pwm[0] && sideOf(pwm[0])) ?? 'left';
}

const SIGNALS_HELD_LOW = new Set(['pwm', 'forward', 'reverse', 'standby']);

/** Wires that need a resistor to ground until the board drives them; a kit's board and a shield stay as they are. */
export const pullDowns = ({ kind, wires }: Part): Wire[] =>
  kind === 'driver' ? wires.filter(({ signal }) => SIGNALS_HELD_LOW.has(signal)) : [];

/** The value of each of these resistors. */
export const PULL_DOWN_VALUE = '10 kOhm';
