import { describe, expect, it, vi } from 'vitest';
import { BOARD_STATE } from '../../../src/drivers/steerbot/messages.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { turns } from '../fakeTime.js';
import { type Opened, opened, WIRED } from '../robots.js';

const NO_POWER = { type: 'drive', left: 0, right: 0 };

const framesOf = ({ board }: Pick<Opened, 'board'>, type: string) =>
  board.frames.map(({ message }) => message).filter((message) => message.type === type);

describe('arming a board that is asked more than once', () => {
  it('asks nothing of a board that is armed', async () => {
    const robot = await opened();
    await robot.time.until(robot.driver.arm());
    await expect(robot.driver.arm()).resolves.toBeUndefined();
    expect(framesOf(robot, 'arm')).toHaveLength(1);
  });

  it('is one promise for all that ask before the board answers', async () => {
    const { driver } = await opened();
    const both = [driver.arm(), driver.arm()].map((arming) => expect(arming).rejects.toThrow('stopped'));
    driver.stop();
    await Promise.all(both);
  });

  it('after a stop is one question again: the end of the arming before does not open another', async () => {
    const robot = await opened();
    const { driver, time } = robot;
    driver.arm().catch(() => {});
    driver.stop();
    const again = driver.arm();
    await turns();
    await time.until(Promise.all([again, driver.arm()]));
    expect(framesOf(robot, 'arm')).toHaveLength(2);
  });

  it('asks anew after the board has refused', async () => {
    const { driver, board, time } = await opened();
    board.refusal = 3;
    await expect(time.until(driver.arm())).rejects.toThrow('it is armed');
    board.refusal = 0;
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.01);
    expect(board.duties.left).toBe(0.5);
  });
});

describe('a board that does not say that it is armed', () => {
  it.each([
    ['armed, but refuses this arming', 3],
    ['not armed, and gives no reason', 0],
  ])('gets no duties: %s', async (_, refusal) => {
    const { driver, board, time, ...rest } = await opened();
    board.refusal = refusal;
    if (refusal === 0) board.motors = undefined;
    await expect(time.until(driver.arm())).rejects.toThrow('refuses to be armed');
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.01);
    expect(framesOf({ board, ...rest }, 'drive')).toEqual([NO_POWER]);
  });
});

describe('arming', () => {
  it('tells the board the dead-man time in whole milliseconds', async () => {
    const robot = await opened({ ...WIRED, control: { ...WIRED.control, deadMan: 1 } });
    await robot.time.until(robot.driver.arm());
    expect(framesOf(robot, 'arm')).toMatchObject([{ deadManMs: 1000 }]);
  });

  it('opens a standby, and every stop shuts it', async () => {
    const { driver, board, time } = await opened({ ...WIRED, motors: { ...WIRED.motors, standby: 'A3' } });
    // Pin 17 is the second of the third port.
    const levels = () =>
      board.short.filter(([command]) => command === 0x92).map(([, low = 0]) => (low >> 1) & 1);
    const before = levels().length;
    await time.until(driver.arm());
    await time.run(0.01);
    driver.stop();
    await time.run(0.01);
    expect(levels().slice(before)).toEqual([1, 0]);
  });

  it.each(['left', 'right'] as const)(
    'rests a servo whose neutral is not 1500 µs, at once: %s',
    async (side) => {
      const servo = { servo: 9, neutral: 1480e-6, deadZone: 0, invert: false };
      const other = { pwm: 10, dir: 8, invert: false };
      const motors: RobotDefinition['motors'] = { ...WIRED.motors, left: other, right: other, [side]: servo };
      const robot = await opened({ ...WIRED, motors });
      await robot.time.until(robot.driver.arm());
      await robot.time.run(0.01);
      // 20 µs of 500 µs.
      expect(framesOf(robot, 'drive')).toEqual([{ type: 'drive', left: 0, right: 0, [side]: -40 }]);
    },
  );

  it('sends one duty of no power right behind, in the same write, and none by itself later', async () => {
    const robot = await opened();
    const arming = robot.driver.arm();
    // ARM and DRIVE, 12 bytes each.
    expect(robot.board.writes.at(-1)).toHaveLength(24);
    await robot.time.until(arming);
    await robot.time.run(0.19);
    expect(framesOf(robot, 'drive')).toEqual([NO_POWER]);
    expect(robot.board.state).toBe(BOARD_STATE.armed);
    await robot.time.run(0.02);
    expect(robot.readings.map(({ kind }) => kind)).toContain('tripped');
  });
});

describe('a line that is too slow for the dead-man time', () => {
  /** There and back. */
  const ROUND_TRIP = 0.2;
  const slow = () => opened(WIRED, {}, { latency: ROUND_TRIP / 2 });

  it('is tried three times, and leaves nothing armed', async () => {
    const robot = await slow();
    await expect(robot.time.until(robot.driver.arm())).rejects.toThrow('the link is too slow');
    await robot.time.run(ROUND_TRIP);
    expect(framesOf(robot, 'arm')).toHaveLength(3);
    expect(robot.board.state).toBe(BOARD_STATE.locked);
  });

  it('is not tried again after a stop that comes at the instant of its answer', async () => {
    const robot = await slow();
    const arming = robot.driver.arm();
    // The answer is there, its promise has not come round yet.
    robot.time.pass(ROUND_TRIP + 0.001);
    robot.driver.stop();
    await expect(robot.time.until(arming)).rejects.toThrow('stopped while it was being armed');
    await robot.time.run(3 * ROUND_TRIP);
    expect(framesOf(robot, 'arm')).toHaveLength(1);
  });
});

describe('a driver that is closed', () => {
  it('is closed once, is never armed again, and writes nothing more', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    const closing = driver.close();
    expect(driver.close()).toBe(closing);
    await closing;
    const write = vi.spyOn(board, 'write');
    driver.stop();
    driver.drive({ left: 1, right: 1 });
    await expect(driver.arm()).rejects.toThrow('the driver was closed');
    expect(write).not.toHaveBeenCalled();
  });
});
