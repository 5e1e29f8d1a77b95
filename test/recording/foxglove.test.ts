import type { LaserScan, Log, PoseInFrame, SceneUpdate } from '@foxglove/schemas';
import * as FOXGLOVE from '@foxglove/schemas/jsonschema.js';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { storedScenario } from '../../sim/session/storedScenario.js';
import { RunMessages } from '../../src/recording/format/runMessages.js';
import { SCHEMAS } from '../../src/recording/format/schemas.js';
import { robotEntity } from '../../src/recording/foxglove/sceneEntities.js';
import type { Recordable } from '../../src/recording/simulated.js';
import { robot as robotView, tick } from '../support/viewFixtures.js';
import { usualNews } from './recorded.js';
import { SCENE } from './rehearsal.js';
import { faultsBy } from './schemaCheck.js';

const EPOCH = 1_700_000_000_000_000_000n;
const all = await usualNews();
/** The rehearsal has no scenario. */
const SIMULATED: readonly Recordable[] = [
  {
    ...{ kind: 'begun', scene: 'straight', about: 'on and on', firmware: false },
    scenario: storedScenario(loadScenario('seek')),
  },
  { kind: 'operated', at: 1, operation: { kind: 'stop' } },
  { kind: 'operated', at: 2, operation: { kind: 'teleop', linear: 1, angular: 0 }, renewed: true },
];
const runMessages = new RunMessages(EPOCH, 1e9);
const messages = [...SIMULATED, ...all].flatMap((news) => runMessages.of(news));

const on = <T>(topic: string) =>
  messages.flatMap(({ channel, time, data }) =>
    channel.topic === topic ? [{ time, value: JSON.parse(Buffer.from(data).toString()) as T }] : [],
  );

describe('every message', () => {
  it.each(Object.entries(SCHEMAS))('on a channel of %s is as its schema says', (_, schema) => {
    const ours = messages.filter(({ channel }) => channel.schema === schema);
    expect(ours.length).toBeGreaterThan(0);
    const faults = ours.flatMap(({ data }) =>
      faultsBy(JSON.parse(schema.text), JSON.parse(Buffer.from(data).toString()), true),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('of Foxglove’s is as Foxglove’s own schema says', () => {
    const schemas = Object.values(FOXGLOVE) as readonly { title: string }[];
    const names = [SCHEMAS.pose, SCHEMAS.sceneUpdate, SCHEMAS.scan, SCHEMAS.log].map(({ name }) => name);
    expect(names).toEqual([
      'foxglove.PoseInFrame',
      'foxglove.SceneUpdate',
      'foxglove.LaserScan',
      'foxglove.Log',
    ]);
    for (const { channel, data } of messages.filter(({ channel }) => names.includes(channel.schema.name))) {
      const schema = schemas.find(({ title }) => title === channel.schema.name);
      expect(faultsBy(schema as object, JSON.parse(Buffer.from(data).toString()))).toEqual([]);
    }
  });

  it('would be found if it were not: a field that is missing, of another type, or unknown', () => {
    const scan = JSON.parse(SCHEMAS.scan.text);
    const [{ value } = { value: {} }] = on<object>('/scan/a/lidar');
    expect(faultsBy(scan, { ...value, ranges: [null], pose: {}, more: 1 }, true)).toEqual([
      '$.pose.position: missing',
      '$.pose.orientation: missing',
      '$.ranges[0]: no number',
      '$.more: unknown',
    ]);
  });
});

describe('pictures', () => {
  it('come ten times a second at most, as scans do', () => {
    for (const topic of ['/moving', '/scan/a/sonar', '/scan/a/lidar']) {
      const times = on(topic).map(({ time }) => time);
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
      expect(times.length).toBeGreaterThan(100);
      // A new segment, every five seconds or so, begins with one of its own.
      expect(gaps.filter((gap) => gap < 0.0995).length).toBeLessThanOrEqual(4);
    }
  });

  it('show each robot: its body, the force of each behavior, their sum, what the clamp left, its velocity', () => {
    // An arrow of no length has no label.
    const isPushed = ({ value }: { readonly value: SceneUpdate }) =>
      value.entities.some(
        ({ id, texts }) => id === 'robot a' && texts.some(({ text }) => text === 'limited force'),
      );
    const late = on<SceneUpdate>('/moving').find((news) => news.time > 1 && isPushed(news));
    const at = late?.time ?? Number.NaN;
    const robot = late?.value.entities.find(({ id }) => id === 'robot a');
    expect(robot?.cylinders[0]).toMatchObject({ size: { x: 0.18, y: 0.18 } });
    const labels = robot?.texts.map(({ text }) => text) ?? [];
    for (const label of ['a', 'seek', 'wander', 'sum', 'limited force', 'desired velocity', 'velocity']) {
      expect(labels).toContain(label);
    }
    const frame = all.find((news) => news.kind === 'frame' && news.at > at - 0.05);
    const place = frame?.kind === 'frame' ? frame.robots[0]?.truth : undefined;
    expect(robot?.arrows.length).toBeGreaterThan(4);
    for (const { pose } of robot?.arrows ?? []) {
      expect(pose.position.x).toBeCloseTo(place?.x ?? 0, 1);
      expect(pose.position.y).toBeCloseTo(place?.y ?? 0, 1);
    }
  });

  it('show a body of a known outline as that, filled from its middle', () => {
    const corners = [
      [0.1, 0.05],
      [-0.1, 0.05],
      [-0.1, -0.05],
      [0.1, -0.05],
    ] as const;
    const truth = { x: 1, y: 2, heading: Math.PI / 2 };
    const now = { id: 'b', ranges: {}, truth };
    const entity = robotEntity(robotView('b', { footprint: corners, radius: 0.12 }), now, {
      sec: 0,
      nsec: 0,
    });
    const [area] = entity?.triangles ?? [];
    expect(area?.points.map(({ x, y }) => [x, y])).toEqual([
      [1, 2],
      [0.95, 2.1],
      [0.95, 1.9],
      [1.05, 1.9],
      [1.05, 2.1],
    ]);
    expect(area?.indices).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1]);
    expect(entity?.cylinders).toEqual([]);
  });

  it('have marks on the ground, below bodies and arrows; a cut arrow has a second head, and no tiny one is there', () => {
    const at = { x: 0, y: 0, heading: 0 };
    const panic = { kind: 'circle', at, radius: 2, label: 'panic distance' } as const;
    const contributions = [{ behavior: 'seek', force: { x: 9, y: 0 }, marks: [panic] }];
    const steered = { ...tick(at).steered, desiredVelocity: { x: 0.02, y: 0 } };
    const now = { id: 'c', ranges: {}, truth: at, tick: tick(at, { contributions, steered }) };
    const {
      cylinders = [],
      arrows = [],
      texts = [],
    } = robotEntity(robotView('c'), now, { sec: 0, nsec: 0 }) ?? {};
    const tops = cylinders.map(({ pose, size }) => pose.position.z + size.z / 2);
    expect(tops.map((top) => top.toFixed(3))).toEqual(['0.060', '0.004']);
    expect(cylinders[1]?.color.a).toBe(0.4);
    const lengths = arrows.map((each) => (each.shaft_length + each.head_length).toFixed(2));
    expect(lengths).toEqual(['0.10', '1.00', '0.90']);
    expect(texts.map(({ text }) => text)).toEqual(['c', 'seek', 'panic distance']);
  });

  it('show what stands, and what moved where it is', () => {
    const [world] = on<SceneUpdate>('/world');
    expect(world?.value.deletions).toMatchObject([{ type: 1 }]);
    const [standing] = world?.value.entities ?? [];
    expect(standing?.lines[0]?.points).toHaveLength(5);
    expect(standing?.cylinders).toMatchObject([
      { size: { x: 0.24 }, pose: { position: { x: 0.9, y: 0.3 } } },
    ]);
    const [moving] = on<SceneUpdate>('/moving');
    expect(moving?.value.entities[0]?.cylinders).toMatchObject([{ pose: { position: { x: 1, y: 0 } } }]);
  });

  it('of the standing world are drawn once, and again when a thing begins to move', () => {
    const count = (more: typeof all) => {
      const changed = new RunMessages(EPOCH, 1e9);
      const written = more.flatMap((news) => changed.of(news));
      return written.filter(({ channel }) => channel.topic === '/world').length;
    };
    expect(count(all)).toBe(1);
    const moved = all.map((news) =>
      news.kind === 'frame' && news.at > 6
        ? { ...news, moved: [...news.moved, { id: 'circle 1', at: { x: 0, y: 0 }, heading: 0 }] }
        : news,
    );
    expect(count(moved)).toBe(2);
  });

  it('of what moves are left out while nothing does, but for one in each segment', () => {
    const [frame] = all.filter((news) => news.kind === 'frame');
    if (!frame) throw new Error('there are frames');
    const standing = new RunMessages(EPOCH, 1e9);
    const still = Array.from({ length: 900 }, (_, n) => ({ ...frame, at: n / 50 }));
    const written = [SCENE, ...still].flatMap((news) => standing.of(news));
    const times = written.flatMap(({ channel, time }) => (channel.topic === '/moving' ? [time] : []));
    // A segment without keyframes lasts ten seconds.
    expect(times).toEqual([0, 10]);
    const next = standing.of({ ...frame, at: 18.5, moved: [{ id: 'ball', at: { x: 2, y: 0 }, heading: 0 }] });
    expect(next.map(({ channel }) => channel.topic)).toContain('/moving');
  });

  it('take the things of the scene before away', () => {
    const changed = new RunMessages(EPOCH, 1e9);
    const [first, second] = all.filter((news) => news.kind === 'frame');
    if (!first || !second) throw new Error('there are frames');
    const written = [SCENE, first, { ...SCENE, things: [] }, second].flatMap((news) => changed.of(news));
    const worlds = written
      .filter(({ channel }) => channel.topic === '/world')
      .map(({ data }) => JSON.parse(Buffer.from(data).toString()) as SceneUpdate);
    expect(worlds.map(({ deletions }) => deletions.length)).toEqual([1, 1]);
    expect(worlds[1]?.entities[0]?.cylinders).toEqual([]);
  });
});

describe('readings', () => {
  it('are where and when they were', () => {
    const [pose] = on<PoseInFrame>('/pose/robot_b_2');
    expect(pose?.value).toMatchObject({
      timestamp: { sec: 1_700_000_000, nsec: 0 },
      frame_id: 'world',
      pose: { position: { x: 1, y: -1 }, orientation: { z: 0.8415, w: 0.5403 } },
    });
    const scan = on<LaserScan>('/scan/a/lidar').at(-1)?.value;
    expect(scan?.ranges).toHaveLength(90);
    expect(scan).toMatchObject({ start_angle: -2.35, end_angle: 2.35 });
  });

  it('tell the news', () => {
    expect(on<Log>('/log').map(({ value }) => [value.level, value.message])).toEqual(
      [50, 150, 250, 350, 450, 550].map((n) => [2, `tick ${n}`]),
    );
  });
});

describe('topics', () => {
  it('are told apart though robots’ names become the same in them', () => {
    const inputs = all.find((news) => news.kind === 'inputs');
    if (!inputs) throw new Error('there are inputs');
    const twins = new RunMessages(EPOCH, 1e9);
    const topics = ['b c', 'b/c', '', 'b c'].flatMap((robot) =>
      twins.of({ ...inputs, events: [], robot }).map(({ channel }) => channel),
    );
    expect([...new Set(topics.map(({ topic }) => topic))]).toEqual([
      ...['/keyframe/b_c', '/inputs/b_c'],
      ...['/keyframe/b_c_2', '/inputs/b_c_2'],
      ...['/keyframe/_', '/inputs/_'],
    ]);
    expect(topics[2]?.robot).toBe('b/c');
  });
});
