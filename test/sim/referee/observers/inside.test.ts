import { describe, expect, it } from 'vitest';
import { InsideObserver } from '../../../../sim/referee/observers/inside.js';
import { handScene, placed } from './scene.js';

const corner = (x: number, y: number) => ({ x, y });
const row = (measured: number, passed: boolean) => ({ criterion: 'inside', limit: 0, measured, passed });

describe('inside', () => {
  it.each([
    [corner(0, 0), corner(2, 1)],
    [corner(2, 1), corner(0, 0)],
    [corner(0, 1), corner(2, 0)],
  ])('takes any two opposite corners', (a, b) => {
    const scene = handScene({ a: placed(2, 1), b: placed(0, 0) });
    const observer = new InsideObserver([a, b], scene);
    observer.observe();
    expect(observer.rows()).toEqual([row(0, true)]);
  });

  it('remembers the farthest that anybody was outside', () => {
    const scene = handScene({ a: placed(1, 0.5), b: placed(1, 0.5) });
    const observer = new InsideObserver([corner(0, 0), corner(2, 1)], scene);
    scene.poses.b = placed(2.3, 1.4);
    observer.observe();
    scene.poses.b = placed(1, 0.5);
    scene.poses.a = placed(-0.1, 0.5);
    observer.observe();
    // Past the corner by 0.3 and 0.4.
    expect(observer.rows()).toEqual([row(expect.closeTo(0.5, 9) as unknown as number, false)]);
  });
});
