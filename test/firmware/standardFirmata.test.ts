import { beforeAll, describe, expect } from 'vitest';
import { AvrBoard } from '../../sim/avr/board.js';
import { EmulatedBody } from '../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { untilSettled, VirtualTime } from '../../sim/avr/virtualTime.js';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { openDriver } from '../../src/drivers/openDriver.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import { motorsWired, ON_BUS, ON_PINS } from '../sim/avr/motorWirings.js';
import { builtFirmware } from '../support/builtFirmware.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../support/effort.js';
import { isMissing } from '../support/tools.js';

const { encoders: _, limits, ...scout } = loadRobot('scout');
/** The loop is told of the limit, as `drive` tells it: odometry by granted speeds is worth nothing otherwise. */
const SCOUT: RobotDefinition = { ...scout, firmware: 'standard-firmata', limits: { ...limits, speed: 0.2 } };
const ORIGIN = { x: 0, y: 0, heading: 0, speed: 0 };
const nextTurn = () => new Promise((done) => setImmediate(done));

describe.skipIf(isMissing('avr-gcc', 'gcc-avr'))('a board with the real StandardFirmata', () => {
  let program: Uint16Array;
  beforeAll(() => {
    program = builtFirmware('standard-firmata');
  });

  /** Just powered: it blinks its version for two seconds before it says a word. */
  async function opened(robot: RobotDefinition, withoutDeadman: boolean) {
    const board = new AvrBoard(program);
    const port = new EmulatedPort(board);
    const opening = openDriver(robot, port, {
      time: new VirtualTime(board),
      withoutDeadman,
      inputs: boardInputs(robot),
    });
    return { board, port, driver: await untilSettled(board, opening, { nextTurn }) };
  }

  it('drives a robot to its goal by granted speeds, and never beyond 0.2 m/s', async () => {
    const { board, driver } = await opened(SCOUT, true);
    await untilSettled(board, driver.arm(), { nextTurn });
    const seek = loadScenario('seek');
    const mission = { behavior: 'seek', parameters: { target: [0.5, 0.05], within: 0.05 } };
    const robots = seek.robots.map(({ id }) => ({ id, robot: SCOUT, mission, at: ORIGIN }));
    const scenario = { ...seek, robots, sensing: 'odometry', duration: 20 } as const;
    const { robots: results } = await simulate(scenario, {
      bodyOf: (context) => new EmulatedBody(board, driver, context),
    });
    expect(results[0]).toMatchObject({ outcome: 'arrived', faults: [] });
    expect(results[0]?.maxSpeed).toBeLessThanOrEqual(0.2);
    expect(results[0]?.maxSpeed).toBeGreaterThan(0.18);
    expect(driver.deadMan).toBeNull();
    expect(driver.speedLimit).toBeCloseTo(0.2, 2);
    expect(driver.warning).toMatch(/StandardFirmata.*0\.2 m\/s/);
  });

  itThorough('is stopped by stop, and then by close, though the line has just corrupted a byte', async () => {
    const { board, port, driver } = await opened(SCOUT, true);
    const power = () => [9, 10].map((pin) => board.outputs.dutyOf(pin));
    for (const how of ['stop', 'close'] as const) {
      await driver.arm();
      driver.drive({ left: 0.5, right: 0.5 });
      board.runUntil(board.now + 0.05);
      expect(
        power().every((duty) => duty > 0.3),
        how,
      ).toBe(true);
      // As it would be taken: the start of a message that never ends.
      port.write(Uint8Array.of(0xf0));
      void driver[how]();
      board.runUntil(board.now + 0.05);
      expect(power(), how).toEqual([0, 0]);
    }
  });

  // What host and board say is the same with either firmware; the other forms are driven with ours.
  itInBoth.each(
    partOf(
      ['{pwm, dir}', '{pwm, dir, cdir}', '{forward, reverse}', 'a standby on a plain pin', 'an Adafruit v2'],
      1,
    ),
  )('drives the wheels of a robot with %s, and stops them', async (name) => {
    const form = { ...ON_PINS, ...ON_BUS }[name] ?? {};
    const { driver, run, duties, arm, drive } = await motorsWired(form, 'standard-firmata', program);
    await arm();
    for (const [left, right] of [
      [0.3, 0.2],
      [-0.25, 0.25],
      [-0.2, -0.3],
    ] as const) {
      const given = drive(left, right);
      expect(Math.abs(given.left - left)).toBeLessThan(0.005);
      expect(Math.abs(given.right - right)).toBeLessThan(0.005);
    }
    driver.stop();
    run(0.05);
    expect(duties()).toEqual({ left: 0, right: 0 });
  });

  it('stops both motors when the chip of one reports a fault by EN/DIAG', async () => {
    const shield = ON_PINS['a VNH5019 shield'] ?? {};
    const robot = await motorsWired(shield, 'standard-firmata', program);
    const { board, driver, motors, run, arm, drive, duties } = robot;
    const trips: unknown[] = [];
    driver.readings$.subscribe((reading) => reading.kind === 'tripped' && trips.push(reading));
    await arm();
    for (let i = 0; i < 3; i++) drive(0.3, 0.3);
    expect(duties().left).toBeGreaterThan(0.2);
    motors.strikeChip('right', true);
    run(0.05);
    expect([9, 10].map((pin) => board.outputs.dutyOf(pin))).toEqual([0, 0]);
    expect(trips).toMatchObject([{ cause: 'motorDriver', why: expect.stringContaining('the right motor') }]);
    run(0.3);
    expect(drive(0.3, 0.3)).toEqual({ left: 0, right: 0 });
  });

  itThorough('is refused without being asked for', async () => {
    await expect(opened(SCOUT, false)).rejects.toThrow(/--without-deadman/);
  });

  it('is the wrong firmware for a robot file that says steerbot', async () => {
    await expect(opened(loadRobot('scout'), false)).rejects.toThrow(/StandardFirmata.*steerbot flash uno/s);
  });
});
