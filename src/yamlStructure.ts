/** What YAML can do that none of our files may: everything that is refused before a schema looks. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type ParsedNode, visit } from 'yaml';
import type { FileFault } from './errors.js';

const DEEPEST = 20;
export const TOO_DEEP = `nested too deeply; ${DEEPEST} levels are allowed`;
/** Keys that would reach into JavaScript's objects. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Place = (offset: number, message: string) => FileFault;

const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'a key is written twice; each key once; remove one of the two',
  MULTIPLE_DOCS: 'a second document begins; one document a file is allowed; remove the `---`',
  TAB_AS_INDENT: 'a tab indents; spaces are wanted',
};

/** Faults in the order of the file. */
export function structureFaults(document: Document<ParsedNode>, place: Place): FileFault[] {
  const faults = syntaxFaults(document, place);
  if (faults.length > 0) return faults;
  const contents = document.contents;
  if (!contents || (isScalar(contents) && contents.value === null)) {
    return [place(0, 'the file is empty; a map of keys and values is wanted')];
  }
  return [...rootFaults(document, place), ...nodeFaults(document, place)];
}

/** One fault a place: what the parser says next of the same place follows from the first. */
function syntaxFaults({ errors }: Document<ParsedNode>, place: Place): FileFault[] {
  if (errors.some(({ message }) => /call stack/.test(message))) return [place(0, `the file is ${TOO_DEEP}`)];
  const firsts = new Map(errors.toReversed().map((error) => [error.pos[0], error]));
  return [...firsts.values()]
    .toSorted((a, b) => a.pos[0] - b.pos[0])
    .map(({ code, message, pos }) =>
      place(pos[0], WORDS[code] ?? `this is not YAML: ${message.split('\n')[0]}`),
    );
}

function rootFaults(document: Document<ParsedNode>, place: Place): FileFault[] {
  if (isMap(document.contents)) return [];
  const found = isSeq(document.contents) ? 'a list' : 'a single value';
  return [
    place(document.contents?.range[0] ?? 0, `the file holds ${found}; a map of keys and values is wanted`),
  ];
}

function nodeFaults(document: Document<ParsedNode>, place: Place): FileFault[] {
  const faults: FileFault[] = [];
  const refuse = (node: unknown, message: string) => {
    faults.push(place(isNode(node) ? (node.range?.[0] ?? 0) : 0, message));
  };
  visit(document, {
    Node(_, node, parents) {
      if (isAlias(node) && !node.resolve(document)) {
        refuse(node, `the alias *${node.source} stands for nothing; write the value out`);
      }
      if (!isAlias(node) && node.tag) refuse(node, `the tag ${node.tag} is found; plain values are wanted`);
      const depth = parents.filter((parent) => isMap(parent) || isSeq(parent)).length;
      if (!isScalar(node) && depth >= DEEPEST) {
        refuse(node, `this is ${TOO_DEEP}`);
        return visit.SKIP;
      }
      return undefined;
    },
    Pair(_, { key }) {
      if (!isScalar(key)) refuse(key, 'a list or a map is used as a key; a word is wanted');
      else if (FORBIDDEN_KEYS.has(String(key.value))) refuse(key, `'${key.value}' is no key; remove it`);
    },
  });
  return faults;
}
