import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedBody } from '../../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import { World } from '../../../sim/world/world.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import { driverContract } from '../../support/driverContract.js';
import { partOf } from '../../support/effort.js';
import { EMPTY, ORIGIN, PLANT } from '../bodies.js';

const SCOUT = loadRobot('scout');

/** Lets what Node has put off happen: firmata-io answers by events. */
const nextTurn = () => new Promise((done) => setImmediate(done));

/** Scout on its own board, with the real firmware; waiting for it advances the whole body. */
async function emulated(sensing: 'truth' | 'odometry') {
  const board = new AvrBoard(loadFirmware());
  const opening = openDriver(SCOUT, new EmulatedPort(board), { time: new VirtualTime(board) });
  const link = await untilSettled(board, opening, { nextTurn });
  const world = new World(EMPTY);
  const drivetrain = new Drivetrain(SCOUT, PLANT);
  world.addRobot('a', SCOUT, ORIGIN, drivetrain);
  const body = new EmulatedBody(board, link, { id: 'a', robot: SCOUT, drivetrain, world, sensing });
  let step = 0;
  const running = {
    get now() {
      return step / 1000;
    },
    runUntil(time: number) {
      for (const end = Math.round(time * 1000); step < end; step++) {
        if (step % 20 === 0) body.sense(step / 1000);
        world.advance(step / 1000, (step + 1) / 1000);
        body.advanced(step / 1000, (step + 1) / 1000);
      }
    },
  };
  const { driver } = body;
  return {
    driver: { ...driver, arm: () => untilSettled(running, driver.arm(), { nextTurn }) },
    wheelSpeeds: () => world.wheelSpeedsOf('a'),
    run: (time: number) => running.runUntil(running.now + time),
  };
}

/** Scout's wheels need 1.3 s to full speed, to the last digit; its dead-man time is 200 ms. */
const FIGURES = { settles: 1.4, holds: 0.15 };

for (const sensing of partOf(['odometry', 'truth'] as const, 1))
  driverContract(`an emulated Arduino, sensing ${sensing},`, () => emulated(sensing), FIGURES);
