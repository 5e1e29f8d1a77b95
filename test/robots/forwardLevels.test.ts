/**
 * Which levels drive a whole robot forward is a fact of its maker, which the emulated body cannot check: its wheels use
 * the same file. So each row gives, from the maker's own library, the levels of the direction pins at which both wheels
 * go forward.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presetList } from '../../src/cli/presets.js';
import { wiringDocument } from '../../src/cli/wiring/wiringDocument.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { motorSign } from '../../src/drivers/motors/duties.js';
import { SHIELDS } from '../../src/kit/shields.js';
import { rootFile } from '../support/runs.js';
import { outputsAt } from './firmwareLevels.js';

const [LOW, HIGH] = [0, 1];

interface Maker {
  readonly preset: string;
  readonly source: string;
  /** The PWM pins, left and right. */
  readonly pwm: readonly [number, number];
  /** The direction pins while both wheels go forward. */
  readonly forward: Readonly<Record<number, number>>;
}

const MAKERS: readonly Maker[] = [
  {
    preset: 'sparkfun-redbot',
    source: 'sparkfun/RedBot 9a9ef92 RedBotMotors.cpp:263 leftFwd, :289 rightFwd',
    pwm: [5, 6],
    forward: { 2: HIGH, 4: LOW, 7: HIGH, 8: LOW },
  },
  {
    preset: 'pololu-zumo-shield',
    source: 'pololu/zumo-shield 48c47e4 ZumoMotors.cpp:3-6 pins, :76-79 and :103-106 (reverse: DIR HIGH)',
    pwm: [10, 9],
    forward: { 8: LOW, 7: LOW },
  },
  {
    preset: 'makeblock-mbot',
    source:
      'Makeblock-official/mBot f35251a mBot-default-program.ino:355 (MotorL.run(-speed)), MeDCMotor.cpp:24-30',
    pwm: [6, 5],
    forward: { 7: LOW, 4: HIGH },
  },
  {
    preset: 'elegoo-smart-car-v4',
    source: 'nicogmon/P4Emp motores.ino (standby 3, right 7 and 5, left 8 and 6, HIGH forward), second-hand',
    pwm: [6, 5],
    forward: { 8: HIGH, 7: HIGH },
  },
  {
    preset: 'elegoo-smart-car-v4-qmi8658',
    source: 'the same chip and pins: Elegoo, SmartRobotCarV4.0_V2_20220322_TB6612_QMI8658C',
    pwm: [6, 5],
    forward: { 8: HIGH, 7: HIGH },
  },
  {
    preset: 'elegoo-smart-car-v4-drv8835',
    source: 'JessicaKMcIntosh/ELEGOOSmartCarV4 de0b0fc DeviceDriverSet_xxx0.cpp:215-218 and :236-239',
    pwm: [6, 5],
    forward: { 8: LOW, 7: HIGH },
  },
];

/** Of a bare shield the maker only knows which way its channel drives: what that does to a wheel is up to two wires. */
const CHANNELS: readonly Maker[] = [
  {
    preset: 'pololu-drv8835',
    source: 'pololu/drv8835-motor-shield 969ef3b DRV8835MotorShield.cpp:90-93, :124',
    pwm: [9, 10],
    forward: { 7: LOW },
  },
  {
    preset: 'dfrobot-l298',
    source: 'jimaobian/DFRobotWiki DRI0001 (reverse: HIGH)',
    pwm: [6, 5],
    forward: { 7: LOW },
  },
  {
    preset: 'dfrobot-l298n',
    source: "DFRobot's example for DRI0009, forum.arduino.cc topic 129858 (HIGH: backward)",
    pwm: [5, 6],
    forward: { 4: LOW },
  },
  {
    preset: 'sparkfun-ardumoto',
    source:
      'sparkfun/Ardumoto-Motor_Driver_Shield f7a5074 hw20ExampleCode.ino:22-37 (FORWARD is 0); its first board as that one',
    pwm: [3, 11],
    forward: { 12: LOW },
  },
  {
    preset: 'sparkfun-ardumoto-2016',
    source: 'sparkfun/Ardumoto-Motor_Driver_Shield f7a5074 hw20ExampleCode.ino:22-37 (FORWARD is 0)',
    pwm: [3, 11],
    forward: { 2: LOW },
  },
  {
    preset: 'arduino-motor-shield-r3',
    source:
      "Arduino's tutorial: digitalWrite(12, HIGH) establishes forward direction of channel A; brake 9 low",
    pwm: [3, 11],
    forward: { 12: HIGH, 9: LOW },
  },
  {
    preset: 'pololu-vnh5019',
    source: 'pololu/dual-vnh5019-motor-shield 2938d90 DualVNH5019MotorShield.cpp:8-16, :109-115 (INA HIGH)',
    pwm: [9, 10],
    forward: { 2: HIGH, 4: LOW },
  },
];

/** Nobody's source for these was read: their files say that the way their wheels turn is not confirmed. */
const NOT_CONFIRMED = ['boe-bot', 'sumobot-jr', 'seeed-motor-shield'];

/** `wiring --json` says the same of these pins as the firmware puts out. */
function expectTold(preset: string, levels: Maker['forward']): void {
  const { motors } = wiringDocument(loadRobot(preset));
  const told = [motors.left, motors.right].flatMap((motor) =>
    Object.entries(motor?.pins ?? {}).map(([role, pin]) => [pin, motor?.forward[role]] as const),
  );
  const known = told.filter(([pin, level]) => pin in levels && level !== undefined);
  expect(known.length).toBeGreaterThan(0);
  for (const [pin, level] of known) expect([pin, level]).toEqual([pin, levels[Number(pin)] ? 'high' : 'low']);
}

function expectForward({ preset, pwm, forward }: Maker): void {
  const outputs = outputsAt(loadRobot(preset), [0.5]);
  const levels = Object.keys(forward).map((pin) => [pin, outputs[Number(pin)]]);
  expect(Object.fromEntries(levels)).toEqual(forward);
  expect(pwm.map((pin) => outputs[pin])).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
  expectTold(preset, forward);
}

describe('a preset of a whole robot', () => {
  it.each(MAKERS)('drives forward as its maker does: $preset ($source)', expectForward);
});

describe('a preset with a bare shield', () => {
  it.each(CHANNELS)('has its left channel go forward as its maker does: $preset ($source)', expectForward);

  it.each([
    // AFMotor.h:98-105, AFMotor.cpp:384-387: bit A is high forward.
    ['ADAFRUIT_V1', 1],
    // Adafruit_MotorShield.cpp:128-145, :229-231: IN1 is high forward, which johnny-five has as the second.
    ['ADAFRUIT_V2', -1],
  ] as const)('%s goes forward as its maker does', (shield, sign) => {
    expect(motorSign({ shield, invert: false })).toBe(sign);
    expect(motorSign({ shield, invert: true })).toBe(-sign);
    const { bus } = SHIELDS[shield] ?? {};
    if (bus?.kind === 'i2c') expect(bus.channels.map(({ cdir }) => cdir)).toEqual([10, 11, 4, 5]);
    else expect(bus?.bits.map(({ a }) => a)).toEqual([2, 1, 5, 0]);
  });
});

describe('a preset whose maker was not read', () => {
  it.each(NOT_CONFIRMED)('%s says so', (preset) => {
    expect(readFileSync(rootFile(`robots/${preset}.yaml`), 'utf8')).toMatch(/not confirmed/);
  });

  it('is any that is in no table, but for those that users wire themselves or that have no board', () => {
    const known = [...MAKERS, ...CHANNELS].map(({ preset }) => preset);
    const own = [
      'scout',
      'generic-l298n',
      'generic-drv8833',
      'adafruit-motor-shield-v1',
      'adafruit-motor-shield-v2',
    ];
    const others = presetList().filter(
      ({ name, board }) => board !== '' && ![...known, ...own].includes(name),
    );
    expect(others.map(({ name }) => name).toSorted()).toEqual(NOT_CONFIRMED.toSorted());
  });
});
