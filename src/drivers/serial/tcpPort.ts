/** A serial line behind a network bridge: ser2net, ESP-Link, an ESP32. */
import { createConnection, type Socket } from 'node:net';
import type { Seconds } from '../../math/units.js';
import { asCalled } from '../../validation/asCalled.js';
import { misuse } from '../../validation/caller.js';
import { DriverError } from '../../validation/errors.js';
import { aFlag, aNumber, type Checks, requireOptions, requireText } from '../../validation/options.js';
import type { PortListener, ResettingPort } from './port.js';
import { PortListeners } from './portListeners.js';
import { isLoopback, OPEN_LINK, type TcpAddress, tcpAddress, tcpName } from './tcpAddress.js';
import { connectionLost, connectionRefused } from './tcpErrors.js';

export interface TcpOptions {
  /** Accepts another machine than this one. Guards people: any program that can reach the bridge can arm the robot. */
  readonly insecureLink?: boolean;
  /** After this time without a connection it gives up; default 5 s. */
  readonly timeout?: Seconds;
}

const CONNECT_TIMEOUT: Seconds = 5;

/** How long closing waits until the last bytes, the stop, are taken. */
const CLOSE_TIMEOUT_MS = 500;

/** More than any command can fill that is still of use: a bridge that takes so little has not taken any for long. */
const MAX_WAITING_BYTES = 16_384;

/**
 * Connects to a bridge, to drive a robot through it: `connect(robot, { port: await tcpPort(host, port) })`.
 *
 * @throws DriverError with what to do: refused, unreachable, no such name, no answer, another machine
 * @example
 * ```ts
 * import { DriverError, tcpPort } from 'steerbot';
 * // Nothing listens there: a real bridge has the address of its board, such as 192.168.4.1.
 * const port = await tcpPort('127.0.0.1', 1).catch((why: unknown) => why);
 * console.log(port instanceof DriverError); // true
 * ```
 */
export function tcpPort(host: string, port: number, options: TcpOptions = {}): Promise<ResettingPort> {
  return asCalled(() => {
    requireText('tcpPort', 'the host', host);
    const trouble = aTcpPort(port);
    if (trouble !== undefined) throw misuse(`tcpPort: the port ${trouble}: tcpPort('127.0.0.1', 7070)`);
    requireOptions('tcpPort', options, TCP_CHECKS);
    return opened(host, port, options);
  });
}

const aTcpPort = aNumber('its number', 1, 65_535);
const TCP_CHECKS: Checks<TcpOptions> = { insecureLink: aFlag, timeout: aNumber('seconds', 0) };

async function opened(host: string, port: number, options: TcpOptions): Promise<ResettingPort> {
  const { insecureLink = false, timeout = CONNECT_TIMEOUT } = options;
  const address = { host, port };
  const named = tcpAddress(tcpName(address));
  if (typeof named === 'string') throw new DriverError(named);
  if (!insecureLink && !isLoopback(host)) throw openLink(address);
  const socket = await connected(address, timeout);
  // A name may lead anywhere.
  if (!insecureLink && !isLoopback(socket.remoteAddress ?? '')) {
    socket.destroy();
    throw openLink(address);
  }
  return new OpenTcpPort(tcpName(address), socket);
}

function openLink(address: TcpAddress): DriverError {
  const what =
    `${tcpName(address)}: this is not this machine, and ${OPEN_LINK}; ` +
    'reach it through an ssh tunnel to 127.0.0.1, or, in a network of your own, ';
  return new DriverError(`${what}add --insecure-link`, `${what}give \`insecureLink: true\``);
}

/** @throws DriverError */
function connected(address: TcpAddress, timeout: Seconds): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ ...address, noDelay: true });
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeout} s`)), timeout * 1000);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(connectionRefused(tcpName(address), error));
    };
    socket.once('error', fail).once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

class OpenTcpPort implements ResettingPort {
  readonly name: string;
  readonly #listeners = new PortListeners();
  readonly #socket: Socket;
  #closing: Promise<void> | undefined;

  constructor(name: string, socket: Socket) {
    this.name = name;
    this.#socket = socket;
    socket.on('data', (bytes) => this.#listeners.bytes(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#lose(error.code ?? error.message));
    socket.on('end', () => this.#lose('it was closed at the other end'));
    socket.on('close', () => this.#lose('it has ended'));
  }

  listen(listener: PortListener): () => void {
    return this.#listeners.add(listener);
  }

  /** A lost bridge that still takes bytes may take a stop. */
  write(bytes: Uint8Array, done?: () => void): void {
    if (this.#closing || !this.#socket.writable) return;
    if (this.#socket.writableLength > MAX_WAITING_BYTES) {
      // Not at once: a driver that is just sending does not expect the end of its line.
      queueMicrotask(() => this.#lose('its other end takes nothing any more'));
      return;
    }
    this.#socket.write(bytes, (error) => {
      if (!error) done?.();
    });
  }

  /** A bridge has no wire to the board's reset pin. */
  reset(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Written bytes leave first, unless the other end takes none. */
  #end(): Promise<void> {
    this.#listeners.closed();
    if (this.#socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS);
      this.#socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.end().resume();
    });
  }

  #lose(why: string): void {
    this.#listeners.lost(connectionLost(this.name, why));
  }
}
