import { describe, expect, it } from 'vitest';
import { plotRun } from '../../../sim/session/plotRun.js';
import { leaf, robotSpec, scenarioOf, upward } from '../../support/plotFixtures.js';

describe('goals in a picture', () => {
  const dashes = 'stroke-dasharray="7 5"';
  const drawn = (mission: Parameters<typeof robotSpec>[1]) =>
    plotRun(scenarioOf([robotSpec('a', mission)]), [upward]);
  const path = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];

  it('are paths, as pairs or as points, at any depth of the mission', () => {
    const asPoints = path.map(([x, y]) => ({ x, y }));
    const pairs = drawn(leaf('followPath', { path }));
    const nested = drawn({
      behavior: 'prioritize',
      children: [
        { mission: leaf('wander', {}), weight: 1 },
        {
          mission: { behavior: 'blend', children: [{ mission: leaf('followPath', { path }), weight: 2 }] },
          weight: 1,
        },
      ],
    });
    expect(pairs).toContain(dashes);
    expect(pairs).toContain('>path<');
    expect(drawn(leaf('followPath', { path: asPoints }))).toBe(pairs);
    expect(drawn(leaf('followPath', { points: asPoints }))).toBe(pairs);
    expect(nested).toBe(pairs);
  });

  it('are crosses on fixed targets and pointers, with the circle within which they count', () => {
    const fixed = drawn(leaf('arrive', { target: [2, 1], within: 0.2 }));
    const cross = 'target and its tolerance';
    expect(fixed).toContain(cross);
    // A pointer has a second ring.
    const pointer = drawn(leaf('seek', { target: { pointer: [2, 1] }, within: 0.2 }));
    expect(pointer.replace(/<circle [^>]*r="12"\/>/, '')).toBe(fixed);
    expect(drawn(leaf('seek', { target: { mover: 'ball' }, within: 0.2 }))).not.toContain(cross);
  });

  it('are left out if parameters are invalid', () => {
    for (const nonsense of [
      undefined,
      null,
      7,
      'square.csv',
      [1],
      [[1, 'a']],
      [
        [Number.NaN, 0],
        [1, 1],
      ],
      {},
    ]) {
      expect(drawn(leaf('followPath', { path: nonsense }))).not.toContain(dashes);
      expect(drawn(leaf('seek', { target: nonsense }))).not.toContain('target and its tolerance');
    }
  });
});
