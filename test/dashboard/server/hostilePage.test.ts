import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PROTOCOL, TOKEN_PREFIX } from '../../../src/dashboard/wire.js';
import { ask, asked, comeIn, type Manner, pageFolder, type Served, serve, TOKENS } from './onTheWire.js';

const tokenless = { protocols: [PROTOCOL] };

/** What goes over the wire as it stands, and all that comes back until the connection ends. */
function raw({ port }: Served, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (data) => {
      heard += String(data);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

describe('a WebSocket', () => {
  const cases: [string, number, (host: string) => Manner][] = [
    ['a name that was made to point here', 403, () => ({ headers: { Host: 'evil.example' } })],
    ['that name and the port', 403, (host) => ({ headers: { Host: `evil.example:${host.split(':')[1]}` } })],
    ['the page of another site', 403, () => ({ origin: 'http://evil.example' })],
    ['a page without an origin', 403, () => ({ origin: 'null' })],
    ['a page of another port', 403, () => ({ origin: 'http://127.0.0.1:1' })],
    ['no token', 401, () => tokenless],
    ['a wrong token', 401, () => ({ protocols: [PROTOCOL, `${TOKEN_PREFIX}${'x'.repeat(22)}`] })],
    ['the token in its query', 404, () => ({ ...tokenless, path: `/live?token=${TOKENS.drive}` })],
    ['the token in a cookie', 401, () => ({ ...tokenless, headers: { Cookie: `token=${TOKENS.drive}` } })],
    [
      'a bearer beside an origin',
      401,
      () => ({ ...tokenless, headers: { Authorization: `Bearer ${TOKENS.drive}` } }),
    ],
    ['another path', 404, () => ({ path: '/' })],
  ];
  it.each(cases)('stays outside with %s', async (_, status, manner) => {
    const served = await serve();
    expect(await asked(served, manner(served.host))).toBe(status);
    expect(served.operations).toEqual([]);
  });

  it('comes in without an origin where a program shows the token', async () => {
    const served = await serve();
    const headers = { Authorization: `Bearer ${TOKENS.view}` };
    const socket = await asked(served, { protocols: [PROTOCOL], headers, origin: undefined as never });
    if (typeof socket === 'number') throw new Error(String(socket));
    await socket.hears('hello');
    expect(socket.of('hello')).toEqual([{ kind: 'hello', role: 'view' }]);
  });

  it('is never told the token', async () => {
    const { socket } = await comeIn(await serve());
    expect(socket.protocol).toBe(PROTOCOL);
  });

  it('comes in after a thousand that did not', async () => {
    const served = await serve();
    const statuses: (number | object)[] = [];
    for (let i = 0; i < 50; i += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => asked(served, tokenless)))));
    }
    // At first they are answered, then the connection is closed without a word.
    expect(new Set(statuses)).toEqual(new Set([401, 0]));
    expect((await comeIn(served)).of('hello')).toEqual([{ kind: 'hello', role: 'drive' }]);
    expect((await ask(served)).status).toBe(200);
  });

  it('finds no place beyond the last, but those who drive find one when those who look on do not', async () => {
    const served = await serve();
    for (let i = 0; i < 20; i += 1) await comeIn(served, 'view');
    expect(await asked(served, { protocols: [PROTOCOL, TOKEN_PREFIX + TOKENS.view] })).toBe(503);
    for (let i = 0; i < 4; i += 1) await comeIn(served, 'drive');
    expect(await asked(served)).toBe(503);
  });
});

describe('the page', () => {
  it('comes with what keeps other sites off', async () => {
    const served = await serve();
    const { status, headers, body } = await ask(served);
    expect([status, body]).toEqual([200, '<!doctype html><title>Steerbot</title>']);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
        `object-src 'none'; connect-src 'self' ws://${served.host}`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await ask(served, '/page.js')).headers['content-type']).toBe('text/javascript');
  });

  it('is not for a name that was made to point here', async () => {
    const served = await serve();
    const { status, body, headers } = await ask(served, '/', { Host: `evil.example:${served.port}` });
    expect([status, body]).toEqual([403, 'Use the address that the program has printed.\n']);
    expect(headers['content-security-policy']).not.toContain('evil');
  });

  it.each([
    ['cross-site', 'no-cors', 'image', 403],
    ['cross-site', 'navigate', 'iframe', 403],
    ['same-site', 'cors', 'empty', 403],
    ['cross-site', 'navigate', 'document', 200],
    ['same-origin', 'cors', 'script', 200],
  ])('asked for by a %s %s of a %s is answered %s…', async (site, mode, dest, status) => {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest };
    expect((await ask(await serve(), '/', headers)).status).toBe(status);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('takes no %s', async (method) => {
    const served = await serve();
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': '15' };
    const answer = await ask(served, '/live', method === 'POST' ? headers : {}, method);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(served.operations).toEqual([]);
  });

  it.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\etc\\passwd',
    '//etc/passwd',
    '/page.js/../../package.json',
    '/%',
    '/index.html%00.js',
    '/__proto__',
    '/constructor',
    '/live',
  ])('is all there is: %s is not found', async (path) => {
    expect((await ask(await serve(), path)).status).toBe(404);
  });

  it('does not break at a range that ends before it begins', async () => {
    const served = await serve();
    expect((await ask(served, '/', { Range: 'bytes=9-2' })).status).toBe(200);
    expect((await ask(served)).status).toBe(200);
  });

  it('does not break at a file that was built anew meanwhile', async () => {
    const page = pageFolder();
    const served = await serve({ page });
    const { rmSync } = await import('node:fs');
    rmSync(`${page}/page.js`);
    await ask(served, '/page.js').catch(() => {});
    expect((await ask(served)).status).toBe(200);
  });

  it.each([
    ['no request at all', 'hello\r\n\r\n'],
    ['a name with every object', 'GET __proto__ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a proxy', 'GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:80 HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['another upgrade', 'GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['a header without end', `GET / HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('is not for %s', async (_, text) => {
    const served = await serve();
    expect(await raw(served, text.replace('HOST', served.host))).not.toContain(' 200 ');
    expect((await ask(served)).status).toBe(200);
  });
});
