import { describe, expect, it } from 'vitest';
import { resetBy } from '../../../src/drivers/firmata/linkErrors.js';
import { ODOMETRY_BYTES } from '../../../src/drivers/steerbot/boardClock.js';
import { encodeFrame } from '../../../src/drivers/steerbot/frame.js';
import { BOARD_STATE, STALLED_WHEEL } from '../../../src/drivers/steerbot/messages.js';
import { DriverError } from '../../../src/validation/errors.js';
import { opened, WIRED } from '../robots.js';

/** With so few reports the board's own notices come long before the next. */
const SELDOM = { ...WIRED, control: { ...WIRED.control, rate: 11, deadMan: 0.21 } };

describe('a board whose dead-man trips', () => {
  it('is told at once by its notice', async () => {
    const { driver, time, readings } = await opened(SELDOM);
    const tripped = () => readings.filter(({ kind }) => kind === 'tripped');
    await time.until(driver.arm());
    await time.run(0.206);
    expect(tripped()).toEqual([]);
    await time.run(0.006);
    // It was armed and got no command at all.
    expect(tripped()).toMatchObject([
      { cause: 'silence', why: expect.stringMatching(/computer was busy and sent none for 21\d ms$/) },
    ]);
  });

  it('is told by what it says next if its notice is lost', async () => {
    const { driver, board, time, readings } = await opened();
    await time.until(driver.arm());
    board.keepsSilentAbout.add(14);
    await time.run(0.23);
    expect(readings.filter(({ kind }) => kind === 'tripped')).toMatchObject([{ cause: 'silence' }]);
  });
});

describe('a board that locks its motors by itself', () => {
  it('is lost, and was not tripped', async () => {
    const { driver, board, time, end, readings } = await opened();
    await time.until(driver.arm());
    board.state = BOARD_STATE.locked;
    await time.run(0.02);
    expect(end.error).toBeInstanceOf(DriverError);
    expect(readings.map(({ kind }) => kind)).not.toContain('tripped');
    expect(String(end.error)).toContain('locked its motors by itself');
  });
});

describe('a board that has stalled', () => {
  it('says which wheel only in its notice: an error in another STATUS is no wheel', async () => {
    const { driver, board, time, readings } = await opened();
    await time.until(driver.arm());
    const more = { cause: 1, deadManMs: 200, badFrames: 0, protocol: 1, minor: 1 };
    const error = STALLED_WHEEL.left;
    const said = { type: 'status', about: 0, error, state: BOARD_STATE.stalled, nonce: board.nonce } as const;
    board.say([...encodeFrame({ sequence: 0, message: { ...said, ...more } })]);
    await time.run(0.002);
    const [tripped] = readings.flatMap((reading) => (reading.kind === 'tripped' ? [reading] : []));
    expect(tripped).toMatchObject({ cause: 'stall', why: expect.stringContaining('a wheel') });
    expect(tripped?.why).not.toContain('left');
  });
});

describe('a board that was reset', () => {
  it('is noticed by a STATUS of another boot, although its reports look the same', async () => {
    const { driver, board, time, end } = await opened();
    await time.until(driver.arm());
    // Reports hold the lowest seven bits.
    board.nonce += 128;
    for (let i = 0; i < 100 && !end.error; i++) {
      driver.drive({ left: 0.1, right: 0.1 });
      await time.run(0.01);
    }
    expect(String(end.error)).toContain('was reset');
  });

  it('gives no cause where its report only shows that it was', async () => {
    const { board, time, end } = await opened();
    board.nonce += 1;
    await time.run(0.02);
    expect(end.error).toEqual(resetBy('/dev/fake', 0));
  });
});

describe('a driver of a board', () => {
  it("uses its robot's time", async () => {
    const { driver, time } = await opened();
    expect(driver.time).toBe(time);
  });
});

describe('the time of a reading', () => {
  it('is when the board took it: the time on the line before its arrival', async () => {
    const { driver, time } = await opened();
    const ages: number[] = [];
    driver.readings$.subscribe(({ at }) => ages.push(time.now() - at));
    await time.run(0.02);
    const message = { type: 'odometry', timeUs: 0, state: 0, nonceLow: 0, left: 0, right: 0 } as const;
    const { length } = encodeFrame({ sequence: 0, message });
    expect(ODOMETRY_BYTES).toBe(length);
    // Start bit, eight bits and stop bit at 57600 baud.
    expect(ages[0]).toBeCloseTo((length * 10) / 57_600, 9);
  });
});
