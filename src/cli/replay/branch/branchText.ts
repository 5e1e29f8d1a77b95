/** A future of a recording as the text of a scenario. */

import { formatSeconds } from '../../../../sim/referee/result.js';
import { writtenScenario } from '../../../../sim/scenario/writtenScenario.js';
import type { Retold } from '../../../../sim/session/retelling.js';
import type { Seconds } from '../../../math/units.js';

/**
 * @param file the recording
 * @param words what is different from `at` on
 */
export function branchText(
  file: string,
  at: Seconds,
  words: string,
  { scenario, leftOut, firmware }: Retold,
): string {
  const { behaviors = {} } = scenario;
  const lines = [
    `Another future of ${file}, from ${formatSeconds(at)} on: ${words}`,
    ...(leftOut.length > 0 ? [`Not in it, for no file can say it: ${leftOut.join(', ')}`] : []),
    ...(firmware ? ['It is the same run with --firmware'] : []),
    ...(Object.keys(behaviors).length > 0 ? ['It needs --behaviors FILE.js'] : []),
  ];
  return writtenScenario(scenario, lines.map((line) => line.replace(/\s+/g, ' ')).join('\n'));
}
