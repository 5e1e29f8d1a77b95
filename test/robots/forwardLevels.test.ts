/**
 * Which levels drive a whole robot forward is a fact of its maker, which the emulated body cannot check: its wheels use
 * the same file. So each row gives, from the maker's own library, the levels of the direction pins at which both wheels
 * go forward.
 */
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { firmwareDuty } from '../../src/drivers/motors/duties.js';
import { type WiredMotor, wireMotors } from '../../src/drivers/motors/motorWiring.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { bootedBoard } from '../support/emulated.js';

const UNO = [14, 15, 16, 17, 18, 19];
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
];

function payloadOf(motor: WiredMotor): number[] {
  if (motor.kind !== 'pins') throw new Error('its motors are on no pins');
  return [motor.form, motor.a, motor.b, motor.c];
}

/** The levels of a board's pins while the real firmware drives both wheels forward with half of their power. */
function outputsForward(robot: RobotDefinition): readonly number[] {
  const wired = wireMotors(robot, UNO);
  const host = bootedBoard();
  host.arm({ motors: [...payloadOf(wired.left), ...payloadOf(wired.right)] });
  const { left, right } = robot.motors;
  host.drive(1000 * firmwareDuty(0.5, left), 1000 * firmwareDuty(0.5, right));
  host.run(0.05);
  return host.outputs();
}

describe('a preset of a whole robot', () => {
  it.each(MAKERS)('drives forward as its maker does: $preset ($source)', ({ preset, pwm, forward }) => {
    const outputs = outputsForward(loadRobot(preset));
    const levels = Object.keys(forward).map((pin) => [pin, outputs[Number(pin)]]);
    expect(Object.fromEntries(levels)).toEqual(forward);
    expect(pwm.map((pin) => outputs[pin])).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
  });
});
