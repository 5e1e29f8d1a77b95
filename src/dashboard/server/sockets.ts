/** Where WebSockets come in: who may is let in, everybody else is turned away at little cost. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TimeSource } from '../../math/time.js';
import { PROTOCOL, type Role } from '../wire.js';
import { AuthRateLimiter } from './authRateLimiter.js';
import { admit, type HostPolicy, requestInfo } from './hostPolicy.js';

const MOST_BYTES = 64 * 1024;

export interface Welcome {
  hasRoomFor(role: Role): boolean;
  welcome(socket: WebSocket, role: Role): void;
}

export class Sockets {
  readonly #policy: HostPolicy;
  readonly #host: Welcome;
  readonly #failed: AuthRateLimiter;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_BYTES,
    // The token that was offered beside it is never said back.
    handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  });

  constructor(policy: HostPolicy, host: Welcome, time: TimeSource) {
    this.#policy = policy;
    this.#host = host;
    this.#failed = new AuthRateLimiter(time);
  }

  /** Hears `upgrade` of a server. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const role = admit(this.#policy, requestInfo(request));
    if (typeof role === 'number') this.#turnAway(socket, role, request.socket.remoteAddress);
    else if (!this.#host.hasRoomFor(role)) this.#turnAway(socket, 503, request.socket.remoteAddress);
    else this.#server.handleUpgrade(request, socket, head, (client) => this.#host.welcome(client, role));
  };

  /** Who has the right token is never held up by those who have not: failures are counted, not addresses shut out. */
  #turnAway(socket: Duplex, status: number, address = ''): void {
    if (!this.#failed.deservesAnswer(address)) {
      socket.destroy();
      return;
    }
    socket.once('finish', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  }
}
