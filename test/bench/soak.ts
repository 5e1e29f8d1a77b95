/** A minute of control at 50 Hz with the page's server, a recording, and clients that never read. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { PROTOCOL, SOCKET_PATH, TOKEN_PREFIX } from '../../src/dashboard/wire.js';
import type { FrameView } from '../../src/signals/view.js';
import { robotOnPty } from '../support/pty.js';
import type { Figures } from './figures/figures.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const SECONDS = 60;
const ROUNDS = 5;
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

/** The program drives a robot on a serial port, serves its page and records. */
async function startedDrive(port: string, file: string) {
  const args = ['drive', 'scout', '--port', port, '--seek', '1000,0', '--record', file];
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
  return { child, door };
}

interface Round {
  /** 99 % of the ticks come no later [ms]. */
  readonly late: number;
  readonly lost: number;
  /** Since the first round began [MB]. */
  readonly grown: number;
}

/** @param frames as one client sees them come */
async function round(frames: FrameView[], grown: () => number): Promise<Round> {
  frames.length = 0;
  await wait(SECONDS / ROUNDS);
  const late = frames.map(({ pace }) => pace.lateness * 1000).sort((a, b) => a - b);
  const lost = (frames.at(-1)?.pace.lostPeriods ?? 0) - (frames[0]?.pace.lostPeriods ?? 0);
  return { late: late[Math.floor(0.99 * (late.length - 1))] ?? Number.NaN, lost, grown: grown() };
}

async function rounds(door: Door, pid: number): Promise<Round[]> {
  const frames: FrameView[] = [];
  const readers = Array.from({ length: READING }, (_, i) =>
    read(door, (frame) => i === 0 && frames.push(frame)),
  );
  const others = Array.from({ length: DEAF }, () => deaf(door));
  await wait(10);
  const before = megabytes(pid);
  const all: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) all.push(await round(frames, () => megabytes(pid) - before));
  for (const socket of readers) socket.terminate();
  for (const socket of others) socket.destroy();
  return all;
}

export async function soak(_: readonly string[], figures: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-soak-'));
  // A board in a process of its own, behind a serial port: its emulation takes no time from the loop's thread.
  const board = await robotOnPty();
  const { child, door } = await startedDrive(board.path, join(folder, 'run.mcap'));
  const all = await rounds(door, child.pid ?? 0);
  child.kill('SIGINT');
  await new Promise((done) => child.once('close', done));
  board.end();
  rmSync(folder, { recursive: true });
  for (const { late, lost, grown } of all)
    console.log(
      `99 % of the ticks at most ${late.toFixed(2)} ms late, ${lost} lost; ${grown.toFixed(1)} MB more`,
    );
  const of = (what: keyof Round) => all.map((one) => one[what]);
  figures.wall('soak.late', of('late'), 'ms');
  figures.wall('soak.lost', of('lost'), 'periods');
  figures.wall('soak.memory', of('grown'), 'MB');
}
