/**
 * A servo for continuous rotation as its maker drew it: 48 turns a minute from 100 µs beside the middle on, as fast there as
 * at 200 µs ("Robotics with the BOE Shield-Bot", Parallax 32335, p. 93), and still within 3 µs of it. It is not the model
 * that the emulated body has of the robot's file.
 */
import { filter } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { firmwareDuty } from '../../src/drivers/motors/duties.js';
import { wireMotors } from '../../src/drivers/motors/motorWiring.js';
import { toDuties } from '../../src/locomotion/motor.js';
import { clamp } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { bootedBoard } from '../support/emulated.js';

const UNO = [14, 15, 16, 17, 18, 19];
const FASTEST = (48 / 60) * Math.PI * 0.066;
const [STILL, SATURATED] = [3, 100];

const servoSpeed = (us: number) =>
  Math.sign(us) * FASTEST * clamp((Math.abs(us) - STILL) / (SATURATED - STILL), 0, 1);

/** The speed of a body's wheels, left and right, forward positive, whose servos are the real firmware's. */
function speedsAt(robot: RobotDefinition, asked: number): number[] {
  const { left, right } = wireMotors(robot, UNO);
  const host = bootedBoard();
  const motors = [left, right].flatMap((motor) =>
    motor.kind === 'pins' ? [motor.form, motor.a, motor.b, motor.c] : [],
  );
  host.arm({ motors });
  const duties = toDuties({ left: asked, right: asked }, robot.motors);
  const permille = (['left', 'right'] as const).map((side) =>
    Math.round(1000 * firmwareDuty(duties[side], robot.motors[side])),
  );
  const sides = [robot.motors.left, robot.motors.right];
  const pulses = sides.map((motor) => pulsesAt(host, Number(motor?.servo)));
  for (let i = 0; i < 10; i++) {
    host.drive(...(permille as [number, number]));
    host.run(0.02);
  }
  return sides.map((motor, i) => (motor?.invert ? -1 : 1) * servoSpeed((pulses[i]?.last ?? 0) - 1500));
}

/** Follows the pulses at a pin [µs]. */
function pulsesAt(host: ReturnType<typeof bootedBoard>, pin: number) {
  const seen = { last: Number.NaN };
  let rose = 0;
  host.board.outputs.changes$.pipe(filter((change) => change.pin === pin)).subscribe(({ duty, at }) => {
    if (duty === 1) rose = at;
    else seen.last = (at - rose) / 16;
  });
  return seen;
}

describe('Boe-Bot', () => {
  it.each([0.01, 0.02, 0.05, 0.1, -0.05])('asked for %d m/s drives within 20 % of it', (asked) => {
    for (const speed of speedsAt(loadRobot('boe-bot'), asked)) {
      expect(speed / asked).toBeGreaterThan(0.8);
      expect(speed / asked).toBeLessThan(1.2);
    }
  });

  it('was at full speed for nearly all of it while its pulses were spread over 500 µs', () => {
    const robot = loadRobot('boe-bot');
    const { left, right } = robot.motors;
    if (!left || !right) throw new Error('it has no motors');
    const wide = {
      ...robot,
      motors: { ...robot.motors, left: { ...left, reach: 500e-6 }, right: { ...right, reach: 500e-6 } },
    };
    expect(speedsAt(wide, 0.05)[0]).toBeCloseTo(FASTEST, 6);
  });
});
