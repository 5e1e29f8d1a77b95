/** Opens the doors: one HTTP server for each address, none of which waits long for anybody. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Listen } from './addresses.js';
import { limitConnections } from './connectionLimits.js';

export const PREFERRED_PORT = 4280;

const LIMITS = {
  /** Room for the cookies that other programs on this machine leave in the browser. */
  maxHeaderSize: 16_384,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};
/** Of a server: WebSockets, what loads the page, and what is just being turned away. */
const MOST_CONNECTIONS = 128;

export interface Opened {
  readonly servers: readonly Server[];
  /** The address that the first of them has. */
  readonly host: string;
  readonly port: number;
}

/** @throws Error in plain words where it cannot listen there */
export async function openDoors(listen?: Listen): Promise<Opened> {
  const first = listen ? await open(listen) : await openNear(PREFERRED_PORT);
  const { address, port } = first.address() as AddressInfo;
  // `localhost` is either of two addresses; the second is missing on some machines.
  const second = listen ? undefined : await open({ host: '::1', port }).catch(() => undefined);
  return { servers: second ? [first, second] : [first], host: address, port };
}

const openNear = (port: number): Promise<Server> =>
  open({ host: '127.0.0.1', port }).catch(() => open({ host: '127.0.0.1', port: 0 }));

function open({ host, port }: Listen): Promise<Server> {
  const server = createServer(LIMITS);
  server.maxConnections = MOST_CONNECTIONS;
  limitConnections(server);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(wordsOf(error, host, port))));
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners('error').on('error', () => {});
      resolve(server);
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has that port; choose another, or 0 for any that is free',
  EACCES: 'that port is not for everybody; choose one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'nobody knows that name',
};

const wordsOf = ({ code = '', message }: NodeJS.ErrnoException, host: string, port: number): string =>
  `cannot listen on ${host}, port ${port}: ${REASONS[code] ?? message}`;
