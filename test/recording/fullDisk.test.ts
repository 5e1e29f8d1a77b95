import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resimulate } from '../../src/cli/replay/resimulate.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { RecorderEvent } from '../../src/recording/recorder.js';
import type { Sink } from '../../src/recording/writing/sink.js';
import { folderForTests, indexed, recorderOf, takeAll, usualNews } from './recorded.js';

const folder = folderForTests();
const all = await usualNews();

/** A disk with so much space, that writes no more than a piece at a time. */
class Disk implements Sink {
  readonly #all = Buffer.alloc(16_000_000);
  #length = 0;
  space: number;
  open = true;
  readonly #piece: number;

  constructor(space: number, piece = Number.POSITIVE_INFINITY) {
    this.space = space;
    this.#piece = piece;
  }

  write(bytes: Uint8Array, position: number): number {
    if (!this.open) throw new Error('EBADF: bad file descriptor, write');
    const taken = Math.min(bytes.byteLength, this.#piece, this.space - position);
    if (taken <= 0) throw new Error('ENOSPC: no space left on device, write');
    this.#all.set(bytes.subarray(0, taken), position);
    this.#length = Math.max(this.#length, position + taken);
    return taken;
  }

  truncate(length: number): void {
    this.#length = length;
  }

  get bytes(): Buffer {
    return this.#all.subarray(0, this.#length);
  }

  close(): void {
    this.open = false;
  }

  reopened(name: string) {
    const file = join(folder, name);
    writeFileSync(file, this.bytes);
    return openRecording(file);
  }
}

function recordingOn(disk: Disk) {
  const events: RecorderEvent[] = [];
  const { recorder, time } = recorderOf({
    file: 'run.mcap',
    open: () => disk,
    onEvent: (event) => events.push(event),
  });
  return { recorder, time, events, take: (news: typeof all) => takeAll(recorder, time, news) };
}

async function worldsOn(disk: Disk): Promise<number> {
  let count = 0;
  for await (const _ of (await indexed(disk.bytes)).readMessages({ topics: ['/world'] })) count += 1;
  return count;
}

const upTo = (seconds: number) => all.filter((news) => news.kind === 'scene' || news.at < seconds);
const from = (seconds: number) => all.filter((news) => news.kind !== 'scene' && news.at >= seconds);

describe('a disk that takes little at a time', () => {
  it('gets the same file', () => {
    const [slow, quick] = [new Disk(1e9, 777), new Disk(1e9)];
    for (const disk of [slow, quick]) {
      const { recorder, take } = recordingOn(disk);
      take(upTo(3));
      recorder.close();
    }
    expect(slow.bytes.equals(quick.bytes)).toBe(true);
  });
});

describe('a disk that is full', () => {
  it('is trouble of the recording alone, told once a try, with what is lost', () => {
    const { recorder, events, take } = recordingOn(new Disk(200_000));
    take(all);
    expect(events.length).toBeGreaterThan(0);
    expect(events.length).toBeLessThanOrEqual(3);
    expect(events[0]).toMatchObject({
      kind: 'trouble',
      file: 'run.mcap',
      why: expect.stringContaining('ENOSPC'),
    });
    expect(recorder.recording).toEqual({ file: 'run.mcap', trouble: expect.stringContaining('ENOSPC') });
    expect(recorder.lost).toBeGreaterThan(1000);
    recorder.close();
  });

  it('holds what was written before, whole', () => {
    const disk = new Disk(200_000);
    const { take } = recordingOn(disk);
    take(all);
    const recording = disk.reopened('full.mcap');
    expect(recording.frameCount).toBeGreaterThan(50);
    expect(resimulate(recording).identical).toBe(true);
    recording.close();
  });

  it('goes on with scene and world once there is space again, and the rest can be re-simulated', async () => {
    const disk = new Disk(200_000);
    const { recorder, events, take } = recordingOn(disk);
    take(upTo(5));
    disk.space = 1e9;
    take(from(5));
    recorder.close();
    expect(events.at(-1)).toMatchObject({ kind: 'recovered' });
    expect(recorder.recording).toEqual({ file: 'run.mcap' });
    expect(await worldsOn(disk)).toBe(2);
    const recording = disk.reopened('again.mcap');
    expect(recording.ended).toBe(true);
    expect(recording.lost).toBe(0);
    expect(recording.sceneCount).toBe(2);
    const result = resimulate(recording);
    expect(result.identical).toBe(true);
    expect(result.robots[0]?.skipped).toBeGreaterThan(0);
    expect(recording.duration).toBeCloseTo(11.98, 6);
    recording.close();
  });

  it('from the first second on still gets a file that others can read, once there is space', async () => {
    const disk = new Disk(1000, 100);
    const { recorder, take } = recordingOn(disk);
    take(upTo(3));
    disk.space = 1e9;
    take(from(3));
    recorder.close();
    const reader = await indexed(disk.bytes);
    const topics = new Set<string | undefined>();
    for await (const { channelId } of reader.readMessages())
      topics.add(reader.channelsById.get(channelId)?.topic);
    expect(topics).toContain('/scene');
    expect(topics).toContain('/frame');
    const recording = disk.reopened('late.mcap');
    expect(recording.frameCount).toBeGreaterThan(300);
    recording.close();
  });

  it('leaves nothing of a half-written chunk behind', async () => {
    const disk = new Disk(100_000, 100);
    const { recorder, take } = recordingOn(disk);
    take(upTo(5));
    const left = disk.bytes.length;
    disk.space = 1e9;
    recorder.close();
    expect(disk.bytes.length).toBeLessThan(left);
    expect((await indexed(disk.bytes)).statistics?.chunkCount).toBe(1);
  });

  it('loses nothing of the black box', async () => {
    const disk = new Disk(100);
    const { recorder, take } = recordingOn(disk);
    take(all);
    disk.space = 1e9;
    disk.open = true;
    const kept = await recorder.dump('kept.mcap');
    expect(kept).toEqual({ file: 'kept.mcap', bytes: disk.bytes.length });
    const recording = disk.reopened('kept.mcap');
    expect(recording.frameCount).toBe(600);
    recording.close();
  });
});

describe('a disk that becomes full while the last minutes are written', () => {
  it('is told, and the file is closed after its last whole chunk', async () => {
    const disk = new Disk(500_000, 1000);
    const { recorder, time } = recorderOf({ open: () => disk });
    for (let n = 0; n < 3; n++) takeAll(recorder, time, all);
    expect(await recorder.dump('kept.mcap')).toEqual({
      file: 'kept.mcap',
      trouble: expect.stringContaining('ENOSPC'),
    });
    expect(disk.open).toBe(false);
    const recording = disk.reopened('kept.mcap');
    expect(recording.ended).toBe(false);
    expect(recording.lost).toBe(0);
    recording.close();
  });
});

describe('a recording that is deleted while it is written', () => {
  it('is trouble: what is written to it would be lost', () => {
    const file = join(folder, 'deleted.mcap');
    const events: RecorderEvent[] = [];
    const { recorder, time } = recorderOf({ file, onEvent: (event) => events.push(event) });
    takeAll(recorder, time, upTo(3));
    expect(events).toEqual([]);
    rmSync(file);
    takeAll(recorder, time, from(3));
    expect(events[0]).toMatchObject({ kind: 'trouble', why: expect.stringContaining('deleted') });
    recorder.close();
    expect(existsSync(file)).toBe(false);
  });

  it('goes on under its new name if it is renamed', () => {
    const [file, renamed] = [join(folder, 'before.mcap'), join(folder, 'after.mcap')];
    const { recorder, time } = recorderOf({ file });
    takeAll(recorder, time, upTo(3));
    renameSync(file, renamed);
    takeAll(recorder, time, from(3));
    recorder.close();
    const recording = openRecording(renamed);
    expect(recording.ended).toBe(true);
    expect(recording.frameCount).toBe(600);
    recording.close();
  });
});

describe('a file that cannot be opened', () => {
  it('is trouble, and tried again every five seconds', async () => {
    const events: RecorderEvent[] = [];
    let tries = 0;
    const open = (): Sink => {
      tries += 1;
      throw new Error('EACCES: permission denied, open');
    };
    const { recorder, time } = recorderOf({ file: 'run.mcap', open, onEvent: (event) => events.push(event) });
    takeAll(recorder, time, all);
    recorder.close();
    expect(tries).toBe(3);
    expect(events.map(({ kind }) => kind)).toEqual(['trouble', 'trouble', 'trouble']);
    expect(await recorder.dump('kept.mcap')).toEqual({
      file: 'kept.mcap',
      trouble: expect.stringContaining('EACCES'),
    });
  });

  it('is trouble if another part of the program has closed it', () => {
    const disk = new Disk(1e9);
    const { recorder, events, take } = recordingOn(disk);
    take(upTo(3));
    disk.open = false;
    expect(() => take(from(3))).not.toThrow();
    expect(() => recorder.close()).not.toThrow();
    for (const event of events)
      expect(event).toMatchObject({ kind: 'trouble', why: expect.stringContaining('EBADF') });
    // It tries again now and then, and says so; not for each of the thousands of messages.
    expect(events.length).toBeGreaterThan(1);
    expect(events.length).toBeLessThan(10);
    expect(events.at(-1)).toMatchObject({ lost: recorder.lost });
    expect(recorder.recording?.trouble).toContain('EBADF');
    expect(recorder.lost).toBeGreaterThan(1000);
    // What was written before is whole, up to less than a second before it was closed.
    const recording = disk.reopened('closed.mcap');
    expect(recording).toMatchObject({ ended: false, lost: 0 });
    expect(recording.duration).toBeGreaterThan(2);
    expect(recording.duration).toBeLessThan(3);
    expect(resimulate(recording).identical).toBe(true);
    recording.close();
  });
});

describe('what is remembered', () => {
  it('is not kept where the recording goes', async () => {
    const disk = new Disk(1e7);
    const { recorder, take } = recordingOn(disk);
    take(upTo(2));
    const { length } = disk.bytes;
    expect(await recorder.dump('run.mcap')).toEqual({ file: 'run.mcap', trouble: expect.any(String) });
    expect(disk.bytes.length).toBe(length);
    recorder.close();
  });
});

describe('a value that is not plain data', () => {
  it('is reported, and the rest is recorded', () => {
    const { recorder, events, take } = recordingOn(new Disk(1e9));
    take(upTo(1));
    const bad = from(1).find((news) => news.kind === 'inputs');
    if (!bad) throw new Error('there are inputs');
    recorder.record({ ...bad, events: [1n as never] });
    expect(events).toEqual([
      { kind: 'trouble', file: 'run.mcap', why: expect.stringContaining('BigInt'), lost: 0 },
    ]);
    take(from(1));
    recorder.close();
    expect(events).toHaveLength(1);
  });
});
