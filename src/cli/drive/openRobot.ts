/** Where `drive` gets its robot from: a port of this machine, or an Arduino emulated in this process. */

import { fromNow } from '../../control/clock.js';
import { openConnection } from '../../drive/connect.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { SeveralBoards } from '../../drivers/serial/ports.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { type LinkOptions, refuseLink } from '../linkOptions.js';
import { EMULATED } from '../portWords.js';
import { askForPort } from './choosePort.js';

/** May be called again when the robot was lost. @throws DriverError, UsageError */
export type OpenRobot = () => Promise<ConnectedRobot>;

export interface SourceOptions extends LinkOptions {
  readonly withoutDeadman: boolean;
  /** As in `DriverOptions`. */
  readonly testsWiring?: boolean;
  /** How an emulated robot is really wired, if unlike its file. */
  readonly body?: RobotDefinition;
  /** A user is there to answer a question. */
  readonly attended: boolean;
}

/** Opens nothing yet; the emulator is loaded only for an emulated board. @throws UsageError where it cannot be emulated */
export async function robotOpener(robot: RobotDefinition, options: SourceOptions): Promise<OpenRobot> {
  refuseLink(options);
  if (options.port !== EMULATED) return realOpener(robot, options);
  const { refuseForeign } = await import('../sim/firmware.js');
  await refuseForeign(robot);
  const { openEmulated } = await import('../../../sim/avr/loadEmulated.js');
  return () => openEmulated(robot, options);
}

function realOpener(robot: RobotDefinition, { port, attended, ...options }: SourceOptions): OpenRobot {
  const time = fromNow();
  let chosen = port;
  const open = () => openConnection(robot, { ...options, port: chosen, time });
  return () =>
    open().catch(async (error: unknown) => {
      if (!(error instanceof SeveralBoards) || !attended) throw error;
      chosen = await askForPort(error.ports);
      return open();
    });
}
