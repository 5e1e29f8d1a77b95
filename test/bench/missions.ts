/** What the nodes of a mission cost in a tick, beside mistreevous's in the same process: the same tree of 50 nodes. */
import { BehaviourTree, State } from 'mistreevous';
import { ZERO } from '../../src/math/geometry.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { fallback, repeat, sequence } from '../../src/steering/missions/inTurn.js';
import { percept } from '../support/percept.js';
import { compare, ratiosOf, row } from './clock.js';
import type { Figures } from './figures/figures.js';

type Tree = 'done' | 'running' | readonly ['sequence' | 'fallback' | 'repeat', ...Tree[]];

const DONE: Tree = ['sequence', 'done', 'done', 'done', 'done'];
const PAIR: Tree = ['sequence', 'done', 'done'];
/** Its last leaf runs for ever, seven nodes deep; all before it have ended. */
const TREE: Tree = [
  'sequence',
  ...[DONE, DONE, DONE, DONE, PAIR],
  ['repeat', ['sequence', DONE, ['fallback', ['sequence', DONE, DONE, ['sequence', DONE, 'running']]]]],
];

const countOf = (tree: Tree): number =>
  typeof tree === 'string' ? 1 : tree.slice(1).reduce((sum, child) => sum + countOf(child as Tree), 1);

/** Trusted as Steerbot's own: a user's behavior is shown a percept that it cannot change, which is its own cost. */
const LEAVES: Readonly<Record<'done' | 'running', Behavior>> = {
  done: { name: 'still', input: {}, start: () => null, steer: (_, memory) => ({ memory, done: true }) },
  running: { name: 'still', input: {}, start: () => null, steer: (_, memory) => ({ memory, force: ZERO }) },
};
const NODES = { sequence, fallback, repeat };

function ours(tree: Tree): Behavior {
  if (typeof tree === 'string') return LEAVES[tree];
  const [name, ...children] = tree;
  return NODES[name](...children.map(ours)) as Behavior;
}

interface TheirNode {
  readonly type: string;
  readonly call?: string;
  readonly child?: TheirNode;
  readonly children?: readonly TheirNode[];
}

function theirs(tree: Tree): TheirNode {
  if (typeof tree === 'string') return { type: 'action', call: tree };
  const [name, ...children] = tree;
  const made = children.map(theirs);
  if (name === 'repeat') return { type: name, child: made[0] as TheirNode };
  return { type: name === 'fallback' ? 'selector' : name, children: made };
}

function ourTick(): (i: number) => number {
  const tree = ours(TREE);
  const now = percept();
  let memory = tree.start();
  return () => {
    memory = tree.steer(now, memory, ZERO).memory;
    return 1;
  };
}

function theirTick(): (i: number) => number {
  const agent = { done: () => State.SUCCEEDED, running: () => State.RUNNING };
  const tree = new BehaviourTree({ type: 'root', child: theirs(TREE) } as never, agent);
  return () => {
    tree.step();
    return 1;
  };
}

/** Its leaves do nothing, so that only the nodes count. */
export function benchMissions(_: readonly string[], figures: Figures): void {
  console.log(`  ${''.padEnd(44)}   Steerbot  mistreevous   (medians, a tick)`);
  const rounds = compare({ ours: ourTick(), theirs: theirTick() });
  console.log(row(`${countOf(TREE)} nodes, the last of them runs`, rounds));
  figures.ratio('missions.nodes', ratiosOf(rounds), 'mistreevous 4.3');
  figures.wall(
    'missions.tick',
    rounds.map((round) => round.ours / 1000),
    'µs',
  );
}
