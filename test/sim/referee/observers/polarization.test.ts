import { describe, expect, it } from 'vitest';
import { PolarizationObserver } from '../../../../sim/referee/observers/polarization.js';
import { facing, handScene } from './scene.js';

const measured = (observer: PolarizationObserver) => observer.rows()[0]?.measured;

describe('polarization', () => {
  it.each([
    ['1 where all face one way', [0.7, 0.7, 0.7], 1],
    ['0 where two face each other', [0, Math.PI], 0],
    ['0 where they face all ways alike', [0, Math.PI / 2, Math.PI, -Math.PI / 2], 0],
    ['√½ at a right angle', [0, Math.PI / 2], Math.SQRT1_2],
    ['1 across the seam of angles', [Math.PI, -Math.PI + 1e-12], 1],
  ])('is %s', (_, headings, expected) => {
    const scene = handScene(Object.fromEntries(headings.map((heading, i) => [`r${i}`, facing(heading)])));
    const observer = new PolarizationObserver(0.5, 0, scene);
    observer.observe(0);
    observer.observe(1);
    expect(measured(observer)).toBeCloseTo(expected, 9);
  });

  it('is the mean over the time from `after` on, whatever the length of the steps', () => {
    const scene = handScene({ a: facing(0), b: facing(Math.PI) });
    const observer = new PolarizationObserver(0.5, 2, scene);
    for (const at of [0, 1, 2, 3]) observer.observe(at);
    scene.poses.b = facing(0);
    observer.observe(6);
    // From 2 s on: 0 for 1 s and 1 for 3 s.
    expect(observer.rows()).toEqual([
      { criterion: 'polarization', limit: 0.5, measured: 0.75, passed: true, bound: 'atLeast' },
    ]);
  });

  it('counts of a step that `after` falls into only the part behind it', () => {
    const scene = handScene({ a: facing(0), b: facing(0) });
    const observer = new PolarizationObserver(0.5, 1.5, scene);
    for (const at of [0, 1, 2]) observer.observe(at);
    scene.poses.b = facing(Math.PI);
    observer.observe(2.5);
    expect(measured(observer)).toBeCloseTo(0.5, 9);
  });

  it('is not met by a run that ends before', () => {
    const observer = new PolarizationObserver(0.5, 5, handScene({ a: facing(0) }));
    observer.observe(0);
    observer.observe(4);
    expect(observer.rows()[0]).toMatchObject({ measured: null, passed: false });
  });
});
