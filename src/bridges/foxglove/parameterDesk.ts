/** Answers what clients ask about parameters, and hands on the values that they may set. */
import type { TimeSource } from '../../math/time.js';
import { TokenBucket } from '../../math/tokenBucket.js';
import type { Hertz, Seconds } from '../../math/units.js';
import type { Tunable } from '../../signals/view.js';
import type { FoxgloveClient } from './client.js';
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
  readonly client: FoxgloveClient;
  readonly wanted: readonly WantedParameter[];
  readonly id: string;
  /** The values before, of the parameters that the run was asked to set and has not refused. */
  readonly asked: ReadonlyMap<string, number | undefined>;
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

  update(tunables: readonly Tunable[], clients: Iterable<FoxgloveClient>): void {
    const changed = this.#parameters.update(tunables);
    for (const client of clients) client.changed(changed);
    for (const open of this.#open) if (this.#isDone(open)) this.#answer(open);
  }

  handle(client: FoxgloveClient, message: ParameterMessage): void {
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

  #setAll(client: FoxgloveClient, { parameters, id }: SetMessage): void {
    const asked = new Map<string, number | undefined>();
    if (client.maySet) for (const wanted of parameters) this.#setOne(client, wanted, asked);
    else client.refuse(NEEDS_TOKEN);
    if (id === undefined) return;
    const open = { client, wanted: parameters, id, asked };
    this.#open.add(open);
    if (!client.maySet || this.#isDone(open)) this.#answer(open);
    else this.#time.after(ANSWER_TIME, () => this.#answer(open));
  }

  #setOne(
    client: FoxgloveClient,
    { name, value }: WantedParameter,
    asked: Map<string, number | undefined>,
  ): void {
    const refuse = (why: string) => {
      asked.delete(name);
      client.refuse(`${name}: ${why}`);
    };
    const taken = this.#checked(value, this.#parameters.get(name));
    if (typeof taken === 'string') {
      refuse(taken);
      return;
    }
    asked.set(name, this.#parameters.valueOf(name));
    this.#set(name, taken, refuse);
  }

  /** The value, or why it is not asked for. */
  #checked(value: unknown, tunable: Tunable | undefined): number | string {
    if (!tunable) return 'there is no such parameter';
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'it takes a number';
    const { min, max, unit } = tunable;
    if (value < min || value > max) return `it takes ${min} to ${max} ${unit}`.trimEnd();
    return this.#rate.take() ? value : 'too many values at once; wait a second';
  }

  #isDone({ wanted }: OpenAnswer): boolean {
    return wanted.every(({ name, value }) => this.#parameters.valueOf(name) === value);
  }

  /** Tells the values as they are now, and which parameters the run has left unchanged without a reason. */
  #answer(open: OpenAnswer): void {
    if (!this.#open.delete(open)) return;
    const { client, wanted, id, asked } = open;
    for (const { name, value } of wanted) {
      const now = this.#parameters.valueOf(name);
      if (asked.has(name) && now === asked.get(name) && now !== value) {
        client.refuse(`${name}: the run did not take the value; a replay takes none`);
      }
    }
    const names = wanted.map(({ name }) => name);
    const parameters = names.length === 0 ? [] : this.#parameters.of(names);
    client.send({ op: 'parameterValues', parameters, id });
  }

  #known(names: readonly string[]): readonly string[] | 'all' {
    return names.length === 0 ? 'all' : names.filter((name) => this.#parameters.get(name) !== undefined);
  }
}

const idIn = ({ id }: { readonly id?: string }) => (id === undefined ? {} : { id });
