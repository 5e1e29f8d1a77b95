import { describe, expect, it } from 'vitest';
import type { SessionHost } from '../../../sim/session/openScene.js';
import { opened } from './opened.js';

const SCENE = `
sensing: truth
missions: { off: { seek: { target: [-9, 0], within: 20 mm } } }
robots:
  - { id: a, robot: scout, mission: { seek: { target: [9, 0] } } }
  - { id: crowd, count: 3, inside: [[0, 1], [3, 3]], robot: scout, mission: { wander: {} } }
  - { id: g, ghost: true, robot: scout, mission: { seek: { target: [9, 0] } } }
`;
const SPEED = '0/robot.limits.speed';

const settle = async () => {
  for (let i = 0; i < 10; i++) await undefined;
};

const tunable = ({ scene }: ReturnType<typeof opened>, id: string) =>
  scene().tunables.find((one) => one.id === id);

describe('sliders', () => {
  it('belong to groups of equal robots', () => {
    const one = opened(SCENE);
    expect(new Set(one.scene().tunables.map(({ group }) => group))).toEqual(
      new Set(['a and 1 more', 'crowd-1 and 2 more']),
    );
    expect(tunable(one, SPEED)).toMatchObject({ value: 0.5, unit: 'm/s' });
    expect(one.scene().can).toContain('tune');
  });

  it('change all of a group at once, while they drive', () => {
    const one = opened(SCENE);
    one.pass(2);
    one.say({ kind: 'tune', id: SPEED, value: 0.2 });
    one.pass(2);
    const speed = (id: string) => one.robot(id).tick?.granted.left;
    expect([speed('a'), speed('g')]).toEqual([expect.closeTo(0.2, 3), expect.closeTo(0.2, 3)]);
    expect(tunable(one, SPEED)?.value).toBe(0.2);
    expect(one.news()).toEqual(['a and 1 more: speed is 0.2 m/s']);
  });

  it('report where they come to rest, and not each value on the way', () => {
    const one = opened(SCENE);
    for (const value of [0.4, 0.3, 0.2]) {
      one.say({ kind: 'tune', id: SPEED, value });
      one.pass(0.1);
    }
    one.pass(1);
    expect(one.news()).toEqual(['a and 1 more: speed is 0.2 m/s']);
  });

  it('refuse values out of range, and unknown parameters', () => {
    const one = opened(SCENE);
    one.say({ kind: 'tune', id: SPEED, value: -1 });
    one.say({ kind: 'tune', id: '7/robot.limits.speed', value: 1 });
    one.say({ kind: 'tune', id: '0/robot.color', value: 1 });
    one.pass(0.1);
    expect(one.news()).toEqual([
      expect.stringMatching(/^tune refused: robot\.limits\.speed: /),
      "tune refused: there is no '7/robot.limits.speed'",
      expect.stringContaining('not a tunable'),
    ]);
    expect(tunable(one, SPEED)?.value).toBe(0.5);
  });

  it('are limited by their first value, however often they are turned', () => {
    const one = opened(SCENE);
    const ends = () => [tunable(one, SPEED)?.min, tunable(one, SPEED)?.max];
    expect(ends()).toEqual([0.1, 1]);
    for (const value of [1, 2, 0.1, 0.01]) one.say({ kind: 'tune', id: SPEED, value });
    one.pass(0.1);
    expect([tunable(one, SPEED)?.value, ...ends()]).toEqual([0.1, 0.1, 1]);
    expect(one.news()).toContainEqual(
      expect.stringMatching(/^tune refused: .*: 2 is out of range; at least/),
    );
  });

  it('of an operator’s mission are limited by its first value', () => {
    const one = opened(SCENE);
    const id = '0/mission.seek.within';
    one.say({ kind: 'goTo', at: { x: 1, y: 0 } });
    for (const value of [0.02, 0.05, 0.1]) one.say({ kind: 'tune', id, value });
    one.pass(0.1);
    expect(tunable(one, id)).toMatchObject({ value: 0.02, min: 0.002, max: 0.02 });
  });

  it('survive a restart, but not another scene', () => {
    const one = opened(SCENE);
    one.say({ kind: 'tune', id: SPEED, value: 0.2 });
    one.say({ kind: 'restart' });
    one.pass(2);
    expect(tunable(one, SPEED)?.value).toBe(0.2);
    expect(one.robot().tick?.granted.left).toBeCloseTo(0.2, 3);
    one.say({ kind: 'open', scene: 'test' });
    one.pass(0.1);
    expect(tunable(one, SPEED)?.value).toBe(0.5);
  });
});

describe('a tuned value', () => {
  type Saved = Parameters<NonNullable<SessionHost['save']>>;
  const saving = () => {
    const saved: Saved[] = [];
    const save: SessionHost['save'] = (...given) => {
      saved.push(given);
      return 'saved';
    };
    return { saved, one: opened(SCENE, {}, { save }) };
  };

  it('is saved by the entries of the file, once each', async () => {
    const { saved, one } = saving();
    one.say({ kind: 'tune', id: SPEED, value: 0.2 });
    one.say({ kind: 'tune', id: '1/mission.wander.radius', value: 0.15 });
    one.say({ kind: 'save' });
    await settle();
    one.pass(0.1);
    const [scene, robots] = saved[0] ?? [];
    expect(scene?.name).toBe('test');
    expect(robots?.map(({ entry }) => entry)).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
    expect(robots?.map(({ loaded }) => loaded.robot.limits.speed)).toEqual([0.5, 0.5, 0.5]);
    expect(robots?.map(({ tuned }) => tuned.robot.limits.speed)).toEqual([0.2, 0.5, 0.2]);
    expect(robots?.[1]?.tuned.mission).toMatchObject({ parameters: { radius: 0.15 } });
    expect(one.news()).toContain('saved');
  });

  it('of a chosen mission is saved there, and found again when it is chosen again', async () => {
    const { saved, one } = saving();
    one.say({ kind: 'choose', mission: 0 });
    one.say({ kind: 'tune', id: '0/mission.seek.within', value: 0.05 });
    one.say({ kind: 'restart' });
    one.say({ kind: 'choose', mission: 0 });
    one.pass(0.1);
    expect(tunable(one, '0/mission.seek.within')?.value).toBe(0.05);
    one.say({ kind: 'save' });
    await settle();
    expect(saved[0]?.[1].map(({ entry }) => entry)).toContainEqual({ index: 0, mission: 'off' });
    const off = saved[0]?.[1].find(({ entry }) => entry.mission === 'off');
    expect(off).toMatchObject({
      loaded: { mission: { parameters: { within: 0.02 } } },
      tuned: { mission: { parameters: { within: 0.05 } } },
    });
  });

  it('of an operator’s mission is in no file', async () => {
    const { saved, one } = saving();
    one.say({ kind: 'goTo', at: { x: 1, y: 0 } });
    one.say({ kind: 'tune', id: '0/mission.seek.within', value: 0.05 });
    one.say({ kind: 'save' });
    one.pass(0.1);
    await settle();
    expect(saved).toEqual([]);
    expect(one.news()).toContain('save refused: nothing was tuned');
  });

  it('that cannot be saved is reported', async () => {
    const save = () => Promise.reject(new Error('the disk is full'));
    const one = opened(SCENE, {}, { save });
    one.say({ kind: 'tune', id: SPEED, value: 0.2 });
    one.say({ kind: 'save' });
    await settle();
    one.pass(0.1);
    expect(one.news()).toContain('not saved: the disk is full');
  });

  it('is refused by a host that saves and records nothing', () => {
    const one = opened(SCENE);
    for (const kind of ['save', 'keep'] as const) one.say({ kind });
    one.pass(0.1);
    expect(one.scene().can).not.toContain('save');
    expect(one.news()).toEqual([
      'save refused: nothing can be saved here',
      'keep refused: nothing is recorded here',
    ]);
  });

  it('is not part of the kept recording', () => {
    let kept = 0;
    const one = opened(SCENE, {}, { keep: () => (kept += 1) });
    one.say({ kind: 'keep' });
    expect(kept).toBe(1);
    expect(one.scene().can).toContain('keep');
  });
});
