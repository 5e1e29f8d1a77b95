/** A minute of control at 50 Hz, without Foxglove and with as many of its clients as may come in, of which one reads. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { SUBPROTOCOLS } from '../../src/bridges/foxglove/protocol.js';
import { MAX_CLIENTS } from '../../src/bridges/foxglove/server.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import { robotOnPty } from '../support/pty.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const SECONDS = 60;
const WARM_UP_SECONDS = 10;
/** A client that does not read is closed after five seconds: then another comes. */
const DEAF_SECONDS = 6;

const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));
const megabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** More channels than there are. */
const SUBSCRIBE = JSON.stringify({
  op: 'subscribe',
  subscriptions: Array.from({ length: 20 }, (_, i) => ({ id: i, channelId: i + 1 })),
});

function comeIn(address: string, reads: boolean, heard: () => void = () => {}): WebSocket {
  const socket = new WebSocket(address, [...SUBPROTOCOLS]);
  socket.on('error', () => {});
  socket.on('open', () => {
    socket.send(SUBSCRIBE, () => reads || socket.pause());
  });
  socket.on('message', (_, isBinary) => isBinary && heard());
  return socket;
}

/** A crowd of which one reads; the others are replaced again and again. */
function crowdAt(address: string): { readonly end: () => number } {
  let messages = 0;
  const reader = comeIn(address, true, () => {
    messages += 1;
  });
  let deaf: WebSocket[] = [];
  const replace = () => {
    for (const socket of deaf) socket.terminate();
    deaf = Array.from({ length: MAX_CLIENTS - 1 }, () => comeIn(address, false));
  };
  replace();
  const timer = setInterval(replace, DEAF_SECONDS * 1000);
  return {
    end: () => {
      clearInterval(timer);
      for (const socket of [reader, ...deaf]) socket.terminate();
      return messages;
    },
  };
}

async function drive(withFoxglove: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-foxglove-'));
  const file = join(folder, 'run.mcap');
  const board = await robotOnPty();
  const args = ['drive', 'scout', '--port', board.path, '--seek', '1000,0', '--headless', '--record', file];
  const child = spawn(process.execPath, [PROGRAM, ...args, ...(withFoxglove ? ['--foxglove', '0'] : [])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const pid = child.pid ?? 0;
  await wait(3);
  const address = /ws:\S+/.exec(said)?.[0];
  const crowd = address === undefined ? undefined : crowdAt(address);
  await wait(WARM_UP_SECONDS);
  if (child.exitCode !== null) throw new Error(`the drive ended with ${child.exitCode}: ${said}`);
  const before = megabytes(pid);
  await wait(SECONDS);
  const grown = megabytes(pid) - before;
  const messages = crowd?.end();
  child.kill('SIGINT');
  await new Promise((done) => child.once('close', done));
  board.end();
  const figures = lateness(file);
  rmSync(folder, { recursive: true });
  const read = messages === undefined ? '' : `; ${messages} messages read by the one that reads`;
  console.log(
    `${withFoxglove ? 'with' : 'without'} Foxglove: ${figures}; ${grown.toFixed(1)} MB more memory${read}`,
  );
}

/** Of the ticks of the last minute. */
function lateness(file: string): string {
  const recording = openRecording(file);
  const first = recording.frameAt(recording.duration - SECONDS);
  const frames = Array.from({ length: recording.frameCount - first }, (_, i) => recording.frame(first + i));
  recording.close();
  const late = frames.map(({ pace }) => pace.lateness * 1000).sort((a, b) => a - b);
  const at = (share: number) => (late[Math.floor(share * (late.length - 1))] ?? Number.NaN).toFixed(2);
  const lost = (frames.at(-1)?.pace.lostPeriods ?? 0) - (frames[0]?.pace.lostPeriods ?? 0);
  return `tick late p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms of ${late.length}; ${lost} periods lost`;
}

export async function benchFoxglove(): Promise<void> {
  await drive(false);
  await drive(true);
}
