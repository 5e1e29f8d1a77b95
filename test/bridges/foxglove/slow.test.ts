/** A client that does not read costs nothing but its connection. */
import { describe, expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Subscriptions } from '../../../src/bridges/foxglove/subscriptions.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import {
  channel,
  comeIn,
  comeInBare,
  message,
  serve,
  settled,
  textFrame,
  textOf,
  until,
} from './onTheWire.js';

/** How many pings are sent to all clients from now on. They are sent in turn: a busy machine only sends them later. */
function countPings(): () => number {
  const ping = vi.spyOn(WebSocket.prototype, 'ping');
  onTestFinished(() => ping.mockRestore());
  return () => ping.mock.calls.length;
}

const wait = (timeMs: number) => new Promise((done) => setTimeout(done, timeMs));

describe('a subscription', () => {
  it('of a slow client keeps the newest message of each channel, and sends them in the order of their times', () => {
    const sent: string[] = [];
    let isCongested = false;
    const subscriptions = new Subscriptions({
      isCongested: () => isCongested,
      send: (bytes) => void sent.push(`${bytes.readUInt32LE(1)} ${bytes.subarray(13)}`),
    });
    subscriptions.add(7, 1, undefined);
    subscriptions.add(8, 2, undefined);
    const show = (of: number, at: number) =>
      subscriptions.show(of, { at: BigInt(at), data: Buffer.from(`${at}`) });
    show(1, 1);
    isCongested = true;
    for (let at = 2; at < 100; at++) show(1 + (at % 2), at);
    show(3, 100);
    show(1, 101);
    expect(sent).toEqual(['7 1']);
    isCongested = false;
    subscriptions.flush();
    expect(sent).toEqual(['7 1', '8 99', '7 101']);
  });
});

/** As much as a run of many robots sends: 5 MB/s. */
const BIG = 'x'.repeat(50_000);

describe('a client that never reads', () => {
  itThorough(
    'is closed after five pings, one each second; until then a quarter of a megabyte waits for it, and others miss nothing',
    async () => {
      const served = await serve();
      const { server } = served;
      const of = channel('/a');
      server.send([message(of, 0)]);
      const good = await comeIn(served);
      const socket = comeInBare(served);
      socket.write(textFrame('{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}'));
      await until(() => server.clients$.value === 2, 'both are inside');
      await settled(good);
      const pings = countPings();
      let [most, sent] = [0, 0];
      while (server.clients$.value === 2 && pings() < 100) {
        sent += 1;
        server.send([message(of, sent, JSON.stringify({ sent, BIG }))]);
        most = Math.max(most, server.backlog);
        await wait(10);
      }
      // Five that it did not answer, some of them maybe before, and as many to the other.
      expect(pings()).toBeGreaterThanOrEqual(6);
      expect(pings()).toBeLessThanOrEqual(12);
      // Beyond what the machine's own buffers take, which are a few megabytes.
      expect(most).toBeLessThan(256_000 + 60_000);
      await until(() => good.messages.length === sent + 1, 'all is read');
      expect(good.messages.map((each) => JSON.parse(textOf(each)).sent ?? 0)).toEqual(
        Array.from({ length: sent + 1 }, (_, n) => n),
      );
    },
  );

  it('is closed at once where a single message is larger than four megabytes', async () => {
    const served = await serve();
    const { server } = served;
    const of = channel('/a');
    server.send([message(of, 0)]);
    const socket = comeInBare(served);
    socket.write(textFrame('{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}'));
    await until(() => server.clients$.value === 1, 'it is inside');
    await wait(100);
    const pings = countPings();
    server.send([message(of, 1, 'x'.repeat(12_000_000))]);
    await until(() => server.clients$.value === 0, 'it is closed');
    // Before its pings are missed.
    expect(pings()).toBeLessThan(5);
    expect(server.backlog).toBe(0);
  });

  it('for a while gets the newest message when it reads again, and not all of those between', async () => {
    const served = await serve();
    const { server } = served;
    const of = channel('/a');
    server.send([message(of, 0)]);
    const visitor = await comeIn(served);
    await settled(visitor);
    visitor.socket.pause();
    for (let n = 1; n <= 400; n++) {
      server.send([message(of, n, JSON.stringify({ n, BIG }))]);
      if (n % 50 === 0) await wait(20);
    }
    visitor.socket.resume();
    await until(() => JSON.parse(textOf(visitor.messages.at(-1) as never)).n === 400, 'the newest');
    expect(visitor.messages.length).toBeLessThan(300);
  });
});
