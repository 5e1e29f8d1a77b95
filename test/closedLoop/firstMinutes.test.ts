/** No preset is stopped in its first minute, on whatever body: `npm run bench falseAlarms minutes` draws a hundred of each. */
import { describe, expect } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { robotNames } from '../chaos/written.js';
import { watchRun } from '../support/drawnRuns.js';
import { itInBoth, partOf } from '../support/effort.js';
import { firstMinute } from '../support/firstMinutes.js';

const BODIES = 4;
const CASES = robotNames().flatMap((preset) =>
  Array.from({ length: BODIES }, (_, i) => ({ preset, body: i + 1 })),
);

describe('the first minute', () => {
  itInBoth.each(partOf(CASES, 4))('of $preset on body $body', ({ preset, body }) => {
    const { alarms, way } = watchRun(firstMinute(preset, loadRobot(preset), body));
    expect(alarms.filter(({ stopped }) => stopped)).toEqual([]);
    expect(way).toBeGreaterThan(0.2);
  });
});
