/** Lets clients in, or refuses them with a reason, before anything is done for them. */
import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SUBPROTOCOLS } from './protocol.js';

/** Who may come in: whether it may set parameters; or an HTTP status, and why it is refused. */
export type Admission =
  | { readonly maySet: boolean }
  | { readonly status: 401 | 403 | 404; readonly why: string };

const MAX_MESSAGE_BYTES = 64 * 1024;

const WRONG_PROTOCOL = `ask for the WebSocket subprotocol ${SUBPROTOCOLS.join(' or ')}`;
const TOO_MANY = 'too many clients';

export interface HandshakeOptions {
  readonly admit: (request: IncomingMessage) => Admission;
  readonly hasRoom: () => boolean;
  readonly accept: (socket: WebSocket, maySet: boolean) => void;
}

export class Handshake {
  readonly #options: HandshakeOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => [...offered].find((name) => SUBPROTOCOLS.includes(name)) ?? false,
  });

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  /** Handles a server's `upgrade` event. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { admit, hasRoom, accept } = this.#options;
    socket.on('error', () => socket.destroy());
    const admission = admit(request);
    if ('status' in admission) refuse(socket, admission.status, admission.why);
    else if (!asksForProtocol(request)) refuse(socket, 400, WRONG_PROTOCOL);
    else if (!hasRoom()) refuse(socket, 503, TOO_MANY);
    else this.#server.handleUpgrade(request, socket, head, (client) => accept(client, admission.maySet));
  };
}

/** Answers a browser that opens the address as a page. */
export const answerPage: RequestListener = (_, response) => {
  response.writeHead(426, { Connection: 'close', 'Content-Type': 'text/plain' });
  response.end('Open this address in Foxglove or Lichtblick, as a Foxglove WebSocket.\n');
};

const asksForProtocol = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-websocket-protocol'] ?? '').split(',').some((name) => SUBPROTOCOLS.includes(name.trim()));

function refuse(socket: Duplex, status: number, why: string): void {
  const body = `${why}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
