/** A server for Foxglove on a loopback socket, and those who come to it: Foxglove's own client, and worse. */
import { connect, type Socket } from 'node:net';
import protocol, {
  type Channel,
  type FoxgloveClient,
  type MessageData,
  type ParameterValues,
  type ServerInfo,
  type StatusMessage,
} from '@foxglove/ws-protocol';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import type { FoxgloveServer } from '../../../src/bridges/foxglove/server.js';
import { openFoxglove } from '../../../src/cli/pageHost/foxgloveHost.js';
import type { Channel as RecordedChannel } from '../../../src/recording/format/channels.js';
import { SCHEMAS } from '../../../src/recording/format/schemas.js';
import type { SceneView, Tunable } from '../../../src/signals/view.js';
import { scene, until } from '../../dashboard/server/onTheWire.js';

export { until } from '../../dashboard/server/onTheWire.js';

export const TOKENS = { view: 'v'.repeat(22), drive: 'd'.repeat(22) };

export const EPOCH = 1_700_000_000_000_000_000n;

export const NAMES = ['foxglove.websocket.v1', 'foxglove.sdk.v1'];

export interface ServedRun {
  readonly server: FoxgloveServer;
  readonly port: number;
  /** What was wanted of the run, in order. */
  readonly wanted: [name: string, value: number][];
}

/** @param refusal why the run refuses every value */
export async function serve({ isTimed = true, refusal = '' } = {}): Promise<ServedRun> {
  const wanted: [string, number][] = [];
  const settings = { listen: { host: '127.0.0.1', port: 0 }, isTimed, tokens: TOKENS };
  const { server, addresses } = await openFoxglove(settings, EPOCH, (name, value, refuse) => {
    wanted.push([name, value]);
    if (refusal !== '') refuse(refusal);
  });
  onTestFinished(() => server.close());
  return { server, port: Number(new URL(addresses.watch).port), wanted };
}

/** Foxglove's own client, and all that it heard. */
export class Visitor {
  readonly client: FoxgloveClient;
  readonly socket: WebSocket;
  readonly channels: Channel[] = [];
  readonly messages: (MessageData & { readonly topic: string })[] = [];
  readonly times: bigint[] = [];
  readonly statuses: StatusMessage[] = [];
  readonly values: ParameterValues[] = [];
  readonly errors: Error[] = [];
  info: ServerInfo | undefined;
  closed: number | undefined;
  readonly #topics = new Map<number, string>();

  /** @param takes subscribes to every channel as soon as it is told of it */
  constructor(socket: WebSocket, takes: boolean) {
    this.socket = socket;
    // It asks for the socket of a browser, which that of ws is in all that it uses.
    this.client = new protocol.FoxgloveClient({ ws: socket as never });
    this.client.on('serverInfo', (info) => {
      this.info = info;
    });
    this.client.on('advertise', (channels) => {
      this.channels.push(...channels);
      if (takes) for (const { id } of channels) this.subscribe(id);
    });
    this.client.on('message', (message) => {
      this.messages.push({ ...message, topic: this.#topics.get(message.subscriptionId) ?? '' });
    });
    this.client.on('time', ({ timestamp }) => this.times.push(timestamp));
    this.client.on('status', (status) => this.statuses.push(status));
    this.client.on('parameterValues', (values) => this.values.push(values));
    this.client.on('error', (error) => this.errors.push(error));
    socket.on('close', (code) => {
      this.closed = code;
    });
  }

  subscribe(channel: number): number {
    const id = this.client.subscribe(channel);
    const known = this.channels.find((each) => each.id === channel);
    this.#topics.set(id, known?.topic ?? '');
    return id;
  }

  on(topic: string): (MessageData & { readonly topic: string })[] {
    return this.messages.filter((message) => message.topic === topic);
  }

  /** What it was told of a failure, last. */
  get told(): string | undefined {
    return this.statuses.at(-1)?.message;
  }
}

export interface Manner extends ClientOptions {
  readonly token?: string;
  readonly names?: readonly string[];
  readonly takes?: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly why: string;
}

/** @returns the visitor, or why it was refused */
export function asked({ port }: Pick<ServedRun, 'port'>, manner: Manner = {}): Promise<Visitor | Refusal> {
  const { token, names = NAMES.slice(0, 1), takes = true, ...options } = manner;
  const query = token === undefined ? '' : `/?token=${token}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${query}`, [...names], options);
  const visitor = new Visitor(socket, takes);
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    visitor.client.on('serverInfo', () => resolve(visitor));
    socket.on('unexpected-response', (_, response) => {
      let why = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        why += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, why: why.trim() }));
    });
  });
}

export async function comeIn(served: Pick<ServedRun, 'port'>, manner: Manner = {}): Promise<Visitor> {
  const visitor = await asked(served, manner);
  if (!(visitor instanceof Visitor)) throw new Error(`refused with ${visitor.status}: ${visitor.why}`);
  return visitor;
}

/** A bare TCP connection that has come in; it reads nothing unless it is told to. */
export function comeInBare({ port }: Pick<ServedRun, 'port'>): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(
    [
      'GET / HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: c3RlZXJib3QgYXQgcmVzdA==',
      `Sec-WebSocket-Protocol: ${NAMES[0]}`,
      '\r\n',
    ].join('\r\n'),
  );
  return socket;
}

/** A text from a client to the server, as one frame. */
export function textFrame(text: string): Buffer {
  const data = Buffer.from(text);
  const mask = Buffer.from([1, 2, 3, 4]);
  const head =
    data.length < 126
      ? Buffer.from([0x81, 0x80 | data.length])
      : Buffer.from([0x81, 0xfe, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, mask, data.map((byte, i) => byte ^ (mask[i % 4] ?? 0))]);
}

export const tunable = (id: string, value: number): Tunable => ({
  ...{ id, label: id, group: 'a', unit: 'm/s', value, min: 0, max: 10 },
});

export const sceneWith = (...tunables: readonly Tunable[]): SceneView => ({ ...scene(), tunables });

export const channel = (topic: string): RecordedChannel => ({ topic, schema: SCHEMAS.frame });

let sequence = 0;
export const message = (of: RecordedChannel, time: number, text = `{"at":${time}}`) => ({
  ...{ channel: of, time, data: Buffer.from(text), sequence: sequence++ },
});

export const textOf = ({ data }: Pick<MessageData, 'data'>): string =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString();

/** Until the server has heard all that was said before. */
export async function settled(visitor: Visitor): Promise<void> {
  const id = `settled ${visitor.values.length}`;
  visitor.client.getParameters(['none'], id);
  await until(() => visitor.values.some((values) => values.id === id), 'an answer');
}
