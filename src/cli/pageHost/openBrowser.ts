/** Opens the page in the user's browser, at a terminal with a display. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the program runs at a terminal on a desktop, so that the user sees a window that opens. */
export function isAtDisplay(isTerminal: boolean, platform: NodeJS.Platform, env: Environment): boolean {
  if (!isTerminal || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The program that opens an address in the browser of choice, without a shell that might read it. */
export function openerOf(platform: NodeJS.Platform): readonly [command: string, ...before: string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

/** A browser has asked by then. */
const WAITING_TIME_MS = 30_000;

/**
 * An address on this machine that leads to another one, once.
 *
 * Guards people: all users of a machine see the arguments of its programs, and who knows the token of the page may drive. This
 * address is worth nothing once the browser has used it.
 *
 * @returns the address, and a call that ends it earlier
 */
export async function onceTo(address: string): Promise<{ readonly once: string; close(): void }> {
  const path = `/${randomBytes(16).toString('base64url')}`;
  const server = createServer((request, response) => {
    const isRight = request.url === path && request.method === 'GET';
    const headers = { Connection: 'close', 'Cache-Control': 'no-store' };
    if (isRight) response.writeHead(302, { ...headers, Location: address }).end();
    else
      response
        .writeHead(404, headers)
        .end('This address has been used. Use the one that steerbot printed.\n');
    if (isRight) server.close();
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(0, '127.0.0.1', done);
  });
  const timer = setTimeout(() => server.close(), WAITING_TIME_MS);
  server.once('close', () => clearTimeout(timer));
  server.unref();
  timer.unref();
  const { port } = server.address() as AddressInfo;
  return { once: `http://127.0.0.1:${port}${path}`, close: () => void server.close() };
}

/** Without an opener on this system the user opens the printed address. */
export async function openBrowser(address: string): Promise<void> {
  const [command, ...before] = openerOf(process.platform);
  try {
    const { once } = await onceTo(address);
    const child = spawn(command, [...before, once], { detached: true, stdio: 'ignore' });
    child.once('error', () => {});
    child.unref();
  } catch {
    // Without a free port there is the printed address.
  }
}
