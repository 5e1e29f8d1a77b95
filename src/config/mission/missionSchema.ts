/** Checks a mission of a file: names, parameters, and behaviors in places where they are not allowed. */
import { z } from 'zod';
import {
  type ChildSpec,
  COMBINATORS,
  type CombinatorSpec,
  GUARD_KEYS,
  knownLeaves,
  type LeafSpec,
  leafNamed,
  type MissionSpec,
  type NodeSpec,
  type OwnBehaviors,
  takenName,
} from '../../steering/mission.js';
import { NODE_PARAMETERS } from '../../steering/missions/inTurn.js';
import { misuse } from '../../validation/caller.js';
import { didYouMean, messageOf, oneOf } from '../../validation/errors.js';
import { sayIssue } from '../../validation/issues.js';
import { isRecord } from '../../validation/values.js';
import { calledIn, DEFINE, type Definitions, definitionsIn, filledIn, type Given } from './definitions.js';
import { missionTroubles } from './missionChecks.js';
import { type Form, formOf, listed, type NodeName, SILENT, WRITTEN_NODES } from './nodeForms.js';
import { asWrittenIn, type KeyPlace } from './nodePlaces.js';

/** All schemas that read missions, so that they can be told from other transforming schemas. */
export const missionReaders = new WeakSet<z.core.$ZodType>();

/** `{ seek: { target: [1, 0] } }`; its faults carry their place. */
export function missionSchema(own: OwnBehaviors = {}): z.ZodType<MissionSpec> {
  const taken = takenName(own);
  if (taken !== undefined) throw misuse(`there is a behavior '${taken}' already; rename yours`, RangeError);
  const schema = z
    .unknown()
    .transform((value, context) => new MissionReader(context, own, value).mission() ?? z.NEVER);
  missionReaders.add(schema);
  return schema;
}

type Combinator = CombinatorSpec['behavior'];

const isCombinator = (name: string): name is Combinator => COMBINATORS.some((known) => known === name);

/** Keys that an entry of a combinator may have beside its behavior. */
export const ENTRY_KEYS = {
  blend: {
    key: 'weight',
    schema: z.number().min(0).describe('How much this behavior counts in the sum.'),
    error: 'a weight is a number of 0 or more',
  },
  dither: {
    key: 'chance',
    schema: z.number().gt(0).max(1).describe('How often this behavior is asked: 0 never, 1 always.'),
    error: 'a chance is a number above 0, at most 1',
  },
} as const;

const COMBINATOR_OF_KEY: Readonly<Record<string, string>> = { weight: 'blend', chance: 'dither' };

/** Combinators that add up forces, so that a queue in them has something to brake; a budget may be spent before it. */
const COMBINATORS_THAT_ADD: readonly string[] = ['blend'];

/** A queue of this mode does not brake others: it leads through a door to where they want to go. */
const isZipper = (parameters: unknown): boolean =>
  typeof parameters === 'object' && parameters !== null && Reflect.get(parameters, 'mode') === 'zipper';

const isNode = (name: string): name is NodeName => WRITTEN_NODES.some((known) => known === name);

const without = (map: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));

/** @param keys of a map in which one behavior is wanted */
function together(keys: readonly string[]): string {
  const strange = keys.find((key) => key === 'do' || key === 'times' || key === 'after' || key === 'watch');
  if (keys.length > 1 && strange !== undefined)
    return `'${strange}' stands beside a behavior; it belongs into the map of a repeat, a retry, a timeout or a parallel; indent it`;
  return `${keys.length} behaviors in one place; join them with sequence, prioritize or blend`;
}

class MissionReader {
  readonly #context: z.core.$RefinementCtx;
  readonly #own: OwnBehaviors;
  readonly #root: unknown;
  readonly #definitions: Definitions;
  /** The calls that are being read, from the outside in. */
  readonly #calls: string[] = [];
  #given: readonly Given[] = [];

  constructor(context: z.core.$RefinementCtx, own: OwnBehaviors, root: unknown) {
    this.#context = context;
    this.#own = own;
    this.#definitions = definitionsIn(root);
    this.#root = isRecord(root) && DEFINE in root ? without(root, DEFINE) : root;
  }

  /** The whole mission, with the missions that it defines for its calls. */
  mission(): MissionSpec | undefined {
    const { faults, unused } = this.#definitions;
    for (const { message, at } of faults) this.#fail(message, at);
    // What calls it is not to blame.
    if (faults.length > 0) return undefined;
    const spec = this.node(this.#root, []);
    for (const { message, at } of spec ? missionTroubles(spec, this.#own) : [])
      this.#fail(message, asWrittenIn(this.#root, at));
    for (const name of spec ? unused() : [])
      this.#fail(`'${name}' is defined, and never called; call it, or remove it`, [DEFINE, name]);
    return spec;
  }

  /** @param queues which queues may stand here */
  node(
    written: unknown,
    place: KeyPlace,
    queues: 'all' | 'zipper' | 'none' = 'none',
  ): MissionSpec | undefined {
    const value = typeof written === 'string' ? { [written]: undefined } : written;
    if (isRecord(value) && GUARD_KEYS.some((key) => key in value)) return this.#guarded(value, place, queues);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.#fail(
        'a mission is one behavior and its parameters, such as seek: { target: [1, 0] }',
        place,
      );
    }
    const keys = Object.keys(value).filter((key) => key !== 'do' || !('call' in value));
    const [name] = keys;
    const astray = keys.find((key) => Object.hasOwn(COMBINATOR_OF_KEY, key));
    if (astray)
      return this.#fail(`'${astray}' belongs to an entry of a ${COMBINATOR_OF_KEY[astray]}; remove it`, [
        ...place,
        astray,
      ]);
    if (name === undefined || keys.length > 1) {
      return this.#fail(together(keys), place);
    }
    const inside = (value as Record<string, unknown>)[name];
    if (isCombinator(name)) return this.#children(name, inside, [...place, name]);
    if (name === 'call') return this.#call(inside, (value as Record<string, unknown>).do, place);
    if (isNode(name)) return this.#withState(name, inside, [...place, name]);
    if (name === 'queue' && queues === 'none' && isZipper(inside)) {
      const allowed = 'it leads where the entries after it in a prioritize want to go';
      return this.#fail(`a zipper with no goal after it; ${allowed}; put it before them`, [...place, name]);
    }
    if (name === 'queue' && queues !== 'all' && !isZipper(inside)) {
      const allowed = 'it brakes what comes before it in a blend, and only queues follow it';
      return this.#fail(`a queue with nothing before it to brake; ${allowed}; put it last`, [...place, name]);
    }
    return this.#leaf(name, inside, [...place, name]);
  }

  #leaf(name: string, inside: unknown, place: KeyPlace): LeafSpec | undefined {
    const leaf = leafNamed(name, this.#own);
    if (!leaf) {
      const known = [...knownLeaves(this.#own).sort(), ...COMBINATORS, ...WRITTEN_NODES];
      return this.#fail(
        `unknown behavior '${name}'; known are ${oneOf(known)}; ${didYouMean(name, known)}`,
        place,
      );
    }
    const given = inside ?? {};
    const meant = leaf.short && inside !== undefined && inside !== null ? leaf.short(inside) : given;
    const parsed = leaf.parameters.safeParse(meant, { error: sayIssue });
    for (const issue of parsed.error?.issues ?? []) {
      // A short form has no key for what it stands for.
      const below = (meant === given ? issue.path : issue.path.slice(1)) as KeyPlace;
      const path = this.#writtenAt([...place, ...below]);
      this.#context.addIssue({ ...issue, path } as never);
    }
    if (!parsed.success) return undefined;
    try {
      leaf.make(parsed.data as never);
    } catch (error) {
      return this.#fail(messageOf(error), place);
    }
    return { behavior: name, parameters: parsed.data };
  }

  #children(behavior: Combinator, inside: unknown, place: KeyPlace): CombinatorSpec | undefined {
    if (!Array.isArray(inside) || inside.length === 0) {
      return this.#fail(`${behavior} takes a list of behaviors, at least one`, place);
    }
    const isQueue = (entry: unknown) => typeof entry === 'object' && entry !== null && 'queue' in entry;
    const last = inside.findLastIndex((entry) => !isQueue(entry));
    const children = inside.map((entry: unknown, i): ChildSpec | undefined => {
      const { node, ...beside } = this.#beside(entry, behavior, [...place, i]);
      const adds = COMBINATORS_THAT_ADD.includes(behavior) && i > last && last >= 0;
      const leads = behavior === 'prioritize' && i < last;
      const mission = this.node(node, [...place, i], adds ? 'all' : leads ? 'zipper' : 'none');
      return mission && { mission, ...beside };
    });
    return children.every((child) => child !== undefined) ? { behavior, children } : undefined;
  }

  /** A blend's entry may carry `weight` beside its behavior, a dither's `chance`. */
  #beside(
    entry: unknown,
    behavior: Combinator,
    place: KeyPlace,
  ): { node: unknown } & Omit<ChildSpec, 'mission'> {
    if (behavior !== 'blend' && behavior !== 'dither') return { node: entry };
    const { key, schema, error } = ENTRY_KEYS[behavior];
    if (typeof entry !== 'object' || entry === null || !(key in entry)) return { node: entry, [key]: 1 };
    const { [key]: value, ...node } = entry as Record<string, unknown>;
    const parsed = schema.safeParse(value);
    if (!parsed.success) this.#fail(error, [...place, key]);
    return { node, [key]: parsed.data ?? 1 };
  }

  /** `while` and `unless` beside a node. */
  #guarded(
    value: Readonly<Record<string, unknown>>,
    place: KeyPlace,
    queues: 'all' | 'zipper' | 'none',
  ): MissionSpec | undefined {
    const { while: lasts, unless, ...node } = value;
    const conditions = { ...('while' in value && { while: lasts }), ...('unless' in value && { unless }) };
    const parameters = this.#parameters('guarded', conditions, place);
    const mission = this.node(node, place, queues);
    return parameters && mission && { behavior: 'guarded', parameters, children: [{ mission }] };
  }

  #withState(behavior: NodeName, inside: unknown, place: KeyPlace): NodeSpec | undefined {
    const form = formOf(behavior, inside);
    if (typeof form === 'string') return this.#fail(form, place);
    const parameters = this.#parameters(behavior, form.parameters, place);
    const children = form.children.map(({ value, at }) => {
      const mission = this.node(value, [...place, ...at]);
      return mission && { mission };
    });
    if (!parameters || !children.every((child) => child !== undefined)) return undefined;
    return { behavior, parameters, children };
  }

  #parameters(
    name: keyof typeof NODE_PARAMETERS | 'parallel',
    value: unknown,
    place: KeyPlace,
  ): Readonly<Record<string, unknown>> | undefined {
    if (name === 'parallel') return {};
    const parsed = NODE_PARAMETERS[name].safeParse(value, { error: sayIssue });
    for (const issue of parsed.error?.issues ?? [])
      this.#context.addIssue({
        ...issue,
        path: [...this.#writtenAt([...place, ...(issue.path as KeyPlace)])],
      } as never);
    return parsed.data;
  }

  /** A call of a defined mission, with values for its parameters; or a named part, as a program makes it. */
  #call(inside: unknown, body: unknown, place: KeyPlace): NodeSpec | undefined {
    if (typeof inside === 'string' && body !== undefined)
      return this.#named(inside, listed(body, ['do']), place);
    const called = calledIn(inside, this.#definitions);
    if (typeof called === 'string') return this.#fail(called, [...place, 'call']);
    const { name, values, definition } = called;
    if (this.#calls.includes(name))
      return this.#fail(`'${name}' calls itself; a mission that goes on is a repeat`, [...place, 'call']);
    const at = isRecord(inside) ? [...place, 'call', name] : [...place, 'call'];
    const { children, given, missing } = filledIn(definition, values, at);
    if (missing !== undefined) return this.#fail(missing, at);
    this.#definitions.called.add(name);
    const before = this.#given;
    // Outer calls first: a value may be passed on.
    this.#given = [...before, ...given.map((one) => ({ ...one, to: this.#writtenAt(one.to) }))];
    this.#calls.push(name);
    const spec = this.#named(name, children, []);
    this.#calls.pop();
    this.#given = before;
    return spec;
  }

  #named(name: string, children: Form['children'], place: KeyPlace): NodeSpec | undefined {
    if (children.length === 0) return this.#fail(`'${name}' has no node; give one`, place);
    const read = children.map(({ value, at }) => {
      const mission = this.node(value, [...place, ...at]);
      return mission && { mission };
    });
    if (!read.every((child) => child !== undefined)) return undefined;
    return { behavior: 'call', parameters: { name }, children: read };
  }

  /** Where in the file it is written: in a called mission, the values come from the call. */
  #writtenAt(place: KeyPlace): KeyPlace {
    const written = place.filter((key, i) => key !== SILENT && place[i - 1] !== SILENT);
    const given = this.#given.findLast(({ from }) => from.every((key, i) => written[i] === key));
    return given ? [...given.to, ...written.slice(given.from.length)] : written;
  }

  #fail(message: string, place: KeyPlace): undefined {
    this.#context.addIssue({ code: 'custom', message, path: [...this.#writtenAt(place)] });
    return undefined;
  }
}
