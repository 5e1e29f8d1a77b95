/** Whoever comes in, whatever it sends: it is refused with a reason, and the others go on reading. */
import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseClientMessage } from '../../../src/bridges/foxglove/clientMessages.js';
import { MAX_FOXGLOVE_CLIENTS } from '../../../src/bridges/foxglove/server.js';
import {
  asked,
  channel,
  comeIn,
  comeInBare,
  message,
  NAMES,
  serve,
  settled,
  TOKENS,
  textFrame,
  textOf,
  until,
  Visitor,
} from './onTheWire.js';

const thrown: unknown[] = [];
const note = (error: unknown) => thrown.push(error);
beforeAll(() => void process.on('uncaughtException', note).on('unhandledRejection', note));
afterAll(() => {
  process.off('uncaughtException', note).off('unhandledRejection', note);
  expect(thrown).toEqual([]);
});

describe('who may come in', () => {
  it.each([
    ['another subprotocol', { names: ['mqtt'] }, 400, /foxglove\.sdk\.v1 or foxglove\.websocket\.v1/],
    ['no subprotocol', { names: [] }, 400, /foxglove\.sdk\.v1 or foxglove\.websocket\.v1/],
    ['a wrong token', { token: 'x'.repeat(22) }, 401, /that token is not of this run/],
    ['the page of another site', { origin: 'https://evil.example' }, 401, /needs its token/],
    ['a page in a frame of another site', { origin: 'null' }, 401, /needs its token/],
    ['another name for this machine', { headers: { host: 'evil.example:8765' } }, 403, /has printed/],
  ])('%s is refused with a reason', async (_, manner, status, why) => {
    expect(await asked(await serve(), manner)).toEqual({ status, why: expect.stringMatching(why) });
  });

  it.each([
    ['both subprotocols', { names: [...NAMES, 'other'] }],
    ["Foxglove's own page", { origin: 'https://app.foxglove.dev' }],
    ["Foxglove's or Lichtblick's program", { origin: 'file://' }],
    ['a page that this machine serves', { origin: 'http://localhost:8080' }],
    ['any page with the token', { origin: 'https://lichtblick.example', token: TOKENS.view }],
    ['a program with the token in a header', { headers: { authorization: `Bearer ${TOKENS.drive}` } }],
  ])('%s is let in', async (_, manner) => {
    expect(await asked(await serve(), manner)).toBeInstanceOf(Visitor);
  });

  it('a browser that opens it as a page is told what it is', async () => {
    const { port } = await serve();
    const text = await new Promise<string>((done) => {
      get({ host: '127.0.0.1', port, agent: false }, (answer) => {
        let said = `${answer.statusCode} `;
        answer.on('data', (data) => {
          said += data;
        });
        answer.on('end', () => done(said));
      });
    });
    expect(text).toMatch(/^426 .*Foxglove or Lichtblick/);
  });

  it(`of a hundred clients ${MAX_FOXGLOVE_CLIENTS} are let in, and the others told why not; a place that is free is taken`, async () => {
    const served = await serve();
    // One by one: sixteen connections that wait at the same time are the limit for an address.
    const all: Awaited<ReturnType<typeof asked>>[] = [];
    for (let n = 0; n < 100; n++) all.push(await asked(served));
    const inside = all.filter((one) => one instanceof Visitor);
    const outside = all.filter((one) => !(one instanceof Visitor));
    expect(inside).toHaveLength(MAX_FOXGLOVE_CLIENTS);
    expect(outside).toEqual(Array(100 - MAX_FOXGLOVE_CLIENTS).fill({ status: 503, why: 'too many clients' }));
    served.server.send([message(channel('/a'), 1)]);
    await until(() => inside.every(({ messages }) => messages.length === 1), 'all read');
    inside[0]?.socket.close();
    await until(() => served.server.clients$.value < MAX_FOXGLOVE_CLIENTS, 'a place');
    expect(await asked(served)).toBeInstanceOf(Visitor);
  });

  it('a hundred that come at the same moment do not harm those that are inside', async () => {
    const served = await serve();
    const first = await comeIn(served);
    for (let n = 0; n < 100; n++) comeInBare(served);
    served.server.send([message(channel('/a'), 1)]);
    await until(() => first.messages.length === 1, 'it reads');
    expect(served.server.clients$.value).toBeLessThanOrEqual(MAX_FOXGLOVE_CLIENTS);
  });
});

describe('a message', () => {
  it.each([
    ['that is not JSON', 'subscribe!', /must be a JSON object/],
    ['that is a list', '[]', /must be a JSON object/],
    ['of an unknown operation', '{"op":"explode"}', /no such operation/],
    ["of an operation's name in every object", '{"op":"constructor"}', /no such operation/],
    ['that wants to publish', '{"op":"advertise","channels":[]}', /only shows; it takes no messages/],
    ['that wants a file of this machine', '{"op":"fetchAsset","uri":"file:///etc"}', /only shows/],
    ['without its fields', '{"op":"subscribe"}', /subscribe: a field is missing/],
    [
      'with a negative id',
      '{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}',
      /subscribe: a field/,
    ],
    [
      'about a channel that there is not',
      '{"op":"subscribe","subscriptions":[{"id":1,"channelId":9}]}',
      /no channel 9/,
    ],
    [
      'with an id that is in use',
      '{"op":"subscribe","subscriptions":[{"id":7,"channelId":1},{"id":7,"channelId":2}]}',
      /the id 7 is in use/,
    ],
    [
      'for a channel that is subscribed',
      '{"op":"subscribe","subscriptions":[{"id":7,"channelId":1},{"id":8,"channelId":1}]}',
      /channel 1 is subscribed already/,
    ],
    ['with parameters without names', '{"op":"setParameters","parameters":[{}]}', /setParameters: a field/],
    ['of bytes', Buffer.from([1, 0, 0, 0, 0, 123]), /takes no messages and no calls/],
  ])('%s is refused with a reason, and its sender stays', async (_, text, words) => {
    const { server, port } = await serve();
    server.send([message(channel('/a'), 1), message(channel('/b'), 1)]);
    const visitor = await comeIn({ port }, { takes: false });
    visitor.socket.send(text);
    await until(() => visitor.statuses.length === 1, 'a refusal');
    expect(visitor.statuses[0]).toMatchObject({ level: 2, message: expect.stringMatching(words) });
    await settled(visitor);
    expect(visitor.closed).toBeUndefined();
  });

  it.each([
    ['larger than any of the protocol', 1009, ' '.repeat(65 * 1024)],
    ['of many megabytes', 1009, Buffer.alloc(8_000_000)],
  ])('%s ends the connection', async (_, code, data) => {
    const visitor = await comeIn(await serve());
    visitor.socket.send(data);
    await until(() => visitor.closed !== undefined, 'its end');
    expect(visitor.closed).toBe(code);
  });

  it('after a hundred others in a second ends the connection, with a reason', async () => {
    const visitor = await comeIn(await serve());
    let why = '';
    visitor.socket.on('close', (_, reason) => {
      why = String(reason);
    });
    for (let n = 0; n < 300; n++) visitor.socket.send('{"op":"explode"}');
    await until(() => visitor.closed !== undefined, 'its end');
    expect([visitor.closed, why]).toEqual([1008, 'too many messages']);
  });

  it('with much that is refused is answered once, and counts by its length', async () => {
    const served = await serve();
    const visitor = await comeIn(served, { takes: false });
    const subscriptions = Array.from({ length: 1700 }, (_, id) => ({ id, channelId: 1_000_000 + id }));
    const flood = JSON.stringify({ op: 'subscribe', subscriptions });
    visitor.socket.send(flood);
    await until(() => visitor.statuses.length > 0, 'a refusal');
    await settled(visitor);
    expect(visitor.statuses).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/no channel 1000000; and 1699 more like it/),
      }),
    ]);
    for (let n = 0; n < 3; n++) visitor.socket.send(flood);
    await until(() => visitor.closed !== undefined, 'its end');
    expect(visitor.closed).toBe(1008);
  });

  it('about all channels of a large scene is not too much', async () => {
    const served = await serve();
    const channels = Array.from({ length: 300 }, (_, n) => channel(`/robot/${n}`));
    served.server.send(channels.map((one) => message(one, 1)));
    const visitor = await comeIn(served, { takes: false });
    const subscriptions = channels.map((_, n) => ({ id: n, channelId: n + 1 }));
    for (let n = 0; n < 5; n++) visitor.socket.send(JSON.stringify({ op: 'subscribe', subscriptions }));
    await settled(visitor);
    expect(visitor.closed).toBeUndefined();
  });

  it('that sets thousands of numbers that there are not is answered once, too', async () => {
    const visitor = await comeIn(await serve(), { token: TOKENS.drive });
    const parameters = Array.from({ length: 1500 }, (_, n) => ({ name: `no ${n}`, value: 1 }));
    visitor.socket.send(JSON.stringify({ op: 'setParameters', parameters }));
    await until(() => visitor.statuses.length > 0, 'a refusal');
    await settled(visitor);
    expect(visitor.statuses).toHaveLength(1);
  });

  it('of any bytes is parsed without a throw', () => {
    for (let n = 0; n < 2000; n++) {
      const text = randomBytes(n % 40).toString(n % 2 ? 'latin1' : 'utf8');
      expect(parseClientMessage(text).op).toBe('invalid');
    }
  });
});

describe('bytes that are no WebSocket', () => {
  it('end only their own connection', async () => {
    const served = await serve();
    const good = await comeIn(served);
    const bad = Array.from({ length: 10 }, () => comeInBare(served));
    await until(() => served.server.clients$.value === 11, 'all inside');
    for (const socket of bad) {
      socket.resume();
      socket.write(randomBytes(4000));
    }
    await until(() => served.server.clients$.value === 1, 'only the good one inside');
    served.server.send([message(channel('/a'), 1)]);
    await until(() => good.messages.length === 1, 'it reads');
    expect(good.messages.map(textOf)).toEqual(['{"at":1}']);
  });

  it('a frame in pieces that never ends is one message', async () => {
    const served = await serve();
    const socket = comeInBare(served);
    await until(() => served.server.clients$.value === 1, 'inside');
    socket.write(textFrame('{"op":"getParameters","parameterNames":[]}').subarray(0, 9));
    const good = await comeIn(served);
    await settled(good);
    expect(served.server.clients$.value).toBe(2);
  });
});
