/** Faults of a serial line need one: only the emulated Arduino has it. */

import { STRUCK_PART } from '../../sim/scenario/faultSpec.js';
import type { Scenario } from '../../sim/scenario.js';
import { UsageError } from './usageError.js';

/** @throws UsageError where a scenario disturbs a line that there is not */
export function refuseLinkFaults({ name, faults = [] }: Scenario, remedy: string): void {
  const found = faults.find(({ fault }) => STRUCK_PART[fault] === 'link');
  if (!found) return;
  throw new UsageError(
    `scenario '${name}' injects ${found.fault}, and a simulated body has no serial link; ${remedy}`,
  );
}
