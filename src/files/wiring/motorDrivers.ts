/** What stands between a board's pins and its motors, by name: what its terminals are called, and how it stops a wheel. */
import type { Side } from './pinUses.js';

/** The terminals of one side's half, by the signals of a robot's file, and those its motor hangs on. */
type Terminals = Readonly<Record<string, string>> & { readonly motor: string };

export interface MotorDriver {
  readonly title: string;
  /** Its half for the left motor, then that for the right. */
  readonly sides: Readonly<Record<Side, Terminals>>;
  /** What a wheel does when no power is asked of it. */
  readonly atZero: 'coast' | 'brake';
  /** High while it may drive; missing where it cannot be put to sleep. */
  readonly standby?: string;
  /** Where the motors' battery goes, and where the board's 5 V goes: nowhere, where it makes them itself. */
  readonly supply: { readonly motors: string; readonly logic?: string };
  /** What whoever wires it should know, in sentences. */
  readonly notes: readonly string[];
  /** Soldered to its kit's board: nobody wires its inputs. */
  readonly built?: true;
}

/** `dual((x) => ({ pwm: `PWM${x}` }))`: two halves alike, A for the left motor and B for the right. */
const dual = (half: (letter: 'A' | 'B') => Terminals): MotorDriver['sides'] => ({
  left: half('A'),
  right: half('B'),
});

const toshiba = (x: string): Terminals => ({
  pwm: `PWM${x}`,
  dir: `${x}IN1`,
  cdir: `${x}IN2`,
  motor: `${x}O1, ${x}O2`,
});

/** Two inputs a motor, each of which may be PWM. */
const inputs = (first: string, second: string, motor: string): Terminals => ({
  forward: first,
  reverse: second,
  pwm: first,
  dir: second,
  motor,
});

export const MOTOR_DRIVERS: Readonly<Record<string, MotorDriver>> = {
  l298n: {
    title: 'L298N',
    sides: {
      left: { pwm: 'ENA', dir: 'IN1', cdir: 'IN2', forward: 'IN1', reverse: 'IN2', motor: 'OUT1, OUT2' },
      right: { pwm: 'ENB', dir: 'IN3', cdir: 'IN4', forward: 'IN3', reverse: 'IN4', motor: 'OUT3, OUT4' },
    },
    atZero: 'coast',
    supply: { motors: '+12V' },
    notes: [
      'Pull the jumpers off ENA and ENB, or the motors run at full power whenever a direction pin is high.',
      'The L298N keeps about 2 V for itself. Its 5V terminal is an output: leave it open, the board has USB.',
    ],
  },
  l293d: {
    title: 'L293D',
    sides: {
      left: { pwm: '1,2EN', dir: '1A', cdir: '2A', forward: '1A', reverse: '2A', motor: '1Y, 2Y' },
      right: { pwm: '3,4EN', dir: '3A', cdir: '4A', forward: '3A', reverse: '4A', motor: '3Y, 4Y' },
    },
    atZero: 'coast',
    supply: { motors: 'VCC2', logic: 'VCC1' },
    notes: ['0.6 A a motor: it gets hot with a wheel held fast.'],
  },
  tb6612fng: {
    title: 'TB6612FNG',
    sides: dual(toshiba),
    atZero: 'brake',
    standby: 'STBY',
    supply: { motors: 'VM', logic: 'VCC' },
    notes: ['It drives nothing while STBY is low: the strongest stop that a pin can say.'],
  },
  drv8833: {
    title: 'DRV8833',
    sides: dual((x) => inputs(`${x}IN1`, `${x}IN2`, `${x}OUT1, ${x}OUT2`)),
    atZero: 'coast',
    standby: 'nSLEEP',
    supply: { motors: 'VM' },
    notes: ['At most 10.8 V.'],
  },
  drv8835: {
    title: 'DRV8835',
    sides: dual((x) => ({ pwm: `${x}ENABLE`, dir: `${x}PHASE`, motor: `${x}OUT1, ${x}OUT2` })),
    atZero: 'brake',
    supply: { motors: 'VIN', logic: 'VCC' },
    notes: ['MODE is high: one pin for speed and one for direction. At most 11 V.'],
  },
  vnh5019: {
    title: 'VNH5019',
    sides: {
      left: { pwm: 'M1PWM', dir: 'M1INA', cdir: 'M1INB', enable: 'M1EN', motor: 'M1A, M1B' },
      right: { pwm: 'M2PWM', dir: 'M2INA', cdir: 'M2INB', enable: 'M2EN', motor: 'M2A, M2B' },
    },
    atZero: 'coast',
    supply: { motors: 'VIN', logic: 'VDD' },
    notes: ['At least 5.5 V.'],
  },
  mx1508: {
    title: 'MX1508',
    sides: {
      left: inputs('IN1', 'IN2', 'MOTOR-A'),
      right: inputs('IN3', 'IN4', 'MOTOR-B'),
    },
    atZero: 'coast',
    supply: { motors: '+' },
    notes: ['At most 10 V, and 1.5 A a motor.'],
  },
  l9110s: {
    title: 'L9110S',
    sides: dual((x) => inputs(`${x}-IA`, `${x}-IB`, `MOTOR ${x}`)),
    atZero: 'coast',
    supply: { motors: 'VCC' },
    notes: ['At most 12 V, and 0.8 A a motor.'],
  },
  'elegoo-v4': {
    title: 'SmartCar Shield v1.1 (TB6612FNG)',
    sides: {
      left: { pwm: 'PWMB', dir: 'BIN', motor: 'left' },
      right: { pwm: 'PWMA', dir: 'AIN', motor: 'right' },
    },
    atZero: 'brake',
    standby: 'STBY',
    supply: { motors: 'battery' },
    notes: ['Its TB6612FNG drives nothing while STBY is low.'],
    built: true,
  },
  mcore: {
    title: 'mCore (TB6612FNG)',
    sides: {
      left: { pwm: 'M1', dir: 'M1', motor: 'M1' },
      right: { pwm: 'M2', dir: 'M2', motor: 'M2' },
    },
    atZero: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  redbot: {
    title: 'RedBot mainboard (TB6612FNG)',
    sides: {
      left: { pwm: 'PWMA', dir: 'AIN1', cdir: 'AIN2', motor: 'LEFT MOTOR' },
      right: { pwm: 'PWMB', dir: 'BIN1', cdir: 'BIN2', motor: 'RIGHT MOTOR' },
    },
    atZero: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
  'zumo-shield': {
    title: 'Zumo shield (DRV8835)',
    sides: {
      left: { pwm: 'PWM left', dir: 'DIR left', motor: 'left' },
      right: { pwm: 'PWM right', dir: 'DIR right', motor: 'right' },
    },
    atZero: 'brake',
    supply: { motors: 'battery' },
    notes: [],
    built: true,
  },
};

export const motorDriverOf = (name: unknown): MotorDriver | undefined =>
  typeof name === 'string' && Object.hasOwn(MOTOR_DRIVERS, name) ? MOTOR_DRIVERS[name] : undefined;
