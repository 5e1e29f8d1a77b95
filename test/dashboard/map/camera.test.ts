import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Camera,
  eased,
  fitted,
  nextCamera,
  panBy,
  pinched,
  shows,
  toPlane,
  toScreen,
  type ViewNeeds,
  zoomAbout,
} from '../../../src/dashboard/page/map/view/camera.js';
import { at } from '../../support/viewFixtures.js';

const camera: Camera = { x: 1, y: 2, scale: 100, width: 800, height: 600 };
const pixel = fc.record({
  x: fc.integer({ min: 0, max: 800 }),
  y: fc.integer({ min: 0, max: 600 }),
});

describe('a camera', () => {
  it('has its point in the middle of the screen, and up is up', () => {
    expect(toScreen(camera, { x: 1, y: 2 })).toEqual({ x: 400, y: 300 });
    expect(toScreen(camera, { x: 2, y: 3 })).toEqual({ x: 500, y: 200 });
    expect(toPlane(camera, { x: 500, y: 200 })).toEqual({ x: 2, y: 3 });
  });

  it('zooms about a point that stays where it is', () => {
    fc.assert(
      fc.property(
        pixel,
        fc.integer({ min: 1, max: 100 }).map((v) => v / 10),
        (at, factor) => {
          const zoomed = zoomAbout(camera, at, factor);
          expect(zoomed.scale).toBeCloseTo(100 * factor, 6);
          const back = toScreen(zoomed, toPlane(camera, at));
          expect(back.x).toBeCloseTo(at.x, 6);
          expect(back.y).toBeCloseTo(at.y, 6);
        },
      ),
    );
  });

  it('neither zooms in nor out for ever', () => {
    expect(zoomAbout(camera, { x: 0, y: 0 }, 1e9).scale).toBe(4000);
    expect(zoomAbout(camera, { x: 0, y: 0 }, 1e-9).scale).toBe(2);
  });

  it('is panned as a hand moves the paper', () => {
    const panned = panBy(camera, 50, 20);
    expect(toScreen(panned, { x: 1, y: 2 })).toEqual({ x: 450, y: 320 });
  });

  it('keeps what is under two fingers under them', () => {
    const from = [
      { x: 300, y: 300 },
      { x: 400, y: 300 },
    ] as const;
    const to = [
      { x: 250, y: 200 },
      { x: 450, y: 200 },
    ] as const;
    const after = pinched(camera, from, to);
    expect(after.scale).toBeCloseTo(200);
    const there = toScreen(after, toPlane(camera, from[1]));
    expect(there.x).toBeCloseTo(450);
    expect(there.y).toBeCloseTo(200);
    expect(pinched(camera, [to[0], to[0]], to).scale).toBe(100);
  });
});

describe('a fitted view', () => {
  const extent = { low: { x: -2, y: -1 }, high: { x: 2, y: 1 } };

  it('shows all of it, and hardly more', () => {
    const view = fitted(extent, 800, 600);
    expect(shows(view, extent.low)).toBe(true);
    expect(shows(view, extent.high)).toBe(true);
    expect(shows({ ...view, scale: 1.2 * view.scale }, extent.high)).toBe(false);
    expect(view.x).toBe(0);
  });

  it.each([
    [800, 600],
    [1000, 300],
    [390, 240],
  ])('of %d by %d pixels keeps clear of the bar at the bottom', (width, height) => {
    const view = fitted(extent, width, height);
    expect(toScreen(view, extent.low).y).toBeLessThanOrEqual(height - 44 + 1e-9);
    expect(toScreen(view, extent.high).y).toBeGreaterThan(0);
  });
});

const before: Camera = { x: 0, y: 0, scale: 100, width: 800, height: 600 };
const looking: ViewNeeds = {
  width: 800,
  height: 600,
  fitting: false,
  held: false,
  followed: undefined,
  robots: [],
};
const extent = { low: { x: -10, y: -10 }, high: { x: 10, y: 10 } };
const none = () => {
  throw new Error('not to be fitted');
};

describe('the view', () => {
  it('is fitted to the scene at first', () => {
    expect(
      shows(
        nextCamera(null, looking, () => extent),
        extent.high,
      ),
    ).toBe(true);
  });

  it('stays the very same where nothing asks for another', () => {
    expect(nextCamera(before, looking, none)).toBe(before);
    expect(nextCamera(before, { ...looking, fitting: true, robots: [at(1, 1)] }, none)).toBe(before);
  });

  it('keeps its middle and scale on a map of another size', () => {
    expect(nextCamera(before, { ...looking, width: 300 }, none)).toEqual({ ...before, width: 300 });
  });

  it('has the robot that is followed in its middle', () => {
    expect(nextCamera(before, { ...looking, followed: at(3, 4) }, none)).toEqual({ ...before, x: 3, y: 4 });
  });

  it('that is fitted is widened for a robot that leaves it; a chosen one is not', () => {
    const robots = [at(5, 0)];
    const wide: boolean[] = [];
    const after = nextCamera(before, { ...looking, fitting: true, robots }, (room) => {
      wide.push(room);
      return extent;
    });
    expect(wide).toEqual([true]);
    expect(shows(after, at(5, 0))).toBe(true);
    expect(nextCamera(before, { ...looking, robots }, none)).toBe(before);
  });

  it('stays under a pointer that is down, whatever leaves it', () => {
    const leaving = { ...looking, fitting: true, held: true, robots: [at(5, 0)] };
    expect(nextCamera(before, leaving, none)).toBe(before);
  });

  it('moves to another one without a leap, ever nearer, and gets there', () => {
    const goal = { ...before, x: 3, y: -1, scale: 25 };
    let [view, steps] = [before, 0];
    for (; view !== goal && steps < 200; steps++) {
      const next = eased(view, goal, 1 / 60);
      expect(next.scale).toBeGreaterThan(0.8 * view.scale);
      expect(next.scale).toBeLessThanOrEqual(view.scale);
      expect(Math.abs(goal.x - next.x)).toBeLessThanOrEqual(Math.abs(goal.x - view.x));
      view = next;
    }
    expect(view).toBe(goal);
    expect(steps).toBeLessThan(90);
  });

  it('that is fitted is fitted anew to another size', () => {
    const after = nextCamera(before, { ...looking, fitting: true, width: 300 }, () => extent);
    expect(shows(after, extent.high)).toBe(true);
  });
});
