import { describe, expect, it } from 'vitest';
import { describeMap as inWords } from '../../../src/dashboard/page/map/describe.js';
import { at, frame, placed, robot, rolling, scene, tick } from './scenes.js';

const degrees = (angle: number) => (angle * Math.PI) / 180;

describe('the map in words', () => {
  it('says where the robot is, where it faces, how fast it is and how far from its target', () => {
    const pose = at(1.2, 0.4, degrees(30));
    const robots = [robot('scout', { mission: { behavior: 'seek', parameters: { target: [2, 0.4] } } })];
    expect(inWords(scene({ robots }), frame([placed('scout', pose, { tick: rolling(pose, 0.31) })]))).toBe(
      'scout at 1.2 m, 0.4 m, heading 30°, 0.31 m/s, 0.8 m from its target.',
    );
  });

  it('says what pushes it most, and that it is off its path', () => {
    const contributions = [
      { behavior: 'seek', force: { x: 0.1, y: 0 }, marks: [] },
      { behavior: 'avoidObstacles', force: { x: 0, y: -0.3 }, marks: [] },
    ];
    const robots = [robot('a', { mission: { behavior: 'wander', parameters: {} } })];
    const steered = { ...tick(at(0, 0)).steered, force: { x: 0.1, y: -0.3 } };
    const words = (more: Parameters<typeof tick>[1]) => {
      const told = tick(at(0, 0), { contributions, steered, ...more });
      return inWords(scene({ robots }), frame([placed('a', at(0, 0), { tick: told, crossTrack: -0.02 })]));
    };
    for (const nothing of [
      { mode: 'manual' },
      { safety: 'stopped' },
      { steered: tick(at(0, 0)).steered },
    ] as const)
      expect(words(nothing)).not.toContain('pushes');
    expect(words({})).toBe(
      'a at 0.0 m, 0.0 m, heading 0°, 0.00 m/s, 0.02 m right of its path, avoidObstacles pushes it to −90°.',
    );
  });

  it('says that it is stopped, by whom it is driven, that it has arrived', () => {
    const words = (more: Parameters<typeof tick>[1]) =>
      inWords(scene(), frame([placed('a', at(0, 0), { tick: tick(at(0, 0), more) })]));
    expect(words({ safety: 'stopped' })).toContain(', stopped.');
    expect(words({ safety: 'faulted' })).toContain(', stopped by a fault.');
    expect(words({ mode: 'manual' })).toContain(', driven by hand.');
    expect(words({ arrived: true })).toContain(', arrived.');
  });

  it('tells of the one that is meant, counts the others, and no ghost', () => {
    const robots = [robot('shade', { ghost: true }), robot('a'), robot('b'), robot('c')];
    const now = frame([
      placed('shade', at(0, 0)),
      placed('a', at(1, 0), { tick: rolling(at(1, 0), 0.2) }),
      placed('b', at(2, 0), { tick: tick(at(2, 0), { safety: 'stopped' }) }),
      placed('c', at(3, 0)),
    ]);
    expect(inWords(scene({ robots }), now)).toMatch(
      /^a at 1\.0 m.*\. 2 other robots, 0 moving, 1 stopped\.$/,
    );
    expect(inWords(scene({ robots }), now, 'b')).toMatch(/^b at 2\.0 m.*\. 2 other robots, 1 moving\.$/);
  });

  it('has words where there is nothing yet', () => {
    expect(inWords(null, null)).toBe('Nothing runs yet.');
    expect(inWords(scene(), null)).toBe('test: no robot is known yet.');
    expect(inWords(scene(), frame([]))).toBe('test: no robot is known yet.');
  });

  it('has no zero below zero', () => {
    expect(inWords(scene(), frame([placed('a', at(-0.001, 0))]))).toContain('a at 0.00 m, 0.0 m');
  });
});
