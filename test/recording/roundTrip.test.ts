import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { FrameView } from '../../src/signals/view.js';
import { folderForTests, indexed, newsOf, record, usualNews } from './recorded.js';
import { SCENE } from './rehearsal.js';

const folder = folderForTests();
const file = join(folder, 'run.mcap');
const all = await usualNews();
record(file, all);
const frames = all.filter((news) => news.kind === 'frame');

describe('a recording that is read back', () => {
  const recording = openRecording(file);

  it('was ended, and is whole', () => {
    expect(recording.ended).toBe(true);
    expect(recording.lost).toBe(0);
    expect(recording.duration).toBeCloseTo(11.98, 9);
  });

  it('tells what made it, when, and of what', () => {
    expect(Object.fromEntries(recording.about)).toEqual({
      program: 'steerbot',
      version: '1.2.3',
      node: process.version,
      recordedAt: '2026-01-02T03:04:05.000Z',
      epoch: String(BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 1_000_000n),
      source: 'simulation',
      scene: 'rehearsal',
    });
  });

  it('gives its scene back', () => {
    expect(recording.sceneCount).toBe(1);
    expect(recording.scene(0)).toEqual(SCENE);
  });

  it('gives every frame back, every number of it', () => {
    expect(recording.frameCount).toBe(frames.length);
    const read = frames.map((_, i) => recording.frame(i));
    expect(read).toEqual(frames);
  });

  it('gives a lost ray back as lost, and not as no echo', () => {
    const distances = [1, Number.NaN, null];
    const ranges = { lidar: { kind: 'range' as const, at: 0.02, sensor: 'lidar', distances } };
    const [first] = frames;
    const lost = join(folder, 'lost.mcap');
    record(lost, [SCENE, { ...first, robots: [{ id: 'a', ranges }] } as FrameView]);
    expect(openRecording(lost).frame(0)?.robots[0]?.ranges.lidar?.distances).toEqual(distances);
  });

  it('gives all inputs back, with their keyframes', () => {
    expect(recording.robots).toEqual(['a', 'robot b/2']);
    const { inputs, keyframes } = recording.contents;
    for (const robot of recording.robots) {
      const given = all.flatMap((news) => (news.kind === 'inputs' && news.robot === robot ? [news] : []));
      const read = [...inputs.of(robot).places()].map((place) => recording.inputs(place));
      expect(read).toEqual(given.map(({ keyframe, ...rest }) => rest));
      const states = [...keyframes.of(robot).places()].map((place) => recording.keyframe(place));
      const expected = given.flatMap(({ keyframe, count }) => (keyframe ? [{ count, ...keyframe }] : []));
      expect(states).toEqual(expected);
      expect(states.length).toBeGreaterThan(2);
    }
  });

  it('finds the frame at or before a time', () => {
    const at = (time: number) => recording.frame(recording.frameAt(time)).at;
    expect(at(-1)).toBe(0);
    expect(at(3.999)).toBeCloseTo(3.98, 9);
    expect(at(4.0001)).toBeCloseTo(4, 9);
    expect(at(100)).toBeCloseTo(11.98, 9);
  });

  it('finds what happened between two frames, and at neither', () => {
    const words = (after: number, before: number) =>
      recording.newsBetween(after, before).map(({ words }) => words);
    expect(words(0, 400)).toEqual(['tick 50', 'tick 150', 'tick 250', 'tick 350']);
    expect(words(50, 150)).toEqual([]);
    expect(words(49, 151)).toEqual(['tick 50', 'tick 150']);
    expect(words(50, 51)).toEqual([]);
  });
});

describe('the file', () => {
  it('is the same for the same run, byte by byte', async () => {
    const again = join(folder, 'again.mcap');
    record(again, await newsOf());
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true);
  });

  it('opens with the reader of its format, every checksum right', async () => {
    const reader = await indexed(readFileSync(file));
    const counts = new Map<string, number>();
    for await (const message of reader.readMessages({ validateCrcs: true })) {
      const topic = reader.channelsById.get(message.channelId)?.topic ?? '';
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
    }
    expect(counts.get('/frame')).toBe(frames.length);
    expect(counts.get('/inputs/robot_b_2')).toBe(frames.length);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(
      Number(reader.statistics?.messageCount),
    );
    expect([...counts.keys()].sort()).toEqual(TOPICS);
    // At least once a second.
    expect(reader.chunkIndexes.length).toBeGreaterThanOrEqual(11);
  });
});

const robots = ['a', 'robot_b_2'];
const sensors = ['lidar', 'sonar'];
const TOPICS = [
  ...['/scene', '/frame', '/world', '/moving', '/log', '/said'],
  ...robots.flatMap((robot) => [
    ...['inputs', 'keyframe', 'marks', 'pose'].map((kind) => `/${kind}/${robot}`),
    ...['ranges', 'scan'].flatMap((kind) => sensors.map((sensor) => `/${kind}/${robot}/${sensor}`)),
  ]),
].sort();
