import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { FromWorker, ToWorker, Trouble, WorkerSettings } from '../../../src/cli/pageHost/messages.js';
import { PageHost } from '../../../src/cli/pageHost/pageHost.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { FrameView, SceneView } from '../../../src/signals/view.js';
import { settled, until, useVirtualTime, wait } from '../../support/virtualWaits.js';

class FakeThread extends EventEmitter {
  readonly heard: ToWorker[] = [];
  terminated = false;

  postMessage(message: ToWorker): void {
    this.heard.push(structuredClone(message));
  }

  terminate(): Promise<number> {
    this.terminated = true;
    this.emit('exit');
    return Promise.resolve(1);
  }

  say(message: FromWorker): void {
    this.emit('message', message);
  }

  /** Times of the frames that it was told, batch by batch. */
  frames(): number[] {
    return this.heard.flatMap((message) =>
      message.kind === 'seen' ? message.batch.flatMap((one) => (one.kind === 'frame' ? [one.at] : [])) : [],
    );
  }
}

async function start() {
  const thread = new FakeThread();
  const starting = PageHost.start({ version: '0' }, () => thread as unknown as Worker);
  thread.say({ kind: 'ready' });
  return { thread, host: await starting };
}

const frame = (at: number, words?: string): FrameView => ({
  kind: 'frame',
  at,
  robots: [],
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: '' },
  verdict: [],
  news: words === undefined ? [] : [{ at, level: 'info', words }],
});
const SCENE = { kind: 'scene', name: 'a' } as SceneView;
const inputs = (at: number): Inputs => ({ kind: 'inputs', robot: 'a', at, count: at, events: [] });
useVirtualTime();

describe('the thread that shows and records', () => {
  it('is told each frame with the inputs that came before it', async () => {
    const { thread, host } = await start();
    host.record(inputs(1));
    host.show(frame(1));
    expect(thread.heard).toMatchObject([
      {
        batch: [
          { kind: 'inputs', at: 1 },
          { kind: 'frame', at: 1 },
        ],
      },
    ]);
  });

  it('that is slow gets the newest frame, all the inputs and all the news', async () => {
    const { thread, host } = await start();
    for (let at = 1; at <= 9; at++) {
      host.record(inputs(at));
      host.show(frame(at, `${at}`));
    }
    expect(thread.frames()).toEqual([1, 2]);
    thread.say({ kind: 'taken' });
    expect(thread.frames()).toEqual([1, 2, 9]);
    expect(host.skipped).toBe(6);
    const last = thread.heard.at(-1);
    const batch = last?.kind === 'seen' ? last.batch : [];
    expect(batch.flatMap((one) => (one.kind === 'inputs' ? [one.at] : []))).toEqual([3, 4, 5, 6, 7, 8, 9]);
    const shown = batch.find((one): one is FrameView => one.kind === 'frame');
    expect(shown?.news.map(({ words }) => words)).toEqual(['3', '4', '5', '6', '7', '8', '9']);
  });

  it('is told a scene at once, however slow it is', async () => {
    const { thread, host } = await start();
    for (let at = 1; at <= 5; at++) host.show(frame(at));
    host.show(SCENE);
    expect(thread.heard.at(-1)).toMatchObject({ batch: [{ kind: 'scene' }] });
  });

  it('is told the news of late frames also if a scene comes before it takes them', async () => {
    const { thread, host } = await start();
    for (let at = 1; at <= 4; at++) host.show(frame(at, `${at}`));
    host.show(SCENE);
    host.show(frame(5, '5'));
    for (let n = 0; n < 3; n++) thread.say({ kind: 'taken' });
    const last = thread.heard.at(-1);
    const [shown] = last?.kind === 'seen' ? last.batch : [];
    expect(shown).toMatchObject({ at: 5, news: [{ words: '3' }, { words: '4' }, { words: '5' }] });
  });

  it('that takes no messages any more counts as dead, since operators cannot reach it', async () => {
    const { host } = await start();
    const died: string[] = [];
    host.trouble$.subscribe(({ why }) => died.push(why));
    host.show(frame(0));
    await wait(600);
    host.show(frame(1));
    await wait(200);
    expect(died).toEqual(['it does not answer']);
  });

  it('whose answers waited while this thread stood still is not', async () => {
    const { thread, host } = await start();
    const died: string[] = [];
    host.trouble$.subscribe(({ why }) => died.push(why));
    host.show(frame(0));
    await wait(600);
    host.show(frame(1));
    thread.say({ kind: 'taken' });
    await wait(200);
    expect(died).toEqual([]);
  });

  it('that ends by itself is called dead; one that was closed is not', async () => {
    const { thread, host } = await start();
    const died: string[] = [];
    host.trouble$.subscribe(({ why }) => died.push(why));
    thread.emit('exit');
    await wait(0);
    expect(died).toEqual(['it ended']);
    const other = await start();
    const closing = other.host.close();
    other.host.trouble$.subscribe(({ why }) => died.push(why));
    other.thread.emit('exit');
    await settled(closing);
    expect(died).toEqual(['it ended']);
    expect(other.thread.heard.at(-1)).toEqual({ kind: 'close' });
  });

  it('that hangs for long is ended, and another takes its place at the same address; it is said once', async () => {
    const threads: FakeThread[] = [];
    const settings: WorkerSettings[] = [];
    const begin = (given: WorkerSettings) => {
      settings.push(given);
      threads.push(new FakeThread());
      return threads.at(-1) as unknown as Worker;
    };
    const starting = PageHost.start({ version: '0', serve: { page: 'page' }, record: 'run.mcap' }, begin);
    const [first] = threads as [FakeThread];
    first.say({ kind: 'ready', addresses: { drive: 'http://127.0.0.1:4281/#token=a', view: '' } });
    const host = await starting;
    const troubles: Trouble[] = [];
    host.trouble$.subscribe((trouble) => troubles.push(trouble));
    host.show(SCENE);
    for (let n = 0; n < 17 && threads.length === 1; n++) {
      await wait(250);
      host.show(frame(n, `${n}`));
    }
    await until(
      () => threads.length === 2,
      () => 'no other thread is started',
    );
    expect(first.terminated).toBe(true);
    expect(troubles).toEqual([{ why: 'it does not answer', isFinal: false }]);
    expect(settings[1]?.serve).toEqual({ ...settings[0]?.serve, listen: { host: '127.0.0.1', port: 4281 } });
    expect(settings[1]).not.toHaveProperty('record');
    expect(host.recording).toEqual({ file: 'run.mcap', trouble: expect.any(String) });
    threads[1]?.say({ kind: 'ready' });
    await wait(0);
    expect(threads[1]?.heard[0]).toEqual({ kind: 'seen', batch: [SCENE] });
    // What was told while the first one hung.
    expect(threads[1]?.heard[1]).toMatchObject({
      batch: [{ news: expect.arrayContaining([{ at: 5, level: 'info', words: '5' }]) }],
    });
    threads[1]?.say({ kind: 'taken' });
    host.show(frame(99));
    expect(threads[1]?.frames().at(-1)).toBe(99);
    const words: string[] = [];
    host.operations$.subscribe(({ kind }) => words.push(kind));
    threads[1]?.say({ kind: 'operation', operation: { kind: 'stop' } });
    first.say({ kind: 'operation', operation: { kind: 'arm' } });
    expect(words).toEqual(['stop']);
  });

  it('that fails again and again is given up', async () => {
    const threads: FakeThread[] = [];
    const begin = () => {
      threads.push(new FakeThread());
      return threads.at(-1) as unknown as Worker;
    };
    const starting = PageHost.start({ version: '0' }, begin);
    threads[0]?.say({ kind: 'ready' });
    const host = await starting;
    const final: boolean[] = [];
    host.trouble$.subscribe(({ isFinal }) => final.push(isFinal));
    for (let n = 0; n < 4; n++) {
      threads[n]?.emit('error', new Error('no memory'));
      await wait(10);
      threads[n + 1]?.say({ kind: 'ready' });
      await wait(10);
    }
    expect(threads).toHaveLength(4);
    expect(final).toEqual([false, false, false, true]);
    host.show(frame(7));
    expect(threads[3]?.frames()).toEqual([]);
  });

  it('that hangs again and again is given up, and that is said', async () => {
    const threads: FakeThread[] = [];
    const begin = () => {
      threads.push(new FakeThread());
      return threads.at(-1) as unknown as Worker;
    };
    const starting = PageHost.start({ version: '0' }, begin);
    threads[0]?.say({ kind: 'ready' });
    const host = await starting;
    for (let n = 0; n < 3; n++) {
      threads[n]?.emit('error', new Error('no memory'));
      await wait(10);
      threads[n + 1]?.say({ kind: 'ready' });
      await wait(10);
    }
    const troubles: Trouble[] = [];
    host.trouble$.subscribe((trouble) => troubles.push(trouble));
    for (let n = 0; n < 40 && troubles.length < 2; n++) {
      host.show(frame(n));
      await wait(150);
    }
    expect(troubles).toEqual([
      { why: 'it does not answer', isFinal: false },
      { why: 'it does not answer', isFinal: true },
    ]);
  });

  it('that is being ended is not heard: its answers do not count for the next one', async () => {
    const threads: FakeThread[] = [];
    const begin = () => {
      threads.push(new FakeThread());
      return threads.at(-1) as unknown as Worker;
    };
    const starting = PageHost.start({ version: '0' }, begin);
    const [first] = threads as [FakeThread];
    first.say({ kind: 'ready' });
    const host = await starting;
    host.show(frame(1));
    first.emit('error', new Error('no memory'));
    first.say({ kind: 'taken' });
    first.say({ kind: 'clients', clients: 3 });
    expect(host.clients).toBe(0);
    await wait(10);
    threads[1]?.say({ kind: 'ready' });
    await wait(10);
    for (let at = 2; at <= 5; at++) host.show(frame(at));
    expect(threads[1]?.frames()).toEqual([2, 3]);
  });

  it('that does not end when told is ended', async () => {
    const { thread, host } = await start();
    await settled(host.close());
    expect(thread.terminated).toBe(true);
  });

  it('goes on being shown what a behavior’s memory keeps from being recorded', async () => {
    const { thread, host } = await start();
    host.record({ ...inputs(1), events: [() => 1] as never });
    host.show(frame(1));
    expect(thread.frames()).toEqual([1]);
  });
});
