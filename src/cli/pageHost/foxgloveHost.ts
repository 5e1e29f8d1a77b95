/** Opens the server for Foxglove: where it listens, who may come in, and how its wishes reach the run. */
import type { IncomingMessage } from 'node:http';
import type { Admission } from '../../bridges/foxglove/handshake.js';
import type { SetParameter } from '../../bridges/foxglove/parameterDesk.js';
import { FoxgloveServer } from '../../bridges/foxglove/server.js';
import { wallTime } from '../../control/clock.js';
import { isLoopback, isWildcard, reachableHosts } from '../../dashboard/server/addresses.js';
import {
  bearerOf,
  type HostPolicy,
  isServedHere,
  nameOfAddress,
  requestInfo,
} from '../../dashboard/server/hostPolicy.js';
import { openServers } from '../../dashboard/server/httpServer.js';
import { tokenRoles } from '../../dashboard/server/tokens.js';
import type { FoxgloveAddresses, WorkerSettings } from './messages.js';

type FoxgloveSettings = NonNullable<WorkerSettings['foxglove']>;

export interface FoxgloveHost {
  readonly server: FoxgloveServer;
  readonly addresses: FoxgloveAddresses;
}

/** @throws Error in plain words where it cannot listen */
export async function openFoxglove(
  { listen, isTimed, tokens }: FoxgloveSettings,
  epoch: bigint,
  set: SetParameter,
): Promise<FoxgloveHost> {
  const { servers, host, port } = await openServers(listen);
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', nameOfAddress(listen.host)]);
  const policy = { names, everywhere: isWildcard(host), roleOf: tokenRoles(tokens) };
  const isOpen = isLoopback(host);
  const admit = (request: IncomingMessage) => admission(policy, isOpen, request);
  const server = new FoxgloveServer({ servers, admit, epoch, isTimed, set, time: wallTime });
  const [name = host] = reachableHosts(host);
  const address = `ws://${name}:${port}`;
  const watch = isOpen ? address : `${address}/?token=${tokens.view}`;
  return { server, addresses: { set: `${address}/?token=${tokens.drive}`, watch } };
}

/**
 * Where Foxglove and Lichtblick themselves come from: the program on this machine, a page served by this machine, and
 * Foxglove's own page. Other pages in a browser need the token: they could be anybody's.
 */
const KNOWN_ORIGINS =
  /^(file:\/\/|https:\/\/app\.foxglove\.dev|https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)$/;

const TOKEN_NEEDED = 'this address needs its token: use the address that the program has printed';

/** @param isOpen only this machine can connect: to look on, no token is needed */
export function admission(policy: HostPolicy, isOpen: boolean, request: IncomingMessage): Admission {
  if (!isServedHere(policy, requestInfo(request)))
    return { status: 403, why: 'use the address that the program has printed' };
  const token = tokenIn(request);
  if (token !== undefined) {
    const role = policy.roleOf(token);
    return role ? { maySet: role === 'drive' } : { status: 401, why: 'that token is not of this run' };
  }
  const { origin } = request.headers;
  const isKnown = origin === undefined || KNOWN_ORIGINS.test(origin);
  return isOpen && isKnown ? { maySet: false } : { status: 401, why: TOKEN_NEEDED };
}

/** Foxglove and Lichtblick can give it only in the address. */
function tokenIn({ url = '', headers }: IncomingMessage): string | undefined {
  const [, query = ''] = url.split('?');
  return bearerOf(headers) ?? new URLSearchParams(query).get('token') ?? undefined;
}
