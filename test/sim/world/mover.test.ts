import { describe, expect, it } from 'vitest';
import type { MoverSpec } from '../../../sim/scenario/scenario.js';
import { moverAt } from '../../../sim/world/mover.js';

const BALL: MoverSpec = {
  id: 'ball',
  waypoints: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 2 },
  ],
  speed: 0.5,
  radius: 0.05,
  solid: false,
};

describe('moverAt', () => {
  it('goes through the waypoints at its speed, and back the same way', () => {
    expect(moverAt(BALL, 0)).toEqual({ position: { x: 0, y: 0 }, velocity: { x: 0.5, y: 0 } });
    expect(moverAt(BALL, 1)).toEqual({ position: { x: 0.5, y: 0 }, velocity: { x: 0.5, y: 0 } });
    expect(moverAt(BALL, 4)).toEqual({ position: { x: 1, y: 1 }, velocity: { x: 0, y: 0.5 } });
    expect(moverAt(BALL, 8).position).toEqual({ x: 1, y: 1 });
    expect(moverAt(BALL, 8).velocity.y).toBe(-0.5);
    expect(moverAt(BALL, 11).position).toEqual({ x: 0.5, y: 0 });
    expect(moverAt(BALL, 11).velocity.x).toBe(-0.5);
    expect(moverAt(BALL, 12)).toEqual(moverAt(BALL, 0));
  });

  it('already has the velocity of the next leg at a waypoint', () => {
    expect(moverAt(BALL, 2)).toEqual({ position: { x: 1, y: 0 }, velocity: { x: 0, y: 0.5 } });
    expect(moverAt(BALL, 6).position).toEqual({ x: 1, y: 2 });
    expect(moverAt(BALL, 6).velocity.y).toBe(-0.5);
    expect(moverAt(BALL, 10).velocity.x).toBe(-0.5);
  });

  it('continues from the last waypoint to the first with `loop`', () => {
    const round: MoverSpec = {
      ...BALL,
      waypoints: [
        { x: 0, y: 0 },
        { x: 3, y: 0 },
        { x: 3, y: 4 },
      ],
      speed: 1,
      loop: true,
    };
    expect(moverAt(round, 8)).toEqual({ position: { x: 2.4, y: 3.2 }, velocity: { x: -0.6, y: -0.8 } });
    expect(moverAt(round, 12)).toEqual(moverAt(round, 0));
    expect(moverAt(round, 13)).toEqual({ position: { x: 1, y: 0 }, velocity: { x: 1, y: 0 } });
  });

  it('has a velocity that is the slope of its position', () => {
    for (let t = 0.25; t < 24; t += 0.5) {
      const { velocity } = moverAt(BALL, t);
      const [before, after] = [moverAt(BALL, t - 1e-4).position, moverAt(BALL, t + 1e-4).position];
      expect(velocity.x).toBeCloseTo((after.x - before.x) / 2e-4, 6);
      expect(velocity.y).toBeCloseTo((after.y - before.y) / 2e-4, 6);
    }
  });

  it('stands without speed, without a second waypoint, without length', () => {
    const standing = { position: { x: 1, y: 0 }, velocity: { x: 0, y: 0 } };
    const here = { x: 1, y: 0 };
    expect(moverAt({ ...BALL, waypoints: [here] }, 3)).toEqual(standing);
    expect(moverAt({ ...BALL, waypoints: [here, here] }, 3)).toEqual(standing);
    expect(moverAt({ ...BALL, waypoints: [here, { x: 2, y: 0 }], speed: 0 }, 3)).toEqual(standing);
  });
});
