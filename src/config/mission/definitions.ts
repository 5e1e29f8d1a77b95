/** Missions that a mission defines for its calls, with parameters. */
import { didYouMean, isFound, oneOf } from '../../validation/errors.js';
import { isRecord } from '../../validation/values.js';
import { type Form, listed } from './nodeForms.js';
import type { KeyPlace } from './nodePlaces.js';

/** The key beside a mission under which it defines others. */
export const DEFINE = 'define';

interface Definition {
  readonly name: string;
  /** Names of its parameters; in its nodes each stands as `$name`. */
  readonly takes: readonly string[];
  /** One node, or a list of nodes. */
  readonly body: unknown;
  readonly at: KeyPlace;
}

export interface Definitions {
  readonly byName: ReadonlyMap<string, Definition>;
  readonly faults: readonly { readonly message: string; readonly at: KeyPlace }[];
  readonly called: Set<string>;
  readonly unused: () => readonly string[];
}

/** A part of a definition that a call has given a value to: what is wrong with it is said where it was given. */
export interface Given {
  readonly from: KeyPlace;
  readonly to: KeyPlace;
}

/** Those of a whole mission. */
export function definitionsIn(root: unknown): Definitions {
  const written = isRecord(root) ? root[DEFINE] : undefined;
  const called = new Set<string>();
  const none = { byName: new Map<string, Definition>(), called, unused: () => [] };
  if (written === undefined) return { ...none, faults: [] };
  if (!isRecord(written)) {
    const message = `${isFound(written)}; a map of missions by their names is wanted, such as visit: [...]`;
    return { ...none, faults: [{ message, at: [DEFINE] }] };
  }
  const read = Object.entries(written).map(([name, value]) => definitionOf(name, value));
  const faults = read.flatMap((one) => ('message' in one ? [one] : []));
  const byName = new Map(read.flatMap((one) => ('name' in one ? [[one.name, one] as const] : [])));
  return { byName, faults, called, unused: () => [...byName.keys()].filter((name) => !called.has(name)) };
}

function definitionOf(
  name: string,
  value: unknown,
): Definition | { readonly message: string; readonly at: KeyPlace } {
  const at = [DEFINE, name];
  if (!isRecord(value) || !('with' in value)) {
    const hasDo = isRecord(value) && 'do' in value && Object.keys(value).length === 1;
    return { name, takes: [], body: hasDo ? value.do : value, at: hasDo ? [...at, 'do'] : at };
  }
  const { with: takes, do: body, ...others } = value;
  if (!Array.isArray(takes) || !takes.every((one) => typeof one === 'string'))
    return { message: `${isFound(takes)}; a list of names is wanted, such as [place]`, at: [...at, 'with'] };
  if (body === undefined || Object.keys(others).length > 0)
    return { message: `'${name}' takes with: names, and do: a node or a list of nodes`, at };
  const text = JSON.stringify(body) ?? '';
  const idle = takes.find((one) => !text.includes(`"$${one}"`));
  if (idle !== undefined)
    return {
      message: `'$${idle}' stands nowhere in it; remove it from with, or write it`,
      at: [...at, 'with'],
    };
  return { name, takes, body, at: [...at, 'do'] };
}

interface Called {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly definition: Definition;
}

/** `visit`, or `visit: { place: [1, 0] }`. @returns what is wrong */
export function calledIn(inside: unknown, { byName }: Definitions): Called | string {
  const known = [...byName.keys()];
  const words =
    known.length > 0 ? `defined are ${oneOf(known)}` : `none is defined; write it under '${DEFINE}:'`;
  const map = typeof inside === 'string' ? { [inside]: {} } : inside;
  if (!isRecord(map) || Object.keys(map).length !== 1)
    return `${isFound(inside)}; a call is the name of a mission, or its name with its values; ${words}`;
  const [[name, values]] = Object.entries(map) as [[string, unknown]];
  const definition = byName.get(name);
  if (!definition)
    return `there is no mission '${name}'; ${words}; ${didYouMean(name, known)}`.replace(/; $/, '');
  if (!isRecord(values)) return `${isFound(values)}; '${name}' takes a map of its values`;
  return { name, values, definition };
}

interface Filled {
  readonly children: Form['children'];
  readonly given: readonly Given[];
  readonly missing?: string;
}

/** The nodes of a definition with the values of a call. @param at where the values are given */
export function filledIn(
  { name, takes, body, at: defined }: Definition,
  values: Readonly<Record<string, unknown>>,
  at: KeyPlace,
): Filled {
  const given: Given[] = [];
  const fill = (value: unknown, place: KeyPlace): unknown => {
    if (typeof value === 'string' && value.startsWith('$') && takes.includes(value.slice(1))) {
      given.push({ from: place, to: [...at, value.slice(1)] });
      return values[value.slice(1)];
    }
    if (Array.isArray(value)) return value.map((one, i) => fill(one, [...place, i]));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, [...place, key])]));
  };
  const lacks = takes.find((one) => !(one in values));
  const strange = Object.keys(values).find((one) => !takes.includes(one));
  const wanted = takes.length > 0 ? `it takes ${oneOf(takes)}` : 'it takes no values';
  const missing =
    lacks !== undefined
      ? `'${lacks}' is missing in the call of '${name}'; ${wanted}`
      : strange !== undefined
        ? `'${name}' has no parameter '${strange}'; ${wanted}`
        : undefined;
  return { children: listed(fill(body, defined), defined), given, ...(missing !== undefined && { missing }) };
}
