/** What hangs on a robot's board, part by part, wire by wire: the table lists it, the picture shows it. */
import { type MotorDriver, motorDriverOf } from '../../files/wiring/motorDrivers.js';
import { type PinUse, pinUses, SIDES, type Side } from '../../files/wiring/pinUses.js';
import type { RobotDefinition, SensorDefinition } from '../../robot.js';
import { SHIELDS } from '../../shields.js';

/** A wire from a pin of the board to a terminal of a part. */
export interface Wire {
  readonly pin: string;
  readonly terminal: string;
  /** What goes over it, for people. */
  readonly purpose: string;
  readonly signal: string;
}

/** A motor, and the terminals of the part that it hangs on. */
export interface Output {
  readonly side: Side;
  readonly terminal: string;
}

export interface Part {
  readonly kind: 'driver' | 'shield' | 'built' | 'servo' | 'encoder' | 'sensor' | 'battery';
  readonly title: string;
  readonly wires: readonly Wire[];
  /** What feeds it from the board: the name of that terminal; missing where nothing does. */
  readonly logic?: string;
  /** Where the motors' battery goes; missing where it does not. */
  readonly supply?: string;
  readonly outputs: readonly Output[];
}

const WORDS: Readonly<Record<string, string>> = {
  pwm: 'speed (PWM)',
  dir: 'direction',
  cdir: 'direction, the other way',
  forward: 'forward (PWM)',
  reverse: 'reverse (PWM)',
  brake: 'brake',
  enable: 'enable',
  servo: 'pulses',
  standby: 'high while it may drive',
  register: 'commands to the shield',
  data: 'I2C data',
  clock: 'I2C clock',
  a: 'edges of channel a',
  b: 'edges of channel b',
  out: 'what it sees',
  closes: 'low while it is pressed',
  opens: 'high while it is pressed',
  middle: 'its share of the voltage',
};

/** Of the bus; every device has them. */
const TERMINALS: Readonly<Record<string, string>> = { data: 'SDA', clock: 'SCL' };

const words = (signal: string): string => WORDS[signal] ?? signal;

const isSide = (word: unknown): word is Side => word === 'left' || word === 'right';

const wire = ({ pin, signal }: PinUse, terminal: string, whose = ''): Wire => ({
  pin,
  terminal,
  purpose: whose === '' ? words(signal) : `${whose}: ${words(signal)}`,
  signal,
});

const under = (uses: readonly PinUse[], ...path: readonly PropertyKey[]): PinUse[] =>
  uses.filter((use) => path.every((key, i) => use.path[i] === key));

/** By the names of its chip's terminals; by those of the file, where it does not say which chip. */
function driverWire(use: PinUse, chip: MotorDriver | undefined): Wire {
  const side = use.path[1];
  if (!isSide(side)) return wire(use, chip?.standby ?? 'standby');
  return wire(use, chip?.sides[side][use.signal] ?? `${side} ${use.signal}`, `${side} motor`);
}

function driverPart({ motors }: RobotDefinition, uses: readonly PinUse[]): Part[] {
  const chip = motorDriverOf(motors.driver);
  const own = under(uses, 'motors').filter(({ path, signal }) => path[2] !== 'shield' && signal !== 'servo');
  if (own.length === 0) return [];
  return [
    {
      kind: chip?.built ? 'built' : 'driver',
      title: chip?.title ?? 'motor driver',
      wires: own.map((use) => driverWire(use, chip)),
      ...(chip?.supply.logic && { logic: chip.supply.logic }),
      supply: chip?.supply.motors ?? 'motor supply',
      outputs: SIDES.map((side) => ({ side, terminal: chip?.sides[side].motor ?? `${side} motor` })),
    },
  ];
}

/** A shield's pins meet the board's by themselves. */
function shieldParts({ motors }: RobotDefinition, uses: readonly PinUse[]): Part[] {
  const named = SIDES.flatMap((side) => {
    const { shield, motor } = motors[side] ?? {};
    return shield === undefined || motor === undefined ? [] : [{ side, shield, motor }];
  });
  return [...new Set(named.map(({ shield }) => shield))].map((name) => {
    const own = named.filter(({ shield }) => shield === name);
    return {
      kind: 'shield',
      title: SHIELDS[name]?.title ?? name,
      wires: own.flatMap(({ side, motor }) =>
        under(uses, 'motors', side, 'shield').map((use) => {
          const shared = ['register', 'data', 'clock'].includes(use.signal);
          return wire(use, TERMINALS[use.signal] ?? use.pin, shared ? '' : `motor ${motor}, ${side}`);
        }),
      ),
      supply: 'motor supply',
      outputs: own.map(({ side, motor }) => ({ side, terminal: `motor ${motor}` })),
    };
  });
}

const servoParts = (uses: readonly PinUse[]): Part[] =>
  SIDES.flatMap((side) => {
    const own = under(uses, 'motors', side).filter(({ signal }) => signal === 'servo');
    const wires = own.map((use) => wire(use, 'signal'));
    return own.length === 0
      ? []
      : [{ kind: 'servo', title: `${side} servo`, wires, supply: '+', outputs: [] }];
  });

const encoderParts = (uses: readonly PinUse[]): Part[] =>
  SIDES.flatMap((side) => {
    const wires = under(uses, 'encoders', side).map((use) => wire(use, use.signal.toUpperCase()));
    return wires.length === 0
      ? []
      : [{ kind: 'encoder', title: `${side} encoder`, wires, logic: 'VCC', outputs: [] }];
  });

/** A bumper is a switch to ground, which needs no feeding. */
function sensorPart({ id, type, invert }: SensorDefinition, own: readonly PinUse[]): Part[] {
  if (own.length === 0) return [];
  const bumper = type === 'bumper';
  const wires = own.map((use) =>
    wire(
      bumper ? { ...use, signal: invert ? 'opens' : 'closes' } : use,
      TERMINALS[use.signal] ?? (bumper ? 'switch' : 'OUT'),
    ),
  );
  const title = id === type ? id : `${id} (${type})`;
  return [{ kind: 'sensor', title, wires, ...(!bumper && { logic: 'VCC' }), outputs: [] }];
}

function batteryPart(uses: readonly PinUse[]): Part[] {
  const wires = under(uses, 'battery').map((use) => wire(use, 'middle'));
  return wires.length === 0
    ? []
    : [
        {
          kind: 'battery',
          title: 'divider (from battery + to GND)',
          wires,
          supply: 'battery +',
          outputs: [],
        },
      ];
}

/** Every part that a wire of the board's goes to: motors first. */
export function partsOf(robot: RobotDefinition): Part[] {
  const uses = pinUses(robot);
  return [
    ...driverPart(robot, uses),
    ...shieldParts(robot, uses),
    ...servoParts(uses),
    ...encoderParts(uses),
    ...robot.sensors.flatMap((sensor, i) => sensorPart(sensor, under(uses, 'sensors', i))),
    ...batteryPart(uses),
  ];
}

/** Whether it stands between the battery and the wheels. */
export const drivesWheels = ({ kind }: Part): boolean =>
  kind === 'driver' || kind === 'shield' || kind === 'built' || kind === 'servo';
