/** The browser opens on a desktop only; its address works once and holds no token. */
import { describe, expect, it } from 'vitest';
import { isAtDisplay, onceTo, openerOf } from '../../../src/cli/pageHost/openBrowser.js';

describe('a browser is opened', () => {
  it.each([
    [true, 'linux', { DISPLAY: ':0' }, true],
    [true, 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    [true, 'linux', {}, false],
    [false, 'linux', { DISPLAY: ':0' }, false],
    [true, 'darwin', {}, true],
    [true, 'win32', {}, true],
    [true, 'darwin', { SSH_CONNECTION: '10.0.0.2 22' }, false],
    [true, 'linux', { DISPLAY: ':0', CI: 'true' }, false],
  ] as const)(
    'at a terminal with a display only: %s on %s with %j',
    (isTerminal, platform, env, expected) => {
      expect(isAtDisplay(isTerminal, platform, env)).toBe(expected);
    },
  );

  it('by the program of the system, without a shell', () => {
    expect(openerOf('linux')).toEqual(['xdg-open']);
    expect(openerOf('darwin')).toEqual(['open']);
    expect(openerOf('win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler']);
  });
});

describe('an address that is used once', () => {
  const target = 'http://127.0.0.1:4280/#token=secret';
  const ask = (url: string) => fetch(url, { redirect: 'manual' });

  it('leads to the page, and does not tell of it', async () => {
    const { once } = await onceTo(target);
    expect(once).not.toContain('secret');
    const answer = await ask(once);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
    await expect(ask(once)).rejects.toThrow();
  });

  it('tells nothing to one who guesses', async () => {
    const { once, close } = await onceTo(target);
    const wrong = await ask(`${once.slice(0, -1)}${once.endsWith('A') ? 'B' : 'A'}`);
    expect([wrong.status, wrong.headers.get('location')]).toEqual([404, null]);
    expect((await ask(once)).status).toBe(302);
    close();
  });
});
