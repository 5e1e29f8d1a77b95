/** The page with a server: the app, and the link to the server with the browser's services. */
import { PROTOCOL, SOCKET_PATH, TOKEN_PREFIX } from '../wire.js';
import { mount } from './app.js';
import {
  type BrowserServices,
  LiveLink,
  type Socket,
  type SocketListener,
  type TokenStorage,
  takeToken,
} from './link/link.js';
import { attach } from './store.js';

/** A hidden page draws nothing; it says `seen` after this time. */
const HIDDEN_PAGE_DELAY_MS = 250;

const tokenStorage: TokenStorage = {
  get: (key) => attempt(() => sessionStorage.getItem(key)) ?? null,
  set: (key, value) => attempt(() => sessionStorage.setItem(key, value)),
};

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function afterPaint(then: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(picture);
    clearTimeout(timer);
    then();
  };
  const picture = requestAnimationFrame(once);
  const timer = setTimeout(once, HIDDEN_PAGE_DELAY_MS);
}

/** Takes the token out of the address bar, so that others cannot read it there. */
function tokenOfAddress(): string {
  const { token, rest } = takeToken(location.hash, tokenStorage);
  history.replaceState(null, '', location.pathname + location.search + rest);
  return token;
}

function connect(token: string, listener: SocketListener): Socket {
  const address = new URL(SOCKET_PATH, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  const protocols = token ? [PROTOCOL, TOKEN_PREFIX + token] : [PROTOCOL];
  const socket = new WebSocket(address, protocols);
  socket.onopen = () => listener.opened();
  socket.onmessage = (event) => listener.received(event.data);
  socket.onclose = () => listener.closed();
  return {
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text),
  };
}

/** The browser's services for the link: sockets, timers, animation frames. */
function browserServices(): BrowserServices {
  const token = tokenOfAddress();
  return {
    connect: (listener) => connect(token, listener),
    after: (delay, then) => {
      setTimeout(then, delay * 1000);
    },
    afterPaint,
    isServerReachable: () =>
      fetch('./', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
  };
}

const link = new LiveLink(browserServices());
attach(link);
const root = document.getElementById('app');
if (root) mount(root);
link.open();
