import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectedRobot } from '../../../src/drivers/driver.js';
import { BOARD_STATE, MESSAGES, STALLED_WHEEL } from '../../../src/drivers/steerbot/messages.js';
import type { Reading } from '../../../src/signals/signals.js';
import { DriverError } from '../../../src/validation/errors.js';
import { driverContract } from '../../support/driverContract.js';
import type { FakeTime } from '../fakeTime.js';
import { inTime, opened, openIt, plugIn, WIRED } from '../robots.js';

driverContract(
  'the driver of a board with our firmware',
  async () => {
    const { time, board, driver } = await opened();
    // The motors turn as their duties say; the right one is mounted the other way round.
    const wheelSpeeds = () => ({ left: board.duties.left || 0, right: -board.duties.right || 0 });
    return { driver: inTime(driver, time), run: (seconds) => time.run(seconds), wheelSpeeds };
  },
  { settles: 0.3, holds: 0.1 },
);

const { encoders: _, ...BLIND } = WIRED;

/** A deadband of 0.08 and 0.05 more; 4 · 0.87 / (0.25 · 3920.7 counts a second), in ‰·ms. */
const STALL = { type: 'stall', leftThreshold: 130, leftEffort: 3550, rightThreshold: 130, rightEffort: 3550 };

const types = (frames: readonly { message: { type: string } }[]) => frames.map(({ message }) => message.type);

describe('setting up a board', () => {
  it('needs no johnny-five', async () => {
    await opened();
    const { cache } = createRequire(import.meta.url);
    expect(Object.keys(cache).filter((file) => /johnny-?five/i.test(file))).toEqual([]);
  });

  it('begins with an end, a reset and the questions, in one write', async () => {
    const { board } = await opened();
    expect([...(board.writes[0] ?? [])]).toEqual([0xf7, 0xff, 0xf9, 0xf0, 0x79, 0xf7]);
  });

  it('asks, wires the motors and the encoders, and arms nothing', async () => {
    const { board } = await opened();
    expect(types(board.frames)).toEqual(['ask', 'motors', 'report', 'stall']);
    const left = { leftForm: 1, leftA: 9, leftB: 7, leftC: 127 };
    const right = { rightForm: 1, rightA: 10, rightB: 8, rightC: 127 };
    expect(board.motors).toEqual({ type: 'motors', ...left, ...right, greatestDuty: 1000, slew: 20 });
    expect(board.report).toEqual({
      type: 'report',
      leftA: 2,
      leftB: 4,
      rightA: 3,
      rightB: 5,
      intervalMs: 10,
    });
  });

  it.each([
    [250, 10],
    [50, 10],
    [20, 25],
    [11, 45],
  ])('at %d Hz has it report every %d ms', async (rate, intervalMs) => {
    const robot = { ...WIRED, control: { ...WIRED.control, rate, deadMan: 0.5 } };
    expect((await opened(robot)).board.report?.intervalMs).toBe(intervalMs);
  });

  it('tells the board when a wheel counts as stalled, but not of a robot without encoders', async () => {
    expect((await opened()).board.stall).toEqual(STALL);
    const { board } = await opened(BLIND);
    expect(board.stall).toBeUndefined();
    expect(types(board.frames)).toEqual(['ask', 'motors', 'report']);
  });

  it('tells the board nothing of stalls in a test of the wiring', async () => {
    const { board } = await opened(WIRED, { testsWiring: true });
    expect(board.stall).toBeUndefined();
  });

  it('with the firmware of before drives with a warning that names the update, and tells it nothing new', async () => {
    const { driver, board, time } = await opened(WIRED, {}, { minor: 0 });
    expect(driver.warning).toMatch(/is 1\.0, an older one.*`steerbot flash uno --port \/dev\/fake`/);
    expect(types(board.frames)).toEqual(['ask', 'motors', 'report']);
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.01);
    expect(board.duties.left).toBe(0.5);
  });

  it('with a firmware of tomorrow, of the same protocol, drives as with its own', async () => {
    const { driver, board, time } = await opened(WIRED, {}, { minor: 9 });
    expect(driver.warning).toBeNull();
    expect(board.stall).toEqual(STALL);
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.25 });
    await time.run(0.01);
    expect(board.duties).toEqual({ left: 0.5, right: -0.25 });
  });

  it('without encoders has it report all the same, and reads none', async () => {
    const { driver, board, time, readings, end } = await opened(BLIND);
    expect(board.report).toMatchObject({ leftA: 127, leftB: 127, rightA: 127, rightB: 127, intervalMs: 10 });
    await time.until(driver.arm());
    for (let i = 0; i < 10; i++) {
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.1);
    }
    // Its wheels turned, and it said so: the board's counts are not those of encoders.
    expect(board.state).toBe(BOARD_STATE.armed);
    expect(board.reports).toBeGreaterThanOrEqual(100);
    expect(readings.filter(({ kind }) => kind !== 'link')).toEqual([]);
    expect(end.times).toBe(0);
  });

  it('names analog pins as the board counts them', async () => {
    const robot = { ...WIRED, motors: { ...WIRED.motors, left: { pwm: 9, dir: 'A3', invert: false } } };
    expect((await opened(robot)).board.motors?.leftB).toBe(17);
    const beyond = { ...WIRED, motors: { ...WIRED.motors, left: { pwm: 9, dir: 'A7', invert: false } } };
    await expect(opened(beyond)).rejects.toThrow('no pin A7');
  });

  it('fails with what the board says against the wiring, and closes the port', async () => {
    const both = plugIn();
    both.board.refusal = 1;
    // ASK is refused with the same number, which means nothing there.
    await expect(openIt(both)).rejects.toThrow(
      '/dev/fake: the board refuses the wiring of the motors: a pin',
    );
    expect(both.board.closed).toBe(true);
  });

  it('refuses a rate whose two periods are longer than the dead-man time, with the numbers', async () => {
    const slow = { ...WIRED, control: { ...WIRED.control, rate: 9 } };
    await expect(opened(slow)).rejects.toThrow(/9 Hz are 222 ms.*of 200 ms.*10 Hz or faster/);
    const { driver, board, time } = await opened({ ...WIRED, control: { ...WIRED.control, rate: 10 } });
    await time.until(driver.arm());
    expect(board.state).toBe(BOARD_STATE.armed);
    expect(board.deadMan).toBe(0.2);
  });
});

describe('arming', () => {
  it("carries the boot's nonce and the dead-man time", async () => {
    const { driver, board, time } = await opened({ ...WIRED, control: { ...WIRED.control, deadMan: 0.3 } });
    expect(driver.deadMan).toBe(0.3);
    await time.until(driver.arm());
    expect(board.frames.at(-2)?.message).toEqual({ type: 'arm', nonce: 4711, deadManMs: 300 });
  });

  it('is one question, however often it is asked for meanwhile', async () => {
    const { driver, board, time } = await opened();
    await time.until(Promise.all([driver.arm(), driver.arm(), driver.arm()]));
    expect(types(board.frames).filter((type) => type === 'arm')).toHaveLength(1);
  });

  it('is asked for again every 100 ms, and given up after 1 s', async () => {
    const { driver, board, time } = await opened();
    board.keepsSilentAbout.add(2);
    const began = time.now();
    await expect(time.until(driver.arm())).rejects.toThrow('the board does not answer ARM');
    expect(time.now() - began).toBeCloseTo(1, 2);
    expect(types(board.frames).filter((type) => type === 'arm')).toHaveLength(10);
  });

  it('works at the second attempt', async () => {
    const { driver, board, time } = await opened();
    board.keepsSilentAbout.add(2);
    const arming = driver.arm();
    await time.run(0.05);
    board.keepsSilentAbout.clear();
    await time.until(arming);
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.01);
    expect(board.duties.left).toBe(0.5);
  });

  it('fails with what the board says against it', async () => {
    const { driver, board, time } = await opened();
    board.refusal = 4;
    board.motors = undefined;
    await expect(time.until(driver.arm())).rejects.toThrow(
      'refuses to be armed: it was reset in the meantime',
    );
  });

  it('that is overtaken by a stop fails at once, and leaves nothing armed', async () => {
    const { driver, board, time } = await opened();
    const arming = driver.arm();
    driver.stop();
    await expect(arming).rejects.toThrow('stopped while it was being armed');
    await time.run(0.05);
    driver.drive({ left: 1, right: 1 });
    await time.run(0.05);
    expect(board.state).toBe(0);
    // The one behind ARM, of no power.
    expect(types(board.frames).filter((type) => type === 'drive')).toHaveLength(1);
  });

  it('wins nothing by an answer that comes at the same instant as the stop', async () => {
    const { driver, board, time } = await opened();
    const arming = driver.arm();
    // The answer is there, its promise has not come round yet.
    time.pass(0.005);
    driver.stop();
    await arming.catch(() => {});
    driver.drive({ left: 1, right: 1 });
    await time.run(0.05);
    // The one behind ARM, of no power.
    expect(types(board.frames).filter((type) => type === 'drive')).toHaveLength(1);
  });

  it('after a stop waits for its own answer, not for that to the one before', async () => {
    const { driver, board, time } = await opened();
    driver.arm().catch(() => {});
    driver.stop();
    const again = driver.arm();
    await time.until(again);
    expect(board.state).toBe(1);
    await time.run(0.1);
    driver.drive({ left: 0.25, right: 0.25 });
    await time.run(0.01);
    expect(board.duties.left).toBe(0.25);
  });
});

describe('driving', () => {
  it('sends a frame a call, per mille, the inverted motor the other way round', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    driver.drive({ left: 0.1234, right: 0.5 });
    driver.drive({ left: -1, right: Number.NaN });
    await time.run(0.01);
    const drives = board.frames.map(({ message }) => message).filter(({ type }) => type === 'drive');
    expect(drives).toEqual([
      { type: 'drive', left: 0, right: 0 },
      { type: 'drive', left: 123, right: -500 },
      { type: 'drive', left: -1000, right: 0 },
    ]);
  });

  it('numbers its frames one after the other, round 127', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    for (let i = 0; i < 200; i++) {
      driver.drive({ left: 0.5, right: 0.5 });
      time.pass(0.01);
    }
    const sequences = board.frames.map(({ sequence }) => sequence);
    // ASK, MOTORS, REPORT, STALL, ARM, 201 times DRIVE, a COUNT, and a question about the link every half a second.
    expect(sequences).toHaveLength(210);
    expect(sequences).toEqual(sequences.map((_, i) => i % 128));
    expect(board.state).toBe(1);
  });

  it('asks for the damaged frames twice a second, and adds its own', async () => {
    const { driver, board, time, readings } = await opened();
    const links = () => readings.flatMap((reading) => (reading.kind === 'link' ? [reading.badFrames] : []));
    const asked = () => types(board.frames).filter((type) => type === 'count').length;
    const before = asked();
    await time.until(driver.arm());
    const drive = (seconds: number) => {
      for (let i = 0; i < seconds * 20; i++) {
        driver.drive({ left: 0.5, right: 0.5 });
        time.pass(0.05);
      }
    };
    drive(1.1);
    // Once as soon as it is armed.
    expect(asked() - before).toBe(3);
    expect(links()).toEqual([0, 0, 0, 0]);
    board.badFrames = 7;
    board.say([0xf0, 0x01, 0x55, 0xf7]);
    drive(0.5);
    expect(links()).toEqual([0, 0, 0, 0, 8]);
    // The answer is lost: its own count is told all the same.
    board.keepsSilentAbout.add(MESSAGES.count.code);
    board.say([0xf0, 0x01, 0x55, 0xf7]);
    drive(1);
    expect(links()).toEqual([0, 0, 0, 0, 8, 9]);
    driver.stop();
    time.pass(2);
    // Again every 100 ms without an answer: from 2.0 s on, until it is stopped at 2.6 s.
    expect(asked() - before).toBe(4 + 6);
    board.keepsSilentAbout.clear();
    await time.until(driver.arm());
    expect(links().at(-1)).toBe(9);
  });

  it.each([
    [2, 'ask', {}],
    [3, 'count', { sent: 21, lost: 0 }],
  ])('asks firmware 1.%i for its counts by %s', async (minor, question, counts) => {
    const { driver, board, time, readings } = await opened(WIRED, {}, { minor });
    await time.until(driver.arm());
    const before = board.frames.length;
    for (let i = 0; i < 22; i++) {
      driver.drive({ left: 0.5, right: 0.5 });
      time.pass(0.025);
    }
    const asked = types(board.frames.slice(before)).filter((type) => type !== 'drive');
    expect(asked.filter((type) => type !== question)).toEqual([]);
    const link = readings.findLast(({ kind }) => kind === 'link');
    expect(link).toEqual({ kind: 'link', at: expect.any(Number), badFrames: 0, ...counts });
  });

  it('repeats nothing by itself: without calls the board stops', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    time.pass(0.19);
    expect(board.duties.left).toBe(0.5);
    time.pass(0.02);
    expect(board.duties.left).toBe(0);
  });

  it('works without any promise coming round', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    for (let i = 0; i < 50; i++) {
      driver.drive({ left: i / 100, right: 0 });
      time.pass(0.02);
      expect(board.duties.left).toBeCloseTo(i / 100, 9);
    }
  });

  it('keeps the newest command alone while the line takes nothing', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    board.holdsWrites = true;
    const before = board.writes.length;
    // But for the questions about pins behind them.
    const commands = () => board.writes.slice(before).filter(([, kind]) => kind !== 0x6d);
    for (let i = 1; i <= 9; i++) driver.drive({ left: i / 10, right: 0 });
    expect(commands()).toHaveLength(1);
    board.takeWrites();
    await time.run(0.01);
    expect(commands()).toHaveLength(2);
    expect(board.duties.left).toBe(0.9);
  });

  it('stops three times in one write, past a line that takes nothing, and drops what waits', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    board.holdsWrites = true;
    driver.drive({ left: 0.5, right: 0.5 });
    driver.drive({ left: 0.6, right: 0.6 });
    driver.stop();
    await time.run(0.01);
    board.takeWrites();
    await time.run(0.01);
    expect(types(board.frames).slice(-4)).toEqual(['drive', 'stop', 'stop', 'stop']);
    expect(board.writes.at(-1)).toHaveLength(3 * 8);
  });
});

describe('a line at a higher rate', () => {
  it('is kept there by a question every 150 ms while the board is not armed, and by none while it is', async () => {
    const { board, driver, time } = await opened(WIRED, {}, { nextRate: 250_000 });
    expect(board.rate).toBe(250_000);
    const asked = async (lasting: number) => {
      const before = types(board.frames).filter((type) => type === 'ask').length;
      await time.run(lasting);
      return types(board.frames).filter((type) => type === 'ask').length - before;
    };
    expect(await asked(1)).toBe(6);
    board.keepsSilentAbout.add(MESSAGES.arm.code);
    const arming = driver.arm();
    arming.catch(() => {});
    expect(await asked(0.3)).toBe(0);
    board.keepsSilentAbout.clear();
    await time.until(arming);
    const end = time.now() + 1;
    const drives = () => {
      driver.drive({ left: 0.1, right: 0.1 });
      if (time.now() < end) time.after(0.02, drives);
    };
    drives();
    expect(await asked(0.9)).toBeLessThan(3);
  });
});

describe('what it reads', () => {
  it('are the counts as wired, whatever the motor is, on the time of the host', async () => {
    const { driver, time, readings } = await opened();
    await time.until(driver.arm());
    for (let i = 0; i < 10; i++) {
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.1);
    }
    const last = readings.filter(({ kind }) => kind === 'encoders').at(-1);
    // 4000 counts a second at full duty; right is inverted, and its encoder is not.
    expect(last).toMatchObject({ left: expect.closeTo(2000, -2), right: expect.closeTo(-2000, -2) });
    expect(last?.at).toBeGreaterThan(time.now() - 0.02);
    expect(last?.at).toBeLessThanOrEqual(time.now());
  });

  it('is a distance a sample of a range sensor', async () => {
    const { board, time, readings } = await opened();
    await time.run(0.0305);
    expect(board.sysex).toContainEqual([0x7a, 20, 0]);
    board.saySample(0, 512);
    await time.run(0.002);
    expect(readings.find(({ kind }) => kind === 'range')).toEqual({
      kind: 'range',
      at: expect.closeTo(time.now(), 2),
      sensor: 'front',
      distances: [(512.5 * 5) / 1024],
    });
  });

  it('comes in order, whatever comes first', async () => {
    const { board, time, readings } = await opened();
    for (let i = 0; i < 200; i++) {
      await time.run(0.0037);
      board.saySample(0, i);
    }
    expect(readings.length).toBeGreaterThan(200);
    expect(readings.map(({ at }) => at)).toEqual(readings.map(({ at }) => at).toSorted((a, b) => a - b));
    for (const { at } of readings) expect(at).toBeLessThanOrEqual(time.now());
  });

  it('is a time a sensor that discharges, in the order of its inputs', async () => {
    const inputs = ['left', 'right'].map((sensor, i) => ({
      kind: 'discharge' as const,
      pin: 6 + i,
      read: (time: number) => ({ kind: 'level' as const, sensor, level: time }),
    }));
    const { board, time, readings } = await opened(BLIND, { inputs });
    board.sayDischarge([400, 1200]);
    await time.run(0.01);
    expect(readings.filter(({ kind }) => kind === 'level')).toMatchObject([
      { sensor: 'left', level: 0.0004 },
      { sensor: 'right', level: 0.0012 },
    ]);
  });

  it('requests no samples of unknown meaning', async () => {
    const both = plugIn();
    const { openDriver } = await import('../../../src/drivers/openDriver.js');
    await both.time.until(openDriver(WIRED, both.board, { time: both.time }));
    expect(both.board.sysex.map(([command]) => command)).not.toContain(0x7a);
  });
});

/** What the driver said of the board's trips. */
const tripsIn = (readings: readonly Reading[]) =>
  readings.flatMap((reading) => (reading.kind === 'tripped' ? [reading.why] : []));

describe('a board that stopped itself', () => {
  it('is told once, as tripped, and stays stopped until it is armed again', async () => {
    const { driver, board, time, readings, end } = await opened();
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.4);
    expect(tripsIn(readings)).toEqual([
      expect.stringContaining('/dev/fake: the board stopped itself: no command reached it for 200 ms; '),
    ]);
    expect(end.times).toBe(0);
    for (let i = 0; i < 20; i++) {
      driver.drive({ left: 1, right: 1 });
      await time.run(0.02);
    }
    expect(board.duties).toEqual({ left: 0, right: 0 });
    expect(board.state).toBe(BOARD_STATE.locked);
    const counted = readings.length;
    await time.until(driver.arm());
    driver.drive({ left: 0.25, right: 0.25 });
    await time.run(0.1);
    expect(board.duties.left).toBe(0.25);
    expect(readings.slice(counted).some(({ kind }) => kind === 'encoders')).toBe(true);
    expect(tripsIn(readings)).toHaveLength(1);
    await time.run(0.2);
    expect(tripsIn(readings)).toHaveLength(2);
    await driver.close();
  });

  it.each([
    [STALLED_WHEEL.left, /the left wheel had power/],
    [STALLED_WHEEL.right, /the right wheel had power/],
    [undefined, /a wheel had power/],
  ])(
    'because a wheel stalled (%s): says which one once, stands, and may be armed again',
    async (wheel, words) => {
      const { driver, board, time, readings, end } = await opened();
      await time.until(driver.arm());
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.05);
      board.stallNow(wheel);
      await time.run(0.05);
      const trips = readings.filter(({ kind }) => kind === 'tripped');
      expect(trips).toEqual([
        { kind: 'tripped', cause: 'stall', at: expect.any(Number), why: expect.stringMatching(words) },
      ]);
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.1);
      expect(board.duties).toEqual({ left: 0, right: 0 });
      expect(end.times).toBe(0);
      await time.until(driver.arm());
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.01);
      expect(board.duties.left).toBe(0.5);
    },
  );

  it('shuts the gates and stops at once, as at every stop', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    await time.run(0.21);
    expect(types(board.frames).slice(-3)).toEqual(['stop', 'stop', 'stop']);
  });

  /** Commands every 20 ms for as long. */
  const commands = async (driver: ConnectedRobot, time: FakeTime, seconds: number) => {
    for (let i = 0; i < Math.round(seconds / 0.02); i++) {
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.02);
    }
  };

  it('while the computer was busy is told from a line that loses what was sent in time', async () => {
    const { driver, board, time, readings } = await opened();
    await time.until(driver.arm());
    await commands(driver, time, 0.5);
    // As the timers before the line: the late command goes out before the board is heard.
    time.freeze(0.292);
    await commands(driver, time, 0.1);
    expect(tripsIn(readings)[0]).toMatch(/for 200 ms; this computer was busy and sent none for 312 ms$/);
    await time.until(driver.arm());
    await commands(driver, time, 0.5);
    board.deaf = true;
    await commands(driver, time, 0.3);
    expect(tripsIn(readings)[1]).toMatch(
      /for 200 ms; this computer sent one at least every 20 ms, so the cable or the radio lost them$/,
    );
  });

  it('says how many commands came damaged', async () => {
    const { driver, board, time, readings } = await opened();
    board.badFrames = 4;
    await time.until(driver.arm());
    await commands(driver, time, 0.7);
    board.deaf = true;
    board.badFrames = 13;
    await commands(driver, time, 0.3);
    expect(tripsIn(readings)[0]).toMatch(
      /so the cable or the radio damaged or lost them \(9 came damaged\)$/,
    );
  });

  it('while the line took nothing says so', async () => {
    const { driver, board, time, readings } = await opened();
    await time.until(driver.arm());
    await commands(driver, time, 0.5);
    board.holdsWrites = true;
    await commands(driver, time, 0.4);
    expect(tripsIn(readings)[0]).toMatch(
      /; this computer gave one every 20 ms, but the line took none for 2\d\d ms$/,
    );
  });
});

describe('motors are known to be off', () => {
  /** Whether it has said so by now; undefined while it waits. */
  const asked = (driver: ConnectedRobot) => {
    const said: { off?: boolean } = {};
    void driver.motorsOff?.().then((off) => {
      said.off = off;
    });
    return said;
  };

  it('of a board that was set up, and when it has said after a stop that it is not armed', async () => {
    const { driver, time } = await opened();
    expect(await driver.motorsOff?.()).toBe(true);
    await time.until(driver.arm());
    const said = asked(driver);
    await time.run(0.1);
    expect(said.off).toBeUndefined();
    driver.stop();
    await time.run(0.1);
    expect(said.off).toBe(true);
  });

  it('not while it says that it is armed, though it was told to stop; nor if it never says more', async () => {
    const { board, driver, time } = await opened();
    await time.until(driver.arm());
    board.deaf = true;
    driver.stop();
    const said = asked(driver);
    await time.run(0.1);
    expect(board.state).toBe(BOARD_STATE.armed);
    expect(said.off).toBeUndefined();
    void driver.close();
    await time.run(0.01);
    expect(said.off).toBe(false);
  });
});

describe('a board that is lost', () => {
  it('that is stopped may stay so for ever', async () => {
    const { time, end } = await opened();
    await time.run(2);
    expect(end).toEqual({ times: 0 });
  });

  it.each([
    [4, /brown-out/],
    [8, /hung/],
    [2, /button/],
    [0, /power supply/],
  ])('by a reset of cause %d says so', async (cause, words) => {
    const { driver, board, time, end } = await opened();
    await time.until(driver.arm());
    board.reset(cause);
    await time.run(0.01);
    expect(end.error).toBeInstanceOf(DriverError);
    expect(String(end.error)).toMatch(words);
    expect(end.times).toBe(1);
    await expect(driver.arm()).rejects.toThrow();
  });

  it("by a reset says why also where the notice comes in one piece with Firmata's own", async () => {
    const { board, time, end } = await opened();
    const say = board.say.bind(board);
    const said: number[] = [];
    board.say = (bytes) => void said.push(...bytes);
    board.reset(4);
    say(said);
    await time.run(0.01);
    expect(String(end.error)).toContain('brown-out');
    expect(end.times).toBe(1);
  });

  it('by a reset that by chance has the same nonce is noticed by its notice', async () => {
    const { board, time, end } = await opened();
    board.reset(4, board.nonce);
    await time.run(0.01);
    expect(String(end.error)).toContain('brown-out');
  });

  it('by a reset whose own notice got lost is noticed by what it says next', async () => {
    const { board, time, end } = await opened();
    board.keepsSilentAbout.add(15);
    board.nonce += 1;
    await time.run(0.02);
    expect(String(end.error)).toContain('was reset');
  });

  it('is told as such after 250 ms of silence, and gets a last stop', async () => {
    const { driver, board, time, end } = await opened();
    await time.until(driver.arm());
    const heard = time.now();
    // Its reports get lost, the board itself hears.
    board.say = () => {};
    while (!end.error && time.now() < heard + 1) {
      driver.drive({ left: 0.5, right: 0.5 });
      await time.run(0.01);
    }
    expect(String(end.error)).toContain('nothing heard for 250 ms');
    expect(time.now() - heard).toBeLessThanOrEqual(0.27);
    await time.run(0.01);
    expect(board.state).toBe(0);
  });

  it("is told in the port's own words", async () => {
    const { board, time, end } = await opened();
    board.unplug(new DriverError('the cable was pulled'));
    await time.run(0.01);
    expect(String(end.error)).toContain('the cable was pulled');
    await time.run(1);
    expect(end.times).toBe(1);
  });

  it('while it is being armed fails the arming', async () => {
    const { driver, board, time } = await opened();
    const arming = driver.arm();
    board.unplug(new DriverError('the cable was pulled'));
    await expect(time.until(arming)).rejects.toThrow('the cable was pulled');
  });
});

describe('closing', () => {
  it('stops, resets the board, closes the port and leaves no timer', async () => {
    const { driver, board, time } = await opened();
    await time.until(driver.arm());
    driver.drive({ left: 0.5, right: 0.5 });
    await Promise.all([driver.close(), driver.close()]);
    expect(board.writes.slice(-2).map((bytes) => bytes.length)).toEqual([24, 2]);
    expect([...(board.writes.at(-1) ?? [])]).toEqual([0xf7, 0xff]);
    expect(board.closed).toBe(true);
    await time.run(0.01);
    // The board's own dead-man and reports are stopped by the reset.
    expect(time.waiting).toBe(0);
  });

  it('waits for the port', async () => {
    const { driver, board } = await opened();
    const closed = vi.fn();
    let done = () => {};
    board.close = () =>
      new Promise((resolve) => {
        done = resolve;
      });
    const closing = driver.close().then(closed);
    await undefined;
    expect(closed).not.toHaveBeenCalled();
    done();
    await closing;
    expect(closed).toHaveBeenCalled();
  });
});
