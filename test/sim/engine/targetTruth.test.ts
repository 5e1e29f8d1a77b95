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

describe('a place that robots find by their sensors', () => {
  const at = (x: number, y: number) => ({ x, y });
  const truth = new TargetTruth({
    spec: {
      movers: [],
      lines: [
        { points: [at(0, 0), at(1, 0), at(1, 1)], width: 0.02 },
        { points: [at(5, 0), at(5, 5)], width: 0.02 },
      ],
      lights: [
        { at: at(1, 0), brightness: 1 },
        { at: at(9, 0), brightness: 1 },
      ],
      beacons: [{ at: at(0, 3) }],
    },
    poseOf: () => ({ x: 0, y: 0, heading: 0 }),
  });

  it('is the far end of the line at which it began', () => {
    expect(truth.positionOf({ sensed: 'followLine', from: at(0.1, 0.1) }, 0)).toEqual(at(1, 1));
    expect(truth.positionOf({ sensed: 'followLine', from: at(1, 0.9) }, 0)).toEqual(at(0, 0));
    expect(truth.positionOf({ sensed: 'followLine', from: at(4.9, 1) }, 0)).toEqual(at(5, 5));
  });

  it('is the nearest lamp, and the nearest beacon', () => {
    expect(truth.positionOf({ sensed: 'seekLight', from: at(4, 0) }, 0)).toEqual(at(1, 0));
    expect(truth.positionOf({ sensed: 'seekLight', from: at(6, 0) }, 0)).toEqual(at(9, 0));
    expect(truth.positionOf({ sensed: 'seekBeacon', from: at(6, 0) }, 0)).toEqual(at(0, 3));
  });

  it('is nowhere on a closed line', () => {
    const points = [at(0, 0), at(1, 0), at(1, 1), at(0, 0)];
    const closed = new TargetTruth({
      spec: { movers: [], lines: [{ points, width: 0.02 }] },
      poseOf: () => ({ x: 0, y: 0, heading: 0 }),
    });
    expect(closed.positionOf({ sensed: 'followLine', from: at(0.5, 0) }, 0)).toBeUndefined();
  });

  it('is nowhere in a world without one', () => {
    const empty = new TargetTruth({ spec: { movers: [] }, poseOf: () => ({ x: 0, y: 0, heading: 0 }) });
    for (const sensed of ['followLine', 'seekLight', 'seekBeacon'] as const)
      expect(empty.positionOf({ sensed, from: at(0, 0) }, 0)).toBeUndefined();
  });
});
