/** Several boards are plugged in: asks the user which one is the robot. */
import { UsageError } from '../../validation/errors.js';

export interface PortChoice {
  readonly path: string;
  /** What is known of the board: maker, serial number. */
  readonly label: string;
}

/** @throws UsageError when the question is declined */
export async function askForPort(ports: readonly PortChoice[]): Promise<string> {
  const { isCancel, select } = await import('@clack/prompts');
  const options = ports.map(({ path, label }) => ({ value: path, label: path, hint: label }));
  const chosen = await select({ message: 'Which board is the robot?', options, output: process.stderr });
  if (isCancel(chosen)) throw new UsageError('no board was chosen; name one with --port PATH');
  return chosen;
}
