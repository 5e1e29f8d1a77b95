/** Motor drivers by name: their terminals, and how they stop a wheel. */
import type { Volts } from '../math/units.js';

/** The channel of one motor: its output terminals and its inputs. */
export interface Half {
  readonly motor: string;
  /** Terminals by the signals of a robot file; for a `built` driver by the board's pins. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Allowed voltage of the motors' battery. */
export type VoltageRange = readonly [least: Volts, most: Volts];

/** An input that is always high. */
export interface Tie {
  readonly terminal: string;
  readonly purpose: string;
  /** A sentence that says what happens without that wire. */
  readonly without: string;
}

export interface MotorDriver {
  readonly title: string;
  readonly halves: readonly [Half, Half];
  /** What a wheel does at zero power: PWM and direction pins are low then. */
  readonly atZero: 'coast' | 'brake';
  /** The same while its two direction inputs differ: one is the inverted other, or StandardFirmata left them so. */
  readonly atZeroOpposed?: 'brake';
  /** Terminal that is high while it may drive; missing if the driver has no standby input. */
  readonly standby?: string;
  /** Terminals of the motors' battery and of the board's 5 V; no `logic` if the driver makes 5 V itself. */
  readonly supply: { readonly motors: string; readonly logic?: string; readonly volts?: VoltageRange };
  /** Inputs wired to 5 V instead of a pin. */
  readonly ties?: readonly Tie[];
  /** Notes on wiring, in sentences. */
  readonly notes: readonly string[];
  /** Soldered to its kit's board: its inputs need no wiring. */
  readonly built?: true;
}

const half = (motor: string, inputs: Half['inputs']): Half => ({ motor, inputs });

/** `dual((x) => half(`OUT${x}`, { pwm: `PWM${x}` }))`: two equal halves. */
const dual = (each: (letter: 'A' | 'B') => Half): MotorDriver['halves'] => [each('A'), each('B')];

const toshiba = (x: string): Half =>
  half(`${x}O1, ${x}O2`, { pwm: `PWM${x}`, dir: `${x}IN1`, cdir: `${x}IN2` });

/** Two inputs per motor; both can take PWM. */
const twoInputs = (first: string, second: string, motor: string): Half =>
  half(motor, { forward: first, reverse: second, pwm: first, dir: second });

export const MOTOR_DRIVERS: Readonly<Record<string, MotorDriver>> = {
  l298n: {
    title: 'L298N',
    halves: [
      half('OUT1, OUT2', { pwm: 'ENA', dir: 'IN1', cdir: 'IN2', forward: 'IN1', reverse: 'IN2' }),
      half('OUT3, OUT4', { pwm: 'ENB', dir: 'IN3', cdir: 'IN4', forward: 'IN3', reverse: 'IN4' }),
    ],
    atZero: 'coast',
    supply: { motors: '+12V', volts: [7, 12] },
    notes: [
      'Pull the jumpers off ENA and ENB, or the motors run at full power whenever a direction pin is high.',
      'Leave the jumper beside the terminals on (battery at most 12 V): it makes the 5 V that the chip runs on.',
      'The L298N keeps about 2 V for itself. Its 5V terminal is an output: leave it open, the board has USB.',
    ],
  },
  l293d: {
    title: 'L293D',
    halves: [
      half('1Y, 2Y', { pwm: '1,2EN', dir: '1A', cdir: '2A', forward: '1A', reverse: '2A' }),
      half('3Y, 4Y', { pwm: '3,4EN', dir: '3A', cdir: '4A', forward: '3A', reverse: '4A' }),
    ],
    atZero: 'coast',
    supply: { motors: 'VCC2', logic: 'VCC1', volts: [5, 36] },
    notes: ['0.6 A a motor: it gets hot with a wheel held fast.'],
  },
  tb6612fng: {
    title: 'TB6612FNG',
    halves: dual(toshiba),
    atZero: 'coast',
    atZeroOpposed: 'brake',
    standby: 'STBY',
    supply: { motors: 'VM', logic: 'VCC', volts: [4.5, 13.5] },
    notes: ['It drives nothing while STBY is low: the strongest stop that a pin can say.'],
  },
  drv8833: {
    title: 'DRV8833',
    halves: dual((x) => twoInputs(`${x}IN1`, `${x}IN2`, `${x}OUT1, ${x}OUT2`)),
    atZero: 'coast',
    standby: 'nSLEEP',
    supply: { motors: 'VM', volts: [2.7, 10.8] },
    notes: [],
  },
  drv8835: {
    title: 'DRV8835',
    halves: dual((x) => half(`${x}OUT1, ${x}OUT2`, { pwm: `${x}ENABLE`, dir: `${x}PHASE` })),
    atZero: 'brake',
    supply: { motors: 'VIN', logic: 'VCC', volts: [2, 11] },
    ties: [
      {
        terminal: 'MODE',
        purpose: 'high: a pin for speed, one for direction',
        without:
          'MODE left open is low: with direction high, the motor then runs the faster the less speed is asked for.',
      },
    ],
    notes: [],
  },
  vnh5019: {
    title: 'VNH5019',
    halves: [
      half('M1A, M1B', { pwm: 'M1PWM', dir: 'M1INA', cdir: 'M1INB', enableDiag: 'M1EN/DIAG' }),
      half('M2A, M2B', { pwm: 'M2PWM', dir: 'M2INA', cdir: 'M2INB', enableDiag: 'M2EN/DIAG' }),
    ],
    atZero: 'coast',
    supply: { motors: 'VIN', logic: 'VDD', volts: [5.5, 24] },
    notes: [],
  },
  mx1508: {
    title: 'MX1508',
    halves: [twoInputs('IN1', 'IN2', 'MOTOR-A'), twoInputs('IN3', 'IN4', 'MOTOR-B')],
    atZero: 'coast',
    supply: { motors: '+', volts: [2, 10] },
    notes: ['At most 1.5 A a motor.'],
  },
  l9110s: {
    title: 'L9110S',
    halves: dual((x) => twoInputs(`${x}-IA`, `${x}-IB`, `MOTOR ${x}`)),
    atZero: 'coast',
    supply: { motors: 'VCC', volts: [2.5, 12] },
    notes: ['At most 0.8 A a motor.'],
  },
  'elegoo-v4': {
    title: 'SmartCar Shield v1.1 (TB6612FNG)',
    halves: [half('channel A', { 5: 'PWMA', 7: 'AIN' }), half('channel B', { 6: 'PWMB', 8: 'BIN' })],
    atZero: 'brake',
    standby: 'STBY',
    supply: { motors: 'battery' },
    notes: ['Its TB6612FNG drives nothing while STBY is low.'],
    built: true,
  },
  'elegoo-v4-drv8835': {
    title: 'SmartCar Shield v1.0 (DRV8835)',
    halves: [half('right motors', { 5: 'PWMA', 8: 'AIN' }), half('left motors', { 6: 'PWMB', 7: 'BIN' })],
    atZero: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  mcore: {
    title: 'mCore (TB6612FNG)',
    halves: [half('M1', { 6: 'M1 PWM', 7: 'M1 DIR' }), half('M2', { 5: 'M2 PWM', 4: 'M2 DIR' })],
    atZero: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  redbot: {
    title: 'RedBot mainboard (TB6612FNG)',
    halves: [
      half('LEFT MOTOR', { 5: 'PWMA', 2: 'AIN1', 4: 'AIN2' }),
      half('RIGHT MOTOR', { 6: 'PWMB', 7: 'BIN1', 8: 'BIN2' }),
    ],
    atZero: 'coast',
    atZeroOpposed: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  'dfrobot-l298n': {
    title: 'DFRobot L298N Motor Shield (DRI0009)',
    halves: [half('motor 1', { 5: 'E1', 4: 'M1' }), half('motor 2', { 6: 'E2', 7: 'M2' })],
    atZero: 'coast',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  'ardumoto-2016': {
    title: 'SparkFun Ardumoto of 2016 (L298P)',
    halves: [half('motor A', { 3: 'PWMA', 2: 'DIRA' }), half('motor B', { 11: 'PWMB', 4: 'DIRB' })],
    atZero: 'coast',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  'zumo-shield': {
    title: 'Zumo shield (DRV8835)',
    halves: [
      half('left output', { 10: 'PWM left', 8: 'DIR left' }),
      half('right output', { 9: 'PWM right', 7: 'DIR right' }),
    ],
    atZero: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
};

export const motorDriverOf = (name: unknown): MotorDriver | undefined =>
  typeof name === 'string' && Object.hasOwn(MOTOR_DRIVERS, name) ? MOTOR_DRIVERS[name] : undefined;
