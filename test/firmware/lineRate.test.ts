/** The line at 250 000 baud: how soon a command is at its pin, that none is lost, and the way back to 57 600. */
import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../sim/avr/board.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../sim/avr/virtualTime.js';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { openDriver } from '../../src/drivers/openDriver.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import {
  ARM,
  ASK,
  bootedBoard,
  MOTORS,
  RATE,
  type RawHost,
  REPORT,
  SCOUT_MOTORS,
  STATUS,
  short,
} from '../support/emulated.js';
import { turnWheels } from '../support/turnWheels.js';

const FAST = 250_000;
const NORMAL = 57_600;
const nextTurn = () => new Promise((done) => setImmediate(done));

async function faster(host: RawHost): Promise<void> {
  host.send(RATE, [1]);
  host.run(0.02);
  expect(host.status).toMatchObject({ about: RATE, error: 0 });
  await host.port.changeRate(FAST);
}

const answers = (host: RawHost): boolean => {
  const before = host.frames.filter(({ type }) => type === STATUS).length;
  host.send(ASK);
  host.run(0.02);
  return host.frames.filter(({ type }) => type === STATUS).length > before;
};

const quantile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(p * values.length)] ?? Number.NaN;

/** From the first byte to the pin [ms]. */
function delayTo(host: RawHost, pin: number, bytes: () => void, time: number): number {
  const from = host.board.now;
  let at = Number.NaN;
  const watching = host.board.outputs.changes$.subscribe((change) => {
    if (change.pin === pin && Number.isNaN(at)) at = host.board.now;
  });
  bytes();
  host.run(time);
  watching.unsubscribe();
  return 1000 * (at - from);
}

describe('the line at 250 000 baud', () => {
  it('brings a command to its pin within 0.7 ms in the middle, beside encoders, five analog inputs and odometry; none is lost at 100 Hz', async () => {
    const host = bootedBoard();
    await faster(host);
    host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
    host.send(REPORT, [2, 4, 3, 5, ...short(20)]);
    host.run(0.02);
    // Mode, then reports, of A0 to A4.
    for (let i = 0; i < 5; i++) host.sendBytes([0xf4, 14 + i, 2, 0xc0 | i, 1]);
    host.sendBytes([0xf4, 6, 3]);
    host.run(0.05);
    const wheels = turnWheels(host, 20_000);
    host.send(ARM, [...short(host.status.nonce), ...short(500)]);
    host.run(0.01);
    const frames: number[] = [];
    const writes: number[] = [];
    for (let i = 0; i < 150; i++) {
      const duty = i % 2 ? 500 : 250;
      frames.push(delayTo(host, 9, () => host.drive(duty, duty), 0.006 + 0.00013 * (i % 50)));
      writes.push(
        delayTo(host, 6, () => host.sendBytes([0xe6, i % 2 ? 100 : 50, 0]), 0.004 + 0.00007 * (i % 50)),
      );
    }
    wheels.end();
    host.run(0.03);
    expect([...frames, ...writes].filter(Number.isNaN)).toEqual([]);
    expect(quantile(frames, 0.5)).toBeLessThanOrEqual(0.7);
    expect(quantile(frames, 0.95)).toBeLessThanOrEqual(1.2);
    expect(quantile(writes, 0.5)).toBeLessThanOrEqual(0.25);
    expect(quantile(writes, 0.95)).toBeLessThanOrEqual(0.6);
    host.send(ASK);
    host.run(0.02);
    expect(host.status.badFrames).toBe(0);
    expect([host.odometry.left, host.odometry.right].map(Math.abs)).toEqual([wheels.count, wheels.count]);
  });

  it('goes back to 57 600 after half a second without a valid frame, and not before', async () => {
    const host = bootedBoard();
    await faster(host);
    for (let i = 0; i < 5; i++) {
      host.run(0.4);
      expect(answers(host)).toBe(true);
    }
    host.run(0.55);
    expect(answers(host)).toBe(false);
    await host.port.changeRate(NORMAL);
    host.sendBytes([0xf7]);
    expect(answers(host)).toBe(true);
  });

  it('is left at once by a host that says goodbye, and by a reset', async () => {
    const host = bootedBoard();
    await faster(host);
    host.sendBytes([0xf7, 0xff]);
    host.run(0.05);
    await host.port.changeRate(NORMAL);
    expect(answers(host)).toBe(true);
    await faster(host);
    host.board.reset('external');
    await host.port.changeRate(NORMAL);
    host.run(1);
    expect(answers(host)).toBe(true);
  });

  it('is refused while the board is armed, and for a rate that it does not know', () => {
    const host = bootedBoard();
    host.send(RATE, [2]);
    host.run(0.02);
    expect(host.status).toMatchObject({ about: RATE, error: 5 });
    host.arm();
    host.send(RATE, [1]);
    host.run(0.02);
    expect(host.status).toMatchObject({ about: RATE, error: 3 });
    expect(answers(host)).toBe(true);
  });

  it('stops the motors by the dead-man as at 57 600', async () => {
    const host = bootedBoard();
    await faster(host);
    host.arm();
    const from = host.board.now;
    host.drive(800, 800);
    host.run(0.19);
    expect(host.board.outputs.dutyOf(9)).toBeGreaterThan(0.5);
    host.run(0.012);
    expect(host.board.outputs.dutyOf(9)).toBe(0);
    expect(host.board.now - from).toBeLessThan(0.2025);
  });
});

describe('a robot whose file has link: { baud: 250000 }', () => {
  it('is taken there, stays there while nobody drives, and drives the square metre', async () => {
    const robot = { ...loadRobot('scout'), link: { baud: FAST } };
    const board = new AvrBoard(loadFirmware());
    const port = new EmulatedPort(board, FAST);
    const opening = openDriver(robot, port, { time: new VirtualTime(board), inputs: boardInputs(robot) });
    const driver = await untilSettled(board, opening, { nextTurn });
    expect((10 * 16e6) / board.byteCycles).toBe(FAST);
    let lost: unknown;
    driver.readings$.subscribe({
      error: (error) => {
        lost = error;
      },
    });
    board.runUntil(board.now + 3);
    expect(lost).toBeUndefined();
    expect((10 * 16e6) / board.byteCycles).toBe(FAST);
    await driver.close();

    const scenario = loadScenario('first-drive');
    const fast = {
      ...scenario,
      robots: scenario.robots.map((each) => ({ ...each, robot: { ...each.robot, link: { baud: FAST } } })),
    };
    const { passed, robots } = await simulate(fast, { bodyOf: await emulatedBodies(fast) });
    expect(passed).toBe(true);
    expect(robots[0]?.faults).toEqual([]);
  });
});
