/** Parses YAML text to a plain value with places, and turns a schema's issues into placed faults. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument as parseYaml,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { FileError, type FileFault, inOrder, placedFault } from '../../validation/errors.js';
import type { KeyPath } from '../../validation/values.js';
import { type Kind, refuseOtherKind } from '../fileKind.js';
import { PlacedValue } from '../placedValue.js';
import { checkSize, plainText } from './sourceText.js';
import { opensTooMany, structureFaults, TOO_DEEP } from './yamlStructure.js';

/** The result of following a path: the last node found, and whether the whole path is written. */
interface Found {
  readonly key?: Node | undefined;
  readonly value?: Node | undefined;
  readonly complete: boolean;
}

/** A YAML file's value, and the place of every part of it. */
export class SourceDocument extends PlacedValue {
  readonly file: string;
  readonly value: unknown;
  readonly #document: Document<ParsedNode>;
  readonly #lines: LineCounter;

  /** @throws FileError with all faults of the text that a schema cannot see. */
  constructor(text: string, file: string) {
    super();
    this.file = file;
    this.#lines = new LineCounter();
    this.#document = compose(text, file, this.#lines);
    const place = (offset: number, message: string) => this.#faultAt(offset, message);
    const faults = structureFaults(this.#document, place);
    if (faults.length > 0) throw new FileError(faults);
    this.value = this.#plainValue();
  }

  protected place(path: KeyPath, message: string, at: 'value' | 'key'): FileFault {
    const { key, value, complete } = this.#find(path);
    const node = at === 'key' || !complete ? (key ?? value) : (value ?? key);
    return this.#faultAt(node?.range?.[0] ?? 0, message);
  }

  #find(path: KeyPath): Found {
    let found: Found = { value: this.#document.contents ?? undefined, complete: true };
    for (const step of path) {
      const next = stepInto(resolved(found.value, this.#document), step);
      if (!next) return { ...found, complete: false };
      found = { key: next.key ?? next.value, value: next.value, complete: true };
    }
    return found;
  }

  #faultAt(offset: number, message: string): FileFault {
    const { line, col } = this.#lines.linePos(offset);
    return placedFault(this.file, Math.max(1, line), Math.max(1, col), message);
  }

  #plainValue(): unknown {
    try {
      return this.#document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      const why = error instanceof ReferenceError ? 'too many aliases' : String(error);
      throw new FileError([this.#faultAt(0, `${why}; a Steerbot file needs none; write the values out`)]);
    }
  }
}

/** YAML is slow to parse, and these files are written by hand: long paths have their own files. */
const MAX_YAML_MEGABYTES = 0.25;

function compose(source: string, file: string, lineCounter: LineCounter): Document<ParsedNode> {
  checkSize(source.length, file, MAX_YAML_MEGABYTES);
  const text = plainText(source, file);
  const tooDeep = new FileError([placedFault(file, 1, 1, `the file is ${TOO_DEEP}`)]);
  // Checked before parsing: a million brackets would exhaust the memory.
  if (opensTooMany(text)) throw tooDeep;
  try {
    // Repeated keys are found by `structureFaults`, which does not compare each key with every other.
    const options = {
      lineCounter,
      prettyErrors: false,
      uniqueKeys: false,
      version: '1.2',
      logLevel: 'error',
    } as const;
    return parseYaml(text, options) as Document<ParsedNode>;
  } catch (error) {
    throw error instanceof RangeError ? tooDeep : error;
  }
}

function resolved(node: Node | undefined, document: Document<ParsedNode>): Node | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

type Pairs = ReadonlyMap<string, YAMLMap['items'][number]>;
const knownPairs = new WeakMap<YAMLMap, Pairs>();

/** By key, found once for each map: a map of ten thousand unknown keys is asked for each of them. */
function pairsOf(map: YAMLMap): Pairs {
  const known = knownPairs.get(map);
  if (known) return known;
  const pairs = new Map<string, YAMLMap['items'][number]>();
  for (const pair of map.items) {
    if (isScalar(pair.key) && !pairs.has(String(pair.key.value))) pairs.set(String(pair.key.value), pair);
  }
  knownPairs.set(map, pairs);
  return pairs;
}

function stepInto(node: Node | undefined, step: PropertyKey): Omit<Found, 'complete'> | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = pairsOf(node).get(String(step));
  if (!pair) return undefined;
  return { key: isNode(pair.key) ? pair.key : undefined, value: isNode(pair.value) ? pair.value : undefined };
}

/**
 * @param kind which the file is to be
 * @throws FileError with every problem of the file, of its text or of its values
 */
export function parseDocument<T>(text: string, file: string, schema: z.ZodType<T>, kind?: Kind): T {
  const document = new SourceDocument(text, file);
  if (kind) refuseOtherKind(document, kind);
  const { value, faults } = document.check(schema);
  if (value === undefined || faults.length > 0) throw new FileError(inOrder(faults));
  return value;
}
