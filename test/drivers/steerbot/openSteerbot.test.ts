import { describe, expect, it } from 'vitest';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { SonarInput } from '../../../src/signals/boardInput.js';
import { opened, WIRED } from '../robots.js';

/** A board that has the firmware 1.1. */
const OLD = { minor: 1 };

type Wiring = Partial<RobotDefinition['motors']>;

const wired = (motors: Wiring): RobotDefinition => ({ ...WIRED, motors: { ...WIRED.motors, ...motors } });

const twoInputs: Wiring = {
  left: { pwm: 9, dir: 7, cdir: 6, invert: false },
  right: { pwm: 10, dir: 8, cdir: 11, invert: true },
};
const twoPwms: Wiring = {
  left: { forward: 9, reverse: 6, invert: false },
  right: { forward: 10, reverse: 11, invert: true },
};

const SONAR: SonarInput = {
  kind: 'sonar',
  trigger: 12,
  echo: 13,
  read: () => ({ kind: 'range', sensor: 'front', distances: [null] }),
};

describe('with the firmware 1.1', () => {
  it.each<[string, Wiring]>([
    ['a direction pin, whose driver brakes at zero power', { stop: 'brake' }],
    ['a shield that has a brake pin', { left: r3(1), right: r3(2), stop: 'brake' }],
    ['two inputs that coast', { ...twoInputs, stop: 'coast' }],
    ['a PWM each way, whose driver brakes at zero power', { ...twoPwms, stop: 'brake' }],
  ])('motors with %s are driven', async (_, motors) => {
    const { driver, board, time } = await opened(wired(motors), {}, OLD);
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.01);
    expect(board.duties.left).toBe(0.5);
  });

  it.each<[string, Wiring]>([
    ['motors that both their inputs brake', { ...twoInputs, stop: 'brake' }],
    ['motors that both their inputs brake', { ...twoPwms, decay: 'slow' }],
    ['another PWM frequency', { pwmFrequency: 20_000 }],
  ])('%s are refused, with the update', async (need, motors) => {
    await expect(opened(wired(motors), {}, OLD)).rejects.toThrow(
      `the firmware on the board is too old for ${need}; put the firmware on it with \`steerbot flash uno`,
    );
  });

  it('all that it does not know is refused at once', async () => {
    const { left, right } = WIRED.encoders as NonNullable<RobotDefinition['encoders']>;
    const { b: _, ...oneChannel } = left;
    const robot = { ...wired({ pwmFrequency: 20_000 }), encoders: { left: oneChannel, right } };
    await expect(opened(robot, { inputs: [SONAR] }, OLD)).rejects.toThrow(
      'too old for sonars, encoders with one channel and another PWM frequency;',
    );
  });
});

function r3(motor: number) {
  return { shield: 'ARDUINO_MOTOR_SHIELD_R3_2', motor, invert: false };
}
