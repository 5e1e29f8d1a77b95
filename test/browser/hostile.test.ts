/** A page from elsewhere, open in the same browser as the robot's: nothing that it tries may reach the robot. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { noChromium, openBrowser } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Observer, observe } from '../support/observer.js';
import { type Served, served } from '../support/served.js';

/** What the hostile page tries, with the token where it had got hold of it: `[what, what came of it]`. */
const ATTEMPTS = `
  const target = location.hash.slice(1);
  const host = target.split('#')[0];
  const stop = JSON.stringify({ kind: 'stop' });
  const knock = (protocols) => new Promise((done) => {
    const socket = new WebSocket('ws://' + host + '/live', protocols);
    socket.onopen = () => { socket.send(stop); setTimeout(() => done('open'), 300); };
    socket.onerror = () => done('refused');
  });
  const post = (headers) => fetch('http://' + host + '/live', { method: 'POST', mode: 'no-cors', body: stop, headers })
    .then((answer) => answer.type + ' ' + answer.status, () => 'refused');
  const token = target.split('#')[1];
  window.tried = (async () => ({
    'a socket': await knock(),
    'a socket with the protocol': await knock(['steerbot']),
    'a socket with the stolen token': await knock(['steerbot', 'steerbot.token.' + token]),
    'a readable GET': await fetch('http://' + host + '/').then(() => 'open', () => 'refused'),
    'a no-cors POST': await post({}),
    'an iframe': await new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.src = 'http://' + host + '/#token=' + token;
      frame.onload = () => done(frame.contentDocument === null ? 'another' : 'blank');
      setTimeout(() => done('nothing'), 2000);
      document.body.append(frame);
    }),
  }))();
`;

/** What a page tries that the browser takes for one of ours. */
const REBOUND = `
  const token = location.hash.slice(1);
  const read = (path, options) => fetch(path, options).then(async (answer) => {
    const text = await answer.text() + JSON.stringify([...answer.headers]);
    return answer.status + (text.includes(token) ? ' with' : ' without') + ' the token';
  }, () => 'refused');
  const knock = (protocols) => new Promise((done) => {
    const socket = new WebSocket('ws://' + location.host + '/live', protocols);
    socket.onopen = () => { socket.send('{"kind":"stop"}'); setTimeout(() => done('open'), 300); };
    socket.onerror = () => done('refused');
  });
  window.tried = (async () => ({
    'the page': await read('/'),
    'the page by POST': await read('/', { method: 'POST', body: '{"kind":"stop"}' }),
    'the way to the robot': await read('/live'),
    'a socket': await knock(['steerbot']),
    'a socket with the stolen token': await knock(['steerbot', 'steerbot.token.' + token]),
  }))();
`;

let run: Served;
let seen: Observer;
let elsewhere: Server;
let door: { host: string; token: string };

describe.skipIf(noChromium)('a hostile page', () => {
  beforeAll(async () => {
    run = await served(['sim', 'wander']);
    seen = await observe(run.address);
    const { host, hash } = new URL(run.address);
    door = { host, token: hash.replace('#token=', '') };
    elsewhere = createServer((_, answer) => {
      const form =
        '<form method="post" enctype="text/plain" target="sink"><input name="{&quot;kind&quot;:&quot;stop&quot;}"></form>';
      answer
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><title>free games</title><body>${form}<iframe name="sink"></iframe><script>${ATTEMPTS}</script>`,
        );
    }).listen(0, '127.0.0.1');
    await new Promise((done) => elsewhere.once('listening', done));
  });

  afterAll(async () => {
    seen.close();
    elsewhere.close();
    await run.end();
  });

  const evil = (name: string) => `http://${name}:${(elsewhere.address() as AddressInfo).port}/`;

  it('gets nothing through, with whatever it knows', async () => {
    const page = await (await openBrowser()).newPage();
    await page.goto(`${evil('localhost')}#${door.host}#${door.token}`);
    const tried = await page.evaluate('window.tried');
    expect(tried).toEqual({
      'a socket': 'refused',
      'a socket with the protocol': 'refused',
      'a socket with the stolen token': 'refused',
      'a readable GET': 'refused',
      'a no-cors POST': 'refused',
      'an iframe': 'another',
    });
    const sink = page.frame({ name: 'sink' });
    const answered = page.waitForEvent('framenavigated', (frame) => frame === sink);
    await page.evaluate(`{
      const form = document.querySelector('form');
      form.action = 'http://${door.host}/live';
      form.submit();
    }`);
    await answered;
    expect(await sink?.content()).not.toContain('stopped');
    // The frame of the dashboard shows nothing of it: no map, no button to be clicked through.
    const framed = page.frames().find((frame) => frame !== page.mainFrame() && frame.name() !== 'sink');
    expect(await framed?.locator('button').count()).toBe(0);
    await seen.sees('a robot that is not stopped', ({ robots }) => robots[0]?.tick?.safety === 'driving');
    await page.close();
  });

  it('that has its name point here is not answered', async () => {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--host-resolver-rules=MAP rebound.test 127.0.0.1'],
    });
    const page = await browser.newPage();
    const port = door.host.split(':')[1];
    const answer = await page.goto(`http://rebound.test:${port}/#token=${door.token}`);
    expect(answer?.status()).toBe(403);
    expect(await page.locator('button').count()).toBe(0);
    await browser.close();
  });

  it('that was served under a name before it pointed here reads nothing and opens no socket', async () => {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--host-resolver-rules=MAP rebound.test 127.0.0.1',
        // Newer browsers ask the user first; not every browser does.
        '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessRespectPreflightResults',
      ],
    });
    const page = await browser.newPage();
    const origin = `http://rebound.test:${door.host.split(':')[1]}`;
    // The attacker's server has answered this; everything else goes to ours, which the browser takes for the same site.
    const lure = `<!doctype html><title>free games</title><body><script>${REBOUND}</script>`;
    await page.route(`${origin}/lure`, (route) => route.fulfill({ contentType: 'text/html', body: lure }));
    await page.goto(`${origin}/lure#${door.token}`);
    expect(await page.evaluate('window.tried')).toEqual({
      'the page': '403 without the token',
      'the page by POST': '403 without the token',
      'the way to the robot': '403 without the token',
      'a socket': 'refused',
      'a socket with the stolen token': 'refused',
    });
    await seen.sees('a robot that is not stopped', ({ robots }) => robots[0]?.tick?.safety === 'driving');
    await browser.close();
  });
});
