import { describe, expect, it } from 'vitest';
import { TargetTruth } from '../../../sim/engine/targetTruth.js';
import type { MoverSpec } from '../../../sim/scenario/scenario.js';

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

  it('is where a mission gives it until it is moved', () => {
    const targetTruth = new TargetTruth({
      spec: { movers: [mover('ball')] },
      poseOf: () => ({ x: 0, y: 0, heading: 0 }),
    });
    expect(targetTruth.positionOf(pointer, 2)).toEqual({ x: 5, y: 5 });
    expect(targetTruth.pointerAt(2)).toBeUndefined();
    expect(targetTruth.targets(2).map(({ id }) => id)).toEqual(['ball']);
  });

  it('is where its mover is until an operator holds it; then the mover is not reported any more', () => {
    const targetTruth = new TargetTruth({
      spec: { movers: [mover('ball'), mover('pointer')] },
      poseOf: () => ({ x: 0, y: 0, heading: 0 }),
    });
    expect(targetTruth.positionOf(pointer, 2)).toEqual({ x: 2, y: 0 });
    expect(targetTruth.targets(2).map(({ id }) => id)).toEqual(['ball', 'pointer']);
    targetTruth.held = { x: 7, y: 7 };
    expect(targetTruth.positionOf(pointer, 2)).toEqual({ x: 7, y: 7 });
    expect(targetTruth.targets(2)).toMatchObject([
      { id: 'ball', position: { x: 2, y: 0 } },
      { id: 'pointer', at: 2, position: { x: 7, y: 7 }, velocity: { x: 0, y: 0 } },
    ]);
  });
});
