/** Only an emulated Arduino has a serial line, which link faults need. */
import { linkFaultIn } from '../../../sim/scenario/faultSpec.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { UsageError } from '../terminal/exitCodes.js';

/** @throws UsageError where a scenario disturbs a serial line and its bodies have none */
export function refuseLinkFaults({ name, faults }: Scenario, remedy: string): void {
  const fault = linkFaultIn(faults);
  if (fault === undefined) return;
  throw new UsageError(
    `scenario '${name}' injects ${fault}, and a simulated body has no serial link; ${remedy}`,
  );
}
