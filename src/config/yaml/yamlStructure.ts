/** Refuses features of YAML that Steerbot's files must not use, before a schema checks them. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type ParsedNode,
  visit,
  type YAMLMap,
} from 'yaml';
import type { FileFault } from '../../validation/errors.js';

const MAX_DEPTH = 20;
export const TOO_DEEP = `nested too deeply; ${MAX_DEPTH} levels are allowed`;
/** Keys that would change JavaScript's objects. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether more than 1000 brackets are open at once, also counting those in words and comments. */
export function opensTooMany(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open += bracket === '[' || bracket === '{' ? 1 : -1;
    if (open > 1000) return true;
  }
  return false;
}

type FaultAt = (offset: number, message: string) => FileFault;

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins; one document per file is allowed; remove the `---`',
  TAB_AS_INDENT: 'a tab indents; spaces are wanted',
};

/** Faults in the order of the file. */
export function structureFaults(document: Document<ParsedNode>, place: FaultAt): FileFault[] {
  const faults = syntaxFaults(document, place);
  if (faults.length > 0) return faults;
  const contents = document.contents;
  if (!contents || (isScalar(contents) && contents.value === null)) {
    return [place(0, 'the file is empty; a map of keys and values is wanted')];
  }
  return [...rootFaults(document, place), ...nodeFaults(document, place)];
}

/** One fault per place: later errors of the parser at the same place follow from the first. */
function syntaxFaults({ errors }: Document<ParsedNode>, place: FaultAt): FileFault[] {
  if (errors.some(({ message }) => /call stack/.test(message))) return [place(0, `the file is ${TOO_DEEP}`)];
  const firsts = new Map(errors.toReversed().map((error) => [error.pos[0], error]));
  return [...firsts.values()]
    .toSorted((a, b) => a.pos[0] - b.pos[0])
    .map(({ code, message, pos }) =>
      place(pos[0], ERROR_MESSAGES[code] ?? `this is not YAML: ${message.split('\n')[0]}`),
    );
}

function rootFaults({ contents }: Document<ParsedNode>, place: FaultAt): FileFault[] {
  if (isMap(contents)) return [];
  const found = isSeq(contents) ? 'a list' : 'a single value';
  const isTable = isScalar(contents) && /[,;\t]/.test(String(contents.value));
  const cure = isTable || isSeq(contents) ? '; if it is a path, `--path` follows it' : '';
  return [
    place(contents?.range[0] ?? 0, `the file holds ${found}; a map of keys and values is wanted${cure}`),
  ];
}

type Refuse = (node: unknown, message: string) => void;

function nodeFaults(document: Document<ParsedNode>, place: FaultAt): FileFault[] {
  const faults: FileFault[] = [];
  const refuse: Refuse = (node, message) => {
    faults.push(place(isNode(node) ? (node.range?.[0] ?? 0) : 0, message));
  };
  visit(document, {
    Node(_, node, parents) {
      if (isAlias(node)) checkAlias(node, document, parents, refuse);
      else if (node.tag) refuse(node, `the tag ${node.tag} is found; plain values are wanted`);
      if (isMap(node)) checkKeys(node, refuse);
      const depth = parents.filter((parent) => isMap(parent) || isSeq(parent)).length;
      if (isScalar(node) || depth < MAX_DEPTH) return undefined;
      refuse(node, `this is ${TOO_DEEP}`);
      return visit.SKIP;
    },
  });
  return faults;
}

function checkAlias(
  alias: Alias,
  document: Document<ParsedNode>,
  parents: readonly unknown[],
  refuse: Refuse,
): void {
  const anchored = alias.resolve(document);
  if (anchored && !parents.includes(anchored)) return;
  if (anchored) refuse(alias, `the alias *${alias.source} stands in what it stands for; write the value out`);
  else refuse(alias, `the alias *${alias.source} has no anchor; write the value out`);
}

function checkKeys({ items }: YAMLMap, refuse: Refuse): void {
  const seen = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) {
      refuse(key, 'a list or a map is used as a key; a word is wanted');
      continue;
    }
    const name = String(key.value);
    if (FORBIDDEN_KEYS.has(name)) refuse(key, `'${name}' is not allowed as a key; remove it`);
    if (seen.has(name))
      refuse(key, `the key '${name}' is written twice; each key once; remove one of the two`);
    seen.add(name);
  }
}
