import { describe, expect, it } from 'vitest';
import { comeIn, serve, until } from './onTheWire.js';

describe('a message', () => {
  it.each([
    ['not JSON', 'stop!'],
    ['of an unknown kind', '{"kind":"explode"}'],
    ['with a trap', '{"kind":"arm","__proto__":{}}'],
    ['out of range', '{"kind":"teleop","linear":9,"angular":0}'],
  ])('%s is refused, and its sender stays', async (_, text) => {
    const served = await serve();
    const visitor = await comeIn(served);
    visitor.say(text);
    await visitor.hears('refused');
    visitor.say({ kind: 'arm' });
    await until(() => served.operations.length > 0, 'arm comes out');
    expect(served.operations).toEqual([{ kind: 'arm' }]);
  });

  it.each([
    ['larger than any operation', 1009, ' '.repeat(65 * 1024)],
    ['of bytes', 1003, Buffer.from('{"kind":"arm"}')],
  ])('%s ends the connection', async (_, code, data) => {
    const served = await serve();
    const visitor = await comeIn(served);
    visitor.socket.send(data);
    await visitor.isClosed();
    expect([visitor.closed, served.operations]).toEqual([code, []]);
  });
});
