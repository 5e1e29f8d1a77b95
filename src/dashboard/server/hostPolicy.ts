/**
 * Decides whether a request is let in, from its headers alone, before anything is done for it.
 *
 * A page of another site may make a browser on this machine send a request here. Its headers show it: the Host, if the
 * site's own name points to us; the Origin and Sec-Fetch-Site that the browser adds. Any other request needs a token.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Role, SOCKET_PATH, TOKEN_PREFIX } from '../wire.js';

export interface RequestInfo {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of this machine at which it arrived. */
  readonly localAddress: string;
  readonly localPort: number;
}

export interface HostPolicy {
  /** The server's names, in lower case; an IPv6 address in brackets. */
  readonly names: ReadonlySet<string>;
  /** The server listens on every address: then the address at which a request arrives is a name too. */
  readonly everywhere: boolean;
  readonly roleOf: (token: string) => Role | undefined;
}

/** HTTP status codes. */
export type RefusalStatus = 401 | 403 | 404 | 405;

export function requestInfo({ method = '', url = '', headers, socket }: IncomingMessage): RequestInfo {
  return { method, url, headers, localAddress: socket.localAddress ?? '', localPort: socket.localPort ?? 0 };
}

/** Why a file is not served; undefined if it may be. */
export function pageRefusal(policy: HostPolicy, request: RequestInfo): RefusalStatus | undefined {
  if (!isServedHere(policy, request) || isCrossSite(request)) return 403;
  if (request.method !== 'GET' && request.method !== 'HEAD') return 405;
  return request.url.startsWith('/') ? undefined : 404;
}

/** What a WebSocket may do, or why it is refused. */
export function authorize(policy: HostPolicy, request: RequestInfo): Role | RefusalStatus {
  const { origin, host } = request.headers;
  if (!isServedHere(policy, request)) return 403;
  if (request.url !== SOCKET_PATH) return 404;
  if (origin !== undefined && origin !== `http://${host?.toLowerCase()}`) return 403;
  // Every browser sends its origin; without one it is a program, and no page can make it send this header.
  const token = origin === undefined ? bearerOf(request.headers) : offeredToken(request.headers);
  return (token !== undefined && policy.roleOf(token)) || 401;
}

/** Whether the request names one of our hosts: otherwise a foreign name was made to point here. */
export function isServedHere(policy: HostPolicy, { headers, localAddress, localPort }: RequestInfo): boolean {
  const [, name = '', port = '80'] =
    /^([^:]+|\[[^\]]+\])(?::(\d+))?$/.exec(headers.host?.toLowerCase() ?? '') ?? [];
  if (Number(port) !== localPort) return false;
  return policy.names.has(name) || (policy.everywhere && name === nameOfAddress(localAddress));
}

/** An address in the form of a Host header. */
export function nameOfAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** Whether a page of another site sent this request; following a link is allowed. */
function isCrossSite({ headers }: RequestInfo): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'none' || site === 'same-origin') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

export const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization)?.[1];

const offeredToken = (headers: IncomingHttpHeaders): string | undefined =>
  headers['sec-websocket-protocol']
    ?.split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(TOKEN_PREFIX))
    ?.slice(TOKEN_PREFIX.length);
