/** The real firmware behind a line that carries less than it is given: old commands must not gather in front of a STOP. */
import { describe, expect } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import type { Reading } from '../../../src/signals/signals.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { NarrowLine } from '../../support/narrowLine.js';

/** Without a body: a wheel with encoders would count as stalled. */
const { encoders: _, ...BLIND } = loadRobot('scout');

const nextTurn = () => new Promise((done) => setImmediate(done));

async function armed(rate: number, deadMan: number) {
  const board = new AvrBoard(loadFirmware());
  const time = new VirtualTime(board);
  const line = new NarrowLine(new EmulatedPort(board), time);
  const settled = <T>(work: Promise<T>) => untilSettled(board, work, { nextTurn, timeout: 60 });
  const robot = { ...BLIND, control: { ...BLIND.control, rate, deadMan } };
  const driver = await settled(openDriver(robot, line, { time }));
  const trips: Reading[] = [];
  driver.readings$.subscribe((reading) => reading.kind === 'tripped' && trips.push(reading));
  await settled(driver.arm());
  const isOn = () => board.outputs.dutyOf(9) > 0;
  const drive = (seconds: number) => {
    for (let i = 0; i < rate * seconds; i++) {
      driver.drive({ left: 0.3, right: 0.3 });
      board.runUntil(board.now + 1 / rate);
    }
  };
  /** How long the motors run on after STOP. */
  const stopped = () => {
    const from = board.now;
    driver.stop();
    while (isOn() && board.now < from + 20) board.runUntil(board.now + 0.005);
    return board.now - from;
  };
  return { board, line, trips, isOn, drive, stopped, driver };
}

/** A command of 12 bytes, and the question behind it. */
const BYTES = 16;
/** What else is asked meanwhile: whether answers were lost, and how many frames came damaged. */
const OTHER_BYTES = 40;

/** How long the commands that may be on their way take there, and the first one's question. */
function wayThere(
  rate: number,
  deadMan: number,
  bytesPerSecond: number,
  shortest = BYTES / bytesPerSecond,
): number {
  const every = Math.max(1, Math.floor((deadMan / 10) * rate));
  const most = Math.ceil((shortest + 0.01 + deadMan / 4) * rate) + every + 1;
  return (most * BYTES + OTHER_BYTES) / bytesPerSecond;
}

describe('a line that carries fewer commands than it is given', () => {
  itInBoth.each(
    partOf(
      [
        [50, 0.2, 480, 0.3],
        [50, 0.2, 300, 0.6],
        [250, 0.2, 2000, 0.2],
        [100, 0.2, 960, 0.25],
        [50, 0.5, 480, 0.5],
        [20, 0.2, 200, 0.6],
      ] as const,
      3,
    ),
  )(
    '%i Hz, dead-man %d s, %i bytes a second: old commands keep no STOP waiting for more than %d s',
    async (rate, deadMan, bytes, most) => {
      const { line, trips, isOn, drive, stopped } = await armed(rate, deadMan);
      line.bytesPerSecond = bytes;
      drive(10);
      expect(line.behind).toBeLessThan(Math.min(most, wayThere(rate, deadMan, bytes)));
      expect({ trips, isOn: isOn() }).toEqual({ trips: [], isOn: true });
      expect(stopped()).toBeLessThan(most);
    },
  );

  itInBoth.each(partOf([480, 240, 120, 70], 2))(
    'that becomes one of %i bytes a second in a drive gathers no more than a few of them',
    async (bytes) => {
      const { line, drive, stopped } = await armed(50, 0.2);
      drive(2);
      line.bytesPerSecond = bytes;
      let longest = 0;
      for (let i = 0; i < 50; i++) {
        drive(0.1);
        longest = Math.max(longest, line.behind);
      }
      const way = wayThere(50, 0.2, bytes, 0.01);
      expect(longest).toBeLessThan(way);
      expect(stopped()).toBeLessThan(way + 0.2);
    },
  );

  it.each([480, 120])(
    'of %i bytes a second: the wheels are said to stand only once they do',
    async (bytes) => {
      const { board, line, isOn, drive, driver } = await armed(50, 0.2);
      drive(2);
      line.bytesPerSecond = bytes;
      drive(5);
      let said: boolean | undefined;
      driver.stop();
      void driver.motorsOff?.().then((isOff) => {
        said = isOff;
      });
      let offAt: number | undefined;
      while (said === undefined && board.now < 60) {
        board.runUntil(board.now + 0.005);
        await nextTurn();
        if (!isOn()) offAt ??= board.now;
        if (offAt === undefined) expect(said).toBeUndefined();
      }
      expect(said).toBe(true);
      expect(board.now - (offAt ?? 0)).toBeLessThan(0.1);
    },
  );

  it('is no hindrance where it keeps up', async () => {
    const { board, line, isOn, drive, stopped, trips } = await armed(50, 0.2);
    line.bytesPerSecond = 5760;
    drive(5);
    expect({ trips, isOn: isOn() }).toEqual({ trips: [], isOn: true });
    expect(stopped()).toBeLessThan(0.02);
    expect(board.outputs.all.every((duty) => duty === 0)).toBe(true);
  });

  it('gathers few commands for a shield without a dead-man, too', async () => {
    const board = new AvrBoard(loadFirmware());
    const time = new VirtualTime(board);
    const line = new NarrowLine(new EmulatedPort(board), time);
    const { encoders: _, ...robot } = loadRobot('adafruit-motor-shield-v2');
    const opening = openDriver(robot, line, { time, withoutDeadman: true });
    const driver = await untilSettled(board, opening, { nextTurn, timeout: 60 });
    let lost: unknown;
    driver.readings$.subscribe({
      error: (error: unknown) => {
        lost = error;
      },
    });
    await untilSettled(board, driver.arm(), { nextTurn, timeout: 60 });
    const drive = (seconds: number) => {
      for (let i = 0; i < 50 * seconds; i++) {
        // Each with another duty: one that has not changed is not sent.
        driver.drive({ left: 0.1 + (i % 10) / 100, right: 0.1 });
        board.runUntil(board.now + 0.02);
      }
    };
    drive(1);
    line.bytesPerSecond = 480;
    drive(10);
    const first = line.behind;
    drive(10);
    // With more, the answers that say that the board is there come too late.
    expect(lost).toBeUndefined();
    expect(Math.max(first, line.behind)).toBeLessThan(0.5);
    // A stop is repeated as long as the board stands, which this line can carry.
    line.bytesPerSecond = 2000;
    driver.stop();
    const { behind } = line;
    const [asked, said] = [board.now, driver.motorsOff?.()];
    expect(await untilSettled(board, said ?? Promise.resolve(false), { nextTurn, timeout: 5 })).toBe(true);
    expect(board.now - asked).toBeGreaterThan(behind);
  });
});
