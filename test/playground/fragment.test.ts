import { describe, expect, it } from 'vitest';
import { fragmentOf, sceneOf } from '../../src/playground/fragment.js';

describe('the scene in the address', () => {
  it.each([
    ['#scene=doorway', 'doorway'],
    ['#x=1&scene=doorway-brake', 'doorway-brake'],
    ['', undefined],
    ['#scene=', undefined],
    ['#doorway', undefined],
  ])('of %s is %s', (fragment, scene) => {
    expect(sceneOf(fragment)).toBe(scene);
  });

  it('comes back as it was put in', () => {
    expect(fragmentOf('doorway')).toBe('#scene=doorway');
    expect(sceneOf(fragmentOf('a b&c=ü'))).toBe('a b&c=ü');
  });
});
