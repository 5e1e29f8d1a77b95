/** The link to the server: connects, receives, sends, and connects again when the connection breaks. */
import type { Seconds } from '../../../math/units.js';
import type { FrameView, Operation, RobotFrame, SceneView, View } from '../../../signals/view.js';
import type { FromPage, FromServer } from '../../wire.js';
import { stopConfirmed } from '../drive/stop.js';
import { connection, frame, type Link, lease, refusal, role, storeView } from '../store.js';

// The server's token: it comes in the address after `#token=`, which is never sent to a server, and stays in the tab.

/** Remembers a text as long as the tab lives; a browser may refuse to. */
export interface TokenStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

const TOKEN_KEY = 'steerbot.token';

/** @returns the token, and the fragment without it, which may stay in the address bar */
export function takeToken(fragment: string, storage: TokenStorage): { token: string; rest: string } {
  const parts = fragment.replace(/^#/, '').split('&');
  const given = parts.find((part) => part.startsWith('token='))?.slice('token='.length);
  if (given) storage.set(TOKEN_KEY, given);
  const rest = parts.filter((part) => part !== '' && !part.startsWith('token=')).join('&');
  return { token: given || (storage.get(TOKEN_KEY) ?? ''), rest: rest && `#${rest}` };
}

const EMPTY_SCENE: SceneView = {
  kind: 'scene',
  name: '',
  about: '',
  source: 'simulation',
  robots: [],
  things: [],
  missions: [],
  tunables: [],
  gallery: [],
  can: [],
};

const EMPTY_FRAME: FrameView = {
  kind: 'frame',
  at: 0,
  robots: [],
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'connecting', words: '' },
  verdict: [],
  news: [],
};

const EMPTY_NEWS = { at: 0, level: 'info', words: '' } as const;

/** A robot without an id is left out. */
const completeRobots = (robots: readonly Partial<RobotFrame>[]): RobotFrame[] =>
  robots.flatMap(({ id, ...robot }) => (id === undefined ? [] : [{ ranges: {}, ...robot, id }]));

/** Views as the page needs them: parts that an older or newer server left out are empty. */
export function completeView(view: { readonly kind: View['kind'] }): View {
  if (view.kind === 'scene') return { ...EMPTY_SCENE, ...(view as Partial<SceneView>), kind: 'scene' };
  const frame = { ...EMPTY_FRAME, ...(view as Partial<FrameView>) };
  return {
    ...frame,
    robots: completeRobots(frame.robots),
    pace: { ...EMPTY_FRAME.pace, ...frame.pace },
    link: { ...EMPTY_FRAME.link, ...frame.link },
    news: frame.news.map((news) => ({ ...EMPTY_NEWS, ...news })),
  };
}

// Messages of the server, put into the page's store. Unknown ones are ignored: the server may be newer.

/** @returns the kind of the message; undefined if the text is no message */
function receiveMessage(text: unknown): string | undefined {
  const message = parse(text);
  switch (message?.kind) {
    case 'hello':
      role.value = message.role;
      break;
    case 'lease':
      lease.value = message.holder;
      break;
    case 'refused':
      refusal.value = message.why;
      break;
    case 'scene':
    case 'frame':
      receiveView(message);
  }
  return message?.kind;
}

/** Reports a view that cannot be shown on the console; the link goes on. */
function receiveView(view: View): void {
  try {
    storeView(completeView(view));
  } catch (error) {
    console.error(error);
  }
}

function parse(text: unknown): FromServer | undefined {
  try {
    const message: unknown = JSON.parse(String(text));
    return typeof message === 'object' && message !== null ? (message as FromServer) : undefined;
  } catch {
    return undefined;
  }
}

/** The parts of a WebSocket that we use. */
export interface Socket {
  /** Bytes that were sent and have not left the browser yet. */
  readonly bufferedBytes: number;
  send(text: string): void;
}

/** Listens to the events of a socket. */
export interface SocketListener {
  opened(): void;
  received(text: unknown): void;
  closed(): void;
}

/** The browser's services for the link. */
export interface BrowserServices {
  connect(listener: SocketListener): Socket;
  after(delay: Seconds, then: () => void): void;
  /** Calls back once the next picture is drawn, also where none is drawn any more. */
  afterPaint(then: () => void): void;
  /** Whether the server answers at all: if so, it refused the token. */
  isServerReachable(): Promise<boolean>;
}

const MIN_RECONNECT_DELAY: Seconds = 0.25;
const MAX_RECONNECT_DELAY: Seconds = 4;

/** A teleop command that would arrive late is not sent. */
const MAX_BUFFERED_BYTES = 4096;

export class LiveLink implements Link {
  readonly #browser: BrowserServices;
  #socket: Socket | undefined;
  #reconnectDelay = MIN_RECONNECT_DELAY;
  /** Guards people: a STOP is sent on each new socket until a frame received after it confirms it. */
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
    // An `arm` sent after STOP on the same socket takes STOP back.
    if (operation.kind === 'arm') this.#stopPending = false;
    this.#send(
      this.#socket,
      operation.kind === 'teleop' ? { ...operation, ...this.#newestFrame() } : operation,
    );
  }

  /** A teleop command names the newest frame of its page, so that the server can ignore a late one. */
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
