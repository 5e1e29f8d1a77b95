/** The other future of a real drive: by the body that the drive tells, and with how far it can be trusted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { branchingOf } from '../../../src/cli/replay/branch/branching.js';
import { drivenRun, isDrive, toldBy, trustOf } from '../../../src/cli/replay/branch/drivenRun.js';
import { runFuture } from '../../../src/cli/replay/branch/future.js';
import { recorderTo } from '../../../src/cli/sim/recorderTo.js';
import { goingOn } from '../../../src/control/state.js';
import { distance } from '../../../src/math/geometry.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import type { Recording } from '../../../src/recording/reading/recording.js';
import type { ChangedSetting } from '../../../src/recording/simulated.js';
import type { FutureNews } from '../../../src/session/futures.js';
import { opened } from '../../sim/session/opened.js';
import { itThorough, partOf } from '../../support/effort.js';
import { folderWith, steerbot } from '../steerbot.js';

const folder = folderWith({});

/** The body is not as its file says. */
const COURSE = `
duration: 16 s
seed: 3
plant: { delay: 0.12 s, noLoadSpeed: { left: { forward: 0.52, back: 0.52 }, right: { forward: 0.55, back: 0.55 } }, lag: 0.09 s }
robots:
  - id: a
    robot: scout
    mission: { sequence: [{ arrive: { target: [1, 0] } }, { arrive: { target: [1, 1] } }, { arrive: { target: [0, 1] } }, { arrive: { target: [0, 0] } }] }
`;

/** A simulated run that is recorded twice: as it is, and as a drive, of whose body and room nothing is known. */
function recordedTwice(text: string, name: string): { simulated: string; drive: string } {
  const [simulated, drive] = [`${name}.mcap`, `${name}-drive.mcap`].map((file) => join(folder, file)) as [
    string,
    string,
  ];
  const [all, part] = [recorderTo(simulated), recorderTo(drive)];
  const record: typeof all.record = (news) => {
    all.record(news);
    if (news.kind !== 'begun') part.record(news);
  };
  const { session, pass } = opened(text, {}, { record, show: record });
  pass(16);
  session.close();
  for (const one of [all, part]) one.close();
  return { simulated, drive };
}

const course = recordedTwice(COURSE, 'course');
const open: Recording[] = [];
function kept(recording: Recording): Recording {
  open.push(recording);
  return recording;
}
afterAll(() => {
  for (const recording of open) recording.close();
});

const future = (from: Recording, at: number, settings: readonly ChangedSetting[] = []) =>
  runFuture(from, { at, settings }, { own: {}, toItsEnd: true });

/** For how long it is foretold to 5 cm: until it turns at a target, or is hard to drive. */
const CHANGES: readonly (readonly [what: string, seconds: number, ChangedSetting])[] = [
  ['a slower robot', 6, { key: 'robots.a.robot.limits.speed', value: 0.15 }],
  ['another body', 1, { key: 'plant.delay', value: 0.3 }],
  ['another mission', 3, { key: 'robots.a.mission', value: { arrive: { target: [-1, 2] } } }],
  [
    'a post that its sensors did not see',
    3,
    { key: 'world.circles.new', value: { at: [0.5, 1], radius: 0.1 } },
  ],
];

const [FAR, NOWHERE] = [
  { x: 99, y: 0 },
  { x: 0, y: 0 },
];

describe('a recorded drive', () => {
  it('goes on from an instant as it did, where nothing is changed, in its mission as far as it was', async () => {
    const drive = kept(openRecording(course.drive));
    expect(isDrive(drive)).toBe(true);
    // Where it comes to a target, any trifle decides which way it turns.
    for (const at of [4, 6]) {
      const { ticks, result } = await future(drive, at);
      const { drift, apart, seen } = trustOf(drive, at, ticks.get('a') ?? []);
      expect(drift?.found).toBeLessThan((drift?.file ?? 0) / 3);
      expect(apart.map(({ after }) => after).slice(0, 2)).toEqual([1, 3]);
      for (const { distance: gap } of apart.slice(0, 2)) expect(gap).toBeLessThan(0.03);
      expect(seen).toBe(0);
      expect(result.robots[0]).toMatchObject({ outcome: 'arrived' });
    }
  });

  it.each(partOf(CHANGES, 1))(
    'with %s goes on nearly as that robot would have, for %i s',
    async (_, seconds, setting) => {
      const [drive, simulated] = [course.drive, course.simulated].map((file) => kept(openRecording(file)));
      const at = 6;
      const predicted = await future(drive as Recording, at, [setting]);
      const truth = await future(simulated as Recording, at, [setting]);
      const [is, was] = [predicted, truth].map(({ ticks }) => ticks.get('a') ?? []);
      for (let after = 0.5; after <= seconds; after += 0.5) {
        const one = is?.find((tick) => tick.at >= after - 1e-6);
        const other = was?.find((tick) => tick.at >= at + after - 1e-6);
        expect(distance(one?.pose ?? FAR, other?.pose ?? NOWHERE)).toBeLessThan(0.05);
      }
    },
  );

  itThorough('goes on among what its sensors saw, but not where it was itself', async () => {
    const text = readFileSync('sim/scenarios/corridor.yaml', 'utf8');
    const recording = kept(openRecording(recordedTwice(text, 'corridor').drive));
    const { hits, way } = toldBy(recording);
    const near = (x: number, y: number) => hits.some((hit) => distance(hit, { x, y }) < 0.12);
    // Walls, a post, and none of the free way.
    for (const [x, y] of [
      [1, 0.5],
      [1, -0.5],
      [3, 1],
    ] as const)
      expect(near(x, y)).toBe(true);
    expect(near(1, 0)).toBe(false);
    expect(hits.every((hit) => way.every((place) => distance(place, hit) > 0.09))).toBe(true);
    const { result } = await future(recording, 8);
    expect(result.robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0 });
  });

  itThorough('has a gyroscope that tells what the robot has found out of its own', async () => {
    const text = COURSE.replace('plant: {', 'plant: { gyroBias: 3 deg/s,').replace(
      'robot: scout',
      'robot: elegoo-smart-car-v4',
    );
    const recording = kept(openRecording(recordedTwice(text, 'gyro').drive));
    const past = drivenRun(recording, {}, { at: 8, settings: [] });
    const before = past.pastOf?.('a');
    if (!before) throw new Error('nothing was before');
    const { state, then } = before;
    const bias = (3 * Math.PI) / 180;
    expect(past.sceneOf({} as never).scenario.plant.gyroBias).toBeCloseTo(bias, 2);
    // It need not stand to learn it once more.
    expect(goingOn(state, state, then).estimator.gyro?.bias).toBeCloseTo(bias, 2);
  });

  it('is told with how far it can be trusted', async () => {
    const write = join(folder, 'other.yaml');
    const { stdout, stderr } = await steerbot([
      ...['replay', course.drive, '--branch', '--at', '4', '--set', 'robots.a.robot.limits.speed=0.15'],
      ...['--write', write],
    ]);
    expect(stdout).toMatch(
      /simulated by the body that the drive tells: \d\.\d cm per metre off, by the robot's/,
    );
    expect(stdout).toMatch(
      /without a change it is [\d.]+ mm after 1\.00 s, .* from where the robot believed/,
    );
    expect(stderr).toMatch(/without how far it was in its mission/);
    expect(readFileSync(write, 'utf8')).toMatch(/^# Another future of .*course-drive\.mcap, from 4\.00 s on/);
  });

  it('has other futures on its page', async () => {
    const recording = kept(openRecording(course.drive));
    const branching = branchingOf(recording, {});
    const news = await new Promise<FutureNews>((resolve) => {
      let all: FutureNews = {};
      branching?.begin(4, { kind: 'goTo', robot: 'a', at: { x: 0.3, y: 0.4 } }, (one) => {
        all = { ...all, ...one };
        if (all.trust) resolve(all);
      });
    });
    expect(news.trust?.join('\n')).toMatch(/without a change it is [\d.]+ mm after 1\.00 s/);
    expect(news).toMatchObject({ state: 'complete', at: 4 });
    expect(news.until).toBeGreaterThan(5);
    const way = news.ways?.a ?? [];
    expect(way.at(-3)).toBeCloseTo(0.3, 1);
    expect(way.at(-2)).toBeCloseTo(0.4, 1);
    branching?.close?.();
  });

  it('says where nothing tells its body, and where nothing is known of its state', async () => {
    const text = COURSE.replace('duration: 16 s', 'duration: 3 s');
    const { drive } = recordedTwice(text, 'short');
    const recording = kept(openRecording(drive));
    expect(toldBy(recording).found === undefined || toldBy(recording).why === undefined).toBe(true);
    expect(() => drivenRun(recording, {}, { at: -1, settings: [] })).toThrow(/no state of 'a' is known/);
  });
});
