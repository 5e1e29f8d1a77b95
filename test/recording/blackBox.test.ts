import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { resimulate } from '../../src/cli/replay/resimulate.js';
import { Segment } from '../../src/recording/blackBox.js';
import { RunMessages } from '../../src/recording/format/runMessages.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { RecorderOptions } from '../../src/recording/recorder.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import { folderForTests, indexed, newsOf, recorderOf, takeAll } from './recorded.js';
import { SCENE } from './rehearsal.js';

const folder = folderForTests();
const all = await newsOf({ length: 24 });
const frames = all.filter((news) => news.kind === 'frame');
let files = 0;

async function kept(memory: NonNullable<RecorderOptions['memory']>, news = all) {
  const { recorder, time } = recorderOf({ memory });
  takeAll(recorder, time, news);
  files += 1;
  const file = join(folder, `${files}.mcap`);
  expect(await recorder.dump(file)).toEqual({ file, bytes: expect.any(Number) });
  return openRecording(file);
}

describe('the black box of a run', () => {
  it('is all of it, as long as it is short', async () => {
    const recording = await kept({});
    expect(recording.frameCount).toBe(frames.length);
    expect(recording.ended).toBe(true);
    const result = resimulate(recording);
    expect(result.identical).toBe(true);
    expect(result.robots.map(({ ticks, skipped }) => [ticks, skipped])).toEqual([
      [1200, 0],
      [1200, 0],
    ]);
  });

  it('is the last of it, by whole segments: a scene first, and no more than a keyframe’s interval too much', async () => {
    const recording = await kept({ seconds: 12 });
    expect(recording.scene(0)).toEqual(SCENE);
    expect(recording.duration).toBeGreaterThanOrEqual(12);
    expect(recording.duration).toBeLessThan(17);
    expect(recording.frame(recording.frameCount - 1)).toEqual(frames.at(-1));
    expect(recording.frame(0)).toEqual(frames.at(-recording.frameCount));
    expect(recording.contents.scenes.at(0)?.time).toBe(0);
  });

  it('begins with a keyframe of each robot, so that all of it is useful', async () => {
    const recording = await kept({ seconds: 12 });
    const { inputs, keyframes } = recording.contents;
    for (const robot of recording.robots) {
      const [first, key] = [inputs.of(robot).at(0), keyframes.of(robot).at(0)];
      expect(key?.position).toBeLessThan(first?.position ?? 0);
      expect(key?.time).toBe(first?.time);
    }
    const result = resimulate(recording);
    expect(result.identical).toBe(true);
    expect(result.robots.map(({ skipped }) => skipped)).toEqual([0, 0]);
    expect(Math.max(...result.robots.map(({ ticks }) => ticks))).toBe(recording.frameCount);
    // The other robot started again in between, and so do its keyframes.
    expect(Math.min(...result.robots.map(({ ticks }) => ticks))).toBeGreaterThan(recording.frameCount - 250);
  });

  itThorough('takes no more bytes than it may, but for the newest segment', async () => {
    const recording = await kept({ bytes: 3_000_000 });
    expect(recording.duration).toBeLessThan(12);
    expect(recording.frame(recording.frameCount - 1)).toEqual(frames.at(-1));
    expect(resimulate(recording).identical).toBe(true);
  });

  itThorough('can be saved again, and later, as often as wanted', async () => {
    const { recorder, time } = recorderOf();
    const half = all.findIndex((news) => news.kind === 'frame' && news.at > 10);
    takeAll(recorder, time, all.slice(0, half));
    await recorder.dump(join(folder, 'first.mcap'));
    takeAll(recorder, time, all.slice(half));
    await recorder.dump(join(folder, 'second.mcap'));
    const [first, second] = ['first', 'second'].map((name) => openRecording(join(folder, `${name}.mcap`)));
    expect(first?.frameCount).toBeLessThan(frames.length);
    expect(second?.frameCount).toBe(frames.length);
  });

  it('shows the standing world, though it was drawn long before', async () => {
    const recording = await kept({ seconds: 12 });
    const reader = await indexed(readFileSync(recording.file));
    const worlds: bigint[] = [];
    for await (const { logTime } of reader.readMessages({ topics: ['/world'] })) worlds.push(logTime);
    expect(worlds).toEqual([reader.statistics?.messageStartTime]);
  });

  it('shows the scene that was in force', async () => {
    const news = all.flatMap((each) =>
      each.kind === 'frame' && each.at === 6 ? [{ ...SCENE, name: 'another' }, each] : [each],
    );
    const recording = await kept({ seconds: 12 }, news);
    expect(recording.scene(0).name).toBe('another');
    expect(recording.sceneCount).toBe(1);
  });
});

describe('a recorder without a black box', () => {
  it('has nothing to dump', async () => {
    const { recorder, time } = recorderOf({ memory: 'none' });
    takeAll(recorder, time, all.slice(0, 100));
    const file = join(folder, 'none.mcap');
    expect(await recorder.dump(file)).toEqual({ file, trouble: expect.stringContaining('nothing is kept') });
  });
});

describe('a run that begins again', async () => {
  const again = [...all.slice(0, 601), { ...SCENE, name: 'again' }, ...all.slice(1, 301)];
  const recording = await kept({}, again);

  it('goes on in its recording, which never goes back', () => {
    const times = Array.from({ length: recording.frameCount }, (_, i) => recording.timeOf(i));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(recording.duration).toBeCloseTo(3.98 + 1.98, 6);
    expect(recording.frame(recording.frameCount - 1).at).toBeCloseTo(1.98, 9);
  });

  it('can be re-simulated, before and after', () => {
    expect(resimulate(recording)).toMatchObject({
      identical: true,
      robots: [{ ticks: 300 }, { ticks: 300 }],
    });
  });

  it('shows each scene with its frames', () => {
    const nameAt = (time: number) => recording.scene(recording.sceneAt(recording.frameAt(time))).name;
    expect([nameAt(0), nameAt(3.9), nameAt(4.1), nameAt(6)]).toEqual([
      'rehearsal',
      'rehearsal',
      'again',
      'again',
    ]);
  });
});

const runMessages = new RunMessages(0n, 1e9);
const segmentMessages = (await newsOf({ length: 4 })).flatMap((news) => [...runMessages.of(news)]);

function filled(): Segment {
  const segment = new Segment(0, []);
  for (const message of segmentMessages) segment.add(message);
  return segment;
}

const bytesOf = (segment: Segment) =>
  segment.messages().map(({ data, ...head }) => ({ ...head, data: Buffer.from(data).toString('hex') }));

describe('a segment of the black box', () => {
  it('gives back, packed, what it was given, in that order', async () => {
    const segment = filled();
    const before = bytesOf(segment);
    await segment.pack();
    expect(bytesOf(segment)).toEqual(before);
    expect(before).toHaveLength(segmentMessages.length);
  });

  it('takes less than a quarter of the room, packed', async () => {
    const segment = filled();
    const before = segment.bytes;
    await segment.pack();
    expect(segment.bytes).toBeLessThan(before / 4);
  });

  it('can be read while it is being packed', async () => {
    const segment = filled();
    const packing = segment.pack();
    expect(segment.messages()).toEqual(segmentMessages);
    await packing;
  });
});
