/** What a scenario changes while it runs. */
import { describe, expect, it } from 'vitest';
import { type RunOptions, simulate } from '../../../sim/engine/run.js';
import { readScenario } from '../session/opened.js';

const LINE = (more: string) => `
duration: 4 s
sensing: truth
robots: [{ id: a, robot: scout, mission: { seek: { target: [9, 0] } } }]
${more}`;

/** Where a robot is at some instants. */
async function ways(text: string, options: RunOptions = {}) {
  const at = new Map<number, { readonly x: number; readonly y: number }>();
  const scenario = readScenario(text);
  const result = await simulate(scenario, {
    ...options,
    onTick: (_, { x, y }, tick) => at.set(Math.round(tick.at * 100) / 100, { x, y }),
  });
  return { result, at: (time: number) => at.get(time) ?? { x: Number.NaN, y: Number.NaN } };
}

describe('a scenario that changes', () => {
  it('is the same up to the change, and another one from the tick after it on', async () => {
    const [before, after] = [
      await ways(LINE('')),
      await ways(LINE('changes: [{ at: 2 s, set: { robots.a.mission.seek.target: [0.5, 3] } }]')),
    ];
    expect(after.at(2)).toEqual(before.at(2));
    expect(after.at(2.02)).toEqual(before.at(2.02));
    expect(after.at(2.1)).not.toEqual(before.at(2.1));
    expect(after.at(3.9).y).toBeGreaterThan(0.1);
  });

  it('makes its changes in the order of time, and with none listening', async () => {
    const { at } = await ways(
      LINE(`changes:
  - { at: 2 s, set: { robots.a.robot.limits.speed: 0.05 } }
  - { at: 1 s, set: { robots.a.robot.limits.speed: 0.4 } }`),
    );
    expect(at(3.9).x - at(2.9).x).toBeCloseTo(0.05, 2);
    expect(at(1.98).x - at(1.48).x).toBeGreaterThan(0.15);
  });

  it.each([
    ['a slower body', 'plant.delay: 0.4 s'],
    ['a wall in the way', 'world.walls.new: [[0.8, -1], [0.8, 1]]'],
    ['a robot elsewhere', 'robots.a.at: { x: 2, y: 2, heading: 90 deg }'],
  ])('changes %s', async (_, set) => {
    const [before, after] = [
      await ways(LINE('')),
      await ways(LINE(`changes: [{ at: 1 s, set: { ${set} } }]`)),
    ];
    expect(after.at(1)).toEqual(before.at(1));
    expect(after.at(3)).not.toEqual(before.at(3));
  });

  it('tells each change to who listens', async () => {
    const told: unknown[] = [];
    await ways(LINE('changes: [{ at: 1 s, set: { robots.a.robot.limits.speed: 0.2 } }]'), {
      onChange: ({ at }, robots) => told.push([at, [...robots.keys()], robots.get('a')?.kind]),
    });
    expect(told).toEqual([[1, ['a'], 'tune']]);
  });

  /** The robot turns round at 1.5 s: whether it begins its way from the first place again. */
  const SEQUENCE = (set: string) => `
duration: 12 s
sensing: truth
robots: [{ id: a, robot: scout, mission: { sequence: [{ arrive: { target: [0.3, 0] } }, { seek: { target: [0.3, 5] } }] } }]
changes: [{ at: 6 s, set: { ${set} } }]`;

  it('keeps what behaviors remember where a number is changed, and begins anew where a mission is given', async () => {
    const sequence = '{ sequence: [{ arrive: { target: [0.3, 0] } }, { seek: { target: [0.3, 5] } }] }';
    const tuned = await ways(SEQUENCE('robots.a.mission.sequence.1.seek.target: [0.3, 5.5]'));
    const given = await ways(SEQUENCE(`robots.a.mission: ${sequence}`));
    expect(tuned.at(10).y).toBeGreaterThan(tuned.at(6).y + 0.5);
    expect(given.at(10).y).toBeLessThan(given.at(6).y);
  });

  it('changes the run it is compared with, but for the mission that differs there', async () => {
    const compared = (set: string) => `
duration: 6 s
sensing: truth
missions: { slowly: { arrive: { target: [1, 0], slowingRadius: 3 m } } }
robots: [{ id: a, robot: scout, mission: { arrive: { target: [1, 0] } } }]
criteria: [{ arrived: {} }, { beats: { mission: slowly, in: arrived, by: 0.1 s } }]
changes: [{ at: 0.5 s, set: { ${set} } }]`;
    const row = async (set: string) => (await ways(compared(set))).result.criteria[1]?.measured ?? Number.NaN;
    const unchanged = await row('plant.delay: 0');
    expect(await row('robots.a.robot.limits.speed: 0.2')).not.toBe(unchanged);
    // The other mission has no such number: it drives as before.
    expect(await row('robots.a.mission.arrive.slowingRadius: 2')).toBeLessThan(unchanged);
  });

  it('changes the run it is compared with once, and at the same instant', async () => {
    const compared = (set: string) => `
duration: 3 s
sensing: truth
missions: { same: { seek: { target: [9, 0] } }, away: { flee: { target: [9, 0] } } }
robots: [{ id: a, robot: scout, mission: { seek: { target: [9, 0] } } }]
criteria: [{ moved: { atLeast: 1 mm } }, { beats: { mission: same, in: moved.atLeast, by: 0 } }, { beats: { mission: away, in: moved.atLeast, by: 0 } }]
changes: [{ at: 1 s, set: { ${set} } }]`;
    const rows = async (set: string) => (await ways(compared(set))).result.criteria;
    // By the same mission both go the same way, to the micrometre: also a body that is another one from then on.
    for (const set of ['plant.delay: 0.2', 'world.circles.new: { at: [0.6, 0.1], radius: 0.1 }'])
      expect((await rows(set))[1]?.measured).toBe(0);
    // Of the missions of the others there is no such number.
    expect(await rows('robots.a.mission.seek.target: [0, 9]')).toHaveLength(3);
  });

  it.each([
    ['a key that is not there', 'robots.a.mission.arrive.slowingRadius: 1', /no 'arrive'/],
    ['what is fixed', 'duration: 3', /'duration' cannot be changed in a run/],
    ['a value of another kind', 'plant.delay: 3 m', /plant\.delay.*time/],
    ['a fault', 'faults.new: { fault: wheelSlip }', /faults have times of their own/],
    ['code', 'behaviors: x.js', /code is named by --behaviors alone/],
    ['a gyroscope', 'plant.gyroBias: 1', /a gyroscope's own error lasts/],
  ])('refuses %s when it is read, at its place', (_, set, message) => {
    const read = () => readScenario(LINE(`changes: [{ at: 1 s, set: { ${set} } }]`));
    expect(read).toThrow(message);
    expect(read).toThrow(/test\.yaml:5:\d+/);
  });

  it('is read with each change after those before it', () => {
    const read = (second: string) =>
      readScenario(
        LINE(`changes:
  - { at: 1 s, set: { robots.a.mission: { arrive: { target: [1, 0] } } } }
  - { at: 2 s, set: { ${second} } }`),
      );
    expect(read('robots.a.mission.arrive.within: 0.05').changes).toHaveLength(2);
    expect(() => read('robots.a.mission.seek.within: 0.05')).toThrow(/test\.yaml:7:\d+.*no 'seek'/);
  });

  it('fails where something is to stand in a robot', async () => {
    const text = LINE('changes: [{ at: 1 s, set: { world.circles.new: { at: [0.4, 0], radius: 0.3 } } }]');
    await expect(ways(text)).rejects.toThrow(/a stands where something is to be/);
  });
});
