/** Answers what clients ask about parameters, and hands on the values that they may set. */
import type { TimeSource } from '../../math/time.js';
import { TokenBucket } from '../../math/tokenBucket.js';
import type { Hertz, Seconds } from '../../math/units.js';
import type { Tunable } from '../../signals/view.js';
import type { Client } from './client.js';
import type { ClientMessage, WantedParameter } from './clientMessages.js';
import { Parameters } from './parameters.js';

/** Asks the run for a value, in the way of the page's sliders. @param refuse hears why that is not done */
export type SetParameter = (name: string, value: number, refuse: (why: string) => void) => void;

type ParameterMessage = Extract<
  ClientMessage,
  { op: 'getParameters' | 'setParameters' | 'subscribeParameterUpdates' | 'unsubscribeParameterUpdates' }
>;
type SetMessage = Extract<ParameterMessage, { op: 'setParameters' }>;

/** Values that all clients together may set. */
const SET_RATE: Hertz = 40;
/** A run has taken a value by then, or refused it. */
const ANSWER_TIME: Seconds = 0.5;

const NEEDS_TOKEN = 'setParameters: only with the token; connect to the address that ends with ?token=…';

/** A client that waits for the answer to its setParameters. */
interface OpenAnswer {
  readonly client: Client;
  readonly wanted: readonly WantedParameter[];
  readonly id: string;
}

export class ParameterDesk {
  readonly #parameters = new Parameters();
  readonly #set: SetParameter;
  readonly #time: TimeSource;
  readonly #rate: TokenBucket;
  readonly #open = new Set<OpenAnswer>();

  constructor(set: SetParameter, time: TimeSource) {
    this.#set = set;
    this.#time = time;
    this.#rate = new TokenBucket(time, SET_RATE, SET_RATE);
  }

  update(tunables: readonly Tunable[], clients: Iterable<Client>): void {
    const changed = this.#parameters.update(tunables);
    for (const client of clients) client.changed(changed);
    for (const open of this.#open) if (this.#isDone(open)) this.#answer(open);
  }

  handle(client: Client, message: ParameterMessage): void {
    switch (message.op) {
      case 'getParameters':
        client.send({
          op: 'parameterValues',
          parameters: this.#parameters.of(message.names),
          ...idIn(message),
        });
        break;
      case 'setParameters':
        this.#setAll(client, message);
        break;
      case 'subscribeParameterUpdates':
        client.watch(this.#known(message.names));
        break;
      case 'unsubscribeParameterUpdates':
        client.unwatch(this.#known(message.names));
    }
  }

  #setAll(client: Client, { parameters, id }: SetMessage): void {
    if (client.maySet) for (const wanted of parameters) this.#setOne(client, wanted);
    else client.refuse(NEEDS_TOKEN);
    if (id === undefined) return;
    const open = { client, wanted: parameters, id };
    this.#open.add(open);
    if (!client.maySet || this.#isDone(open)) this.#answer(open);
    else this.#time.after(ANSWER_TIME, () => this.#answer(open));
  }

  #setOne(client: Client, { name, value }: WantedParameter): void {
    const refuse = (why: string) => client.refuse(`${name}: ${why}`);
    if (!this.#parameters.has(name)) refuse('there is no such parameter');
    else if (typeof value !== 'number' || !Number.isFinite(value)) refuse('it takes a number');
    else if (!this.#rate.take()) refuse('too many values at once; wait a second');
    else this.#set(name, value, refuse);
  }

  #isDone({ wanted }: OpenAnswer): boolean {
    return wanted.every(({ name, value }) => this.#parameters.valueOf(name) === value);
  }

  /** Tells the values as they are now, whether or not they were taken. */
  #answer(open: OpenAnswer): void {
    if (!this.#open.delete(open)) return;
    const { client, wanted, id } = open;
    const names = wanted.map(({ name }) => name);
    const parameters = names.length === 0 ? [] : this.#parameters.of(names);
    client.send({ op: 'parameterValues', parameters, id });
  }

  #known(names: readonly string[]): readonly string[] | 'all' {
    return names.length === 0 ? 'all' : names.filter((name) => this.#parameters.has(name));
  }
}

const idIn = ({ id }: { readonly id?: string }) => (id === undefined ? {} : { id });
