/** The way to the server: dials, hears, speaks, and dials again when it breaks. */

import type { Seconds } from '../../math/units.js';
import type { Operation } from '../../signals/view.js';
import type { FromPage } from '../wire.js';
import { stopConfirmed } from './drive/stop.js';
import { receiveMessage } from './link/fromServer.js';
import { connection, frame, type Link, lease } from './store.js';

/** A WebSocket, as far as it is needed. */
export interface Socket {
  /** Bytes that were sent and have not left yet. */
  readonly bufferedBytes: number;
  send(text: string): void;
}

/** Who is told what becomes of a socket. */
export interface SocketListener {
  opened(): void;
  received(text: unknown): void;
  closed(): void;
}

/** What the browser does for the link. */
export interface BrowserServices {
  connect(listener: SocketListener): Socket;
  after(delay: Seconds, then: () => void): void;
  /** Calls back once the next picture was drawn, also where none is drawn any more. */
  afterPaint(then: () => void): void;
  /** Whether the server answers at all: then it was the token that it did not like. */
  isServerReachable(): Promise<boolean>;
}

const MIN_RECONNECT_DELAY: Seconds = 0.25;
const MAX_RECONNECT_DELAY: Seconds = 4;

/** Guards people: a teleop command that would come late is not sent. */
const MAX_BUFFERED_BYTES = 4096;

export class LiveLink implements Link {
  readonly #browser: BrowserServices;
  #socket: Socket | undefined;
  #reconnectDelay = MIN_RECONNECT_DELAY;
  /** Guards people: a STOP is said on each new socket, until a frame that came after it shows that it was heard. */
  #stopPending = false;

  constructor(browser: BrowserServices) {
    this.#browser = browser;
  }

  open(): void {
    let opened = false;
    const socket = this.#browser.connect({
      opened: () => {
        opened = true;
        this.#opened(socket);
      },
      received: (text) => this.#received(socket, text),
      closed: () => this.#closed(opened),
    });
  }

  send(operation: Operation): void {
    if (operation.kind === 'stop') this.#stopPending = true;
    if (!this.#socket || this.#isTooLate(operation, this.#socket)) return;
    // Said behind STOP on the same socket, it takes it back.
    if (operation.kind === 'arm') this.#stopPending = false;
    this.#send(
      this.#socket,
      operation.kind === 'teleop' ? { ...operation, ...this.#newestFrame() } : operation,
    );
  }

  /** Guards people: a teleop command says on which frame it is based, so that it does not count when it comes late. */
  #newestFrame(): { readonly seen?: Seconds } {
    const newest = frame.peek();
    return newest ? { seen: newest.at } : {};
  }

  #isTooLate(operation: Operation, socket: Socket): boolean {
    const drives = operation.kind === 'teleop' && (operation.linear !== 0 || operation.angular !== 0);
    return drives && socket.bufferedBytes > MAX_BUFFERED_BYTES;
  }

  #send(socket: Socket, message: FromPage): void {
    socket.send(JSON.stringify(message));
  }

  #opened(socket: Socket): void {
    this.#socket = socket;
    this.#reconnectDelay = MIN_RECONNECT_DELAY;
    connection.value = 'open';
    if (this.#stopPending) this.#send(socket, { kind: 'stop' });
  }

  #received(socket: Socket, text: unknown): void {
    if (receiveMessage(text) !== 'frame') return;
    if (this.#socket === socket && stopConfirmed.peek()) this.#stopPending = false;
    this.#browser.afterPaint(() => {
      if (this.#socket === socket) this.#send(socket, { kind: 'seen' });
    });
  }

  #closed(wasOpen: boolean): void {
    this.#socket = undefined;
    lease.value = 'nobody';
    connection.value = 'closed';
    if (!wasOpen) void this.#findReason();
    this.#browser.after(this.#reconnectDelay, () => this.open());
    this.#reconnectDelay = Math.min(MAX_RECONNECT_DELAY, this.#reconnectDelay * 2);
  }

  async #findReason(): Promise<void> {
    const reachable = await this.#browser.isServerReachable();
    if (reachable && !this.#socket) connection.value = 'refused';
  }
}
