/** `drive --port emulated --miswired SEED`: a robot that is wired unlike its file, to practise on. */
import type { Exchange, Miswired } from '../../../sim/avr/miswired.js';
import { loadRobot } from '../../config/loadDefinition.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { UsageError } from '../../validation/errors.js';
import { presetList } from '../presets.js';

/** @throws UsageError where no robot is emulated */
export function refuseMiswired(port: string, seed: number | undefined): void {
  if (seed === undefined || port === 'emulated') return;
  throw new UsageError(`--miswired is for an emulated robot, not for '${port}'; add --port emulated`);
}

/** The emulator is loaded only here. */
export async function miswiredBody(robot: RobotDefinition, seed: number): Promise<Miswired> {
  const { miswired } = await import('../../../sim/avr/miswired.js');
  const kit = presetList().find((preset) => preset.kit === robot.kit);
  return miswired(robot, kit && loadRobot(kit.name), seed);
}

const EXCHANGE_TEXTS: Readonly<Record<Exchange, string>> = {
  sides: 'the motors were on the other sides',
  directions: "the motors' direction pins were crossed",
  'left inverted': "the left wheel's motor turned the other way",
  'right inverted': "the right wheel's motor turned the other way",
  counters: 'the encoders were on the other sides',
  'left channels': "a and b of the left wheel's encoder were exchanged",
  'right channels': "a and b of the right wheel's encoder were exchanged",
};

/** What the seed had done, for after the repair. */
export function exchangeText(seed: number, exchanged: readonly Exchange[]): string {
  const what = exchanged.map((each) => EXCHANGE_TEXTS[each]).join('; ');
  return `seed ${seed}: ${what || 'the robot was wired as its file says'}`;
}
