import { describe, expect, it } from 'vitest';
import { BehaviorColors, behaviorsOf } from '../../../src/dashboard/page/map/drawing/behaviorColors.js';
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
