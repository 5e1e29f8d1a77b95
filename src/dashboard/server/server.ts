/**
 * The dashboard's server: shows a run to every client with a token, and passes on their requests.
 *
 * It knows neither the run nor its own thread: views go in, operations come out.
 */

import type { Server } from 'node:http';
import type { Observable } from 'rxjs';
import type { WebSocket } from 'ws';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { Operation, View } from '../../signals/view.js';
import type { OperationRequest, Role } from '../wire.js';
import { isWildcard, type ListenAddress, type PageLinks, pageLinks, reachableHosts } from './addresses.js';
import { Client } from './client.js';
import { ClientList } from './clientList.js';
import { type HostPolicy, nameOfAddress } from './hostPolicy.js';
import {
  type OpenServers,
  openServers,
  type PageFiles,
  pageFiles,
  pageListener,
  UpgradeHandler,
} from './httpServer.js';
import { OperationRouter, type Requester } from './operationRouter.js';
import { freshTokens, type Tokens, tokenRoles } from './tokens.js';

export interface ServerOptions {
  /** Folder of the built page, with its `index.html`. */
  readonly page: string;
  /** By default only this machine, port 4280 or any free one. */
  readonly listen?: ListenAddress;
  /** Fresh ones by default. */
  readonly tokens?: Tokens;
  /** For the lease, the rates and the pings. */
  readonly time?: TimeSource;
}

export interface DashboardServer {
  /** The address for other machines, or for this machine if only it can reach the server. */
  readonly addresses: PageLinks;
  /** Every address of the page. */
  readonly everyAddress: readonly PageLinks[];
  /** Checked and allowed operations, in order, including the last command of a client that let go. */
  readonly operations$: Observable<Operation>;
  /** How many clients are connected. */
  readonly clients$: Observable<number>;
  show(view: View): void;
  /** Takes a request, also of a program that is no client of the page. */
  requested(who: Requester, request: OperationRequest): void;
  /** Tells the clients that may drive that something was not done. */
  refuse(why: string): void;
  /** Bytes that wait for clients that do not read. */
  backlog(): number;
  close(): Promise<void>;
}

/** @throws Error in plain words where it cannot listen, there is no page, or the tokens are weak */
export async function serveDashboard(options: ServerOptions): Promise<DashboardServer> {
  const { page, listen, tokens = freshTokens(), time = wallTime } = options;
  const roleOf = tokenRoles(tokens);
  const files = pageFiles(page);
  const opened = await openServers(listen);
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', nameOfAddress(listen?.host ?? '127.0.0.1')]);
  const running = new RunningServer(opened, tokens, time);
  running.start({ names, everywhere: isWildcard(opened.host), roleOf }, files);
  return running;
}

const HEARTBEAT_PERIOD: Seconds = 1;

class RunningServer implements DashboardServer {
  readonly addresses: PageLinks;
  readonly everyAddress: readonly PageLinks[];
  readonly #servers: readonly Server[];
  readonly #time: TimeSource;
  readonly #router: OperationRouter<Requester>;
  readonly #clients = new ClientList();
  #stopHeartbeat = () => {};

  constructor({ servers, host, port }: OpenServers, tokens: Tokens, time: TimeSource) {
    const [first = host, ...others] = reachableHosts(host);
    this.addresses = pageLinks(first, port, tokens);
    this.everyAddress = [this.addresses, ...others.map((other) => pageLinks(other, port, tokens))];
    this.#servers = servers;
    this.#time = time;
    this.#router = new OperationRouter(time, () => this.#clients.sendLease(this.#router.driver));
  }

  get operations$(): Observable<Operation> {
    return this.#router.operations$;
  }

  get clients$(): Observable<number> {
    return this.#clients.count$;
  }

  start(policy: HostPolicy, files: PageFiles): void {
    const sockets = new UpgradeHandler(policy, this, this.#time);
    const pages = pageListener(files, policy);
    for (const server of this.#servers) server.on('request', pages).on('upgrade', sockets.upgrade);
    this.#heartbeat();
  }

  hasRoomFor(role: Role): boolean {
    return this.#clients.hasRoomFor(role);
  }

  accept(socket: WebSocket, role: Role): void {
    this.#clients.add(new Client(socket, role, this, this.#time), this.#router.driver);
  }

  requested(who: Requester, request: OperationRequest): void {
    this.#router.handle(who, request);
  }

  left(client: Client): void {
    // First of all the robot is told that the client has let go.
    this.#router.left(client);
    this.#clients.remove(client);
  }

  show(view: View): void {
    this.#router.show(view);
    this.#clients.show(view);
  }

  refuse(why: string): void {
    this.#clients.refuse(why);
  }

  backlog(): number {
    return this.#clients.buffered;
  }

  async close(): Promise<void> {
    this.#stopHeartbeat();
    this.#router.close();
    this.#clients.close();
    await Promise.all(this.#servers.map(closeServer));
  }

  #heartbeat(): void {
    this.#clients.heartbeat();
    this.#stopHeartbeat = this.#time.after(HEARTBEAT_PERIOD, () => this.#heartbeat());
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The machine's own time; tests pass another. */
const wallTime: TimeSource = {
  now: () => performance.now() / 1000,
  after(delay, callback) {
    const timer = setTimeout(callback, delay * 1000);
    return () => clearTimeout(timer);
  },
};
