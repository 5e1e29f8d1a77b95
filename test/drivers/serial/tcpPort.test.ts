/** A port over TCP, and bridges that misbehave. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, vi } from 'vitest';
import { connect } from '../../../src/drive/connect.js';
import type { Port } from '../../../src/drivers/serial/port.js';
import { isLoopback, tcpAddress, tcpName } from '../../../src/drivers/serial/tcpAddress.js';
import { connectionRefused } from '../../../src/drivers/serial/tcpErrors.js';
import { tcpPort } from '../../../src/drivers/serial/tcpPort.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { WIRED } from '../robots.js';

const servers: Server[] = [];
const sockets: Socket[] = [];
const ports: Port[] = [];

afterEach(async () => {
  await Promise.all(ports.splice(0).map((port) => port.close()));
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** @param serve what the other end does */
async function listening(serve: (socket: Socket) => void = () => {}, host = '127.0.0.1'): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => {}));
    serve(socket);
  });
  servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function opened(serve?: (socket: Socket) => void): Promise<Port> {
  const port = await tcpPort('127.0.0.1', await listening(serve));
  ports.push(port);
  return port;
}

describe('the address of a bridge', () => {
  it.each([
    ['tcp://127.0.0.1:2000', { host: '127.0.0.1', port: 2000 }],
    ['TCP://robot.local:23', { host: 'robot.local', port: 23 }],
    ['tcp://[::1]:65535', { host: '::1', port: 65_535 }],
  ])('%s is a host and a port', (text, address) => {
    expect(tcpAddress(text)).toEqual(address);
    expect(tcpName(address)).toBe(text.toLowerCase());
  });

  it.each([
    ...['tcp://', 'tcp://host', 'tcp://:23', 'tcp://host:', 'tcp://host:x', 'tcp://a b:1', 'tcp://h:1/x'],
    ...['tcp://u@h:1', 'tcp://[::1]', 'tcp://::1:23', 'tcp://[1:2]:3', 'tcp://host:0', 'tcp://host:99999'],
  ])('%s is none', (text) => {
    expect(tcpAddress(text)).toMatch(/; (tcp:\/\/HOST:PORT is wanted|the ports are 1 to 65535)/);
  });

  it.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    '%s is this machine',
    (host) => expect(isLoopback(host)).toBe(true),
  );

  it.each([
    ...['10.0.0.7', '0.0.0.0', '192.168.4.1', '128.0.0.1', '::', 'fe80::1', '::ffff:10.0.0.7'],
    ...['localhost.evil.example', '127.0.0.1.example', '127.1', '2130706433', 'robot.local', ''],
  ])('%s is another', (host) => expect(isLoopback(host)).toBe(false));
});

describe('a port over TCP', () => {
  it('carries bytes both ways, and its last ones before it closes', async () => {
    const heard: number[] = [];
    const port = await opened((socket) => {
      socket.on('data', (bytes) => {
        heard.push(...bytes);
        socket.write(Uint8Array.of(7, 8));
      });
      socket.on('end', () => socket.end());
    });
    const answered: number[] = [];
    const closed = vi.fn();
    port.listen({ bytes: (bytes) => answered.push(...bytes), closed });
    await new Promise<void>((taken) => port.write(Uint8Array.of(1, 2, 3), taken));
    await expect.poll(() => answered).toEqual([7, 8]);
    port.write(Uint8Array.of(4));
    await port.close();
    await expect.poll(() => heard).toEqual([1, 2, 3, 4]);
    expect(closed).toHaveBeenCalledOnce();
    port.write(Uint8Array.of(5));
    await setTimeout(20);
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  it.each(['10.255.255.1', 'robot.local', '0.0.0.0'])(
    'is refused on another machine, before it is looked for: %s',
    async (host) => {
      const error = await tcpPort(host, 23).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        message: expect.stringMatching(/frames carry a checksum but no secret.*ssh tunnel.*--insecure-link/),
        forPrograms: expect.stringContaining('`insecureLink: true`'),
      });
    },
  );

  it('with `insecureLink` goes there', async () => {
    const port = await tcpPort('0.0.0.0', await listening(() => {}, '0.0.0.0'), { insecureLink: true });
    ports.push(port);
    expect(port.name).toMatch(/^tcp:\/\/0\.0\.0\.0:/);
  });

  it.each([
    ['ECONNREFUSED', 'nothing listens there'],
    ['ENOTFOUND', 'there is no machine of this name'],
    ['EHOSTUNREACH', 'it cannot be reached'],
    ['ENETUNREACH', 'its network cannot be reached'],
    ['ETIMEDOUT', 'it does not answer'],
    ['EWHATEVER', 'it cannot be reached (oh)'],
  ])('that cannot be opened says why, and what to do: %s', (code, found) => {
    const error = Object.assign(new Error('oh'), { code });
    const several = new AggregateError([error, new Error('other')], 'several');
    for (const each of code === 'EWHATEVER' ? [error] : [error, several]) {
      const { message } = connectionRefused('tcp://h:1', each);
      expect(message).toContain(`tcp://h:1: ${found}`);
      expect(message).toContain('; ');
    }
  });

  it('that does not answer for so long says so', () => {
    const error = connectionRefused('tcp://h:1', new Error('no answer within 5 s'));
    expect(error.message).toMatch(/^tcp:\/\/h:1: it does not answer; check its address/);
  });
});

describe('a bridge that', () => {
  it('closes the connection is lost, once, and still hears a stop that is said then', async () => {
    const heard: number[] = [];
    const port = await opened((socket) => {
      socket.on('data', (bytes) => heard.push(...bytes));
      socket.end();
    });
    const lost = vi.fn(() => port.write(Uint8Array.of(9)));
    port.listen({ lost });
    await expect.poll(() => lost.mock.calls.length).toBe(1);
    await expect.poll(() => heard).toEqual([9]);
    await port.close();
    expect(lost).toHaveBeenCalledOnce();
  });

  it('resets the connection is lost', async () => {
    const port = await opened((socket) => setImmediate(() => socket.resetAndDestroy()));
    const lost = vi.fn();
    port.listen({ lost });
    await expect
      .poll(() => String(lost.mock.calls[0]))
      .toMatch(/the connection is lost: ECONNRESET; check the bridge/);
  });

  it('never reads is lost before the host has kept much for it', async () => {
    const port = await opened((socket) => socket.pause());
    const lost = vi.fn();
    port.listen({ lost });
    const frames = new Uint8Array(65_536);
    let written = 0;
    for (; lost.mock.calls.length === 0 && written < 10_000; written++) {
      port.write(frames);
      await setTimeout(0);
    }
    expect(String(lost.mock.calls[0])).toContain('its other end takes nothing any more');
    // What waits for the other end would wait for ever.
    await port.close();
  });

  const NO_ROBOT = [
    ['closes at once', /the connection is lost/, (socket: Socket) => socket.end()],
    ['accepts and says nothing', /nothing answered within 3 s.*by its USB cable/, () => {}],
    [
      'sends garbage',
      /something answers, but it is no Firmata/,
      (socket: Socket) => {
        const garbage = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) >> 3);
        const more = () => socket.writable && socket.write(garbage, () => setImmediate(more));
        more();
      },
    ],
  ] as const;
  // The others take three seconds.
  itInBoth.each(partOf(NO_ROBOT, 1))('%s gives no robot', async (_, words, serve) => {
    const port = await listening(serve);
    await expect(connect(WIRED, { port: `tcp://127.0.0.1:${port}` })).rejects.toThrow(words);
  });
});
