/** A robot whose board has been up for a while, and a door to it that a test speaks through. */
import { Subject } from 'rxjs';
import { EmulatedBody } from '../../../sim/avr/emulatedBody.js';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { PlantSpec } from '../../../sim/scenario/plantSpec.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { World } from '../../../sim/world/world.js';
import type { Driver } from '../../../src/drivers/driver.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Reading, WheelDuties } from '../../../src/signals/signals.js';
import { bootedBoard, REPORT, short } from '../../support/emulated.js';
import { EMPTY, ORIGIN, PLANT, WIRED } from '../bodies.js';

interface Options {
  readonly robot?: RobotDefinition;
  readonly world?: WorldSpec;
  readonly plant?: PlantSpec;
  readonly sensing?: 'truth' | 'odometry';
}

export function seated({
  robot = WIRED,
  world: spec = EMPTY,
  plant = PLANT,
  sensing = 'odometry',
}: Options = {}) {
  const host = bootedBoard();
  host.send(REPORT, [2, 4, 3, 5, ...short(20)]);
  host.arm();
  const world = new World(spec);
  const drivetrain = new Drivetrain(robot, plant);
  world.addRobot('a', robot, ORIGIN, drivetrain);
  const readings$ = new Subject<Reading>();
  const told: string[] = [];
  const link: Driver = {
    readings$,
    arm: async () => void told.push('arm'),
    drive: () => void told.push('drive'),
    stop: () => void told.push('stop'),
    close: async () => {
      told.push('close');
      readings$.complete();
    },
  };
  const commands: (WheelDuties & { readonly at: number })[] = [];
  const command = drivetrain.command.bind(drivetrain);
  drivetrain.command = (at, duties) => {
    commands.push({ at, ...duties });
    command(at, duties);
  };
  const began = host.board.now;
  const body = new EmulatedBody(host.board, link, { id: 'a', robot, drivetrain, world, sensing });
  const readings: Reading[] = [];
  let ended = false;
  body.driver.readings$.subscribe({
    next: (reading) => readings.push(reading),
    complete: () => {
      ended = true;
    },
  });
  let step = 0;
  /** Whole steps of a millisecond, the host told 50 times a second. */
  const run = (seconds: number, drive?: readonly [number, number]) => {
    for (const end = step + Math.round(seconds * 1000); step < end; step++) {
      if (drive && step % 20 === 0) host.drive(...drive);
      world.advance(step / 1000, (step + 1) / 1000);
      body.advanced(step / 1000, (step + 1) / 1000);
    }
  };
  return {
    host,
    body,
    world,
    drivetrain,
    link,
    readings$,
    told,
    commands,
    readings,
    run,
    began,
    ended: () => ended,
  };
}
