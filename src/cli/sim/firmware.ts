/** What `--firmware` can run: robots whose board is emulated. */
import type { BodyFactory } from '../../../sim/engine/body.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { UNGUARDED_SPEED } from '../../drivers/unguarded/unguardedSpeed.js';
import { isBehindBus } from '../../kit/shields.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { UsageError } from '../../validation/errors.js';

/** @throws UsageError where the robot's board cannot be emulated */
export async function refuseForeign(robot: RobotDefinition): Promise<void> {
  const { emulationTrouble } = await import('../../../sim/avr/loadEmulated.js');
  const trouble = emulationTrouble(robot);
  if (trouble !== undefined) throw new UsageError(trouble);
}

/** Emulated Arduinos, started and armed. @throws UsageError for a robot whose board cannot be emulated */
export async function firmwareBodies(scenario: Scenario): Promise<BodyFactory> {
  for (const { robot } of scenario.robots) await refuseForeign(robot);
  const { emulatedBodies } = await import('../../../sim/avr/loadEmulated.js');
  return emulatedBodies(scenario);
}

/** Warns of robots that no dead-man could stop: a simulation may drive them all the same. */
export function warnUnguarded({ robots }: Scenario): void {
  const unguarded = robots.filter(({ robot }) => isBehindBus(robot.motors)).map(({ robot }) => robot.name);
  for (const name of new Set(unguarded)) {
    process.stderr.write(
      `warning: no dead-man reaches the motors of '${name}' on a shield behind a bus: at most ${UNGUARDED_SPEED} m/s; ` +
        'a real one drives only --without-deadman\n',
    );
  }
}
