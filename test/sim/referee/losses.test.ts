/** When, where and why a run is lost: what each planted failure is told by. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { lossWords } from '../../../sim/referee/lossWords.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { distance } from '../../../src/math/geometry.js';
import { PLANTED_FAILURES, PLANTED_ROBOTS } from '../../support/plantedFailures.js';

const folder = mkdtempSync(join(tmpdir(), 'planted-'));
for (const [name, text] of Object.entries(PLANTED_ROBOTS)) writeFileSync(join(folder, name), text);

describe('a planted failure is told with its time, place, thing and reason', () => {
  it.each(PLANTED_FAILURES)('$name', async ({ name, scenario, lost, at, thing, place, why }) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, `name: ${name}\n${scenario}`);
    const result = await simulate(loadScenario(file), { now: () => 0 });
    const row = result.criteria.find(({ passed }) => !passed);
    const ids = result.robots.map(({ id }) => id);
    if (process.env.SHOW) console.log(name, '|', row && lossWords(row, ids), '|', row?.lost?.why, row?.lost);
    expect(result.passed).toBe(false);
    if (!row) throw new Error('no row is lost');
    expect(lossWords(row, ids)).toMatch(lost);
    expect(row.lost?.at).toBeGreaterThanOrEqual(at[0]);
    expect(row.lost?.at).toBeLessThanOrEqual(at[1]);
    expect(row.lost?.thing).toBe(thing);
    if (place) expect(distance(row.lost?.place ?? { x: 9, y: 9 }, place)).toBeLessThan(0.03);
    expect(row.lost?.why).toMatch(why);
  });
});
