/** What clients say, in Foxglove's WebSocket protocol. */
import { isRecord } from '../../validation/values.js';

export interface Subscription {
  /** Chosen by the client. */
  readonly id: number;
  readonly channelId: number;
}

export interface WantedParameter {
  readonly name: string;
  readonly value: unknown;
}

export type ClientMessage =
  | { readonly op: 'subscribe'; readonly subscriptions: readonly Subscription[] }
  | { readonly op: 'unsubscribe'; readonly subscriptionIds: readonly number[] }
  | { readonly op: 'getParameters'; readonly names: readonly string[]; readonly id?: string }
  | { readonly op: 'setParameters'; readonly parameters: readonly WantedParameter[]; readonly id?: string }
  /** No names: all parameters. */
  | {
      readonly op: 'subscribeParameterUpdates' | 'unsubscribeParameterUpdates';
      readonly names: readonly string[];
    }
  | { readonly op: 'invalid'; readonly why: string };

type Fields = Readonly<Record<string, unknown>>;

/** Operations of the protocol that need a capability which this server does not have. */
const UNSUPPORTED_OPS: ReadonlySet<unknown> = new Set([
  ...['advertise', 'unadvertise', 'fetchAsset'],
  ...['subscribeConnectionGraph', 'unsubscribeConnectionGraph'],
]);

/** Never throws, whatever the text is. */
export function parseClientMessage(text: string): ClientMessage {
  const fields = parseJson(text);
  if (!isRecord(fields)) return invalid('a message must be a JSON object');
  const { op } = fields;
  if (UNSUPPORTED_OPS.has(op)) return invalid(`${op}: this server only shows; it takes no messages`);
  if (typeof op !== 'string' || !Object.hasOwn(READERS, op)) return invalid('there is no such operation');
  return READERS[op as keyof typeof READERS](fields) ?? invalid(`${op}: a field is missing or not allowed`);
}

const invalid = (why: string): ClientMessage => ({ op: 'invalid', why });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By operation; undefined for fields that are missing or wrong. */
const READERS = {
  subscribe: ({ subscriptions }: Fields) =>
    isListOf(subscriptions, isSubscription) ? { op: 'subscribe', subscriptions } : undefined,
  unsubscribe: ({ subscriptionIds }: Fields) =>
    isListOf(subscriptionIds, isNumber32) ? { op: 'unsubscribe', subscriptionIds } : undefined,
  getParameters: ({ parameterNames: names, id }: Fields) =>
    isListOf(names, isText) ? { op: 'getParameters', names, ...idOf(id) } : undefined,
  setParameters: ({ parameters, id }: Fields) =>
    isListOf(parameters, isWanted) ? { op: 'setParameters', parameters, ...idOf(id) } : undefined,
  subscribeParameterUpdates: ({ parameterNames: names }: Fields) =>
    isListOf(names, isText) ? { op: 'subscribeParameterUpdates', names } : undefined,
  unsubscribeParameterUpdates: ({ parameterNames: names }: Fields) =>
    isListOf(names, isText) ? { op: 'unsubscribeParameterUpdates', names } : undefined,
} satisfies Record<string, (fields: Fields) => ClientMessage | undefined>;

const idOf = (id: unknown) => (typeof id === 'string' ? { id } : {});

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);

const isText = (value: unknown): value is string => typeof value === 'string';

const isNumber32 = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;

const isSubscription = (value: unknown): value is Subscription =>
  isRecord(value) && isNumber32(value.id) && isNumber32(value.channelId);

const isWanted = (value: unknown): value is WantedParameter => isRecord(value) && isText(value.name);
