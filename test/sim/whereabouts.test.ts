import { describe, expect, it } from 'vitest';
import type { MoverSpec } from '../../sim/scenario.js';
import { Whereabouts } from '../../sim/whereabouts.js';

const mover = (id: string): MoverSpec => ({
  id,
  waypoints: [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ],
  speed: 1,
  radius: 0.1,
  solid: false,
});

describe('the pointer', () => {
  const pointer = { pointer: [5, 5] } as const;

  it('is where a mission says while nobody moves it', () => {
    const whereabouts = new Whereabouts(
      () => [mover('ball')],
      () => ({ x: 0, y: 0, heading: 0 }),
    );
    expect(whereabouts.positionOf(pointer, 2)).toEqual({ x: 5, y: 5 });
    expect(whereabouts.pointerAt(2)).toBeUndefined();
    expect(whereabouts.targets(2).map(({ id }) => id)).toEqual(['ball']);
  });

  it('is where its mover is, until somebody holds it: then nothing is said of the mover any more', () => {
    const whereabouts = new Whereabouts(
      () => [mover('ball'), mover('pointer')],
      () => ({ x: 0, y: 0, heading: 0 }),
    );
    expect(whereabouts.positionOf(pointer, 2)).toEqual({ x: 2, y: 0 });
    expect(whereabouts.targets(2).map(({ id }) => id)).toEqual(['ball', 'pointer']);
    whereabouts.held = { x: 7, y: 7 };
    expect(whereabouts.positionOf(pointer, 2)).toEqual({ x: 7, y: 7 });
    expect(whereabouts.targets(2)).toMatchObject([
      { id: 'ball', position: { x: 2, y: 0 } },
      { id: 'pointer', at: 2, position: { x: 7, y: 7 }, velocity: { x: 0, y: 0 } },
    ]);
  });
});
