/** News that is not as it should be: of another clock, too late, or of another target. The time of targets, neighbors and maps is that of the loop. */
import type { Seconds } from '../math/units.js';
import type { Neighbor, Target } from '../signals/signals.js';
import { TARGET_TIMEOUT } from '../steering/target.js';
import type { Around, Surrounded } from './state.js';

type News = Pick<Around, 'targets' | 'suspects' | 'surroundings'>;

/** Whose stamp is ahead, in words; undefined where all are of this clock. */
export function aheadOfClock({ targets, suspects, surroundings }: News, until: Seconds): string | undefined {
  for (const id in targets) if ((targets[id] as Target).at > until) return `target '${id}'`;
  for (const id in suspects) if ((suspects[id] as Target).at > until) return `target '${id}'`;
  if (surroundings.at > until) return 'the map';
  for (let i = 0; i < surroundings.neighbors.length; i++) {
    const { id, at, says } = surroundings.neighbors[i] as Neighbor;
    if (at > until || (says && says.at > until)) return `robot '${id}'`;
  }
  return undefined;
}

/** The first of the news that is lost as it comes: it is of another clock, or too late to be followed. */
export function tooLate<T extends { readonly at: Seconds }>(news: readonly T[], now: Seconds): T | undefined {
  for (let i = 0; i < news.length; i++) if (now - (news[i] as T).at > TARGET_TIMEOUT) return news[i];
  return undefined;
}

/** The same news, where what is stamped ahead of the clock counts as heard now, and so grows old. */
export function heardNow<A extends News>(around: A, now: Seconds, until: Seconds): A {
  const { targets, suspects, surroundings } = around;
  const dated = <T extends { readonly at: Seconds }>(one: T): T =>
    one.at > until ? { ...one, at: now } : one;
  const all = (those: Readonly<Record<string, Target>>) =>
    Object.fromEntries(Object.entries(those).map(([id, one]) => [id, dated(one)]));
  const said = (neighbor: Neighbor): Neighbor =>
    neighbor.says ? { ...dated(neighbor), says: dated(neighbor.says) } : dated(neighbor);
  const seen: Surrounded = {
    ...dated(surroundings),
    neighbors: surroundings.neighbors.map(said),
  };
  return { ...around, targets: all(targets), suspects: all(suspects), surroundings: seen };
}

/** Of a target that the mission names: its id may be written otherwise where its news comes from. */
export function noNewsOf(
  id: string,
  named: readonly string[],
  heard: Readonly<Record<string, Target>>,
): string {
  const [other] = Object.keys(heard).filter((one) => one !== 'pointer' && !named.includes(one));
  const hint = other === undefined ? '' : `, but there is of '${other}'`;
  return `there is no news of target '${id}' yet${hint}`;
}
