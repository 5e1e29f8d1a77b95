import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorize,
  type HostPolicy,
  pageRefusal,
  type RequestInfo,
} from '../../../src/dashboard/server/hostPolicy.js';
import { freshTokens, tokenRoles } from '../../../src/dashboard/server/tokens.js';

const DRIVE = 'd'.repeat(22);
const VIEW = 'v'.repeat(22);
const policy: HostPolicy = {
  names: new Set(['127.0.0.1', 'localhost', '[::1]']),
  everywhere: false,
  roleOf: tokenRoles({ view: VIEW, drive: DRIVE }),
};

const asked = (headers: RequestInfo['headers'], rest: Partial<RequestInfo> = {}): RequestInfo => ({
  method: 'GET',
  url: '/live',
  headers: {
    host: '127.0.0.1:4280',
    origin: 'http://127.0.0.1:4280',
    'sec-websocket-protocol': `steerbot, steerbot.token.${DRIVE}`,
    ...headers,
  },
  localAddress: '127.0.0.1',
  localPort: 4280,
  ...rest,
});

const page = (headers: RequestInfo['headers'], rest: Partial<RequestInfo> = {}): RequestInfo => ({
  ...asked({}, { url: '/', ...rest }),
  headers: { host: 'localhost:4280', ...headers },
});

describe('a WebSocket', () => {
  it.each([
    ['the drive token', 'drive', {}],
    ['the view token', 'view', { 'sec-websocket-protocol': `steerbot.token.${VIEW},steerbot` }],
    ['localhost', 'drive', { host: 'LocalHost:4280', origin: 'http://localhost:4280' }],
    ['IPv6', 'drive', { host: '[::1]:4280', origin: 'http://[::1]:4280' }],
  ])('comes in with %s', (_, role, headers) => {
    expect(authorize(policy, asked(headers))).toBe(role);
  });

  it('comes in without an origin where the token is in a header that no page can send', () => {
    const program = { host: '127.0.0.1:4280', authorization: `Bearer ${DRIVE}` };
    expect(authorize(policy, { ...asked({}), headers: program })).toBe('drive');
    const asPage = {
      ...program,
      authorization: undefined,
      'sec-websocket-protocol': `steerbot.token.${DRIVE}`,
    };
    expect(authorize(policy, { ...asked({}), headers: asPage })).toBe(401);
  });

  it.each([
    [
      'a name that was made to point here',
      403,
      { host: 'evil.example:4280', origin: 'http://evil.example:4280' },
    ],
    ['no name', 403, { host: undefined }],
    ['another port', 403, { host: '127.0.0.1:4281' }],
    ['no port', 403, { host: '127.0.0.1' }],
    ['a name that only begins like ours', 403, { host: '127.0.0.1.evil.example:4280' }],
    ['a name with an @', 403, { host: '127.0.0.1:4280@evil.example' }],
    ['the page of another site', 403, { origin: 'http://evil.example' }],
    ['the page of another port', 403, { origin: 'http://127.0.0.1:8080' }],
    ['a page without an origin', 403, { origin: 'null' }],
    ['our other name', 403, { origin: 'http://localhost:4280' }],
    ['an encrypted page', 403, { origin: 'https://127.0.0.1:4280' }],
    ['two origins', 403, { origin: 'http://127.0.0.1:4280, http://evil.example' }],
    ['no token', 401, { 'sec-websocket-protocol': 'steerbot' }],
    ['no protocol', 401, { 'sec-websocket-protocol': undefined }],
    ['an empty token', 401, { 'sec-websocket-protocol': 'steerbot, steerbot.token.' }],
    ['a wrong token', 401, { 'sec-websocket-protocol': `steerbot, steerbot.token.${'x'.repeat(22)}` }],
    ['a token a sign too long', 401, { 'sec-websocket-protocol': `steerbot, steerbot.token.${DRIVE}d` }],
    ['a token in upper case', 401, { 'sec-websocket-protocol': `steerbot.token.${DRIVE.toUpperCase()}` }],
  ])('stays outside with %s', (_, status, headers) => {
    expect(authorize(policy, asked(headers))).toBe(status);
  });

  it.each(['/', '/live/', '/live?token=x', `/live?token=${DRIVE}`, '//live', 'http://127.0.0.1:4280/live'])(
    'stays outside at %s',
    (url) => {
      expect(authorize(policy, asked({}, { url }))).toBe(404);
    },
  );

  it('is known by the address it came to, where every address is listened on', () => {
    const toLan = { host: '192.168.1.5:4280', origin: 'http://192.168.1.5:4280' };
    const arrived = { localAddress: '::ffff:192.168.1.5' };
    expect(authorize({ ...policy, everywhere: true }, asked(toLan, arrived))).toBe('drive');
    expect(authorize(policy, asked(toLan, arrived))).toBe(403);
    const rebound = { host: 'evil.example:4280', origin: 'http://evil.example:4280' };
    expect(authorize({ ...policy, everywhere: true }, asked(rebound, arrived))).toBe(403);
    const v6 = { host: '[fd00::2]:4280', origin: 'http://[fd00::2]:4280' };
    expect(authorize({ ...policy, everywhere: true }, asked(v6, { localAddress: 'fd00::2' }))).toBe('drive');
  });

  it('never makes the gate throw, and never comes in without a token', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('127.0.0.1:4280', 'http://127.0.0.1:4280', 'steerbot'),
    );
    const headers = fc.record(
      {
        host: text,
        origin: text,
        authorization: text,
        'sec-websocket-protocol': text,
        'sec-fetch-site': text,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(headers, text, (some, url) => {
        expect(typeof authorize(policy, { ...asked({}), headers: some })).toBe('number');
        pageRefusal(policy, { ...asked({}), url, headers: some });
      }),
    );
  });
});

describe('a file of the page', () => {
  const from = (site: string, mode: string, dest: string) => ({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });

  it.each([
    ['a program', {}],
    ['the address bar', from('none', 'navigate', 'document')],
    ['our own page', from('same-origin', 'cors', 'script')],
    ['a link on another site', from('cross-site', 'navigate', 'document')],
  ])('is for %s', (_, headers) => {
    expect(pageRefusal(policy, page(headers))).toBeUndefined();
  });

  it.each([
    ['a picture on another site', 403, from('cross-site', 'no-cors', 'image')],
    ['a frame on another site', 403, from('cross-site', 'navigate', 'iframe')],
    ['a script of another port of this machine', 403, from('same-site', 'cors', 'empty')],
    ['a name that was made to point here', 403, { host: 'evil.example:4280' }],
  ])('is not for %s', (_, status, headers) => {
    expect(pageRefusal(policy, page(headers))).toBe(status);
  });

  it('is only fetched, by a path', () => {
    expect(pageRefusal(policy, page({}, { method: 'HEAD' }))).toBeUndefined();
    expect(pageRefusal(policy, page({}, { method: 'POST' }))).toBe(405);
    expect(pageRefusal(policy, page({}, { url: 'http://evil.example/' }))).toBe(404);
  });
});

describe('tokens', () => {
  it('are fresh and long each time', () => {
    const all = [freshTokens(), freshTokens()].flatMap(({ view, drive }) => [view, drive]);
    expect(new Set(all).size).toBe(4);
    for (const token of all) expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  });

  it.each([
    ['short', { view: 'short', drive: DRIVE }],
    ['empty', { view: VIEW, drive: '' }],
    ['alike', { view: VIEW, drive: VIEW }],
    ['not fit for a sub-protocol', { view: VIEW, drive: 'a, b and c, and then d' }],
  ])('are refused where they are %s', (_, tokens) => {
    expect(() => tokenRoles(tokens)).toThrow(/two tokens must differ/);
  });
});
