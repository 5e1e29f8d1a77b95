import { describe, expect, it } from 'vitest';
import { drawnRadius, frontOf, outlineOf } from '../../../src/dashboard/page/map/drawing/outline.js';
import { robot } from './scenes.js';

const pose = { x: 1, y: 2, heading: Math.PI / 2 };
const plain = { view: robot('a'), pose };
const outlined = {
  view: robot('a', {
    footprint: [
      [0.08, 0],
      [-0.05, 0.05],
      [-0.05, -0.05],
    ],
  }),
  pose,
};
/** Metres a pixel. */
const NEAR = 0.005;
const FAR = 0.1;

describe('a robot on the map', () => {
  it('has its outline where it stands, turned by its heading', () => {
    const [bow, left, right] = outlineOf(outlined, NEAR) ?? [];
    expect(bow).toEqual({ x: expect.closeTo(1), y: expect.closeTo(2.08) });
    expect(left).toEqual({ x: expect.closeTo(0.95), y: expect.closeTo(1.95) });
    expect(right).toEqual({ x: expect.closeTo(1.05), y: expect.closeTo(1.95) });
  });

  it('is a circle where no outline is known, or none could be seen', () => {
    expect(outlineOf(plain, NEAR)).toBeUndefined();
    expect(outlineOf(outlined, FAR)).toBeUndefined();
  });

  it('is never smaller than can be seen', () => {
    expect(drawnRadius(outlined, NEAR)).toBe(0.1);
    expect(drawnRadius(outlined, FAR)).toBeCloseTo(0.4);
  });

  it('reaches ahead as far as its outline, else its circle', () => {
    expect(frontOf(outlined, NEAR)).toBe(0.08);
    expect(frontOf(outlined, FAR)).toBeCloseTo(0.4);
    expect(frontOf(plain, NEAR)).toBe(0.1);
  });
});
