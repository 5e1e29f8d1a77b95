/** How each node of a mission stands, by the mission's memory: for those who show it, log it, and go on from it. */
import { fieldOf } from '../../validation/values.js';
import type { Behavior } from '../behavior.js';
import { type Ended, GUARD, joinedPath, stepName } from './outcome.js';

/** How a node stands. */
export type StepState = 'waiting' | 'running' | 'done' | 'failed';

export interface Step {
  /** Its path in the mission: `sequence[2].arrive`. */
  readonly path: string;
  readonly state: StepState;
}

/** Every node of a mission from the top down, a guard's child in its place. */
export const missionSteps = (behavior: Behavior, memory: unknown): readonly Step[] => [
  ...walk(behavior, memory, '', endOf(memory) ?? 'running'),
];

function* walk(behavior: Behavior, memory: unknown, above: string, state: StepState): Generator<Step> {
  const { name = 'own', parts = [] } = behavior;
  if (name !== GUARD) yield { path: joinedPath(above, name), state };
  for (const [i, part] of parts.entries()) {
    const below = childState(behavior, memory, i, state);
    const path = joinedPath(above, stepName(name, parts.length, i));
    yield* walk(part.behavior, below.memory, path, below.state);
  }
}

/** How a node with state has ended. */
const endOf = (memory: unknown): StepState | undefined =>
  (fieldOf(memory, 'ended') as Ended | null | undefined)?.how;

interface Child {
  readonly state: StepState;
  readonly memory: unknown;
}

const WAITING: Child = { state: 'waiting', memory: undefined };

function childState({ name, parts = [] }: Behavior, memory: unknown, i: number, state: StepState): Child {
  if (state === 'waiting') return WAITING;
  if (name === 'parallel') return besideOthers(memory, i, state);
  const asked = fieldOf(memory, 'child');
  if (typeof asked === 'number') return inItsTurn(name, memory, asked, i);
  // A combinator asks them all.
  const memories = Array.isArray(memory) ? memory : fieldOf(memory, 'memories');
  const below: unknown = parts.length > 0 ? fieldOf(memories, i) : undefined;
  return { state: state === 'running' ? (endOf(below) ?? 'running') : state, memory: below };
}

function inItsTurn(name: string | undefined, memory: unknown, asked: number, i: number): Child {
  if (i > asked) return WAITING;
  if (i < asked) return { state: name === 'fallback' ? 'failed' : 'done', memory: undefined };
  const ended = endOf(memory);
  const below = fieldOf(memory, 'memory');
  if (ended === undefined) return { state: endOf(below) ?? 'running', memory: below };
  // Ended from above, by a condition or by time, its child has come to no end of its own.
  const isItsOwn = (fieldOf(memory, 'ended') as Ended).where !== null;
  return { state: isItsOwn ? ended : 'done', memory: undefined };
}

function besideOthers(memory: unknown, i: number, state: StepState): Child {
  const isOver = fieldOf(fieldOf(memory, 'over'), i) === true;
  const below: unknown = fieldOf(fieldOf(memory, 'memories'), i);
  if (isOver) return { state: state === 'failed' ? 'failed' : 'done', memory: undefined };
  return { state: state === 'running' ? (endOf(below) ?? 'running') : state, memory: below };
}

/** What has changed between two instants of the same mission. */
export function changedSteps(before: readonly Step[], now: readonly Step[]): readonly Step[] {
  return now.filter((step, i) => before[i]?.state !== step.state);
}

/** The leaves that run: `sequence[2].arrive`. */
export const runningLeaves = (steps: readonly Step[]): readonly string[] =>
  steps
    .filter(({ path, state }, i) => state === 'running' && !isAbove(path, steps[i + 1]))
    .map(({ path }) => path);

/** Whether the next node lies below this one: a node's path is its parent's, with its place there. */
const isAbove = (path: string, next: Step | undefined): boolean =>
  next !== undefined && (next.path.startsWith(`${path}[`) || next.path.startsWith(`${path}.`));

/**
 * The memory of a mission that is to go on at a node: those before it count as done, and it begins.
 *
 * @returns undefined where there is no such node
 */
export function memoryAt(behavior: Behavior, path: string, above = ''): unknown {
  const { name = 'own', parts = [] } = behavior;
  if (name !== GUARD && joinedPath(above, name) === path) return behavior.start();
  for (const [i, part] of parts.entries()) {
    const below = memoryAt(part.behavior, path, joinedPath(above, stepName(name, parts.length, i)));
    if (below !== undefined) return withChild(behavior, i, below);
  }
  return undefined;
}

function withChild(behavior: Behavior, i: number, below: unknown): unknown {
  const start = behavior.start();
  if (typeof fieldOf(start, 'child') === 'number') return { ...(start as object), child: i, memory: below };
  const replaced = (list: unknown) => (list as readonly unknown[]).map((one, at) => (at === i ? below : one));
  if (Array.isArray(start)) return replaced(start);
  return { ...(start as object), memories: replaced(fieldOf(start, 'memories')) };
}
