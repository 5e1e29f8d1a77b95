/** Checks a mission of a file: names, parameters, and behaviors in places where they are not allowed. */
import { z } from 'zod';
import {
  type ChildSpec,
  COMBINATORS,
  type CombinatorSpec,
  knownLeaves,
  type LeafSpec,
  leafNamed,
  type MissionSpec,
  type OwnBehaviors,
  takenName,
} from '../../steering/mission.js';
import { didYouMean, messageOf, oneOf } from '../../validation/errors.js';
import { sayIssue } from '../../validation/issues.js';

/** All schemas that read missions, so that they can be told from other transforming schemas. */
export const missionReaders = new WeakSet<z.core.$ZodType>();

/** `{ seek: { target: [1, 0] } }`; its faults carry their place. */
export function missionSchema(own: OwnBehaviors = {}): z.ZodType<MissionSpec> {
  const taken = takenName(own);
  if (taken !== undefined) throw new RangeError(`there is a behavior '${taken}' already; rename yours`);
  const schema = z
    .unknown()
    .transform((value, context) => new MissionReader(context, own).node(value, []) ?? z.NEVER);
  missionReaders.add(schema);
  return schema;
}

type Place = readonly (string | number)[];
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

class MissionReader {
  readonly #context: z.core.$RefinementCtx;
  readonly #own: OwnBehaviors;

  constructor(context: z.core.$RefinementCtx, own: OwnBehaviors) {
    this.#context = context;
    this.#own = own;
  }

  /** @param queues which queues may stand here */
  node(value: unknown, place: Place, queues: 'all' | 'zipper' | 'none' = 'none'): MissionSpec | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.#fail(
        'a mission is one behavior and its parameters, such as seek: { target: [1, 0] }',
        place,
      );
    }
    const keys = Object.keys(value);
    const [name] = keys;
    const astray = keys.find((key) => Object.hasOwn(COMBINATOR_OF_KEY, key));
    if (astray)
      return this.#fail(`'${astray}' belongs to an entry of a ${COMBINATOR_OF_KEY[astray]}; remove it`, [
        ...place,
        astray,
      ]);
    if (name === undefined || keys.length > 1) {
      return this.#fail(`${keys.length} behaviors in one place; join them with prioritize or blend`, place);
    }
    const inside = (value as Record<string, unknown>)[name];
    if (isCombinator(name)) return this.#children(name, inside, [...place, name]);
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

  #leaf(name: string, inside: unknown, place: Place): LeafSpec | undefined {
    const leaf = leafNamed(name, this.#own);
    if (!leaf) {
      const known = [...knownLeaves(this.#own).sort(), ...COMBINATORS];
      return this.#fail(
        `unknown behavior '${name}'; known are ${oneOf(known)}; ${didYouMean(name, known)}`,
        place,
      );
    }
    const parsed = leaf.parameters.safeParse(inside ?? {}, { error: sayIssue });
    for (const issue of parsed.error?.issues ?? []) {
      this.#context.addIssue({ ...issue, path: [...place, ...issue.path] } as never);
    }
    if (!parsed.success) return undefined;
    try {
      leaf.make(parsed.data as never);
    } catch (error) {
      return this.#fail(messageOf(error), place);
    }
    return { behavior: name, parameters: parsed.data };
  }

  #children(behavior: Combinator, inside: unknown, place: Place): CombinatorSpec | undefined {
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
    place: Place,
  ): { node: unknown } & Omit<ChildSpec, 'mission'> {
    if (behavior !== 'blend' && behavior !== 'dither') return { node: entry };
    const { key, schema, error } = ENTRY_KEYS[behavior];
    if (typeof entry !== 'object' || entry === null || !(key in entry)) return { node: entry, [key]: 1 };
    const { [key]: value, ...node } = entry as Record<string, unknown>;
    const parsed = schema.safeParse(value);
    if (!parsed.success) this.#fail(error, [...place, key]);
    return { node, [key]: parsed.data ?? 1 };
  }

  #fail(message: string, place: Place): undefined {
    this.#context.addIssue({ code: 'custom', message, path: [...place] });
    return undefined;
  }
}
