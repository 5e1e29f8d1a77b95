/** How nodes with state are written: as a list of nodes, or as a map with them under `do`. */
import { NODES, type NodeSpec } from '../../signals/missionTree.js';
import { isFound } from '../../validation/errors.js';
import { isRecord } from '../../validation/values.js';
import type { KeyPlace } from './nodePlaces.js';

/** Nodes that missions write by their names; guards stand beside other nodes. */
export type NodeName = Exclude<NodeSpec['behavior'], 'guarded'>;
export const WRITTEN_NODES = NODES.filter((name): name is NodeName => name !== 'guarded');

/** A node's parameters, and the children that it has, each with its place below the node. */
export interface Form {
  readonly parameters: unknown;
  readonly children: readonly { readonly value: unknown; readonly at: KeyPlace }[];
}

/** What a node takes, and whether a bare list stands for it. */
const TAKES: Readonly<
  Record<Exclude<NodeName, 'call' | 'parallel'>, { keys: readonly string[]; list: boolean }>
> = {
  sequence: { keys: [], list: true },
  fallback: { keys: [], list: true },
  repeat: { keys: ['times'], list: true },
  retry: { keys: ['times'], list: true },
  timeout: { keys: ['after'], list: false },
};

/** @returns what is wrong, where it is no such node */
export function formOf(name: NodeName, inside: unknown): Form | string {
  if (name === 'parallel') return parallelForm(inside);
  const { keys, list } = TAKES[name as keyof typeof TAKES];
  if (Array.isArray(inside) && list)
    return inside.length > 0
      ? { parameters: {}, children: listed(inside, []) }
      : `${name} has no node; give one`;
  const forms = keys.length > 0 ? `a map of ${keys.join(', ')} and do` : 'a list of nodes';
  if (!isRecord(inside))
    return `${isFound(inside)}; ${name} takes ${list && keys.length > 0 ? 'a list of nodes, or ' : ''}${forms}`;
  const { do: body, ...parameters } = inside;
  if (body === undefined)
    return `${name} has no node; ${name} takes ${forms}; add do: with a node, or a list of nodes`;
  const children = listed(body, ['do']);
  return children.length > 0 ? { parameters, children } : `${name} has no node; give one`;
}

function parallelForm(inside: unknown): Form | string {
  const wanted = 'parallel takes a map of do: the one that drives, and watch: a list of watchers';
  if (!isRecord(inside)) return `${isFound(inside)}; ${wanted}`;
  const strange = Object.keys(inside).find((key) => key !== 'do' && key !== 'watch');
  if (strange !== undefined) return `unknown key '${strange}'; ${wanted}`;
  if (inside.do === undefined || inside.watch === undefined)
    return `'${inside.do === undefined ? 'do' : 'watch'}' is missing; ${wanted}`;
  const watch = Array.isArray(inside.watch)
    ? listed(inside.watch, ['watch'])
    : [{ value: inside.watch, at: ['watch'] }];
  return { parameters: {}, children: [{ value: asOne(inside.do), at: placeOfOne(inside.do) }, ...watch] };
}

/** Several nodes in place of one are a sequence. */
const asOne = (value: unknown): unknown => (Array.isArray(value) ? { sequence: value } : value);
const placeOfOne = (value: unknown): KeyPlace => (Array.isArray(value) ? ['do', SILENT] : ['do']);
/** A key that is not written. */
export const SILENT = '\u0000';

/** One node, or a list of nodes. */
export const listed = (value: unknown, at: KeyPlace): Form['children'] =>
  Array.isArray(value) ? value.map((one: unknown, i) => ({ value: one, at: [...at, i] })) : [{ value, at }];
