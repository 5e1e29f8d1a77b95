import { afterEach, describe, expect, it } from 'vitest';
import { scene } from '../../../src/dashboard/page/store.js';
import { meaningOf } from '../../../src/dashboard/page/words.js';
import { sceneOf } from './views.js';

describe('the words of the page', () => {
  afterEach(() => {
    scene.value = null;
  });

  it('explain the arrows of the legend and the curves of the charts', () => {
    for (const word of ['limited force', 'desired velocity', 'where it thinks it is', 'allowed speed'])
      expect(meaningOf(word), word).toMatch(/\.$/);
    expect(meaningOf('seek')).toBeUndefined();
  });

  it('explain the marks of a robot by what its behaviors say, if it has said so', () => {
    const [robot] = sceneOf('a').robots;
    if (!robot) throw new Error('a scene without a robot');
    scene.value = {
      ...sceneOf('a'),
      robots: [robot, { ...robot, id: 'b', words: { lamp: 'It is bright.' } }],
    };
    expect(meaningOf('lamp')).toBe('It is bright.');
    expect(meaningOf('mouth')).toBeUndefined();
  });
});
