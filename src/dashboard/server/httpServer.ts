/**
 * The HTTP servers of the page, one per address: their limits on connections, the files they serve, and the WebSockets
 * they let in.
 */

import { existsSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import sirv from 'sirv';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TimeSource } from '../../math/time.js';
import { PROTOCOL, type Role } from '../wire.js';
import type { ListenAddress } from './addresses.js';
import { authorize, type HostPolicy, isServedHere, pageRefusal, requestInfo } from './hostPolicy.js';
import { AuthRateLimiter } from './rateLimits.js';

const PREFERRED_PORT = 4280;

const HTTP_LIMITS = {
  /** Room for the cookies that other programs on this machine leave in the browser. */
  maxHeaderSize: 16_384,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};
/** Per server: WebSockets, connections that load the page, and connections that are being refused. */
const MAX_CONNECTIONS = 128;

export interface OpenServers {
  readonly servers: readonly Server[];
  /** The address of the first server. */
  readonly host: string;
  readonly port: number;
}

/** @throws Error in plain words where it cannot listen there */
export async function openServers(listen?: ListenAddress): Promise<OpenServers> {
  const first = listen ? await openServer(listen) : await openNearPort(PREFERRED_PORT);
  const { address, port } = first.address() as AddressInfo;
  // `localhost` may be either of two addresses; some machines lack the second.
  const second = listen ? undefined : await openServer({ host: '::1', port }).catch(() => undefined);
  return { servers: second ? [first, second] : [first], host: address, port };
}

const openNearPort = (port: number): Promise<Server> =>
  openServer({ host: '127.0.0.1', port }).catch(() => openServer({ host: '127.0.0.1', port: 0 }));

function openServer({ host, port }: ListenAddress): Promise<Server> {
  const server = createServer(HTTP_LIMITS);
  server.maxConnections = MAX_CONNECTIONS;
  limitConnections(server);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenError(error, host, port))));
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners('error').on('error', () => {});
      resolve(server);
    });
  });
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses that port; choose another, or 0 for any free port',
  EACCES: 'only an administrator may use that port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host name',
};

const listenError = ({ code = '', message }: NodeJS.ErrnoException, host: string, port: number): string =>
  `cannot listen on ${host}, port ${port}: ${LISTEN_ERRORS[code] ?? message}`;

/** A browser that loads the page uses six. */
const MAX_WAITING_OF_ADDRESS = 16;
/** The limit for all addresses. Together with all clients it stays below MAX_CONNECTIONS. */
const MAX_WAITING = 96;

/**
 * Limits the open connections that are not let in yet: per address, and all together. One too many ends the oldest.
 */
function limitConnections(server: Server): void {
  const waiting = new Map<Duplex, string | undefined>();
  const endOldest = (max: number, isCounted: (address: string | undefined) => boolean): void => {
    const counted = [...waiting].filter(([, address]) => isCounted(address));
    const [first] = counted[0] ?? [];
    if (!first || counted.length <= max) return;
    waiting.delete(first);
    first.destroy();
  };
  server.on('connection', (socket) => {
    const from = socket.remoteAddress;
    waiting.set(socket, from);
    socket.once('close', () => waiting.delete(socket));
    endOldest(MAX_WAITING_OF_ADDRESS, (address) => address === from);
    endOldest(MAX_WAITING, () => true);
  });
  // From here on they are let in, or refused at once.
  server.on('upgrade', (_, socket) => waiting.delete(socket));
}

/** The page's own files, and no other files of this machine. */
export type PageFiles = ReturnType<typeof sirv>;

/** @throws Error where the page was not built */
export function pageFiles(folder: string): PageFiles {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`there is no page in ${folder}: build it first`);
  // The files are listed once: a file that is not on the list is not found, however its name is written.
  return sirv(folder, { dev: false, etag: true });
}

export const pageListener =
  (files: PageFiles, policy: HostPolicy): RequestListener =>
  (request, response) => {
    try {
      answerRequest(request, response, policy, files);
    } catch {
      response.destroy();
    }
  };

function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  policy: HostPolicy,
  files: PageFiles,
): void {
  const info = requestInfo(request);
  const host = isServedHere(policy, info) ? request.headers.host : undefined;
  for (const [name, value] of Object.entries(securityHeaders(host))) response.setHeader(name, value);
  const refusal = pageRefusal(policy, info);
  if (refusal === undefined) serveFile(request, response, files);
  else refuseRequest(response, refusal);
}

function serveFile(request: IncomingMessage, response: ServerResponse, files: PageFiles): void {
  // The page needs no partial files, and sirv throws at a range that ends before it begins.
  delete request.headers.range;
  response.once('pipe', (file: Readable) => endTogether(file, response));
  files(request, response);
}

function refuseRequest(response: ServerResponse, status: number): void {
  response.setHeader('Content-Type', 'text/plain');
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  // Further requests on this connection are not read.
  response.writeHead(status, { Connection: 'close' }).end('Use the address that the program has printed.\n');
}

/** A file that was rebuilt in between, or a browser that went away, ends only this answer. */
function endTogether(file: Readable, response: ServerResponse): void {
  file.once('error', () => response.destroy());
  response.once('close', () => file.destroy());
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
];

const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/**
 * Headers of every answer, so that a browser lets no other site use the page.
 *
 * @param host the requested host, once it is known to be ours; some browsers' 'self' leaves out WebSockets
 */
function securityHeaders(host?: string): Readonly<Record<string, string>> {
  const connect = host === undefined ? "connect-src 'self'" : `connect-src 'self' ws://${host}`;
  return { ...FIXED_HEADERS, 'Content-Security-Policy': [...CONTENT_SECURITY_POLICY, connect].join('; ') };
}

const MAX_MESSAGE_BYTES = 64 * 1024;

export interface SocketHost {
  hasRoomFor(role: Role): boolean;
  accept(socket: WebSocket, role: Role): void;
}

/** Accepts WebSockets: lets authorized ones in, and refuses all others at little cost. */
export class UpgradeHandler {
  readonly #policy: HostPolicy;
  readonly #host: SocketHost;
  readonly #authRateLimiter: AuthRateLimiter;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // The offered token beside it is never sent back.
    handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  });

  constructor(policy: HostPolicy, host: SocketHost, time: TimeSource) {
    this.#policy = policy;
    this.#host = host;
    this.#authRateLimiter = new AuthRateLimiter(time);
  }

  /** Handles a server's `upgrade` event. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const role = authorize(this.#policy, requestInfo(request));
    if (typeof role === 'number') this.#refuse(socket, role, request.socket.remoteAddress);
    else if (!this.#host.hasRoomFor(role)) this.#refuse(socket, 503, request.socket.remoteAddress);
    else this.#server.handleUpgrade(request, socket, head, (client) => this.#host.accept(client, role));
  };

  /** Never delays a client with the right token: failures are counted, but no address is shut out. */
  #refuse(socket: Duplex, status: number, address = ''): void {
    if (!this.#authRateLimiter.deservesAnswer(address)) {
      socket.destroy();
      return;
    }
    socket.once('finish', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  }
}
