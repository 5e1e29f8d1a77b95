import { describe, expect, it } from 'vitest';
import { Trail, Trails } from '../../../src/dashboard/page/map/view/trails.js';
import { at, frame, placed, robot, scene } from '../../support/viewFixtures.js';

const xsOf = (trail: Trail | undefined): number[] =>
  trail ? Array.from({ length: trail.end - trail.start }, (_, i) => trail.x(trail.start + i)) : [];

describe('a trail', () => {
  it('takes no point that is nearer than its step', () => {
    const trail = new Trail(10, 0.1);
    for (const x of [0, 0.05, 0.12, 0.15, 0.25]) trail.add({ x, y: 0 }, 1, 0);
    expect(xsOf(trail)).toEqual([0, 0.12, 0.25]);
  });

  it('keeps the newest points, numbered on and on', () => {
    const trail = new Trail(3, 0.1);
    for (let x = 0; x < 5; x++) trail.add({ x, y: 0 }, 2, 0);
    expect([trail.start, trail.end]).toEqual([2, 5]);
    expect(xsOf(trail)).toEqual([2, 3, 4]);
  });

  it('breaks where a robot was moved', () => {
    const trail = new Trail(10, 0.1);
    for (const x of [0, 0.2, 5, 5.2]) trail.add({ x, y: 0 }, 0.5, 0);
    expect(xsOf(trail)).toEqual([0, 0.2, Number.NaN, 5, 5.2]);
  });
});

describe('trails', () => {
  const step = (trails: Trails, x: number, time: number) =>
    trails.update(frame([placed('a', at(x, 0))], { at: time }));

  it('go on while numbers and missions of a scene change', () => {
    const trails = new Trails();
    trails.update(scene());
    step(trails, 0, 0);
    trails.update(scene({ robots: [robot('a', { mission: { behavior: 'wander', parameters: {} } })] }));
    step(trails, 0.05, 0.1);
    expect(xsOf(trails.of('a'))).toEqual([0, 0.05]);
  });

  it('begin anew with another scene, and where time begins anew', () => {
    const trails = new Trails();
    trails.update(scene());
    step(trails, 0, 5);
    trails.update(scene({ name: 'other' }));
    step(trails, 1, 5.1);
    expect(xsOf(trails.of('a'))).toEqual([1]);
    const before = trails.generation;
    step(trails, 2, 0);
    expect(xsOf(trails.of('a'))).toEqual([2]);
    expect(trails.generation).toBeGreaterThan(before);
  });

  it('break where a robot is put, and not where frames were missed', () => {
    const trails = new Trails();
    trails.update(scene());
    step(trails, 0, 0);
    step(trails, 0.5, 1);
    step(trails, 3, 1.02);
    expect(xsOf(trails.of('a'))).toEqual([0, 0.5, Number.NaN, 3]);
  });

  it('of a recording are those that it holds, wherever it is scrubbed to, and connect no jump', () => {
    const trails = new Trails();
    const line = (...xs: number[]) => xs.map((x) => ({ x, y: 0 }));
    const history = { trails: { a: [line(0, 0.1, 0.2), line(4, 4.1)] }, samples: [], news: [] };
    trails.update(scene({ source: 'recording', history }));
    const whole = [0, 0.1, 0.2, Number.NaN, 4, 4.1];
    expect(xsOf(trails.of('a'))).toEqual(whole);
    const before = trails.generation;
    step(trails, 4, 3);
    step(trails, 0, 0);
    step(trails, 0.2, 1);
    expect(xsOf(trails.of('a'))).toEqual(whole);
    expect(trails.generation).toBe(before);
  });
});
