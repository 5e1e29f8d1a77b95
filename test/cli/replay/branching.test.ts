/** The futures that a page asks for: computed anew, or from a run that was prepared up to the instant. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { branchingOf } from '../../../src/cli/replay/branch/branching.js';
import { FutureRun } from '../../../src/cli/replay/branch/futureRun.js';
import { recorderTo } from '../../../src/cli/sim/recorderTo.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import type { Recording } from '../../../src/recording/reading/recording.js';
import type { Branching, FutureNews } from '../../../src/session/futures.js';
import type { Operation, SceneView } from '../../../src/signals/view.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { opened } from '../../sim/session/opened.js';
import { itThorough } from '../../support/effort.js';
import { folderWith, steerbot } from '../steerbot.js';

const folder = folderWith({});
const file = join(folder, 'run.mcap');

const ARRIVE = `
duration: 6 s
robots: [{ id: a, robot: scout, mission: { arrive: { target: [1.5, 0] } } }]
`;
let recording: Recording;
let scene: SceneView;
beforeAll(async () => {
  await steerbot(['sim', 'arrive', '--headless', '--record', file]);
  recording = openRecording(file);
  scene = recording.scene(0);
});
afterAll(() => recording.close());

function branching(): Branching {
  const found = branchingOf(recording, {});
  if (!found) throw new Error('no futures');
  return found;
}

const slower = (share: number): Operation => {
  const speed = scene.tunables.find(({ label }) => label === 'speed');
  if (!speed) throw new Error('no speed');
  return { kind: 'tune', id: speed.id, value: speed.value * share };
};

/** The last news of a future. */
const computed = (of: Branching, at: number, operation: Operation): Promise<FutureNews> =>
  new Promise((resolve) => {
    of.begin(at, operation, (news) => news.state !== 'under way' && resolve(news));
  });

const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

describe('a future of a recording', () => {
  it('is the same from a prepared run, twice at one instant, and after another was prepared', async () => {
    const fresh = branching();
    const [half, most] = [await computed(fresh, 1, slower(0.5)), await computed(fresh, 1, slower(0.8))];
    expect(half).toMatchObject({ state: 'complete', at: 1, words: expect.stringMatching(/speed/) });
    expect(half.samples?.length).toBeGreaterThan(20);
    expect(half.ways).not.toEqual(most.ways);
    expect(half.text).toMatch(/^# Another future of .*run\.mcap, from 1\.00 s on: .*speed/);

    const prepared = branching();
    prepared.prepare?.(1);
    await aWhile();
    expect(await computed(prepared, 1, slower(0.5))).toEqual(half);
    expect(await computed(prepared, 1, slower(0.8))).toEqual(most);
    prepared.prepare?.(2);
    expect(await computed(prepared, 1, slower(0.5))).toEqual(half);
    prepared.close?.();
    prepared.prepare?.(1);
    expect(await computed(prepared, 1, slower(0.8))).toEqual(most);
  });

  it('is so short that six of them and the history of a long recording are one message', async () => {
    const { samples = [] } = await computed(branching(), 1, slower(0.5));
    expect(samples.length).toBeGreaterThan(50);
    // A client that has 4 MB to read is taken for gone: 250 samples of each future, and 1 251 of the recording.
    const bytes = JSON.stringify(samples).length / samples.length;
    expect((6 * 250 + 1251) * bytes).toBeLessThan(3_600_000);
  });

  it('is the same from a run that was parked, at any instant after it', async () => {
    const far = 3;
    const parked = await FutureRun.of(recording, {}, { at: Number.POSITIVE_INFINITY });
    await parked.comeTo(2, () => false);
    expect(parked.position).toBeGreaterThan(2 - 1e-9);
    expect(parked.position).toBeLessThan(far);
    expect(parked.isBound).toBe(false);
    parked.aim({ at: far });
    parked.change([slower(0.5)]);
    const told: FutureNews[] = [];
    await parked.goOn(
      (news) => told.push(news),
      () => false,
    );
    expect(told.at(-1)).toEqual(await computed(branching(), far, slower(0.5)));
  });

  it('ends nothing else where the run is another one by now, and is refused', async () => {
    const own = (x: number) => ({
      mine: () => ({
        start: () => 0,
        steer: ({ velocity }: Percept, memory: unknown) => ({
          desiredVelocity: { x, y: 0 },
          force: { x: x - velocity.x, y: -velocity.y },
          memory,
        }),
      }),
    });
    const text = 'duration: 25 s\nrobots: [{ id: a, robot: scout, mission: { mine: {} } }]\n';
    const files = { readPath: () => [], readRobot: (name: string) => loadRobot(name) };
    const scenario = parseScenario(text, 'mine.yaml', { ...files, behaviors: own(0.2) });
    const take = recorderTo(join(folder, 'mine.mcap'));
    const open = () => ({ name: 'mine', about: '', scenario });
    const { session, pass } = opened(text, {}, { open, record: take.record, show: take.record });
    pass(25);
    session.close();
    take.close();
    const mine = openRecording(join(folder, 'mine.mcap'));
    const of = branchingOf(mine, own(0.1)) as Branching;
    of.prepare?.(0);
    await aWhile();
    const away: Operation = { kind: 'goTo', robot: 'a', at: { x: 1, y: 1 } };
    expect(await computed(of, 3, away)).toMatchObject({
      state: 'refused',
      why: expect.stringMatching(/computes another run than the recorded one/),
    });
    of.close?.();
    mine.close();
  });

  it('begins at the end, and where the run begins', async () => {
    const of = branching();
    of.prepare?.(0);
    await aWhile();
    const begun = await computed(of, 0, slower(0.5));
    expect(begun).toMatchObject({ state: 'complete', at: 0 });
    const late = await computed(of, recording.duration, slower(0.5));
    expect(late).toMatchObject({ state: 'complete', at: recording.duration });
    of.close?.();
  });

  it('that is ended before it has come to its change tells nothing', async () => {
    const of = branching();
    const told: FutureNews[] = [];
    of.begin(3, slower(0.5), (news) => told.push(news))();
    await aWhile();
    expect(told).toEqual([]);
    of.close?.();
  });

  itThorough('has its change where an operator did something at that very instant', async () => {
    const take = recorderTo(join(folder, 'operated.mcap'));
    const host = { record: take.record, show: take.record };
    const { session, say, pass } = opened(ARRIVE, {}, host);
    pass(1);
    say({ kind: 'goTo', robot: 'a', at: { x: 1, y: 0.5 } });
    pass(3);
    session.close();
    take.close();
    const operated = openRecording(join(folder, 'operated.mcap'));
    const of = branchingOf(operated, {});
    if (!of) throw new Error('no futures');
    // One of these ticks is that of the operation.
    for (let at = 0.96; at < 1.05; at += 0.02) {
      const time = operated.timeOf(operated.frameAt(at + 1e-6));
      const away: Operation = { kind: 'goTo', robot: 'a', at: { x: -1, y: -1 } };
      const fresh = await computed(of, time, away);
      of.close?.();
      const again = branchingOf(operated, {}) as Branching;
      again.prepare?.(time);
      await aWhile();
      const prepared = await computed(again, time, away);
      again.close?.();
      expect(prepared.ways).toEqual(fresh.ways);
      // Before it, the operator's own goal comes later, and counts.
      if (time > 1.03) expect(prepared.ways?.a?.at(-3)).toBeLessThan(0.5);
    }
    operated.close();
  });
});
