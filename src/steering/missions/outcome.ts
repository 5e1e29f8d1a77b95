/** How a node of a mission stands after a tick: it runs, or it has ended. A fault is neither: it stops the robot. */
import type { MissionEnd } from '../../signals/missionTree.js';
import type { Behavior, Steering } from '../behavior.js';

export type Ended = MissionEnd;

/** How a behavior has ended by its answer; undefined while it runs. */
export function endedBy(said: Steering): Ended | undefined {
  const done = said.done ?? said.arrived;
  if (done === undefined || done === false) return undefined;
  const how = done === 'failed' ? 'failed' : 'done';
  return { how, why: said.why ?? null, where: said.where ?? null };
}

/** How it has ended, as an answer says it. */
export const endAnswer = ({ how, why, where }: Ended): Pick<Steering, 'done' | 'why' | 'where'> => ({
  done: how === 'done' ? true : 'failed',
  why: why ?? undefined,
  where: where ?? undefined,
});

/** The answer of a node that has ended: it asks for nothing. */
export const silentEnd = <M>(memory: M, ended: Ended): Steering<M> => ({
  memory,
  ...endAnswer(ended),
  contributions: [],
});

/**
 * A child's place in its node: `sequence[2]`, from 0 as in a program; without a number where there is only one. A guard
 * has no place of its own: it is written at its node.
 */
export function stepName(name: string, count: number, child: number): string {
  if (name === GUARD) return '';
  return count > 1 ? `${name}[${child}]` : name;
}

/** The name of the node that `while` and `unless` make. */
export const GUARD = 'guarded';

/** `sequence[2]` and `arrive` are `sequence[2].arrive`. */
export const joinedPath = (...names: readonly (string | null)[]): string =>
  names.filter((name) => name !== null && name !== '').join('.');

/** How a node has ended by its child: the path begins with the child's place. */
export const endedIn = (node: Behavior, child: number, ended: Ended): Ended => ({
  ...ended,
  where: joinedPath(
    stepName(node.name ?? 'own', node.parts?.length ?? 0, child),
    ended.where ?? node.parts?.[child]?.behavior.name ?? 'own',
  ),
});
