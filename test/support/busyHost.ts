/** Scout's firmware on an emulated Arduino, in virtual time, before a host that is busy when a test says so. */
import { setImmediate } from 'node:timers/promises';
import { AvrBoard } from '../../sim/avr/board.js';
import { EmulatedBody } from '../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../sim/avr/virtualTime.js';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { AS_DECLARED } from '../../sim/scenario/plantSpec.js';
import { EMPTY_FLOOR } from '../../sim/scenario/scenario.js';
import { World } from '../../sim/world/world.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { fromNow } from '../../src/control/clock.js';
import type { ConnectedRobot } from '../../src/drivers/driver.js';
import { openDriver } from '../../src/drivers/openDriver.js';
import type { Port, PortListener } from '../../src/drivers/serial/port.js';
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import { turns } from '../drivers/fakeTime.js';

const STEP: Seconds = 0.001;

/** The host's time, whose timers wait while it is busy. */
class HostTime implements TimeSource {
  readonly #time: TimeSource;
  #freeAt = Number.NEGATIVE_INFINITY;

  constructor(time: TimeSource) {
    this.#time = time;
  }

  now(): Seconds {
    return this.#time.now();
  }

  after(delay: Seconds, callback: () => void): () => void {
    const due = this.now() + Math.max(0, delay);
    let cancel = this.#time.after(due - this.now(), () => {
      if (this.isBusy) cancel = this.#time.after(this.#freeAt - this.now(), callback);
      else callback();
    });
    return () => cancel();
  }

  get isBusy(): boolean {
    return this.now() < this.#freeAt - 1e-9;
  }

  /** From now on. */
  beBusy(duration: Seconds): void {
    this.#freeAt = this.now() + duration;
  }
}

/** The same port; what comes in while the host is busy waits. */
function heldBack(port: Port, time: HostTime): Port & { deliver(): void } {
  const waiting: (() => void)[] = [];
  return {
    name: port.name,
    write: (bytes, done) => port.write(bytes, done),
    close: () => port.close(),
    listen: (listener: PortListener) =>
      port.listen({
        ...listener,
        bytes: (bytes) => {
          if (time.isBusy || waiting.length > 0) waiting.push(() => listener.bytes?.(bytes));
          else listener.bytes?.(bytes);
        },
      }),
    deliver: () => {
      if (!time.isBusy) for (const give of waiting.splice(0)) give();
    },
  };
}

export interface BusyHost {
  readonly robot: ConnectedRobot;
  /** Lets time pass. */
  run(seconds: Seconds): Promise<void>;
  /** From now on the host runs no timer and reads nothing. */
  beBusy(duration: Seconds): void;
  /** Forward speed of the true body. */
  speed(): number;
  x(): number;
}

/** Scout at the origin of an empty floor, after the handshake, not armed. */
export async function onBusyHost(): Promise<BusyHost> {
  const robot = loadRobot('scout');
  const board = new AvrBoard(loadFirmware());
  const motors = new MotorDuties(board, robot.motors);
  const virtual = new HostTime(new VirtualTime(board));
  const port = heldBack(new EmulatedPort(board), virtual);
  const link = await untilSettled(
    board,
    openDriver(robot, port, { time: virtual, inputs: boardInputs(robot) }),
  );
  const drivetrain = new Drivetrain(robot, AS_DECLARED);
  const world = new World(EMPTY_FLOOR);
  world.addRobot(robot.name, robot, { x: 0, y: 0, heading: 0 }, drivetrain);
  const body = new EmulatedBody(
    board,
    link,
    { id: robot.name, robot, drivetrain, world, sensing: 'odometry' },
    motors,
  );
  const { deadMan, speedLimit, warning } = link;
  let steps = 0;
  return {
    robot: { ...body.driver, kind: 'emulated', time: fromNow(virtual), deadMan, speedLimit, warning },
    async run(seconds) {
      for (const end = steps + Math.round(seconds / STEP); steps < end; steps++) {
        world.advance(steps * STEP, (steps + 1) * STEP);
        body.sense((steps + 1) * STEP);
        body.advanced(steps * STEP, (steps + 1) * STEP);
        port.deliver();
        // Streams, such as a terminal's, need turns of the event loop.
        await (steps % 10 === 0 ? setImmediate() : turns());
      }
    },
    beBusy: (duration) => virtual.beBusy(duration),
    speed: () => (drivetrain.wheelSpeeds.left + drivetrain.wheelSpeeds.right) / 2,
    x: () => world.poseOf(robot.name).x,
  };
}
