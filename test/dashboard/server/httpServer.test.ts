import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, comeIn, type Served, serve, until } from './onTheWire.js';

/** Comes to the door and says nothing. */
async function idle({ port }: Served, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await until(() => !socket.connecting, 'the connection is made');
  return socket;
}

const open = (sockets: readonly Socket[]) => sockets.map((socket) => !socket.closed);

describe('who stands at the door and says nothing', () => {
  it('does not keep other clients out, however many they are', async () => {
    const served = await serve();
    await Promise.all(Array.from({ length: 140 }, () => idle(served)));
    expect((await ask(served)).status).toBe(200);
    expect((await comeIn(served)).of('hello')).toEqual([{ kind: 'hello', role: 'drive' }]);
  });

  it('is closed first when there are more than sixteen, but no admitted client is', async () => {
    const served = await serve();
    const visitor = await comeIn(served);
    const first = await idle(served);
    const rest: Socket[] = [];
    for (let i = 0; i < 16; i += 1) rest.push(await idle(served));
    await until(() => first.closed, 'the first is sent away');
    for (let i = 0; i < 20; i += 1) await idle(served);
    await until(() => !open(rest).includes(true), 'the others are too');
    expect(visitor.closed).toBeUndefined();
  });

  it.skipIf(process.platform !== 'linux')(
    'does not keep other clients out from many addresses either',
    async () => {
      const served = await serve();
      await Promise.all(Array.from({ length: 140 }, (_, i) => idle(served, `127.0.1.${1 + (i % 20)}`)));
      expect((await ask(served)).status).toBe(200);
      await comeIn(served);
    },
  );
});
