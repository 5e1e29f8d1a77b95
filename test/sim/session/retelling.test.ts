/** What was done to a run is told as a scenario, and that scenario is the same run. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { writtenScenario } from '../../../sim/scenario/writtenScenario.js';
import { Retelling } from '../../../sim/session/retelling.js';
import { SimSession } from '../../../sim/session/simSession.js';
import type { Operation } from '../../../src/signals/view.js';
import { FakeTime } from '../../drivers/fakeTime.js';
import { partOf } from '../../support/effort.js';
import { readScenario } from './opened.js';

const TWO = `
duration: 3 s
seed: 3
plant: table
sensing: truth
world:
  circles: [{ at: [1.2, 0.4], radius: 0.1 }]
  boxes: [{ at: [0.8, -1.6], size: [0.1, 0.2], movable: true }, { at: [3, 3], size: [0.3, 0.3] }]
  posts: { radius: 0.05, at: [[2, 2], [2.3, 2]] }
  walls: [[[-1, -2], [3, -2]]]
  movers: [{ id: dog, waypoints: [[1, 1], [2, 1]], speed: 0.2 m/s, radius: 0.08, solid: true }]
missions:
  there: { seek: { target: [0, 2] } }
  away: { flee: { target: [1, 0], panicDistance: 3 m } }
robots:
  - { id: a, robot: scout, mission: { prioritize: [avoidObstacles, { arrive: { target: [2, 0], slowingRadius: 0.3 } }] } }
  - { id: b, robot: scout, at: { y: -1 }, mission: { sequence: [{ wait: { signal: go } }, { seek: { target: [2.5, -1.2] } }] } }
  - { id: c, robot: scout, at: { x: -1 }, mission: { wander: {} } }
`;

/** A tick of a robot, as far as two runs are compared. */
type Told = readonly [robot: string, at: number, x: number, y: number, heading: number, left: number];

const told =
  (to: Told[]) =>
  (
    ...[id, { x, y, heading }, { at, granted }]: Parameters<
      NonNullable<NonNullable<Parameters<typeof simulate>[1]>['onTick']>
    >
  ): void => {
    to.push([id, at, x, y, heading, granted.left]);
  };

/** Does something after 0.6 s of a run, and after 1.2 s. */
function retold(text: string, first: readonly Operation[], second: readonly Operation[] = []) {
  let ticks: Told[] = [];
  const news: string[] = [];
  const time = new FakeTime();
  const scene = { name: 'two', about: '', scenario: readScenario(text) };
  const session: SimSession = new SimSession(
    {
      ...{ open: () => scene, gallery: () => [], time },
      onTick: (...tick) => told(ticks)(...tick),
      record: (recorded) => {
        if (recorded.kind === 'begun') ticks = [];
        retelling.hear(recorded);
      },
    },
    'two',
  );
  const retelling = new Retelling(() => session.current);
  session.start((view) => {
    if (view.kind === 'frame') news.push(...view.news.map(({ words }) => words));
  });
  for (const operations of [first, second]) {
    time.pass(0.6);
    for (const operation of operations) session.operate(operation);
  }
  time.pass(1.5);
  session.close();
  expect(news.filter((words) => words.includes('refused'))).toEqual([]);
  const { scenario, leftOut } = retelling;
  return { scenario, leftOut, ticks };
}

async function ticksOf(scenario: Scenario): Promise<Told[]> {
  const ticks: Told[] = [];
  await simulate(readScenario(writtenScenario(scenario, '')), { onTick: told(ticks) });
  return ticks;
}

const to = (x: number, y: number) => ({ to: { x, y } });

const SLIDER = 'one number after another';

const DONE: Readonly<Record<string, readonly Operation[]>> = {
  nothing: [],
  'another place': [{ kind: 'goTo', robot: 'a', at: { x: 0.5, y: 1.5 } }],
  'all to a place': [{ kind: 'goTo', at: { x: 0.5, y: 1.5 } }],
  'a path': [
    {
      kind: 'follow',
      robot: 'a',
      path: [
        { x: 0.3, y: 0 },
        { x: 0.8, y: 0.9 },
        { x: 1.8, y: 0.9 },
      ],
    },
  ],
  'another mission': [{ kind: 'choose', mission: 1 }],
  [SLIDER]: [
    { kind: 'tune', id: '0/mission.prioritize.1.arrive.slowingRadius', value: 0.7 },
    { kind: 'tune', id: '0/mission.prioritize.1.arrive.slowingRadius', value: 0.9 },
  ],
  'a heavier robot': [{ kind: 'tune', id: '0/robot.chassis.mass', value: 0.9 }],
  'a robot elsewhere': [{ kind: 'move', id: 'a', ...to(0.2, 0.9), heading: 1 }],
  'a post elsewhere': [{ kind: 'move', id: 'posts.1', ...to(0.9, -1.1) }],
  'a circle elsewhere': [{ kind: 'move', id: 'circles.0', ...to(1.1, 0) }],
  'a wall elsewhere': [{ kind: 'move', id: 'walls.0', ...to(-1, -1.3) }],
  'a box elsewhere': [{ kind: 'move', id: 'boxes.0', ...to(1, 0.1), heading: 0.5 }],
  'a mover elsewhere': [{ kind: 'move', id: 'dog', ...to(1.3, 0.1) }],
  'a signal': [{ kind: 'signal', name: 'go' }],
  'a signal to one': [{ kind: 'signal', name: 'go', robot: 'b', value: 3 }],
  'two things at once': [
    { kind: 'goTo', robot: 'b', at: { x: 0.5, y: -1.5 } },
    { kind: 'move', id: 'circles.0', ...to(0.5, 0.3) },
  ],
};

describe('a run that was changed', () => {
  const done = Object.keys(DONE);
  // A slider is of the mission that is there.
  const isThere = (first: string, second: string) =>
    second !== SLIDER || !['a path', 'another mission'].includes(first);
  const pairs = done
    .flatMap((first, i) => done.map((second, j) => [first, second, i + j] as const))
    .filter(([first, second, place]) => place % 3 === 0 && isThere(first, second));

  it.each(partOf(pairs, 2))('by %s, and by %s, is the same run as its scenario', async (first, second) => {
    const { scenario, leftOut, ticks } = retold(TWO, DONE[first] ?? [], DONE[second]);
    expect(leftOut).toEqual([]);
    const again = await ticksOf(scenario);
    expect(again.slice(0, ticks.length)).toEqual(ticks);
    expect(ticks.length).toBeGreaterThan(350);
  });

  it('begins again with what was tuned before', async () => {
    const id = '0/mission.prioritize.1.arrive.slowingRadius';
    const { scenario, ticks } = retold(
      TWO,
      [{ kind: 'tune', id, value: 0.8 }, { kind: 'restart' }],
      [{ kind: 'tune', id, value: 0.5 }],
    );
    expect(scenario.changes?.map(({ at, set }) => [at, Object.values(set)])).toEqual([[0.58, [0.5]]]);
    expect((await ticksOf(scenario)).slice(0, ticks.length)).toEqual(ticks);
  });

  it('keeps the last place of what was dragged', () => {
    const { scenario } = retold(TWO, DONE[SLIDER] ?? []);
    const key = 'robots.a.mission.prioritize.1.arrive.slowingRadius';
    expect(scenario.changes).toEqual([{ at: 0.58, set: { [key]: 0.9 } }]);
  });

  it('leaves out what no file can say, and names it', () => {
    const { scenario, leftOut } = retold(
      TWO,
      [{ kind: 'teleop', robot: 'a', linear: 0.1, angular: 0 }, { kind: 'resume' }],
      [{ kind: 'stop' }],
    );
    expect(leftOut).toEqual(['the stick', 'the mission after the stick', 'STOP']);
    expect(scenario.changes).toBeUndefined();
  });
});
