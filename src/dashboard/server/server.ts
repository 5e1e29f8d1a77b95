/**
 * The dashboard's server: shows a run to everybody who has a token, and hands on what they ask for.
 *
 * It knows neither the run nor the thread that it lives in: views go in, operations come out.
 */
import type { Server } from 'node:http';
import type { Observable } from 'rxjs';
import type { WebSocket } from 'ws';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { Operation, View } from '../../signals/view.js';
import type { Asked, Role } from '../wire.js';
import { hostsOf, isEverywhere, type Links, type Listen, linksTo } from './addresses.js';
import { Client } from './client.js';
import { ClientList } from './clientList.js';
import { type HostPolicy, nameOfAddress } from './hostPolicy.js';
import { type Opened, openDoors } from './listening.js';
import { OperationRouter } from './operationRouter.js';
import { type Files, filesIn, pagesOf } from './pages.js';
import { Sockets } from './sockets.js';
import { freshTokens, lockFor, type Tokens } from './tokens.js';
import { wallTime } from './wallTime.js';

export interface ServerOptions {
  /** Folder of the built page, with its `index.html`. */
  readonly page: string;
  /** Unless given: this machine alone, port 4280 or another that is free. */
  readonly listen?: Listen;
  /** Fresh ones unless given. */
  readonly tokens?: Tokens;
  /** Of the lease, the rates and the pings. */
  readonly time?: TimeSource;
}

export interface DashboardServer {
  /** Where others find it, or this machine where nobody else can. */
  readonly addresses: Links;
  /** Every address at which it is found. */
  readonly everyAddress: readonly Links[];
  /** Checked, allowed, in their order; the last word of a hand that let go among them. */
  readonly operations$: Observable<Operation>;
  /** How many look on. */
  readonly clients$: Observable<number>;
  show(view: View): void;
  /** Tells those who may drive that something was not done. */
  refuse(why: string): void;
  /** Bytes that wait for clients who do not read. */
  backlog(): number;
  close(): Promise<void>;
}

/** @throws Error in plain words where it cannot listen, there is no page, or the tokens are weak */
export async function serveDashboard(options: ServerOptions): Promise<DashboardServer> {
  const { page, listen, tokens = freshTokens(), time = wallTime } = options;
  const roleOf = lockFor(tokens);
  const files = filesIn(page);
  const opened = await openDoors(listen);
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', nameOfAddress(listen?.host ?? '127.0.0.1')]);
  const running = new Running(opened, tokens, time);
  running.answer({ names, everywhere: isEverywhere(opened.host), roleOf }, files);
  return running;
}

const BETWEEN_BEATS: Seconds = 1;

class Running implements DashboardServer {
  readonly addresses: Links;
  readonly everyAddress: readonly Links[];
  readonly #servers: readonly Server[];
  readonly #time: TimeSource;
  readonly #router: OperationRouter<Client>;
  readonly #clients = new ClientList();
  #stopBeating = () => {};

  constructor({ servers, host, port }: Opened, tokens: Tokens, time: TimeSource) {
    const [first = host, ...others] = hostsOf(host);
    this.addresses = linksTo(first, port, tokens);
    this.everyAddress = [this.addresses, ...others.map((other) => linksTo(other, port, tokens))];
    this.#servers = servers;
    this.#time = time;
    this.#router = new OperationRouter(time, () => this.#clients.tellLease(this.#router.driver));
  }

  get operations$(): Observable<Operation> {
    return this.#router.operations$;
  }

  get clients$(): Observable<number> {
    return this.#clients.count$;
  }

  answer(policy: HostPolicy, files: Files): void {
    const sockets = new Sockets(policy, this, this.#time);
    const pages = pagesOf(files, policy);
    for (const server of this.#servers) server.on('request', pages).on('upgrade', sockets.upgrade);
    this.#beat();
  }

  hasRoomFor(role: Role): boolean {
    return this.#clients.hasRoomFor(role);
  }

  welcome(socket: WebSocket, role: Role): void {
    this.#clients.join(new Client(socket, role, this, this.#time), this.#router.driver);
  }

  said(client: Client, asked: Asked): void {
    this.#router.said(client, asked);
  }

  left(client: Client): void {
    // Guards people: first of all the robot hears that the hand is gone.
    this.#router.left(client);
    this.#clients.leave(client);
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
    this.#stopBeating();
    this.#router.close();
    this.#clients.close();
    await Promise.all(this.#servers.map(shut));
  }

  #beat(): void {
    this.#clients.beat();
    this.#stopBeating = this.#time.after(BETWEEN_BEATS, () => this.#beat());
  }
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
