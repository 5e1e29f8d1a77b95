/** What a browser does for the link: sockets, timers, pictures. */
import { PROTOCOL, SOCKET_PATH, TOKEN_PREFIX } from '../../wire.js';
import type { Ears, Surroundings, Wire } from '../link.js';
import { type Memory, takeToken } from './token.js';

/** A hidden page draws nothing; it says `seen` after this time. */
const WITHOUT_PICTURE_MS = 250;

const memory: Memory = {
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

function drawn(then: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(picture);
    clearTimeout(timer);
    then();
  };
  const picture = requestAnimationFrame(once);
  const timer = setTimeout(once, WITHOUT_PICTURE_MS);
}

/** Takes the token out of the address bar, where somebody might read it. */
function tokenOfAddress(): string {
  const { token, rest } = takeToken(location.hash, memory);
  history.replaceState(null, '', location.pathname + location.search + rest);
  return token;
}

function dial(token: string, ears: Ears): Wire {
  const address = new URL(SOCKET_PATH, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  const protocols = token ? [PROTOCOL, TOKEN_PREFIX + token] : [PROTOCOL];
  const socket = new WebSocket(address, protocols);
  socket.onopen = () => ears.opened();
  socket.onmessage = (event) => ears.heard(event.data);
  socket.onclose = () => ears.closed();
  return {
    get backlog() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text),
  };
}

export function browserSurroundings(): Surroundings {
  const token = tokenOfAddress();
  return {
    dial: (ears) => dial(token, ears),
    later: (delay, then) => {
      setTimeout(then, delay * 1000);
    },
    drawn,
    reachable: () =>
      fetch('./', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
  };
}
