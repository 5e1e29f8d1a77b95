/** A path with something on it, beside it or at its beginning is driven to its end. */
import { describe, expect } from 'vitest';
import { cases, exceptions, itInBoth as it, itThorough, partOf } from '../support/effort.js';
import { driveAmong, EYES, fieldOf, SITUATIONS } from '../support/pathsAmongThings.js';

const LOOKING = [{ lookAround: {} }, { avoidObstacles: {} }];
const guardsOf = (eyes: string) => (eyes === 'one eye' ? { guards: LOOKING } : {});

describe('behind avoidObstacles, a robot drives its path to the end and touches nothing', () => {
  it.each(partOf(Object.keys(SITUATIONS), 5))('%s', (name) => {
    const situation = SITUATIONS[name];
    if (!situation) throw new Error(name);
    expect(driveAmong({ situation, eyes: 'truth' })).toMatchObject({ arrived: true, contacts: 0 });
  });
});

describe.each(Object.keys(EYES))('by %s', (eyes) => {
  const all = Object.values(SITUATIONS);

  itThorough('all situations but one at most are driven', () => {
    const failed = cases(all.length).filter((i) => {
      const situation = all[i];
      const driven = situation && driveAmong({ situation, eyes, ...guardsOf(eyes) });
      return !driven?.arrived || driven.contacts > 0;
    });
    expect(failed.length).toBeLessThanOrEqual(exceptions(0.1, all.length));
  });

  itThorough('posts anywhere near a path are passed', () => {
    for (const i of cases(24)) {
      const situation = fieldOf(i + 1);
      const driven = driveAmong({ situation, eyes, seed: i + 1, ...guardsOf(eyes) });
      expect({ seed: i + 1, ...driven }).toMatchObject({ arrived: true, contacts: 0 });
    }
  });
});

describe('a robot that starts beside its path', () => {
  it.each([
    [0.1, 0.1],
    [0.3, 0.2],
    [1, -0.3],
    [-0.2, 0.05],
  ] as const)('at %d, %d drives its beginning, too', (x, y) => {
    const situation = { path: [[0, 0], [0.1, 0], [0.2, 0], [0.4, 0], [2, 0]], things: {}, from: [x, y] } as const; // biome-ignore format: one line
    const { arrived, missed } = driveAmong({ situation, eyes: 'truth' });
    expect(arrived).toBe(true);
    expect(missed).toBeLessThan(0.055);
  });

  it('drives to a short path that is far away as fast as it can stop there', () => {
    const situation = { path: [[0, 0], [0.02, 0]], things: {}, from: [-3, 0.5] } as const; // biome-ignore format: one line
    const { arrived, seconds } = driveAmong({ situation, eyes: 'truth' });
    expect(arrived).toBe(true);
    expect(seconds).toBeLessThan(10);
  });

  it.each([0.1, 0.2, 0.5])('of %d m a side drives a whole small lap', (side) => {
    const path = [[0, 0], [side, 0], [side, side], [0, side], [0, 0]] as const; // biome-ignore format: one line
    const situation = { path, things: {}, from: [-0.25, 0.25] } as const;
    const { arrived, missed } = driveAmong({ situation, eyes: 'truth' });
    expect(arrived).toBe(true);
    expect(missed).toBeLessThan(0.055);
  });
});

describe('on a straight path with posts', () => {
  it('it takes at most 1.3 times as long as arrive takes to the same end', () => {
    for (const i of partOf([1, 3, 5, 7, 9, 11], 2)) {
      const situation = fieldOf(i + 1);
      const [x, y] = situation.path.at(-1) ?? [0, 0];
      const along = driveAmong({ situation, eyes: 'truth' });
      const straight = driveAmong({ situation, eyes: 'truth', goal: { arrive: { target: [x, y] } } });
      expect(along.seconds).toBeLessThan(1.3 * straight.seconds);
    }
  });
  it('it takes at most 1.3 times as long past a large box, whose inside is no place to come back to', () => {
    for (const side of partOf([1, 0.5, 0.8, 1.5], 1)) {
      const things = { boxes: [{ at: [1.5, 0], size: [side, side] }] } as const;
      const situation = { path: [[0, 0], [3, 0]], things } as const; // biome-ignore format: one line
      const along = driveAmong({ situation, eyes: 'truth' });
      const straight = driveAmong({ situation, eyes: 'truth', goal: { arrive: { target: [3, 0] } } });
      expect({ side, ...along }).toMatchObject({ arrived: true, contacts: 0 });
      expect(along.seconds / straight.seconds, `${side}`).toBeLessThan(1.3);
    }
  });
});
