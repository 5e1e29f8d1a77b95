/** Where the robot that is calibrated comes from: a port of this machine, or a simulated body that its file does not know. */

import { simulatedRobot } from '../../../sim/engine/simulatedRobot.js';
import type { FixesSpec } from '../../../sim/scenario/fixesSpec.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { parsePlant } from '../../../sim/scenario/plantSchema.js';
import { AS_DECLARED, type PlantSpec } from '../../../sim/scenario/plantSpec.js';
import { EMPTY_FLOOR } from '../../../sim/scenario/scenario.js';
import { loadText } from '../../config/loadFile.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { UsageError } from '../../validation/errors.js';
import { type OpenRobot, robotOpener } from '../drive/openRobot.js';
import { type LinkOptions, linkOf, refuseLink } from '../linkOptions.js';
import { EMULATED, SIMULATED } from '../portWords.js';
import { refuseForeign } from '../sim/firmware.js';

export interface RigOptions extends LinkOptions {
  readonly plant?: string;
  readonly seed?: number;
  readonly withoutDeadman?: boolean;
}

/** The true body that the wizard does not know. */
interface Hidden {
  readonly plant: PlantSpec;
  readonly fixes?: FixesSpec;
  readonly seed: number;
}

export const isVirtual = (port: string): boolean => port === SIMULATED || port === EMULATED;

/**
 * The board does not look for stalled wheels: what it expects of them is what is measured. `runManeuver` looks itself.
 *
 * @throws FileError, UsageError at once; DriverError when it is called
 */
export async function rigOpener(robot: RobotDefinition, options: RigOptions): Promise<OpenRobot> {
  const { port, plant, withoutDeadman = false } = options;
  if (!isVirtual(port)) {
    if (plant !== undefined)
      throw new UsageError('--plant is the true body of a robot that is not real; add --port simulated');
    return robotOpener(robot, { ...linkOf(options), withoutDeadman, testsWiring: true, attended: true });
  }
  refuseLink(options);
  const hidden = loadHidden(options);
  if (port === EMULATED) await refuseForeign(robot);
  return async () =>
    simulatedRobot(robot, {
      scenario: { world: EMPTY_FLOOR, ...hidden },
      ...(port === EMULATED && { body: await emulatedBody(robot, hidden.seed) }),
    });
}

const ORIGIN = { x: 0, y: 0, heading: 0, speed: 0 };

async function emulatedBody(robot: RobotDefinition, seed: number) {
  const { emulatedBodies } = await import('../../../sim/avr/loadEmulated.js');
  const mission = { behavior: 'prioritize', children: [] } as const;
  return emulatedBodies(
    { robots: [{ id: robot.name, robot, at: ORIGIN, mission }], seed },
    { testsWiring: true },
  );
}

/** A file with a plant, or a scenario with one. @throws FileError */
function loadHidden({ plant: file, seed = 1 }: RigOptions): Hidden {
  if (file === undefined) return { plant: AS_DECLARED, seed };
  const text = loadText(file);
  if (!/^robots\s*:/m.test(text)) return { plant: parsePlant(text, file), seed };
  const { plant, fixes } = loadScenario(file);
  return { plant, ...(fixes && { fixes }), seed };
}
