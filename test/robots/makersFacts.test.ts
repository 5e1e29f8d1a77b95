/**
 * Pins, counts, lengths and dividers of presets whose makers give them, each with its source; and whether a preset brakes
 * or coasts as its chip does with what the firmware puts out at zero power.
 */
import { describe, expect, it } from 'vitest';
import { wiringDocument } from '../../src/cli/wiring/wiringDocument.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { outputsAt, outputsWhenOff } from './firmwareLevels.js';

type Pins = Readonly<Record<string, string | number>>;

interface Fact {
  readonly preset: string;
  readonly source: string;
  readonly left?: Pins;
  readonly right?: Pins;
  readonly counts?: number;
  readonly reach?: number;
  readonly battery?: { readonly pin: string; readonly divider: number };
  readonly sensors?: Readonly<Record<string, string>>;
  readonly bus?: readonly string[];
  readonly address?: number;
  readonly diameter?: number;
  readonly track?: number;
}

const ELEGOO_BATTERY = { pin: 'A3', divider: ((10 + 1.5) / 1.5) * 1.08 };
const ELEGOO_LINES = { 'line-left': 'A2', 'line-middle': 'A1', 'line-right': 'A0' };
const TB6612_ELEGOO = {
  left: { pwm: 6, dir: 8 },
  right: { pwm: 5, dir: 7 },
  battery: ELEGOO_BATTERY,
  sensors: ELEGOO_LINES,
};

const FACTS: readonly Fact[] = [
  {
    preset: 'sparkfun-redbot',
    source: 'sparkfun/RedBot 9a9ef92 RedBotMotors.cpp; its examples Exp5 (bumpers), Exp6_2 (line)',
    left: { pwm: 5, dir: 2, cdir: 4 },
    right: { pwm: 6, dir: 7, cdir: 8 },
    sensors: { left: '3', right: '11', 'line-left': 'A3', 'line-middle': 'A6', 'line-right': 'A7' },
    diameter: 0.065,
  },
  {
    preset: 'pololu-zumo-shield',
    source:
      'pololu/zumo-shield 48c47e4 ZumoMotors.cpp:3-6; ZumoReflectanceSensorArray.h { 4, A3, 11, A0, A2, 5 }, emitters 2',
    left: { pwm: 10, dir: 8 },
    right: { pwm: 9, dir: 7 },
    sensors: { 'line-1': '4', 'line-2': 'A3', 'line-3': '11', 'line-4': 'A0', 'line-5': 'A2', 'line-6': '5' },
  },
  {
    preset: 'makeblock-mbot',
    source:
      'Makeblock-official/mBot f35251a mCore.h:20-21 (M1 6 and 7, M2 5 and 4, port 2 9 and 10, light sensor A6)',
    left: { pwm: 6, dir: 7 },
    right: { pwm: 5, dir: 4 },
    sensors: { 'line-left': '9', 'line-right': '10', light: 'A6' },
  },
  {
    preset: 'elegoo-smart-car-v4-drv8835',
    source: 'JessicaKMcIntosh/ELEGOOSmartCarV4 de0b0fc DeviceDriverSet_xxx0.h:84, :106-109, .cpp:151-153',
    left: { pwm: 6, dir: 7 },
    right: { pwm: 5, dir: 8 },
    battery: ELEGOO_BATTERY,
    sensors: ELEGOO_LINES,
  },
  { preset: 'elegoo-smart-car-v4', source: 'nicogmon/P4Emp motores.ino, second-hand', ...TB6612_ELEGOO },
  { preset: 'elegoo-smart-car-v4-qmi8658', source: 'the same chip and pins', ...TB6612_ELEGOO },
  {
    preset: 'pololu-drv8835',
    source: 'pololu/drv8835-motor-shield 969ef3b DRV8835MotorShield.cpp:6, :124',
    left: { pwm: 9, dir: 7 },
    right: { pwm: 10, dir: 8 },
  },
  {
    preset: 'pololu-vnh5019',
    source: 'pololu/dual-vnh5019-motor-shield 2938d90 DualVNH5019MotorShield.cpp:8-16; 37D: 50:1, 64 counts',
    left: { pwm: 9, dir: 2, cdir: 4, enableDiag: 6, current: 'A0' },
    right: { pwm: 10, dir: 7, cdir: 8, enableDiag: 12, current: 'A1' },
    counts: 50 * 64,
  },
  {
    preset: 'dfrobot-l298',
    source: 'jimaobian/DFRobotWiki DRI0001: M1 6 and 7, M2 5 and 4',
    left: { pwm: 6, dir: 7 },
    right: { pwm: 5, dir: 4 },
  },
  {
    preset: 'dfrobot-l298n',
    source: "DFRobot's example for DRI0009, forum.arduino.cc topic 129858: E1 5, M1 4, E2 6, M2 7",
    left: { pwm: 5, dir: 4 },
    right: { pwm: 6, dir: 7 },
  },
  {
    preset: 'sparkfun-ardumoto-2016',
    source: 'sparkfun/Ardumoto-Motor_Driver_Shield f7a5074 hw20ExampleCode.ino:22-37',
    left: { pwm: 3, dir: 2 },
    right: { pwm: 11, dir: 4 },
  },
  {
    preset: 'sparkfun-ardumoto',
    source: "DEV-09815: johnny-five's pins, as on the Rugged Motor Driver",
    left: { pwm: 3, dir: 12 },
    right: { pwm: 11, dir: 13 },
  },
  {
    preset: 'arduino-motor-shield-r3',
    source: "Arduino's page of the shield: PWM 3 and 11, direction 12 and 13, brake 9 and 8, current A0, A1",
    left: { pwm: 3, dir: 12, brake: 9, current: 'A0' },
    right: { pwm: 11, dir: 13, brake: 8, current: 'A1' },
  },
  {
    preset: 'adafruit-motor-shield-v1',
    source:
      'adafruit/Adafruit-Motor-Shield-library d815040 AFMotor.h:138-140 (clock 4, enable 7, data 8, latch 12)',
    left: { pwm: 11 },
    right: { pwm: 3 },
    bus: ['4', '7', '8', '12'],
  },
  {
    preset: 'adafruit-motor-shield-v2',
    source: 'adafruit/Adafruit_Motor_Shield_V2_Library 7128050 Adafruit_MotorShield.h (0x60, I2C)',
    bus: ['A4', 'A5'],
    address: 0x60,
  },
  {
    preset: 'seeed-motor-shield',
    source: "loovee's MotorDriver.h, copies: IN1 8, IN2 11, IN3 12, IN4 13, A 9, B 10",
    left: { pwm: 9, dir: 8, cdir: 11 },
    right: { pwm: 10, dir: 12, cdir: 13 },
  },
  { preset: 'boe-bot', source: 'Parallax 32335 p. 93: full speed at 100 us', reach: 100e-6 },
  {
    preset: 'pololu-romi-32u4',
    source: 'Pololu: 12 counts, 3952:33',
    counts: (12 * 3952) / 33,
    diameter: 0.07,
  },
  { preset: 'pololu-zumo-32u4', source: 'Pololu: 12 counts, 75.81:1', counts: 12 * 75.81 },
  {
    preset: 'xrp',
    source: 'Open-STEM/XRP_MicroPython dc6db1c encoder.py:8-10, differential_drive.py:29',
    counts: 585,
    diameter: 0.06,
    track: 0.155,
  },
];

const asText = (pins: Pins) =>
  Object.fromEntries(Object.entries(pins).map(([role, pin]) => [role, String(pin)]));

describe('a preset has its maker\u2019s figures', () => {
  it.each(FACTS)('$preset ($source)', ({ preset, left, right, sensors, ...figures }) => {
    const robot = loadRobot(preset);
    const told = wiringDocument(robot);
    if (left) expect(told.motors.left?.pins).toEqual(asText(left));
    if (right) expect(told.motors.right?.pins).toEqual(asText(right));
    const pinOf = Object.fromEntries(told.sensors.map(({ id, pins }) => [id, pins.out]));
    if (sensors) expect(pinOf).toMatchObject(sensors);
    const { counts, reach, battery, bus, address, diameter, track } = figures;
    if (counts) {
      expect(told.encoders?.left.countsPerRevolution).toBeCloseTo(counts, 0);
      expect(told.encoders?.right.countsPerRevolution).toBeCloseTo(counts, 0);
    }
    if (reach)
      expect([told.motors.left?.servo?.reach, told.motors.right?.servo?.reach]).toEqual([reach, reach]);
    if (battery) {
      expect(told.battery?.pin).toBe(battery.pin);
      expect(told.battery?.divider).toBeCloseTo(battery.divider, 2);
    }
    if (bus) expect(told.motors.left?.shield?.bus?.pins).toEqual(bus);
    if (address) expect(told.motors.left?.shield?.bus?.address).toBe(address);
    if (diameter) expect(robot.wheels.diameter).toBe(diameter);
    if (track) expect(robot.chassis.track).toBe(track);
  });
});

describe('the servo of Elegoo’s sonar', () => {
  it.each(['elegoo-smart-car-v4', 'elegoo-smart-car-v4-qmi8658', 'elegoo-smart-car-v4-drv8835'])(
    'of %s is at pin 10, and the sonar at 13 and 12 (ELEGOOSmartCarV4, DeviceDriverSet_xxx0.h)',
    (preset) => {
      const { sensors } = wiringDocument(loadRobot(preset));
      const sonars = sensors.filter(({ type }) => type === 'hc-sr04');
      expect(sonars).toMatchObject([{ id: 'front', pins: { trigger: '13', echo: '12', servo: '10' } }]);
    },
  );
});

/** Levels at a chip's inputs; `b` is the opposite of `a` where the board has an inverter. */
interface Inputs {
  readonly pwm: number;
  readonly a: number;
  readonly b: number;
}

type Chip = (inputs: Inputs) => 'coast' | 'brake' | 'drive';

/** By the makers' truth tables. */
const CHIPS = {
  /** ST, L298: enable low is free running; enabled, equal inputs stop fast. */
  l298: ({ pwm, a, b }) => (pwm === 0 ? 'coast' : a === b ? 'brake' : 'drive'),
  /** Toshiba, TB6612FNG: both inputs low is off; PWM low, or both high, is a short brake. */
  tb6612: ({ pwm, a, b }) => (a + b === 0 ? 'coast' : pwm === 0 || a * b === 1 ? 'brake' : 'drive'),
  /** TI, DRV8835 with MODE high: enable low brakes. */
  drv8835: ({ pwm }) => (pwm === 0 ? 'brake' : 'drive'),
  /** TI, DRV8833: both inputs low is off, both high a short brake. */
  drv8833: ({ a, b }) => (a + b === 0 ? 'coast' : a * b === 1 ? 'brake' : 'drive'),
  /** Pololu, DualVNH5019MotorShield.cpp:109-115: all low, "make the motor coast". */
  vnh5019: ({ pwm, a, b }) => (pwm === 0 ? 'coast' : a === b ? 'brake' : 'drive'),
} satisfies Record<string, Chip>;

/** `atZero`: armed, with no duty; `off`: after a stop, whose standby or EN/DIAG is low. */
interface Rest {
  readonly preset: string;
  readonly chip: keyof typeof CHIPS;
  readonly stop?: 'brake';
  readonly atZero: 'coast' | 'brake';
  readonly off: 'coast' | 'brake';
}

const rest = (
  preset: string,
  chip: Rest['chip'],
  atZero: Rest['atZero'],
  off: Rest['off'] = atZero,
): Rest => ({
  preset,
  chip,
  atZero,
  off,
});
/** With `stop: brake` in its file. */
const braked = (preset: string, chip: Rest['chip'], off: Rest['off']): Rest => ({
  ...rest(preset, chip, 'brake', off),
  stop: 'brake',
});

const RESTS: readonly Rest[] = [
  rest('sparkfun-redbot', 'tb6612', 'coast'),
  rest('makeblock-mbot', 'tb6612', 'brake'),
  rest('elegoo-smart-car-v4', 'tb6612', 'brake', 'coast'),
  rest('elegoo-smart-car-v4-qmi8658', 'tb6612', 'brake', 'coast'),
  rest('elegoo-smart-car-v4-drv8835', 'drv8835', 'brake'),
  rest('pololu-zumo-shield', 'drv8835', 'brake'),
  rest('pololu-drv8835', 'drv8835', 'brake'),
  rest('scout', 'drv8835', 'brake'),
  rest('pololu-vnh5019', 'vnh5019', 'coast'),
  rest('generic-l298n', 'l298', 'coast'),
  rest('generic-drv8833', 'drv8833', 'brake', 'coast'),
  rest('seeed-motor-shield', 'l298', 'coast'),
  rest('dfrobot-l298', 'l298', 'coast'),
  rest('dfrobot-l298n', 'l298', 'coast'),
  rest('sparkfun-ardumoto', 'l298', 'coast'),
  rest('sparkfun-ardumoto-2016', 'l298', 'coast'),
  rest('arduino-motor-shield-r3', 'l298', 'coast'),
  braked('sparkfun-redbot', 'tb6612', 'coast'),
  braked('seeed-motor-shield', 'l298', 'coast'),
  braked('pololu-vnh5019', 'vnh5019', 'coast'),
];

describe('a preset brakes or coasts as its chip does', () => {
  it.each(RESTS)('$preset ($chip, stop: $stop): $atZero at zero power, $off when off', (facts) => {
    const { preset, chip, stop, atZero, off } = facts;
    const plain = loadRobot(preset);
    const robot = stop ? { ...plain, motors: { ...plain.motors, stop } } : plain;
    const { motors, standby } = wiringDocument(robot);
    const pins = [motors.left?.pins, motors.right?.pins];
    const seenIn = (outputs: readonly number[], awake: boolean) =>
      pins.map((own = {}) => (awake ? CHIPS[chip](inputsOf(own, outputs)) : 'coast'));
    const mayTurn = standby === null && pins[0]?.enableDiag === undefined;
    expect(seenIn(outputsAt(robot, [0.5, 0]), true)).toEqual([atZero, atZero]);
    expect(seenIn(outputsWhenOff(robot, [0.5]), mayTurn)).toEqual([off, off]);
    expect([motors.left?.atZero, motors.right?.atZero]).toEqual([atZero, atZero]);
    expect([motors.left?.whenOff, motors.right?.whenOff]).toEqual([off, off]);
  });

  it.each(RESTS.filter(({ stop }) => !stop))('$preset says so by `stop`', ({ preset, atZero }) => {
    const { stop } = wiringDocument(loadRobot(preset));
    expect(stop).toBe(stop === 'standby' ? 'standby' : atZero);
  });
});

function inputsOf(pins: Readonly<Record<string, string>>, outputs: readonly number[]): Inputs {
  const level = (role: string) => outputs[Number(pins[role])] ?? 0;
  const a = level('forward' in pins ? 'forward' : 'dir');
  const opposite = pins.cdir === undefined ? 1 - a : level('cdir');
  return { pwm: level('pwm'), a, b: 'reverse' in pins ? level('reverse') : opposite };
}
