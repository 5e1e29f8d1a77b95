import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveDashboard } from '../../../src/dashboard/server/server.js';
import { FakeTime } from './fakeTime.js';
import {
  ask,
  asked,
  comeIn,
  comeInAndSleep,
  frame,
  pageFolder,
  scene,
  serve,
  TOKENS,
  until,
} from './onTheWire.js';

const LARGE = 100_000;

describe('who looks on', () => {
  it('is shown the scene and the last frame at once, however late they come', async () => {
    const served = await serve();
    for (const view of [scene('A'), frame(1), scene('B'), frame(2), frame(3)]) served.server.show(view);
    const late = await comeIn(served, 'view');
    await late.hears('frame');
    expect(late.heard.slice(2)).toEqual([scene('B'), frame(3)]);
  });

  it('hears what happened in this scene before, and nothing of another', async () => {
    const served = await serve();
    for (const view of [
      scene('A'),
      frame(1, ['in A']),
      frame(1.5),
      scene('B'),
      frame(2, ['one']),
      frame(3),
      frame(4, ['two']),
    ])
      served.server.show(view);
    const late = await comeIn(served, 'view');
    await late.hears('frame');
    expect(late.heard.slice(2)).toEqual([
      scene('B'),
      { ...frame(4), news: [...frame(2, ['one']).news, ...frame(4, ['two']).news] },
    ]);
  });

  it('hears it although the scene was shown again since', async () => {
    const served = await serve();
    for (const view of [scene('A'), frame(1, ['one']), frame(2), scene('A')]) served.server.show(view);
    const late = await comeIn(served, 'view');
    await late.hears('frame');
    expect(late.heard.slice(2)).toEqual([scene('A'), { ...frame(2), news: frame(1, ['one']).news }]);
  });

  it('hears the newest fifty of what happened before', async () => {
    const served = await serve();
    served.server.show(scene());
    for (let at = 1; at <= 60; at += 1) served.server.show(frame(at, [`event ${at}`]));
    const late = await comeIn(served, 'view');
    await late.hears('frame');
    const words = late.of('frame')[0]?.news.map((news) => news.words);
    expect(words).toEqual(Array.from({ length: 50 }, (_, i) => `event ${i + 11}`));
  });

  it('is shown no frame of another scene', async () => {
    const served = await serve();
    for (const view of [scene('A'), frame(1), scene('B')]) served.server.show(view);
    const late = await comeIn(served);
    await late.hears('scene');
    served.server.show(frame(2));
    await late.hears('frame');
    expect(late.heard.slice(2)).toEqual([scene('B'), frame(2)]);
  });

  it('gets the newest, with the news of what was left out, as fast as it draws', async () => {
    const { server } = await serve();
    const visitor = await comeIn({ server, ...(await addressOf(server.addresses.drive)) });
    for (let at = 1; at <= 100; at += 1) server.show(frame(at, at % 10 === 0 ? [`lap ${at / 10}`] : []));
    await visitor.hears('frame', 2);
    visitor.say({ kind: 'seen' });
    await visitor.hears('frame', 3);
    expect(visitor.of('frame').map(({ at }) => at)).toEqual([1, 2, 100]);
    const laps = visitor.of('frame')[2]?.news.map(({ words }) => words);
    expect(laps).toEqual(Array.from({ length: 10 }, (_, lap) => `lap ${lap + 1}`));
  });

  it('is counted', async () => {
    const served = await serve();
    const counts: number[] = [];
    served.server.clients$.subscribe((count) => counts.push(count));
    const visitor = await comeIn(served);
    visitor.socket.terminate();
    await until(() => counts.length >= 3, 'leaves');
    expect(counts).toEqual([0, 1, 0]);
  });

  it('hears what was not done, where they may drive', async () => {
    const served = await serve();
    const [driver, viewer] = [await comeIn(served, 'drive'), await comeIn(served, 'view')];
    served.server.refuse('there is no such scene');
    served.server.show(scene());
    await driver.hears('refused');
    await viewer.hears('scene');
    expect(viewer.of('refused')).toEqual([]);
  });

  it('goes on although others never read', async () => {
    const time = new FakeTime();
    const served = await serve({ time });
    let clients = 0;
    served.server.clients$.subscribe((count) => {
      clients = count;
    });
    for (let i = 0; i < 10; i += 1) comeInAndSleep(served);
    await until(() => clients === 10, 'all are in');
    const visitor = await comeIn(served);
    const most: number[] = [];
    for (let at = 1; at <= 100; at += 1) {
      served.server.show(scene(`scene ${at}${'x'.repeat(LARGE)}`));
      served.server.show(frame(at, ['news'], LARGE));
      most.push(served.server.backlog());
      if (at % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // Two frames each, and the scenes before them; 20 MB went by.
    expect(Math.max(...most)).toBeLessThan(11 * 5 * LARGE);
    await visitor.hears('frame', 2);
    visitor.say({ kind: 'seen' });
    await until(() => visitor.of('frame').at(-1)?.at === 100, 'the newest arrives');
  });

  it('is given up after three seconds without a sign of life', async () => {
    const time = new FakeTime();
    const served = await serve({ time });
    let clients = 0;
    served.server.clients$.subscribe((count) => {
      clients = count;
    });
    comeInAndSleep(served);
    const visitor = await comeIn(served);
    let pings = 0;
    visitor.socket.on('ping', () => {
      pings += 1;
    });
    for (let second = 1; second <= 4; second += 1) {
      expect(clients).toBe(2);
      time.pass(1);
      await until(() => pings === second, 'is pinged');
      // The answers are under way.
      await ask(served);
    }
    await until(() => clients === 1, 'the one that sleeps is gone');
    expect(visitor.closed).toBeUndefined();
  });
});

const addressOf = async (link: string) => {
  const { host, port } = new URL(link);
  return { host, port: Number(port), operations: [] };
};

describe('a dashboard', () => {
  it('is found on this machine alone unless told otherwise', async () => {
    const server = await serveDashboard({ page: pageFolder() });
    onTestFinished(() => server.close());
    const link = /^http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]{22})$/;
    expect(server.addresses.drive).toMatch(link);
    expect(server.addresses.view).toMatch(link);
    expect(server.addresses.view).not.toBe(server.addresses.drive);
    const [outer] = Object.values(networkInterfaces())
      .flatMap((infos) => infos ?? [])
      .filter(isOuter);
    const { port } = new URL(server.addresses.drive);
    if (outer) await expect(fetch(`http://${outer.address}:${port}/`)).rejects.toThrow();
  });

  it('takes another port where the usual one is taken', async () => {
    const servers = await Promise.all([1, 2].map(() => serveDashboard({ page: pageFolder() })));
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
    expect(new Set(servers.map(({ addresses }) => new URL(addresses.drive).port)).size).toBe(2);
  });

  it('fails where the port it was given is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await until(() => taken.listening, 'listens');
    const { port } = taken.address() as AddressInfo;
    const listen = { host: '127.0.0.1', port };
    await expect(serveDashboard({ page: pageFolder(), listen })).rejects.toThrow(
      `cannot listen on 127.0.0.1, port ${port}: another program uses that port`,
    );
  });

  it('fails where there is no page, or the tokens are weak', async () => {
    await expect(serveDashboard({ page: '/nowhere' })).rejects.toThrow('there is no page in /nowhere');
    const tokens = { view: 'a', drive: 'b' };
    await expect(serveDashboard({ page: pageFolder(), tokens })).rejects.toThrow('tokens must differ');
  });

  it('is found in the network where it listens on every address', async () => {
    const served = await serve({ listen: { host: '0.0.0.0', port: 0 } });
    const { addresses, everyAddress } = served.server;
    expect(everyAddress.map(({ drive }) => new URL(drive).hostname)).toContain('127.0.0.1');
    const { host, hostname } = new URL(addresses.drive);
    const page = await fetch(`http://${host}/`);
    expect(page.status).toBe(200);
    const inside = await asked({ ...served, host });
    expect(typeof inside).toBe('object');
    if (hostname !== '127.0.0.1') {
      expect((await ask(served, '/', { Host: host })).status).toBe(403);
    }
  });

  it('closes with everything that is open', async () => {
    const served = await serve();
    const visitor = await comeIn(served);
    const sleeper = comeInAndSleep(served);
    let done = 0;
    served.server.operations$.subscribe({ complete: () => (done += 1) });
    served.server.clients$.subscribe({ complete: () => (done += 1) });
    await served.server.close();
    await visitor.isClosed();
    sleeper.resume();
    await until(() => sleeper.destroyed, 'is cut off');
    expect(done).toBe(2);
    await expect(ask(served)).rejects.toThrow('ECONNREFUSED');
    await served.server.close();
    served.server.show(frame(1));
    expect(await asked(served, { protocols: [`steerbot.token.${TOKENS.drive}`] })).toBe(0);
  });
});

const isOuter = ({ internal, family }: { readonly internal: boolean; readonly family: string }): boolean =>
  !internal && family === 'IPv4';
