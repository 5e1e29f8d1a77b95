/** As many clients of Foxglove's as may come in: one reads, the others come, subscribe, and never read. */
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { SUBPROTOCOLS } from '../../src/bridges/foxglove/protocol.js';
import { MAX_FOXGLOVE_CLIENTS } from '../../src/bridges/foxglove/server.js';

const address = String(workerData);
/** A client that does not read is closed after five seconds: then another comes. */
const DEAF_SECONDS = 6;

/** More channels than there are. */
const SUBSCRIBE = JSON.stringify({
  op: 'subscribe',
  subscriptions: Array.from({ length: 20 }, (_, i) => ({ id: i, channelId: i + 1 })),
});

let messages = 0;

function comeIn(reads: boolean): WebSocket {
  const socket = new WebSocket(address, [...SUBPROTOCOLS]);
  socket.on('error', () => {});
  socket.on('open', () => {
    socket.send(SUBSCRIBE, () => reads || socket.pause());
  });
  socket.on('message', (_, isBinary) => {
    if (reads && isBinary) messages += 1;
  });
  return socket;
}

const deaf: WebSocket[] = [];

comeIn(true);
setInterval(
  () => {
    if (deaf.length === MAX_FOXGLOVE_CLIENTS - 1) deaf.shift()?.terminate();
    deaf.push(comeIn(false));
  },
  (DEAF_SECONDS * 1000) / (MAX_FOXGLOVE_CLIENTS - 1),
);
parentPort?.once('message', () => {
  parentPort?.postMessage(messages);
  process.exit();
});
