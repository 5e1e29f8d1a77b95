/** Who stands at the door and was not let in yet: a few of each address; the next one sends the first away. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** A browser that loads the page takes six. */
const MOST_OF_ONE = 16;
/** Of all addresses: somebody may have many. With all that may be let in it is less than a server takes. */
const MOST = 96;

export function limitConnections(server: Server): void {
  const waiting = new Map<Duplex, string | undefined>();
  const keep = (most: number, isMeant: (address: string | undefined) => boolean): void => {
    const meant = [...waiting].filter(([, address]) => isMeant(address));
    const [first] = meant[0] ?? [];
    if (!first || meant.length <= most) return;
    waiting.delete(first);
    first.destroy();
  };
  server.on('connection', (socket) => {
    const from = socket.remoteAddress;
    waiting.set(socket, from);
    socket.once('close', () => waiting.delete(socket));
    keep(MOST_OF_ONE, (address) => address === from);
    keep(MOST, () => true);
  });
  // From here on they are let in, or turned away at once.
  server.on('upgrade', (_, socket) => waiting.delete(socket));
}
