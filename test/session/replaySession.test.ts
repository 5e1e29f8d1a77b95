import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { Recording } from '../../src/recording/reading/recording.js';
import { ReplaySession } from '../../src/session/replaySession.js';
import type { FrameView, SceneView, View } from '../../src/signals/view.js';
import { missionWords } from '../../src/steering/mission.js';
import { FakeTime } from '../drivers/fakeTime.js';
import { folderForTests, record, recorderOf, takeAll, usualNews } from '../recording/recorded.js';
import { SCENE } from '../recording/rehearsal.js';

const folder = folderForTests();
const all = await usualNews();
const recording = recordingOf(all);
afterAll(() => recording.close());

function recordingOf(news: typeof all, name = 'run'): Recording {
  const file = join(folder, `${name}.mcap`);
  record(file, news);
  return openRecording(file);
}

class Player {
  readonly time = new FakeTime();
  readonly views: View[] = [];
  readonly session: ReplaySession;

  constructor(of: Recording = recording, plays = true) {
    this.session = new ReplaySession(of, this.time);
    this.session.start((view) => this.views.push(view));
    if (plays) this.session.operate({ kind: 'pause', paused: false });
  }

  get frames(): FrameView[] {
    return this.views.filter((view) => view.kind === 'frame');
  }

  get last(): FrameView {
    const frame = this.frames.at(-1);
    if (!frame) throw new Error('nothing is shown');
    return frame;
  }

  /** The frames shown in that time. */
  readonly during = (seconds: number): FrameView[] => {
    const before = this.frames.length;
    this.time.pass(seconds);
    return this.frames.slice(before);
  };
}

describe('a recording that is played', () => {
  it('opens paused at its begin, with its scene as a recording that can be played, and the whole run', () => {
    const { views, during } = new Player(recording, false);
    expect(views).toHaveLength(2);
    expect(views[0]).toEqual({
      ...SCENE,
      // This recording is older than the words of marks.
      robots: SCENE.robots.map((robot) => ({ ...robot, words: missionWords(robot.mission) })),
      source: 'recording',
      can: ['pause', 'speed', 'scrub', 'step', 'zoom'],
      gallery: [],
      duration: recording.duration,
      history: expect.anything(),
      ended: expect.objectContaining({ kind: 'frame', news: [] }),
    });
    const { ended } = views[0] as SceneView;
    expect(ended?.at).toBeCloseTo(11.98, 6);
    expect(views[1]).toMatchObject({
      kind: 'frame',
      at: 0,
      pace: { paused: true, speed: 1 },
      link: { state: 'recording', words: recording.file },
    });
    expect(during(5)).toEqual([]);
  });

  it('shows each frame at its time', () => {
    const player = new Player();
    const frames = player.during(1.001);
    expect(frames.map(({ at }) => Math.round(at * 50))).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    const original = all.filter((news) => news.kind === 'frame')[50];
    expect(player.last.robots).toEqual(original?.robots);
    expect(player.last.moved).toEqual(original?.moved);
  });

  it('shows no more than 60 frames a second, the newest of those that are due', () => {
    const player = new Player();
    player.session.operate({ kind: 'speed', times: 5 });
    const frames = player.during(1.001);
    expect(frames.length).toBeLessThanOrEqual(60);
    expect(frames.length).toBeGreaterThan(50);
    expect(player.last.at).toBeGreaterThan(4.85);
    expect(player.last.at).toBeLessThan(5.01);
    expect(player.last.pace.speed).toBe(5);
  });

  it('tells of everything that happened, though not every frame is shown', () => {
    const player = new Player();
    player.session.operate({ kind: 'speed', times: 20 });
    player.time.pass(2);
    expect(player.frames.flatMap(({ news }) => news.map(({ words }) => words))).toEqual(
      [50, 150, 250, 350, 450, 550].map((n) => `tick ${n}`),
    );
  });

  it('goes on from where it is at another speed', () => {
    const player = new Player();
    player.time.pass(2);
    player.session.operate({ kind: 'speed', times: 0.1 });
    player.time.pass(1);
    expect(player.last.at).toBeCloseTo(2.1, 1);
    for (const times of [0, -1, Number.NaN]) player.session.operate({ kind: 'speed', times });
    expect(player.last.pace.speed).toBe(0.1);
  });

  it('stops at its end, with a pause, and leaves no timer', () => {
    const player = new Player();
    player.time.pass(30);
    expect(player.last.at).toBeCloseTo(11.98, 6);
    expect(player.last.pace.paused).toBe(true);
    expect(player.time.waiting).toBe(0);
  });

  it('starts again if it is played at its end', () => {
    const player = new Player();
    player.time.pass(30);
    player.session.operate({ kind: 'pause', paused: false });
    expect(player.last).toMatchObject({ at: 0, pace: { paused: false } });
    player.time.pass(1);
    expect(player.last.at).toBeCloseTo(1, 1);
  });

  it('is over when it is closed', () => {
    const player = new Player();
    player.time.pass(1);
    player.session.close();
    expect(player.during(5)).toEqual([]);
    expect(player.time.waiting).toBe(0);
  });
});

describe('a pause', () => {
  it('holds the frame and says so; then it goes on from there', () => {
    const player = new Player();
    player.time.pass(3);
    const { at } = player.last;
    player.session.operate({ kind: 'pause', paused: true });
    expect(player.last).toMatchObject({ at, pace: { paused: true } });
    expect(player.during(10)).toEqual([]);
    player.session.operate({ kind: 'pause', paused: false });
    player.time.pass(1);
    expect(player.last.at).toBeCloseTo(at + 1, 1);
  });

  it('comes with a step, of one tick each', () => {
    const player = new Player();
    player.time.pass(1);
    const { at } = player.last;
    player.session.operate({ kind: 'step' });
    expect(player.last.at).toBeCloseTo(at + 0.02, 9);
    player.session.operate({ kind: 'step' });
    expect(player.last).toMatchObject({ pace: { paused: true } });
    expect(player.last.at).toBeCloseTo(at + 0.04, 9);
    expect(player.during(5)).toEqual([]);
  });

  it('goes back tick by tick, to the begin', () => {
    const player = new Player();
    player.session.operate({ kind: 'scrub', at: 0.04 });
    const times = [1, 2, 3].map(() => {
      player.session.operate({ kind: 'step', back: true });
      return player.last.at;
    });
    expect(times).toEqual([0.02, 0, 0]);
    player.session.operate({ kind: 'step', back: false });
    expect(player.last).toMatchObject({ at: 0.02, pace: { paused: true } });
  });

  it('stays at the end, however many steps are asked for', () => {
    const player = new Player();
    player.session.operate({ kind: 'scrub', at: 11.97 });
    for (let i = 0; i < 5; i++) player.session.operate({ kind: 'step' });
    expect(player.last.at).toBeCloseTo(11.98, 6);
  });
});

describe('a scrub', () => {
  it('shows the frame at or before a time, and goes on from there', () => {
    const player = new Player();
    player.session.operate({ kind: 'scrub', at: 7.015 });
    expect(player.last.at).toBeCloseTo(7, 9);
    player.time.pass(1);
    expect(player.last.at).toBeCloseTo(8, 1);
  });

  it('holds still in a pause', () => {
    const player = new Player();
    player.session.operate({ kind: 'pause', paused: true });
    player.session.operate({ kind: 'scrub', at: 5 });
    expect(player.last).toMatchObject({ pace: { paused: true } });
    expect(player.during(5)).toEqual([]);
  });

  it('beyond either end goes to that end; to a non-finite time it does nothing', () => {
    const player = new Player();
    player.session.operate({ kind: 'scrub', at: -5 });
    expect(player.last.at).toBe(0);
    player.session.operate({ kind: 'scrub', at: Number.NaN });
    expect(player.last.at).toBe(0);
    player.session.operate({ kind: 'scrub', at: 500 });
    expect(player.last.at).toBeCloseTo(11.98, 6);
    expect(player.last.pace.paused).toBe(true);
  });
});

describe('a zoom', () => {
  const samplesOf = ({ views }: Player) => {
    const scene = views.findLast((view) => view.kind === 'scene');
    const { samples = [], between } = scene?.history ?? {};
    return { between, times: samples.map(({ at }) => at), news: scene?.history?.news };
  };

  it('has every tick of a part, the news of all of it, and goes back to all', () => {
    const player = new Player(recording, false);
    const all = samplesOf(player);
    expect(all.news?.map(({ at }) => at)).toEqual([1, 3, 5, 7, 9, 11]);
    player.session.operate({ kind: 'zoom', between: [2, 3] });
    const part = samplesOf(player);
    expect(part.between).toEqual([2, 3]);
    expect(part.times).toHaveLength(51);
    expect([part.times[0], part.times.at(-1)]).toEqual([2, 3]);
    expect(part.news).toEqual(all.news);
    player.session.operate({ kind: 'zoom' });
    expect(samplesOf(player)).toEqual(all);
  });

  it('to nothing shows all of it; beyond the ends, what there is', () => {
    const player = new Player(recording, false);
    const { times } = samplesOf(player);
    player.session.operate({ kind: 'zoom', between: [5, 5] });
    expect(samplesOf(player).times).toEqual(times);
    player.session.operate({ kind: 'zoom', between: [-10, 100] });
    expect(samplesOf(player).times.at(-1)).toBeCloseTo(11.98, 6);
  });
});

describe('an operation that a recording cannot do', () => {
  it('is ignored', () => {
    const player = new Player();
    const before = player.views.length;
    for (const kind of ['stop', 'arm', 'restart', 'save'] as const) player.session.operate({ kind });
    player.session.operate({ kind: 'teleop', linear: 1, angular: 0 });
    player.session.operate({ kind: 'tune', id: 'speed', value: 1 });
    expect(player.views.length).toBe(before);
  });
});

describe('a recording of a run that changed its scene, and began again', () => {
  const first = all.slice(0, 301);
  const again = recordingOf([...first, { ...SCENE, name: 'second' }, ...all.slice(1, 301)], 'again');

  it('shows each scene when it came', () => {
    const player = new Player(again);
    player.time.pass(3);
    const kinds = player.views.flatMap((view) => (view.kind === 'scene' ? [view.name] : []));
    expect(kinds).toEqual(['rehearsal', 'second']);
    player.session.operate({ kind: 'scrub', at: 1 });
    expect(player.views.at(-2)).toMatchObject({ kind: 'scene', name: 'rehearsal' });
    player.session.operate({ kind: 'scrub', at: 1.5 });
    expect(player.views.at(-2)?.kind).toBe('frame');
  });

  it('tells of each run how it ended, on the recording’s time', () => {
    const judged = (news: (typeof all)[number]): typeof news =>
      news.kind !== 'frame'
        ? news
        : {
            ...news,
            judgedAt: 1.5,
            verdict: [{ words: 'contacts: 1, at most 0', passed: false, lost: 'touched', at: 1 }],
          };
    const both = [...first.map(judged), { ...SCENE, name: 'second' }, ...all.slice(1, 301).map(judged)];
    const player = new Player(recordingOf(both, 'judged'), false);
    const ends = () =>
      player.views
        .flatMap((view) => (view.kind === 'scene' ? [view.ended] : []))
        .map((ended) => [ended?.judgedAt, ended?.verdict[0]?.at]);
    player.session.operate({ kind: 'scrub', at: 3 });
    const [one, other] = ends();
    expect(one).toEqual([1.5, 1]);
    const begin = (other?.[0] ?? 0) - 1.5;
    expect(begin).toBeGreaterThan(1.9);
    expect(other?.[1]).toBeCloseTo(1 + begin, 9);
  });

  it('goes on in time, with all its time stamps', () => {
    const player = new Player(again);
    const times = player.during(10).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeCloseTo(1.98 * 2, 6);
    expect(player.last.robots[0]?.tick?.at).toBeCloseTo(1.98 * 2, 6);
  });
});

describe('the last seconds of a long run', () => {
  it('begin at 0', async () => {
    const { recorder, time } = recorderOf({ memory: { seconds: 2 } });
    takeAll(recorder, time, all);
    const file = join(folder, 'kept.mcap');
    await recorder.dump(file);
    const kept = openRecording(file);
    const player = new Player(kept);
    expect(player.last.at).toBeCloseTo(0, 6);
    player.time.pass(30);
    expect(player.last.at).toBeCloseTo(kept.duration, 6);
    kept.close();
  });
});

describe('a recording without a frame', () => {
  it('shows its scene', () => {
    const player = new Player(recordingOf(all.slice(0, 1), 'scene'));
    player.session.operate({ kind: 'step' });
    player.session.operate({ kind: 'pause', paused: false });
    player.session.operate({ kind: 'speed', times: 2 });
    player.time.pass(1);
    expect(player.views.map(({ kind }) => kind)).toEqual(['scene']);
    expect(player.time.waiting).toBe(0);
  });
});
