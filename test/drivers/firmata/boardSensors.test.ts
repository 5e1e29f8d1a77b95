import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../src/drivers/driver.js';
import { type SensorWatch, samplingInterval } from '../../../src/drivers/firmata/boardSensors.js';
import { ms } from '../../../src/math/units.js';
import type { BoardInput, BusInput } from '../../../src/signals/boardInput.js';
import type { FakeTime } from '../fakeTime.js';
import { opened, STANDARD } from '../robots.js';

const BUMPER: BoardInput = {
  kind: 'digital',
  pin: 12,
  pullUp: true,
  read: (high) => ({ kind: 'range', sensor: 'bumper', distances: [high ? null : 0] }),
};
const DEVICE: BusInput = {
  kind: 'bus',
  address: 0x68,
  identity: { register: 0x75, value: 0x68 },
  setUp: [
    { register: 0x6b, value: 1, rest: ms(30) },
    { register: 0x1a, value: 0x83, rest: 0 },
  ],
  awake: { register: 0x6b, holds: (value) => value === 1 },
  data: { register: 0x47, bytes: 2 },
  read: ([high = 0, low = 0]) =>
    high === 0xff ? null : { kind: 'turnRate', sensor: 'gyro', turnRate: 256 * high + low },
};
const FRONT: BoardInput = {
  kind: 'analog',
  pin: 'A0',
  read: (volts) => ({ kind: 'level', sensor: 'front', level: volts }),
};

const watching = (more: Partial<SensorWatch>): SensorWatch => ({
  time: { now: () => 0, after: () => () => {} },
  interval: 0.02,
  otherTraffic: 2200,
  each: () => {},
  ...more,
});
const many = (input: BoardInput, count: number) => Array.from({ length: count }, () => input);

/** Timers that wait when all has been closed: the fake board has some of its own. */
async function waitingAfterClose(driver: Driver, time: FakeTime): Promise<number> {
  await driver.close();
  await time.run(0.01);
  return time.waiting;
}

async function ofNothing(): Promise<number> {
  const { driver, time } = await opened(undefined, { inputs: [] });
  return waitingAfterClose(driver, time);
}

/** Firmata's sysex for one thing of the bus. */
const REQUEST = 0x76;
const reply = (register: number, ...bytes: number[]) => [
  ...[0xf0, 0x77, 0x68, 0, register, 0],
  ...bytes.flatMap((byte) => [byte & 0x7f, byte >> 7]),
  0xf7,
];

describe('the sampling interval', () => {
  it('is the one that is wanted while the line carries it, and never less than 10 ms', () => {
    expect(samplingInterval([FRONT], watching({}))).toBe(0.02);
    expect(samplingInterval([FRONT], watching({ interval: 0.004 }))).toBe(0.01);
    expect(samplingInterval([], watching({ interval: 0.2 }))).toBe(0.2);
  });

  it('grows so that all that the board sends stays within 80 % of the line', () => {
    // Four devices of two bytes and six voltages are 4·11 + 6·3 = 62 bytes; 4704 − 2200 a second are left.
    const inputs = [...many(DEVICE, 4), ...many(FRONT, 6), ...many(BUMPER, 8)];
    expect(samplingInterval(inputs, watching({}))).toBeCloseTo(62 / 2504, 12);
    expect(samplingInterval(inputs, watching({ otherTraffic: 0, interval: 0.01 }))).toBeCloseTo(
      62 / 4704,
      12,
    );
  });
});

describe('a voltage', () => {
  it('that changes slowly is told no more often than it asks for, the first at once', async () => {
    const seldom: BoardInput = { ...FRONT, pin: 'A1', every: 0.1 };
    const { board, time, readings } = await opened(undefined, { inputs: [FRONT, seldom] });
    const told = () => readings.filter(({ kind }) => kind === 'level').length;
    for (let i = 0; i < 21; i++) {
      for (const channel of [0, 1]) board.saySample(channel, 512);
      await time.run(0.01);
    }
    expect(told()).toBe(21 + 3);
  });
});

describe('a bumper', () => {
  it('has its pin held high, and speaks at once when it changes', async () => {
    const { board, time, readings } = await opened(undefined, { inputs: [BUMPER] });
    await time.run(0.005);
    expect(board.short).toContainEqual([0xf4, 12, 0x0b]);
    expect(board.writes).toContainEqual(Uint8Array.of(0xd1, 1));
    board.say([0x91, 0x10, 0]);
    await time.run(0.003);
    board.say([0x91, 0x00, 0]);
    await time.run(0.003);
    const ranges = readings.filter(({ kind }) => kind === 'range');
    expect(ranges).toMatchObject([{ sensor: 'bumper', distances: [null] }, { distances: [0] }]);
  });

  it('says the same again 20 times a second, so that it does not seem to be silent, until the line ends', async () => {
    const { board, driver, time, readings } = await opened(undefined, { inputs: [BUMPER] });
    board.say([0x91, 0x10, 0]);
    await time.run(1);
    const ranges = readings.filter(({ kind }) => kind === 'range');
    expect(ranges.length).toBeGreaterThanOrEqual(19);
    expect(ranges.length).toBeLessThanOrEqual(21);
    expect(await waitingAfterClose(driver, time)).toBe(await ofNothing());
  });
});

describe('a device on the bus', () => {
  async function withDevice(device = DEVICE) {
    const all = await opened(undefined, { inputs: [device] });
    await all.time.run(0.005);
    const asked = () =>
      all.board.sysex.filter(([command]) => command === REQUEST).map((message) => message.slice(1));
    return { ...all, asked };
  }
  const IDENTITY = [0x68, 0x08, 0x75, 0, 1, 0];
  const READ_ON = [0x68, 0x10, 0x47, 0, 2, 0];

  it('is asked who it is, set up with its rests, and then read on and on', async () => {
    const { asked, board, time, readings } = await withDevice();
    expect(board.sysex).toContainEqual([0x78, 0, 0]);
    expect(asked()).toEqual([[0x68, 0x18], IDENTITY]);
    board.say(reply(0x75, 0x68));
    await time.run(0.01);
    expect(asked().at(-1)).toEqual([0x68, 0, 0x6b, 0, 1, 0]);
    await time.run(0.03);
    expect(asked().slice(-2)).toEqual([[0x68, 0, 0x1a, 0, 3, 1], READ_ON]);
    board.say(reply(0x47, 1, 2));
    await time.run(0.003);
    expect(readings.filter(({ kind }) => kind === 'turnRate')).toMatchObject([{ turnRate: 258 }]);
  });

  it('that is another one, or half a reply, or says that it knows nothing, is not heard', async () => {
    const { asked, board, time, readings } = await withDevice();
    board.say(reply(0x75, 0x11));
    await time.run(0.05);
    expect(asked()).toHaveLength(2);
    board.say(reply(0x47, 1, 2));
    await time.run(0.003);
    board.say(reply(0x75, 0x68));
    await time.run(0.05);
    board.say(reply(0x47, 1));
    board.say(reply(0x47, 0xff, 0));
    await time.run(0.003);
    expect(readings.filter(({ kind }) => kind === 'turnRate')).toEqual([]);
  });

  describe('that must be asked before it is set up, and hear that it was read', () => {
    const ASKED: BusInput = {
      ...DEVICE,
      setUp: [
        { register: 0x6b, value: 1, rest: 0 },
        {
          register: 0x11,
          bytes: 2,
          next: ([first = 0, second = 0]) => [{ register: 0x12, value: first + second, rest: 0 }],
        },
        { register: 0x13, value: 9, rest: 0 },
      ],
      acknowledge: { register: 0x0b, value: 1 },
    };
    const QUESTION = [0x68, 0x08, 0x11, 0, 2, 0];

    it('has the steps that its answer tells written first, and then the others', async () => {
      const { asked, board, time } = await withDevice(ASKED);
      board.say(reply(0x75, 0x68));
      await time.run(0.05);
      expect(asked().at(-1)).toEqual(QUESTION);
      board.say(reply(0x11, 3, 4));
      await time.run(0.05);
      expect(asked().slice(-3)).toEqual([[0x68, 0, 0x12, 0, 7, 0], [0x68, 0, 0x13, 0, 9, 0], READ_ON]);
    });

    it('is sought again if it does not answer, and an answer that comes then is not heard', async () => {
      const { asked, board, time } = await withDevice(ASKED);
      board.say(reply(0x75, 0x68));
      await time.run(0.35);
      expect(asked().slice(-2)).toEqual([[0x68, 0x18], IDENTITY]);
      const before = asked().length;
      board.say(reply(0x11, 3, 4));
      await time.run(0.05);
      expect(asked()).toHaveLength(before);
    });

    const running = async (device: BusInput) => {
      const all = await withDevice(device);
      all.board.say(reply(0x75, 0x68));
      await all.time.run(0.05);
      all.board.say(reply(0x11, 3, 4));
      await all.time.run(0.05);
      return all;
    };
    const turns = (readings: readonly { readonly kind: string }[]) =>
      readings.filter(({ kind }) => kind === 'turnRate').length;

    it('that shows one measurement for ever is heard once, and set up anew', async () => {
      const { asked, board, time, readings } = await running(ASKED);
      for (let i = 0; i < 20; i++) {
        board.say(reply(0x47, 1, 2));
        await time.run(0.02);
      }
      expect(turns(readings)).toBe(1);
      expect(asked().slice(-2)).toEqual([[0x68, 0x18], IDENTITY]);
    });

    it('over a slow line is heard once for each measurement, though it is read many times; also of equal ones', async () => {
      const { asked, board, time, readings } = await running(ASKED);
      for (let i = 0; i < 10; i++) {
        for (let again = 0; again < 7; again++) {
          board.say(reply(0x47, 1, i));
          await time.run(0.02);
        }
      }
      expect(turns(readings)).toBe(10);
      for (let i = 0; i < 5; i++) {
        board.say(reply(0x47, 0xff, 0));
        board.say(reply(0x47, 1, 9));
        await time.run(0.02);
      }
      expect(turns(readings)).toBe(15);
      expect(asked().filter((message) => `${message}` === `${IDENTITY}`)).toHaveLength(1);
    });

    it('that measures as often as it can is heard on and on', async () => {
      const { board, time, readings } = await running(ASKED);
      for (let i = 0; i < 60; i++) {
        board.say(i % 3 === 2 ? reply(0x47, 0xff, 0) : reply(0x47, 1, i));
        await time.run(0.02);
      }
      expect(turns(readings)).toBe(40);
    });

    it('that answers, and has no new measurement any more, is set up anew', async () => {
      const { asked, board, time } = await running(ASKED);
      for (let i = 0; i < 20; i++) {
        board.say(reply(0x47, 0xff, 0));
        await time.run(0.02);
      }
      expect(asked().slice(-2)).toEqual([[0x68, 0x18], IDENTITY]);
    });

    it('is reset before it is asked who it is', async () => {
      const { asked } = await withDevice({ ...ASKED, reset: [{ register: 0x3f, value: 2, rest: 0 }] });
      expect(asked()).toEqual([[0x68, 0x18], [0x68, 0, 0x3f, 0, 2, 0], IDENTITY]);
    });

    it('hears of each measurement that was read, and of nothing else', async () => {
      const { asked, board, time, readings } = await withDevice(ASKED);
      board.say(reply(0x75, 0x68));
      await time.run(0.05);
      board.say(reply(0x11, 3, 4));
      await time.run(0.05);
      board.say(reply(0x47, 0xff, 0));
      await time.run(0.01);
      expect(asked().at(-1)).toEqual(READ_ON);
      board.say(reply(0x47, 1, 2));
      await time.run(0.01);
      expect(asked().at(-1)).toEqual([0x68, 0, 0x0b, 0, 1, 0]);
      expect(readings.filter(({ kind }) => kind === 'turnRate')).toHaveLength(1);
    });
  });

  it('that is silent is sought again and again; one that comes late is set up then', async () => {
    const { asked, board, time, end } = await withDevice();
    await time.run(3);
    const sought = asked().filter((message) => `${message}` === `${IDENTITY}`).length;
    expect(sought).toBe(11);
    expect(end.times).toBe(0);
    board.say(reply(0x75, 0x68));
    await time.run(0.05);
    expect(asked().at(-1)).toEqual(READ_ON);
  });

  it('that falls silent is set up anew, since it may have lost its power', async () => {
    const { asked, board, time } = await withDevice();
    board.say(reply(0x75, 0x68));
    await time.run(0.05);
    for (let i = 0; i < 20; i++) {
      board.say(reply(0x47, 0, 1));
      await time.run(0.02);
    }
    expect(asked().at(-1)).toEqual(READ_ON);
    await time.run(0.35);
    expect(asked().slice(-2)).toEqual([[0x68, 0x18], IDENTITY]);
  });

  it('that answers on, but is not as it was set up, is set up anew: it has lost its power for a moment', async () => {
    const { asked, board, time } = await withDevice();
    board.say(reply(0x75, 0x68));
    const goesOn = async (seconds: number) => {
      for (let left = seconds; left > 0; left -= 0.1) {
        board.say(reply(0x47, 0, 0));
        await time.run(0.1);
      }
    };
    await goesOn(1.2);
    expect(asked().at(-1)).toEqual([0x68, 0x08, 0x6b, 0, 1, 0]);
    board.say(reply(0x6b, 1));
    await goesOn(1);
    expect(asked().at(-1)).toEqual([0x68, 0x08, 0x6b, 0, 1, 0]);
    board.say(reply(0x6b, 0x40));
    await time.run(0.005);
    expect(asked().slice(-2)).toEqual([[0x68, 0x18], IDENTITY]);
  });

  it('leaves no timer behind, and is asked nothing when the line is closed', async () => {
    const { board, driver, time } = await withDevice();
    board.say(reply(0x75, 0x68));
    await time.run(0.01);
    expect(await waitingAfterClose(driver, time)).toBe(await ofNothing());
  });
});

describe('a board with StandardFirmata', () => {
  const standard = () =>
    opened(
      STANDARD,
      { withoutDeadman: true, inputs: [DEVICE, BUMPER, FRONT] },
      { firmware: 'StandardFirmata.ino' },
    );

  it('has its pins read, but no bus: one that is stuck would keep it from hearing a stop', async () => {
    const { board, time, readings } = await standard();
    board.saySample(0, 512);
    board.say([0x91, 0x10, 0]);
    await time.run(0.005);
    expect(new Set(readings.map(({ kind }) => kind))).toEqual(new Set(['level', 'range']));
    await time.run(1);
    expect(board.sysex.filter(([command]) => command === REQUEST || command === 0x78)).toEqual([]);
  });
});
