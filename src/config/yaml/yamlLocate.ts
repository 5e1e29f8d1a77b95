/** Finds where in a YAML text the value of a path is written, or would be written. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';

export type YamlPath = readonly (string | number)[];

/** The place that a path leads to. */
export type YamlPlace =
  /** One value, from one offset to another. */
  | { readonly kind: 'value'; readonly from: number; readonly to: number; readonly block: boolean }
  /** A map without that key, or a key without a value; `rest` would be written there. */
  | { readonly kind: 'map'; readonly map: YAMLMap; readonly rest: YamlPath }
  | { readonly kind: 'nothing'; readonly at: number; readonly to: number; readonly rest: YamlPath }
  | { readonly kind: 'refused'; readonly at: number; readonly why: string };

const startOf = (node: Node | undefined): number => node?.range?.[0] ?? 0;
const endOf = (node: Node | undefined): number => node?.range?.[1] ?? 0;

const refused = (node: Node | undefined, why: string): YamlPlace => ({
  kind: 'refused',
  at: startOf(node),
  why,
});

export const pairOf = (map: YAMLMap, key: string | number) =>
  map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));

const MERGE_KEY_FOUND =
  'a merge key << is found, so it is unclear which value this is; plain maps are wanted; write the values out';

/** Follows a path; an alias leads to the value that its anchor names. */
export function findPlace(document: Document<ParsedNode>, path: YamlPath): YamlPlace {
  let node: Node | undefined = document.contents ?? undefined;
  for (const [i, key] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    const rest = path.slice(i);
    if (isMap(node)) {
      if (pairOf(node, '<<')) return refused(node, MERGE_KEY_FOUND);
      const pair = pairOf(node, key);
      if (!pair) return { kind: 'map', map: node, rest };
      const { value } = pair;
      if (!isNode(value))
        return { kind: 'nothing', at: endOf(pair.key as Node), to: endOf(pair.key as Node), rest };
      node = value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(key)];
      if (!isNode(item)) return refused(node, `the list has no item ${key}; it has ${node.items.length}`);
      node = item;
    } else if (isScalar(node) && node.value === null) {
      return { kind: 'nothing', at: startOf(node), to: endOf(node), rest };
    } else return refused(node, `no map is found where '${key}' would be written; a map is wanted`);
  }
  return scalarPlace(isAlias(node) ? node.resolve(document) : node);
}

function scalarPlace(node: Node | undefined): YamlPlace {
  if (!isScalar(node)) return refused(node, 'a list or a map is found; one number is wanted');
  const block = node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
  return { kind: 'value', from: startOf(node), to: endOf(node), block };
}

/** The end of a node's last content, without comments after it. */
export function lastEnd(node: unknown): number {
  if (!isNode(node)) return 0;
  if (isScalar(node) || isAlias(node) || (isMap(node) && node.flow) || (isSeq(node) && node.flow))
    return endOf(node);
  if (isSeq(node)) return lastEnd(node.items.at(-1)) || endOf(node);
  if (!isMap(node)) return endOf(node);
  const last = node.items.at(-1);
  return lastEnd(last?.value) || lastEnd(last?.key) || endOf(node);
}
