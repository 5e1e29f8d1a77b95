/** Whether a mission does better than another one: the same seed is run again with that. */

import type { ChangedSetting } from '../../src/recording/simulated.js';
import { changedSettings } from '../scenario/changes.js';
import type { BeatsSpec, CriterionSpec, Scenario } from '../scenario/scenario.js';
import { pathOf } from '../scenario/vary.js';
import { atLeastRow, BEATS, type CriterionResult, microseconds, type Result } from './result.js';

const isBeats = (criterion: CriterionSpec): criterion is BeatsSpec => criterion.criterion === 'beats';

/** The other run of each comparison: without comparisons of its own, but judged by the same goals. */
export function rivalsOf(scenario: Scenario): Scenario[] {
  const criteria = scenario.criteria.filter((criterion) => !isBeats(criterion));
  return scenario.criteria.filter(isBeats).map((spec) => {
    const rival = { ...scenario, criteria, robots: withRival(scenario, spec) };
    const changes = scenario.changes?.map((change) => {
      const shared = sharedSettings(changedSettings(change), rival);
      return { ...change, set: Object.fromEntries(shared.map(({ key, value }) => [key, value])) };
    });
    return { ...rival, ...(changes && { changes }) };
  });
}

/** Without those of missions by which robots do not drive in the other run: they have no place there. */
export function sharedSettings(
  settings: readonly ChangedSetting[],
  { robots }: Pick<Scenario, 'robots'>,
): readonly ChangedSetting[] {
  const ids = { robots: robots.map(({ id }) => ({ id })) };
  return settings.filter(({ key }) => {
    const [list, index, part] = pathOf(key, ids).keys;
    return list !== 'robots' || part !== 'mission' || robots[Number(index)]?.drivenBy === undefined;
  });
}

/**
 * A row for each comparison: by how much the run is better, in the direction of the compared row.
 *
 * Δ = m − m' where a row wants at least, m' − m where it wants at most. A time that the other run does not reach counts
 * as the time at which that run ends: it has lost by at least so much. One that this run does not reach loses.
 *
 * @param others the results of the other runs, in the order of `rivalsOf`
 */
export function rivalRows(
  { criteria }: Pick<Scenario, 'criteria'>,
  rows: readonly CriterionResult[],
  others: readonly Pick<Result, 'criteria' | 'simulatedSeconds'>[],
): CriterionResult[] {
  return criteria.filter(isBeats).map((spec, i) => {
    const other = others[i];
    const own = rows.find(({ criterion }) => criterion === spec.in);
    const theirs = other?.criteria.find(({ criterion }) => criterion === spec.in);
    const lost = other && isTime(spec.in) ? other.simulatedSeconds : null;
    const [mine, its] = [own?.measured ?? null, theirs?.measured ?? lost];
    const ahead = mine === null || its === null ? null : own?.bound ? mine - its : its - mine;
    const row = atLeastRow(`${BEATS}${spec.in}`, spec.by, ahead === null ? null : microseconds(ahead));
    return { ...row, passed: row.passed && ahead !== null && ahead > 0, of: spec.mission };
  });
}

const isTime = (row: string): boolean => row === 'arrived' || row === 'distance.reaches';

function withRival({ robots, missions = [] }: Scenario, { mission, robot }: BeatsSpec): Scenario['robots'] {
  const drivenBy = missions.find(({ name }) => name === mission)?.mission;
  if (!drivenBy) throw new Error(`there is no mission '${mission}'`);
  return robots.map((spec) => (robot === undefined || spec.id === robot ? { ...spec, drivenBy } : spec));
}
