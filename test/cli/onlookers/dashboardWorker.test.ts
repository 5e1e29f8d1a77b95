import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { DashboardWorker } from '../../../src/cli/onlookers/dashboardWorker.js';
import type { FromWorker, ToWorker } from '../../../src/cli/onlookers/messages.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { FrameView, SceneView } from '../../../src/signals/view.js';

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
  const starting = DashboardWorker.start({ version: '0' }, () => thread as unknown as Worker);
  thread.say({ kind: 'ready' });
  return { thread, onlookers: await starting };
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
const wait = (timeMs: number) => new Promise((done) => setTimeout(done, timeMs));

describe('the thread that shows and records', () => {
  it('is told each frame with the inputs that came before it', async () => {
    const { thread, onlookers } = await start();
    onlookers.record(inputs(1));
    onlookers.show(frame(1));
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
    const { thread, onlookers } = await start();
    for (let at = 1; at <= 9; at++) {
      onlookers.record(inputs(at));
      onlookers.show(frame(at, `${at}`));
    }
    expect(thread.frames()).toEqual([1, 2]);
    thread.say({ kind: 'taken' });
    expect(thread.frames()).toEqual([1, 2, 9]);
    const last = thread.heard.at(-1);
    const batch = last?.kind === 'seen' ? last.batch : [];
    expect(batch.flatMap((one) => (one.kind === 'inputs' ? [one.at] : []))).toEqual([3, 4, 5, 6, 7, 8, 9]);
    const shown = batch.find((one): one is FrameView => one.kind === 'frame');
    expect(shown?.news.map(({ words }) => words)).toEqual(['3', '4', '5', '6', '7', '8', '9']);
  });

  it('is told a scene at once, however slow it is', async () => {
    const { thread, onlookers } = await start();
    for (let at = 1; at <= 5; at++) onlookers.show(frame(at));
    onlookers.show(SCENE);
    expect(thread.heard.at(-1)).toMatchObject({ batch: [{ kind: 'scene' }] });
  });

  it('that takes nothing any more is called dead, for nobody at the page is heard', async () => {
    const { onlookers } = await start();
    const died: string[] = [];
    onlookers.died$.subscribe(({ message }) => died.push(message));
    onlookers.show(frame(0));
    await wait(600);
    onlookers.show(frame(1));
    await wait(200);
    expect(died).toEqual(['it hangs']);
  });

  it('whose answers waited while this thread stood still is not', async () => {
    const { thread, onlookers } = await start();
    const died: string[] = [];
    onlookers.died$.subscribe(({ message }) => died.push(message));
    onlookers.show(frame(0));
    await wait(600);
    onlookers.show(frame(1));
    thread.say({ kind: 'taken' });
    await wait(200);
    expect(died).toEqual([]);
  });

  it('that ends by itself is called dead; one that was closed is not', async () => {
    const { thread, onlookers } = await start();
    const died: string[] = [];
    onlookers.died$.subscribe(({ message }) => died.push(message));
    thread.emit('exit');
    await wait(0);
    expect(died).toEqual(['it ended']);
    const other = await start();
    const closing = other.onlookers.close();
    other.onlookers.died$.subscribe(({ message }) => died.push(message));
    other.thread.emit('exit');
    await closing;
    expect(died).toEqual(['it ended']);
    expect(other.thread.heard.at(-1)).toEqual({ kind: 'close' });
  });

  it('that does not end when told is ended', async () => {
    const { thread, onlookers } = await start();
    await onlookers.close();
    expect(thread.terminated).toBe(true);
  });

  it('goes on being shown what a behavior’s memory keeps from being recorded', async () => {
    const { thread, onlookers } = await start();
    onlookers.record({ ...inputs(1), events: [() => 1] as never });
    onlookers.show(frame(1));
    expect(thread.frames()).toEqual([1]);
  });
});
