/**
 * Shows a run to Foxglove and Lichtblick while it goes on: the messages of its recording, and its tunable numbers as
 * parameters.
 *
 * It knows neither the run nor its own thread: views and encoded messages go in, wanted values come out. A message is
 * encoded once, for the recording; only bytes are copied for a client, and only if it has subscribed.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { BehaviorSubject } from 'rxjs';
import type { WebSocket } from 'ws';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { Channel, RecordedMessage } from '../../recording/format/channels.js';
import { logTime } from '../../recording/format/timeline.js';
import type { SceneView } from '../../signals/view.js';
import { FoxgloveClient } from './client.js';
import type { ClientMessage, Subscription } from './clientMessages.js';
import { type Admission, answerPage, Handshake } from './handshake.js';
import { ParameterDesk, type SetParameter } from './parameterDesk.js';
import type { AdvertisedChannel, Capability } from './protocol.js';
import type { TimedMessage } from './subscriptions.js';

export interface FoxgloveOptions {
  /** They listen already. */
  readonly servers: readonly Server[];
  readonly admit: (request: IncomingMessage) => Admission;
  /** Time 0 of the recording [ns since 1970]. */
  readonly epoch: bigint;
  /** The run has a time of its own: simulated or recorded. */
  readonly isTimed: boolean;
  readonly set: SetParameter;
  readonly time: TimeSource;
}

/** One page of Foxglove is one client. */
export const MAX_FOXGLOVE_CLIENTS = 16;
const HEARTBEAT_PERIOD: Seconds = 1;

interface KnownChannel {
  readonly id: number;
  readonly channel: Channel;
  newest: TimedMessage | undefined;
}

export class FoxgloveServer {
  /** How many clients are connected. */
  readonly clients$ = new BehaviorSubject(0);
  readonly #options: FoxgloveOptions;
  readonly #sessionId = randomUUID();
  readonly #clients = new Set<FoxgloveClient>();
  readonly #channels = new Map<Channel, KnownChannel>();
  readonly #byId = new Map<number, KnownChannel>();
  readonly #parameters: ParameterDesk;
  /** The name of the present scene. */
  #scene: string | undefined;
  /** The run's newest time [ns since 1970]. */
  #now = 0n;
  #stopHeartbeat = () => {};

  constructor(options: FoxgloveOptions) {
    this.#options = options;
    this.#parameters = new ParameterDesk(options.set, options.time);
    const { upgrade } = new Handshake({
      admit: options.admit,
      hasRoom: () => this.#clients.size < MAX_FOXGLOVE_CLIENTS,
      accept: (socket, maySet) => this.#accept(socket, maySet),
    });
    for (const server of options.servers) server.on('request', answerPage).on('upgrade', upgrade);
    this.#heartbeat();
  }

  /** Call it before the messages of the scene. */
  showScene({ name, tunables }: SceneView): void {
    // The last messages of another scene say nothing about this one. Before the first scene there are some of its own.
    if (this.#scene !== undefined && this.#scene !== name)
      for (const known of this.#channels.values()) known.newest = undefined;
    this.#scene = name;
    this.#parameters.update(tunables, this.#clients);
  }

  send(messages: readonly RecordedMessage[]): void {
    this.#advertise(messages.map(({ channel }) => channel));
    for (const { channel, time, data } of messages) {
      const known = this.#channels.get(channel);
      if (!known) continue;
      const message = { at: logTime(this.#options.epoch, time), data };
      known.newest = message;
      this.#timeIs(message.at);
      for (const { subscriptions } of this.#clients) subscriptions.show(known.id, message);
    }
  }

  /** Bytes that wait for clients that do not read. */
  get backlog(): number {
    return [...this.#clients].reduce((sum, { buffered }) => sum + buffered, 0);
  }

  async close(): Promise<void> {
    this.#stopHeartbeat();
    for (const client of this.#clients) client.close();
    this.clients$.complete();
    await Promise.all(this.#options.servers.map(closed));
  }

  // Clients ------------------------------------------------------------------------------------------------

  #accept(socket: WebSocket, maySet: boolean): void {
    const { time, isTimed } = this.#options;
    const client = new FoxgloveClient(
      socket,
      maySet,
      { said: (who, message) => this.#said(who, message), left: (who) => this.#left(who) },
      time,
    );
    this.#clients.add(client);
    const capabilities: Capability[] = ['parameters', 'parametersSubscribe'];
    if (isTimed) capabilities.unshift('time');
    client.send({ op: 'serverInfo', name: 'Steerbot', capabilities, sessionId: this.#sessionId });
    client.send({ op: 'advertise', channels: [...this.#channels.values()].map(advertised) });
    if (isTimed && this.#now > 0n) client.time(this.#now);
    this.clients$.next(this.#clients.size);
  }

  #left(client: FoxgloveClient): void {
    if (this.#clients.delete(client)) this.clients$.next(this.#clients.size);
  }

  #said(client: FoxgloveClient, message: ClientMessage): void {
    switch (message.op) {
      case 'subscribe':
        for (const subscription of message.subscriptions) this.#subscribe(client, subscription);
        break;
      case 'unsubscribe':
        for (const id of message.subscriptionIds) client.subscriptions.remove(id);
        break;
      case 'invalid':
        client.refuse(message.why);
        break;
      default:
        this.#parameters.handle(client, message);
    }
  }

  #subscribe(client: FoxgloveClient, { id, channelId }: Subscription): void {
    const known = this.#byId.get(channelId);
    const why = known
      ? client.subscriptions.add(id, channelId, known.newest)
      : `subscribe: there is no channel ${channelId}`;
    if (why !== undefined) client.refuse(why);
  }

  #heartbeat(): void {
    for (const client of this.#clients) client.heartbeat();
    this.#stopHeartbeat = this.#options.time.after(HEARTBEAT_PERIOD, () => this.#heartbeat());
  }

  // The run ------------------------------------------------------------------------------------------------

  /** Tells all clients of channels that are new. */
  #advertise(channels: readonly Channel[]): void {
    const fresh: KnownChannel[] = [];
    for (const channel of channels) {
      if (this.#channels.has(channel)) continue;
      const known = { id: this.#channels.size + 1, channel, newest: undefined };
      this.#channels.set(channel, known);
      this.#byId.set(known.id, known);
      fresh.push(known);
    }
    if (fresh.length === 0) return;
    for (const client of this.#clients) client.send({ op: 'advertise', channels: fresh.map(advertised) });
  }

  #timeIs(at: bigint): void {
    if (at <= this.#now) return;
    this.#now = at;
    if (this.#options.isTimed) for (const client of this.#clients) client.time(at);
  }
}

const advertised = ({ id, channel: { topic, schema } }: KnownChannel): AdvertisedChannel => ({
  ...{ id, topic, encoding: 'json' },
  ...{ schemaName: schema.name, schema: schema.text, schemaEncoding: 'jsonschema' },
});

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
