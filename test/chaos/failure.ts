/** A failed run in words: what was violated when, and what repeats it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ChaosRun } from './drawRun.js';
import type { Outcome } from './runChaos.js';

/** Writes the scenario to a file of the temporary folder. @returns the text for the terminal */
export function writeFailure(run: ChaosRun, outcome: Outcome): string {
  const folder = join(tmpdir(), 'steerbot-chaos');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${run.seed}-run-${run.index}${run.firmware ? '-firmware' : ''}.yaml`);
  writeFileSync(file, failureScenario(run));
  return failureText(run, outcome, file);
}

export function failureText(run: ChaosRun, { violations, scene }: Outcome, file: string): string {
  const lines = violations.map(
    ({ robot, at, tick, rule, what }) =>
      `  robot ${robot}, ${at.toFixed(3)} s, tick ${tick}: ${rule}: ${what}`,
  );
  return [
    `run ${run.index} of seed ${run.seed} (${scene}) violates a promise:`,
    ...lines,
    `  repeat it: ${repeatCommand(run)}`,
    `  its scenario, with the faults that a scenario can express: ${file}`,
  ].join('\n');
}

export const repeatCommand = ({
  seed,
  index,
  firmware,
}: Pick<ChaosRun, 'seed' | 'index' | 'firmware'>): string =>
  `npm run chaos -- --seed ${seed} --only ${index}${firmware ? ' --firmware' : ''}`;

/** The scenario's file; what it cannot express stands in its comment. */
export function failureScenario(run: ChaosRun): string {
  const upsets = run.upsets.map((upset) => `#   ${JSON.stringify(upset)}\n`);
  const remark = `# Run ${run.index} of chaos seed ${run.seed}. \`${repeatCommand(run)}\` repeats it with its operators and these:\n`;
  return remark + upsets.join('') + stringify(run.written);
}
