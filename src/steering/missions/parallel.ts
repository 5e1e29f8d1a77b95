/** One behavior that drives, and watchers beside it. */
import { ask, BadAnswer } from '../asking.js';
import { type Behavior, requireBehaviors, type Steering } from '../behavior.js';
import { type Ended, endedBy, endedIn, silentEnd } from './outcome.js';
import { passedOn } from './passedOn.js';

interface ParallelMemory {
  /** Of the mover and of the watchers, in their order. */
  readonly memories: readonly unknown[];
  /** Which of them are done: they are not asked again. */
  readonly over: readonly boolean[];
  readonly ended: Ended | null;
}

/**
 * One mover, and watchers beside it, which may wait, check and tell, but do not drive. It ends as its mover does, and fails
 * as soon as a watcher fails. A watcher that is done is not asked again.
 *
 * It is not two movers: those are blended by `prioritize`, `blend`, `budget` and `dither`.
 *
 * @throws BadAnswer where a watcher asks for a force
 * @example
 * ```ts
 * import { arrive, check, parallel, scenario, sequence, simulate, wait } from 'steerbot';
 * const late = sequence(wait('1 s'), check({ near: { target: [5, 0], within: 1 } }));
 * const robots = [{ robot: 'scout', mission: parallel(arrive({ target: [5, 0] }), late) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(a?.outcome, a?.why?.slice(0, 28)); // failed in parallel[1].sequence[1].c
 * ```
 */
export function parallel(mover: Behavior, ...watchers: readonly Behavior[]): Behavior<ParallelMemory> {
  const children = [mover, ...watchers];
  requireBehaviors('parallel', children);
  const node: Behavior<ParallelMemory> = {
    name: 'parallel',
    input: {},
    parts: children.map((behavior) => ({ behavior })),
    start: () => ({
      memories: children.map((behavior) => behavior.start()),
      over: children.map(() => false),
      ended: null,
    }),
    steer(percept, before, soFar) {
      if (before.ended) return silentEnd(before, before.ended);
      const memories = [...before.memories];
      const over = [...before.over];
      let sets: Steering['sets'];
      for (let i = 1; i < children.length; i++) {
        if (over[i]) continue;
        const watcher = children[i] as Behavior;
        const said = ask(watcher, percept, memories[i], soFar);
        if (said.force)
          throw new BadAnswer(`${watcher.name ?? 'a watcher'} asks for a force; a watcher does not drive`);
        if (said.sets) sets = { ...sets, ...said.sets };
        const ended = endedBy(said);
        memories[i] = ended ? null : said.memory;
        over[i] = ended !== undefined;
        if (ended?.how === 'failed') {
          const here = endedIn(node, i, ended);
          return silentEnd({ memories, over, ended: here }, here);
        }
      }
      const said = ask(mover, percept, memories[0], soFar);
      memories[0] = said.memory;
      if (said.sets) sets = { ...sets, ...said.sets };
      const ended = endedBy(said);
      const here = ended && endedIn(node, 0, ended);
      return passedOn(node, mover, said, { memories, over, ended: here ?? null }, sets, here);
    },
  };
  return node;
}
