import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { resimulate } from '../../../src/cli/replay/resimulate.js';
import type { LoopState } from '../../../src/control/state.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { wander } from '../../../src/steering/behaviors/wander.js';
import type { MissionSpec, OwnBehaviors } from '../../../src/steering/mission.js';
import { FileError } from '../../../src/validation/errors.js';
import { folderForTests, newsOf, record, usualNews } from '../../recording/recorded.js';
import type { News } from '../../recording/rehearsal.js';
import { itOnce as it, itThorough } from '../../support/effort.js';

const folder = folderForTests();
let files = 0;

function again(news: readonly News[], options: Parameters<typeof resimulate>[1] = {}) {
  files += 1;
  const file = join(folder, `${files}.mcap`);
  record(file, news);
  const recording = openRecording(file);
  try {
    return resimulate(recording, options);
  } finally {
    recording.close();
  }
}

const MINE: MissionSpec = { behavior: 'mine', parameters: {} };
const all = await usualNews();

describe('a run that is made again', () => {
  it('is the same, whatever went into it', () => {
    const result = again(all);
    expect(result).toMatchObject({ identical: true, difference: null });
    expect(result.robots).toEqual([
      { robot: 'a', ticks: 600, keyframes: 3, skipped: 0, unseen: 0, identical: true },
      { robot: 'robot b/2', ticks: 600, keyframes: 3, skipped: 0, unseen: 0, identical: true },
    ]);
  });

  it('is the same, too, if it was recorded before missions knew their time and told their ends', () => {
    const untimed = (state: LoopState): LoopState => {
      const { time: _, ...mission } = state.mission;
      return { ...state, mission };
    };
    const older = all.map((news): News => {
      if (news.kind === 'inputs' && news.keyframe)
        return { ...news, keyframe: { ...news.keyframe, state: untimed(news.keyframe.state as LoopState) } };
      return news;
    });
    expect(again(older)).toMatchObject({ identical: true, difference: null });
  });

  it('was worth the trouble: each kind of event is among its inputs', () => {
    const events = all.flatMap((news) => (news.kind === 'inputs' ? news.events : []));
    const kinds = events.map((event) =>
      event.kind === 'command'
        ? event.command.kind
        : event.kind === 'reading'
          ? event.reading.kind
          : event.kind,
    );
    expect([...new Set(kinds)].sort()).toEqual(
      'arm clear clock encoders link pose range resume setup stop surroundings target teleop tune'.split(' '),
    );
    const last = all.findLast((news) => news.kind === 'frame');
    expect(last?.robots[0]?.tick?.faults.map(({ what }) => what)).toEqual([
      'a pose that is not a number',
      'an obstacle that is not a number',
    ]);
  });

  it('is refused where an older loop recorded it, which knew less', () => {
    const old = all.map((news): News => {
      if (news.kind !== 'inputs' || !news.keyframe) return news;
      const { guards, ...state } = news.keyframe.state as LoopState;
      const { supply: _, supervisor, ...others } = guards;
      const { cause: __, ...less } = supervisor;
      const known = { ...state, guards: { ...others, supervisor: less } };
      return { ...news, keyframe: { ...news.keyframe, state: known } };
    });
    expect(() => again(old)).toThrow(
      /states have no 'supply', 'cause'; an older Steerbot recorded it; play it without --resimulate/,
    );
  });

  itThorough('begins at the last keyframe before a time', () => {
    const result = again(all, { from: 9 });
    // The first robot's keyframe at 5 s; the second began anew at 8.4 s.
    expect(result.robots.map(({ ticks, keyframes }) => [ticks, keyframes])).toEqual([
      [350, 2],
      [180, 1],
    ]);
    expect(result.identical).toBe(true);
  });

  it('goes on at the next keyframe where inputs were lost', () => {
    const gap = all.filter((news) => news.kind !== 'inputs' || news.robot !== 'a' || news.count !== 100);
    const result = again(gap);
    expect(result.identical).toBe(true);
    // The lost one, and those until the keyframe at 5 s.
    expect(result.robots[0]).toMatchObject({ ticks: 600 - 1 - 150, skipped: 150 });
    expect(result.robots[1]).toMatchObject({ ticks: 600, skipped: 0 });
  });

  it('is the same of a body that is held to a speed', async () => {
    const news = await newsOf({ length: 2, speedLimit: 0.1 });
    expect(again(news)).toMatchObject({ identical: true, robots: [{ ticks: 100 }, { ticks: 100 }] });
  });

  itThorough('compares what frames there are', () => {
    const result = again(all.filter((news) => news.kind !== 'frame' || Math.round(news.at * 50) % 5 === 0));
    expect(result.identical).toBe(true);
    expect(result.robots[0]).toMatchObject({ ticks: 120, unseen: 476 });
  });
});

describe('a difference is found', () => {
  it('in the first tick that was changed, with the way to it and both values', () => {
    const news = structuredClone(all);
    let was = 0;
    const changed = news.map((each): News => {
      if (each.kind !== 'frame' || each.at < 6.4) return each;
      const [a, b] = each.robots;
      if (!a || !b?.tick) return each;
      const { estimate } = b.tick;
      if (Math.round(each.at * 50) === 320) was = estimate.pose.y;
      const pose = { ...estimate.pose, y: estimate.pose.y + 1e-9 };
      return { ...each, robots: [a, { ...b, tick: { ...b.tick, estimate: { ...estimate, pose } } }] };
    });
    expect(again(changed)).toMatchObject({
      identical: false,
      difference: {
        robot: 'robot b/2',
        what: 'tick',
        path: 'estimate.pose.y',
        made: was,
        recorded: was + 1e-9,
      },
      robots: [{ identical: true }, { identical: false, ticks: 320 }],
    });
  });

  itThorough('of 0 and −0', () => {
    const changed = all.map((each): News => {
      const [a, b] = each.kind === 'frame' && Math.round(each.at * 50) === 560 ? each.robots : [];
      if (each.kind !== 'frame' || !a?.tick || !b) return each;
      return { ...each, robots: [{ ...a, tick: { ...a.tick, duties: { left: -0, right: 0 } } }, b] };
    });
    expect(again(changed).difference).toMatchObject({ path: 'duties.left', recorded: -0, made: 0 });
  });

  itThorough('of a state at a keyframe, though every tick is the same', () => {
    const changed = all.map((each): News => {
      if (each.kind !== 'inputs' || !each.keyframe || each.count === 1) return each;
      const known = each.keyframe.state as LoopState;
      const state = { ...known, mission: { ...known.mission, random: [1, 2, 3, 4] } };
      return { ...each, keyframe: { ...each.keyframe, state } };
    });
    const { difference } = again(changed);
    expect(difference).toMatchObject({ robot: 'a', what: 'state', path: 'mission.random.0', recorded: 1 });
    expect(difference?.time).toBeCloseTo(5, 9);
  });

  it('of a behavior that steers otherwise today, in the first tick that it speaks in', async () => {
    const own = (gain: number): OwnBehaviors => ({
      // After two seconds its gain counts.
      mine: () => {
        const [early, late] = [wander({}), seek({ target: [gain, 0] })];
        return {
          name: 'mine',
          start: () => early.start(),
          steer: (percept, memory, soFar) =>
            percept.at < 2
              ? early.steer(percept, memory as never, soFar)
              : { ...late.steer(percept, null, soFar), memory },
        };
      },
    });
    const news = await newsOf({ length: 4, incidents: {}, own: own(1), mission: MINE });
    expect(again(news, { own: own(1) }).identical).toBe(true);
    const { difference } = again(news, { own: own(1.001) });
    expect(difference).toMatchObject({ what: 'tick', robot: 'a' });
    expect(difference?.path).toMatch(/^contributions\.0\.force/);
    expect(difference?.time).toBeCloseTo(2, 9);
  });
});

describe('what cannot be made again is refused', () => {
  it('an unknown behavior', async () => {
    const own: OwnBehaviors = { mine: () => wander({}) };
    const news = await newsOf({ length: 1, own, mission: MINE });
    expect(() => again(news)).toThrow(FileError);
    expect(() => again(news)).toThrow(/unknown behavior 'mine'.*--behaviors/);
  });

  it('a recording without inputs', () => {
    expect(() => again(all.filter(({ kind }) => kind !== 'inputs'))).toThrow(/holds nothing/);
  });
});
