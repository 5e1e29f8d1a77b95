/** A minute of control at 50 Hz with the page's server, a recording, and clients that never read. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { PROTOCOL, SOCKET_PATH, TOKEN_PREFIX } from '../../src/dashboard/wire.js';
import type { FrameView } from '../../src/signals/view.js';
import { robotOnPty } from '../support/pty.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const SECONDS = 60;
const READING = 10;
const DEAF = 10;

const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));
const megabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

interface Door {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

function read({ host, port, token }: Door, take: (frame: FrameView) => void): WebSocket {
  const socket = new WebSocket(`ws://${host}:${port}${SOCKET_PATH}`, [PROTOCOL, TOKEN_PREFIX + token], {
    origin: `http://${host}:${port}`,
  });
  socket.on('error', () => {});
  socket.on('message', (text) => {
    const message = JSON.parse(String(text));
    if (message.kind !== 'frame') return;
    take(message);
    socket.send('{"kind":"seen"}');
  });
  return socket;
}

/** Shakes hands, and then reads nothing any more. */
function deaf({ host, port, token }: Door): Socket {
  const socket = connect(port, host, () => {
    socket.write(
      [
        `GET ${SOCKET_PATH} HTTP/1.1`,
        `Host: ${host}:${port}`,
        `Origin: http://${host}:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Protocol: ${PROTOCOL}, ${TOKEN_PREFIX}${token}`,
        '\r\n',
      ].join('\r\n'),
    );
    socket.pause();
  });
  socket.on('error', () => {});
  return socket;
}

export async function soak(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-soak-'));
  const file = join(folder, 'run.mcap');
  // A board in a process of its own, behind a serial port: its emulation takes no time from the loop's thread.
  const board = await robotOnPty();
  const args = ['drive', 'scout', '--port', board.path, '--seek', '1000,0', '--record', file];
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const door = await new Promise<Door>((done, fail) => {
    let said = '';
    child.once('close', () => fail(new Error(said)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, host, port, token] = /http:\/\/([\d.]+):(\d+)\/#token=([\w-]+)/.exec(said) ?? [];
      if (host && token) done({ host, port: Number(port), token });
    });
  });
  const frames: FrameView[] = [];
  const readers = Array.from({ length: READING }, (_, i) =>
    read(door, (frame) => i === 0 && frames.push(frame)),
  );
  const others = Array.from({ length: DEAF }, () => deaf(door));
  const pid = child.pid ?? 0;
  await wait(10);
  const before = megabytes(pid);
  frames.length = 0;
  await wait(SECONDS);
  const grown = megabytes(pid) - before;
  const lateness = frames.map(({ pace }) => pace.lateness * 1000).sort((a, b) => a - b);
  const lost = (frames.at(-1)?.pace.lostPeriods ?? 0) - (frames[0]?.pace.lostPeriods ?? 0);
  const at = (share: number) =>
    (lateness[Math.floor(share * (lateness.length - 1))] ?? Number.NaN).toFixed(2);
  child.kill('SIGINT');
  await new Promise((done) => child.once('close', done));
  for (const socket of readers) socket.terminate();
  for (const socket of others) socket.destroy();
  console.log(`frames seen by one client: ${frames.length} of ${50 * SECONDS}`);
  console.log(`lateness of a tick: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms; ${lost} periods lost`);
  console.log(`memory: ${before.toFixed(0)} MB, grown by ${grown.toFixed(1)} MB`);
  console.log(`recording: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  board.end();
  rmSync(folder, { recursive: true });
}
