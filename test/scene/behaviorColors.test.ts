import { describe, expect, it } from 'vitest';
import { BehaviorColors } from '../../src/dashboard/page/map/drawing/behaviorColors.js';
import { BehaviorSlots, colorOfSlot } from '../../src/scene/behaviorColors.js';
import { legendRows, sceneBehaviors } from '../../src/scene/legend.js';
import type { SceneView } from '../../src/signals/view.js';
import { knownLeaves } from '../../src/steering/mission.js';
import { robot, scene } from '../support/viewFixtures.js';

const CATALOG = knownLeaves({}).filter((name) => new BehaviorSlots().has(name));

const leaf = (behavior: string) => ({ behavior, parameters: {} });

const sceneWith = (behaviors: readonly string[], more: Partial<SceneView> = {}): SceneView => {
  const children = behaviors.map((behavior) => ({ mission: leaf(behavior) }));
  return scene({ robots: [robot('a', { mission: { behavior: 'blend', children } })], ...more });
};

describe('the behaviors of a scene', () => {
  it('are those of its missions, each once, in their order', () => {
    expect(sceneBehaviors(sceneWith(['flee', 'seek', 'flee']))).toEqual(['flee', 'seek']);
  });

  it('are the parts of a behavior that lets them speak', () => {
    expect(sceneBehaviors(sceneWith(['flock', 'align', 'wander']))).toEqual([
      'separate',
      'align',
      'cohere',
      'wander',
    ]);
  });

  it('do not include those of a ghost, or of an empty mission', () => {
    const robots = [robot('a', { ghost: true, mission: leaf('seek') })];
    expect(sceneBehaviors(scene({ robots }))).toEqual([]);
    expect(sceneBehaviors(sceneWith([]))).toEqual([]);
  });
});

describe('the colors of behaviors', () => {
  const slotsIn = (...scenes: SceneView[]) => {
    const colors = new BehaviorColors();
    return (name: string) => {
      for (const one of scenes) colors.update(one);
      return colors.slot(name);
    };
  };

  it('are the same in every scene and in every order of its missions', () => {
    const slot = slotsIn(sceneWith(['seek', 'flee']))('flee');
    expect(slotsIn(sceneWith(['flee', 'wander'], { name: 'other' }))('flee')).toBe(slot);
    expect(slotsIn(sceneWith(['avoidObstacles']), sceneWith(['flee']))('flee')).toBe(slot);
  });

  it('of own behaviors do not depend on the order of the missions', () => {
    const names = ['dance', 'patrol', 'sniff'];
    const [there, back] = [slotsIn(sceneWith(names)), slotsIn(sceneWith(names.toReversed()))];
    expect(names.map(there)).toEqual(names.map(back));
    expect(new Set(names.map(there)).size).toBe(3);
  });

  it('are there for a contribution of no mission, too', () => {
    const colors = new BehaviorColors();
    colors.update(sceneWith(['seek']));
    expect([colors.has('seek'), colors.has('own'), colors.has('sum')]).toEqual([true, false, false]);
    expect(colors.slot('own')).toBe(colors.slot('own'));
    expect(colors.has('own')).toBe(true);
  });
});

const driven = (behavior: string, ghost = false) =>
  scene({ robots: [robot('a', { mission: leaf(behavior) }), ...(ghost ? [robot('g', { ghost })] : [])] });

const OUTCOMES = [
  'limited force',
  'desired velocity',
  'velocity',
  'way driven, a dot each half second',
  'where it thinks it is',
];

describe('the legend', () => {
  const colors = new BehaviorColors();
  const rows = (now: SceneView) => {
    colors.update(now);
    return legendRows(now, (behavior) => colors.slot(behavior));
  };

  it('has the behaviors of the mission that is on, not of those before, each in its color', () => {
    expect(rows(driven('seek')).map(({ words }) => words)).toEqual(['seek', ...OUTCOMES]);
    const after = rows(driven('flee'));
    expect(after.map(({ words }) => words)).toEqual(['flee', ...OUTCOMES]);
    expect(after[0]?.color).toBe(colors.slot('flee'));
  });

  it('has no two behaviors of the same color, with flock by its three parts', () => {
    const own = ['a', 'b', 'c', 'd', 'e', 'f'];
    const shown = rows(sceneWith([...CATALOG, ...own])).slice(0, CATALOG.length - 1 + own.length);
    const hexes = shown.map(({ color }) => colorOfSlot(Number(color), 'light'));
    expect(new Set(hexes).size).toBe(CATALOG.length - 1 + own.length);
  });

  it('has a sum where there are several', () => {
    const mission = {
      behavior: 'blend',
      children: [{ mission: leaf('seek') }, { mission: leaf('flee') }],
    } as const;
    const words = rows(scene({ robots: [robot('a', { mission })] })).map((row) => row.words);
    expect(words).toEqual(['seek', 'flee', 'sum', ...OUTCOMES]);
  });

  it('tells what is a ghost, where there is one', () => {
    expect(rows(driven('seek', true)).at(-1)).toMatchObject({ sign: 'disc' });
  });
});
