import { describe, expect, it } from 'vitest';
import {
  BehaviorColors,
  behaviorsOf,
  legendRows,
} from '../../../src/dashboard/page/map/drawing/behaviorColors.js';
import type { SceneView } from '../../../src/signals/view.js';
import { robot, scene } from './scenes.js';

const leaf = (behavior: string) => ({ behavior, parameters: {} });

const sceneWith = (behaviors: readonly string[], more: Partial<SceneView> = {}): SceneView => {
  const children = behaviors.map((behavior) => ({ mission: leaf(behavior) }));
  return scene({ robots: [robot('a', { mission: { behavior: 'blend', children } })], ...more });
};

describe('the behaviors of a scene', () => {
  it('are those of its missions, each once, in their order', () => {
    expect(behaviorsOf(sceneWith(['flee', 'seek', 'flee']))).toEqual(['flee', 'seek']);
  });

  it('are the parts of a behavior that lets them speak', () => {
    expect(behaviorsOf(sceneWith(['flock', 'align', 'wander']))).toEqual([
      'separate',
      'align',
      'cohere',
      'wander',
    ]);
  });

  it('are none of a ghost, and none of a mission that asks for nothing', () => {
    const robots = [robot('a', { ghost: true, mission: leaf('seek') })];
    expect(behaviorsOf(scene({ robots }))).toEqual([]);
    expect(behaviorsOf(sceneWith([]))).toEqual([]);
  });
});

describe('the colours of behaviors', () => {
  it('are given in the order of the missions', () => {
    const colors = new BehaviorColors();
    colors.update(sceneWith(['seek', 'flee']));
    expect([colors.slot('flee'), colors.slot('seek')]).toEqual([1, 0]);
    expect([colors.has('seek'), colors.has('sum')]).toEqual([true, false]);
  });

  it('stay while a number is tuned, and in another mission', () => {
    const colors = new BehaviorColors();
    colors.update(sceneWith(['seek', 'flee']));
    colors.update(sceneWith(['seek', 'flee'], { about: 'tuned' }));
    colors.update(sceneWith(['wander', 'flee']));
    expect(['seek', 'flee', 'wander'].map((name) => colors.slot(name))).toEqual([0, 1, 2]);
  });

  it('begin anew with another scene', () => {
    const colors = new BehaviorColors();
    colors.update(sceneWith(['seek', 'flee']));
    colors.update(sceneWith(['flee'], { name: 'other' }));
    expect(colors.slot('flee')).toBe(0);
  });

  it('are there for a contribution of no mission, too', () => {
    const colors = new BehaviorColors();
    colors.update(sceneWith(['seek']));
    expect([colors.slot('own'), colors.slot('own')]).toEqual([1, 1]);
  });
});

const driven = (behavior: string, ghost = false) =>
  scene({ robots: [robot('a', { mission: leaf(behavior) }), ...(ghost ? [robot('g', { ghost })] : [])] });

const OUTCOMES = ['clamped force', 'desired velocity', 'velocity', 'where it thinks it is, ±2σ'];

describe('the legend', () => {
  const colors = new BehaviorColors();
  const rows = (now: SceneView) => {
    colors.update(now);
    return legendRows(now, colors);
  };

  it('has the behaviors of the mission that is on, not of those before, each in its colour', () => {
    expect(rows(driven('seek')).map(({ words }) => words)).toEqual(['seek', ...OUTCOMES]);
    const after = rows(driven('flee'));
    expect(after.map(({ words }) => words)).toEqual(['flee', ...OUTCOMES]);
    expect(after[0]?.color).toBe('behavior-2');
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
