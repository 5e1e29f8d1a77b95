/** A served dashboard on a loopback socket, and those who come to it: browsers, programs, and worse. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import {
  type DashboardServer,
  type ServerOptions,
  serveDashboard,
} from '../../../src/dashboard/server/server.js';
import {
  type FromServer,
  PROTOCOL,
  type Role,
  SOCKET_PATH,
  TOKEN_PREFIX,
} from '../../../src/dashboard/wire.js';
import type { FrameView, Operation, SceneView } from '../../../src/signals/view.js';

export const TOKENS = { view: 'v'.repeat(22), drive: 'd'.repeat(22) };

export interface Served {
  readonly server: DashboardServer;
  readonly port: number;
  /** `127.0.0.1:4280`. */
  readonly host: string;
  /** All that came out so far. */
  readonly operations: Operation[];
}

export function pageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-page-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Steerbot</title>');
  writeFileSync(join(folder, 'page.js'), 'export const page = 1;');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function serve(options: Partial<ServerOptions> = {}): Promise<Served> {
  const listen = { host: '127.0.0.1', port: 0 };
  const server = await serveDashboard({ page: pageFolder(), tokens: TOKENS, listen, ...options });
  onTestFinished(() => server.close());
  const operations: Operation[] = [];
  server.operations$.subscribe((operation) => operations.push(operation));
  const port = Number(new URL(server.addresses.drive).port);
  return { server, port, host: `127.0.0.1:${port}`, operations };
}

/** Until something is so. */
export async function until(so: () => boolean, what: string): Promise<void> {
  for (let left = 6000; !so(); left -= 1) {
    if (left === 0) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A WebSocket that came in, and all it heard. */
export class Visitor {
  readonly socket: WebSocket;
  readonly heard: FromServer[] = [];
  closed: number | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.heard.push(JSON.parse(String(data)) as FromServer));
    socket.on('close', (code) => {
      this.closed = code;
    });
    socket.on('error', () => {});
    onTestFinished(() => socket.terminate());
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  of<K extends FromServer['kind']>(kind: K): Extract<FromServer, { kind: K }>[] {
    return this.heard.filter((message): message is Extract<FromServer, { kind: K }> => message.kind === kind);
  }

  hears(kind: FromServer['kind'], times = 1): Promise<void> {
    return until(() => this.of(kind).length >= times, `hears ${kind}`);
  }

  isClosed(): Promise<void> {
    return until(() => this.closed !== undefined, 'is closed');
  }
}

export interface Manner extends ClientOptions {
  readonly path?: string;
  readonly protocols?: readonly string[];
}

const offering = (token: string): string[] => [PROTOCOL, TOKEN_PREFIX + token];

/** As a browser comes; anything of its manner can be made worse. @returns the visitor, or the status it was refused with */
export function asked({ host }: Served, manner: Manner = {}): Promise<Visitor | number> {
  const { path = SOCKET_PATH, protocols = offering(TOKENS.drive), ...options } = manner;
  const socket = new WebSocket(`ws://${host}${path}`, [...protocols], {
    origin: `http://${host}`,
    ...options,
  });
  const visitor = new Visitor(socket);
  return new Promise((resolve) => {
    socket.on('open', () => resolve(visitor));
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on('error', () => resolve(0));
  });
}

export async function comeIn(served: Served, role: Role = 'drive'): Promise<Visitor> {
  const visitor = await asked(served, { protocols: offering(TOKENS[role]) });
  if (typeof visitor === 'number') throw new Error(`refused with ${visitor}`);
  await visitor.hears('hello');
  return visitor;
}

/** Comes in over a bare TCP connection and never reads a byte. */
export function comeInAndSleep({ host, port }: Served): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(
    [
      `GET ${SOCKET_PATH} HTTP/1.1`,
      `Host: ${host}`,
      `Origin: http://${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: c3RlZXJib3QgYXQgcmVzdA==',
      `Sec-WebSocket-Protocol: ${offering(TOKENS.drive).join(', ')}`,
      '\r\n',
    ].join('\r\n'),
  );
  return socket;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** One request of HTTP, with whatever headers; its path goes over the wire as it stands. */
export function ask(
  served: Served,
  path = '/',
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: served.port, path, method, headers, agent: false },
      (answer) => {
        let body = '';
        answer.on('data', (data) => {
          body += String(data);
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    asked.on('error', reject);
    asked.end(method === 'POST' ? '{"kind":"stop"}' : undefined);
  });
}

export const scene = (name = 'square'): SceneView => ({
  kind: 'scene',
  name,
  about: 'Round a square.',
  source: 'simulation',
  robots: [],
  things: [],
  missions: [],
  tunables: [],
  gallery: [],
  can: [],
});

/** Robots with these names; their loops tick so often a second. */
export const sceneWith = (ids: readonly string[], rate: number): SceneView => ({
  ...scene(),
  robots: ids.map((id) => ({
    id,
    radius: 0.1,
    track: 0.14,
    mass: 0.45,
    ghost: false,
    rate,
    limits: { speed: 0.5, force: 0.45 },
    mission: { behavior: 'wander', parameters: {} },
    sensors: [],
  })),
});

/** @param padding characters that make it larger */
export const frame = (at: number, news: readonly string[] = [], padding = 0): FrameView => ({
  kind: 'frame',
  at,
  robots: [],
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: 'x'.repeat(padding) },
  verdict: [],
  news: news.map((words) => ({ at, level: 'info', words })),
});
