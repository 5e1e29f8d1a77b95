import { describe, expect, it } from 'vitest';
import { AvrBoard, type ResetCause } from '../../../sim/avr/board.js';
import { toCycles } from '../../../sim/avr/clock.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { checkBoard } from '../../../src/cli/doctor/boardChecks.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { ConnectedRobot } from '../../../src/drivers/driver.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import { chipsOff } from '../../../src/drivers/unguarded/chipsOff.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';

const robot = loadRobot('adafruit-motor-shield-v2');
const OFF = { left: 0, right: 0 };

const nextTurn = () => new Promise((done) => setImmediate(done));

/** A robot on its way, with a motor shield that no reset of its board stops. */
class Driven {
  readonly board = new AvrBoard(loadFirmware());
  readonly time = new VirtualTime(this.board);
  readonly motors = new MotorDuties(this.board, robot.motors);
  driver!: ConnectedRobot;
  lost: Error | undefined;

  static async begin(): Promise<Driven> {
    const driven = new Driven();
    await driven.open();
    await driven.done(driven.driver.arm());
    driven.drive(0.2);
    expect(driven.motors.now().left).toBeGreaterThan(0.2);
    return driven;
  }

  async open(what: RobotDefinition = robot, withoutDeadman = true): Promise<void> {
    const opening = openDriver(what, this.port(), { time: this.time, withoutDeadman });
    this.driver = await this.done(opening);
    this.driver.readings$.subscribe({
      error: (error: Error) => {
        this.lost = error;
      },
    });
  }

  port(): EmulatedPort {
    return new EmulatedPort(this.board);
  }

  done<T>(work: Promise<T>): Promise<T> {
    return untilSettled(this.board, work, { timeout: 60, nextTurn });
  }

  /** Until it is lost. */
  drive(seconds: number): void {
    for (let i = 0; i < 50 * seconds && !this.lost; i++) {
      this.driver.drive({ left: 0.3, right: 0.3 });
      this.run(0.02);
    }
  }

  run(seconds: number): void {
    this.board.runUntil(this.board.now + seconds);
  }

  /** As a process is killed: nothing stops anything; and the next one resets the board when it opens the port. */
  killHost(): void {
    const { driver } = this;
    driver.stop = () => {};
    this.board.reset('external');
    this.run(0.1);
    expect(this.motors.now().left).toBeGreaterThan(0.2);
  }
}

describe('a shield behind I²C, whose board is reset under its host', () => {
  it.each<ResetCause>(['brownOut', 'external', 'watchdog'])('by %s, is off at once', async (cause) => {
    const driven = await Driven.begin();
    driven.board.reset(cause);
    driven.drive(0.4);
    driven.run(0.1);
    expect(driven.motors.now()).toEqual(OFF);
    expect(driven.lost?.message).toContain('was reset, but its motor shield was not');
    expect(driven.lost?.message).not.toContain('its motors are off');
  });

  it('and hears nothing for a second, as in its boot loader, is off then, though the host has given up', async () => {
    const driven = await Driven.begin();
    const { board } = driven;
    const hear = board.receive.bind(board);
    board.receive = () => {};
    board.events.at(board.cycles + toCycles(1), () => {
      board.receive = hear;
    });
    board.reset('external');
    driven.drive(0.4);
    expect(driven.lost?.message).toMatch(/was reset, but its motor shield was not|nothing heard for 250 ms/);
    await driven.done(driven.driver.close());
    driven.run(0.1);
    expect(driven.motors.now()).toEqual(OFF);
  });
});

describe('a shield behind I²C, whose host was killed', () => {
  it.each<[string, (driven: Driven) => Promise<unknown>]>([
    ['is off when `doctor` has looked at it', (driven) => checkBoard(driven.port(), driven.time, robot)],
    ['is off when a drive without a dead-man is refused', (driven) => driven.open(robot, false)],
    [
      'is off when a drive is refused for its rate',
      (driven) => driven.open({ ...robot, control: { ...robot.control, rate: 5 } }),
    ],
    ['is off when the wrong board is refused', (driven) => driven.open({ ...robot, board: 'mega' })],
    ['is off when the next drive begins', (driven) => driven.open()],
  ])('%s', async (_, next) => {
    const driven = await Driven.begin();
    driven.killHost();
    await driven.done(next(driven)).catch(() => {});
    driven.run(0.05);
    expect(driven.motors.now()).toEqual(OFF);
  });
});

it('a motor of a shield that was stopped turns again, and the way it is told', async () => {
  const driven = await Driven.begin();
  const before = driven.motors.now();
  driven.driver.stop();
  driven.run(0.2);
  expect(driven.motors.now()).toEqual(OFF);
  await driven.done(driven.driver.arm());
  driven.drive(0.2);
  expect(driven.motors.now()).toEqual(before);
});

it('a robot with its motors on the board has no such chip', () => {
  expect(chipsOff(loadRobot('scout').motors)).toEqual([]);
  expect(chipsOff({})).toEqual([]);
});
