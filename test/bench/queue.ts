/**
 * What a queue costs: the same study over the pool and over a worker with as many threads, and the share of time that goes
 * into the queue; also the memory of sender and worker over a million seeds. Needs Debian's redis-server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beginStudy } from '../../src/study/begin.js';
import { queueAddress } from '../../src/study/queue/queueAddress.js';
import { StudyStore } from '../../src/study/queue/studyStore.js';
import { manifestOf } from '../../src/study/queue/submit.js';
import { runSeed } from '../../src/study/seedRuns.js';
import { parseSeeds } from '../../src/study/seeds.js';
import { STROLL } from './experiments.js';
import type { Figures } from './figures/figures.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const IDLE_WORKER = fileURLToPath(new URL('./idleWorker.js', import.meta.url));
const PORT = 7397;
const QUEUE = `redis://127.0.0.1:${PORT}`;
/** What /proc counts in, on Linux. */
const TICKS_PER_SECOND = 100;

/** Each over the pool and over the queue. */
const ROUNDS = 5;
const SEEDS = 400;

const now = (): number => performance.now() / 1000;

/** Processor time of a process, or of one of its threads [s]. */
function cpuOf(pid: number, thread?: number): number {
  const file = thread === undefined ? `/proc/${pid}/stat` : `/proc/${pid}/task/${thread}/stat`;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function withRedis(work: (redis: ChildProcess) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-bench-redis-'));
  const args = [
    '--port',
    `${PORT}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  const redis = spawn('redis-server', args, { stdio: 'ignore' });
  try {
    while (!(await answers())) await wait(50);
    await work(redis);
  } finally {
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    rmSync(folder, { recursive: true });
  }
}

async function answers(): Promise<boolean> {
  const socket = connect(PORT, '127.0.0.1');
  return new Promise<boolean>((done) => {
    socket.once('connect', () => done(true)).once('error', () => done(false));
  }).finally(() => socket.destroy());
}

/** Figures of Redis about itself. */
async function infoOf(...names: readonly string[]): Promise<number[]> {
  const socket = connect(PORT, '127.0.0.1');
  socket.end('INFO\r\nQUIT\r\n');
  const text = (await socket.setEncoding('utf8').toArray()).join('');
  return names.map((name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1]));
}

async function startedWorker(args: readonly string[]): Promise<ChildProcess> {
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const part of worker.stderr ?? []) if (String(part).includes('waits for studies')) break;
  worker.stderr?.resume();
  return worker;
}

async function ended(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.on('data', (part) => {
    text += String(part);
  });
  await once(child, 'close');
  return text;
}

const program = (args: readonly string[], cwd: string): ChildProcess =>
  spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });

/** Watches a process until it ends. */
async function watched<T>(child: ChildProcess, look: (pid: number) => T): Promise<T | undefined> {
  let last: T | undefined;
  const watch = setInterval(() => {
    try {
      last = look(child.pid ?? 0);
    } catch {
      // It is gone.
    }
  }, 100);
  await once(child, 'close');
  clearInterval(watch);
  return last;
}

/** What one study costs. */
interface Queued {
  /** Its time over the queue, in times of the pool's. */
  readonly slower: number;
  /** Processor time of the worker's messages and of Redis, in times of the runs' own. */
  readonly share: number;
  /** Bytes a run that Redis keeps, and was sent. */
  readonly kept: number;
  readonly sent: number;
}

/** The same study over the pool, and then over a worker. @throws Error where their tables differ */
async function queued(folder: string, seeds: number, threads: number): Promise<Queued> {
  const study = ['sim', 'stroll.yaml', '--seeds', `1..${seeds}`, '--json'];
  let started = now();
  await ended(program([...study, '--csv', 'pool.csv', '--jobs', `${threads}`], folder));
  const pooled = now() - started;
  let found: Queued | undefined;
  await withRedis(async (redis) => {
    const worker = await startedWorker([PROGRAM, 'worker', '--queue', QUEUE, '--jobs', `${threads}`]);
    const pid = worker.pid ?? 0;
    const [all, main] = [cpuOf(pid), cpuOf(pid, pid)];
    const [empty = 0] = await infoOf('used_memory');
    started = now();
    await ended(program([...study, '--csv', 'queue.csv', '--queue', QUEUE], folder));
    const slower = (now() - started) / pooled;
    const messages = cpuOf(pid, pid) - main;
    const share = (messages + cpuOf(redis.pid ?? 0)) / (cpuOf(pid) - all - messages);
    const [full = 0, received = 0] = await infoOf('used_memory', 'total_net_input_bytes');
    worker.kill('SIGKILL');
    found = { slower, share, kept: (full - empty) / seeds, sent: received / seeds };
  });
  if (!readFileSync(join(folder, 'queue.csv')).equals(readFileSync(join(folder, 'pool.csv'))))
    throw new Error('the queue makes another table than the pool');
  return found as unknown as Queued;
}

async function comparePool(folder: string, seeds: number, threads: number, figures: Figures): Promise<void> {
  const rounds: Queued[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const round = await queued(folder, seeds, threads);
    console.log(
      `${seeds} seeds: ${round.slower.toFixed(2)} times the pool's time; messages and Redis ${round.share.toFixed(4)} of the runs' processor time; ${Math.round(round.kept)} bytes a run kept, ${Math.round(round.sent)} sent`,
    );
    rounds.push(round);
  }
  const of = (what: keyof Queued) => rounds.map((round) => round[what]);
  figures.ratio('queue.slower', of('slower'), 'the pool with as many threads');
  figures.ratio('queue.share', of('share'), 'the runs themselves');
  figures.wall('queue.kept', of('kept'), 'bytes a run');
  figures.wall('queue.sent', of('sent'), 'bytes a run');
}

async function memory(folder: string, seeds: number): Promise<void> {
  await withRedis(async (redis) => {
    const store = await StudyStore.connect(queueAddress(QUEUE));
    const work = { variants: [{ scenario: join(folder, 'stroll.yaml'), settings: [] }] };
    const { study, scenarios } = await beginStudy(work, 1);
    const real = await runSeed(scenarios, 1);
    const row = JSON.stringify('rows' in real ? real.rows[0] : real);
    const wanted = parseSeeds(`1..${seeds}`);
    const id = await store.create(
      manifestOf(study, wanted, 0),
      study.files.map(({ text }) => text),
    );
    const worker = await startedWorker([IDLE_WORKER, QUEUE, row]);
    const started = now();
    const sender = program(
      ['study', 'fetch', id, '--queue', QUEUE, '--csv', 'million.csv', '--json'],
      folder,
    );
    const kept: { readonly sender: number; readonly worker: number; readonly redis: number }[] = [];
    await watched(sender, (pid) => {
      const now = {
        sender: megabytesOf(pid),
        worker: megabytesOf(worker.pid ?? 0),
        redis: megabytesOf(redis.pid ?? 0),
      };
      kept.push(now);
    });
    const batches = Math.ceil(seeds / 500);
    const each = (pid: number | undefined) => `${((1000 * cpuOf(pid ?? 0)) / batches).toFixed(1)} ms`;
    const costs = `a batch of 500 costs its worker ${each(worker.pid)}, Redis ${each(redis.pid)}`;
    worker.kill('SIGKILL');
    store.close();
    console.log(costs);
    const most = (name: 'sender' | 'worker' | 'redis', part = kept) =>
      Math.max(...part.map((at) => at[name])).toFixed(0);
    const fifth = kept.slice(0, Math.ceil(kept.length / 5));
    console.log(
      `${seeds} seeds without work in ${(now() - started).toFixed(0)} s, ` +
        `a table of ${(statSync(join(folder, 'million.csv')).size / 1e6).toFixed(0)} MB; most memory (in the first fifth): ` +
        (['sender', 'worker', 'redis'] as const)
          .map((name) => `${name} ${most(name)} MB (${most(name, fifth)})`)
          .join(', '),
    );
  });
}

/** More workers than cores show what a process costs that has to share them. */
async function scaling(folder: string, seeds: number): Promise<void> {
  for (const count of [1, 2, 3, 4]) {
    await withRedis(async () => {
      const workers = [];
      for (let i = 0; i < count; i++)
        workers.push(await startedWorker([PROGRAM, 'worker', '--queue', QUEUE, '--jobs', '1']));
      const started = now();
      await ended(
        program(['sim', 'stroll.yaml', '--seeds', `1..${seeds}`, '--json', '--queue', QUEUE], folder),
      );
      const wall = now() - started;
      for (const worker of workers) worker.kill('SIGKILL');
      console.log(
        `${count} workers of one thread: ${seeds} seeds in ${wall.toFixed(1)} s, ${(seeds / wall).toFixed(1)} a second`,
      );
    });
  }
}

/** `queue`, which is published, or `queue pool 2000`, `queue memory 100000`, `queue scaling 200`. */
export async function benchQueue([which, count]: readonly string[], figures: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-bench-'));
  try {
    writeFileSync(join(folder, 'stroll.yaml'), STROLL);
    const threads = Math.min(2, availableParallelism());
    if (which === undefined || which === 'pool')
      await comparePool(folder, Number(count ?? SEEDS), threads, figures);
    if (which === 'memory') await memory(folder, Number(count ?? 1_000_000));
    if (which === 'scaling') await scaling(folder, Number(count ?? 1000));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
