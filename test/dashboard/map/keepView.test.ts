import { describe, expect, it } from 'vitest';
import { type Camera, shows } from '../../../src/dashboard/page/map/view/camera.js';
import { nextCamera, type ViewNeeds } from '../../../src/dashboard/page/map/view/keepView.js';
import { at } from './scenes.js';

const before: Camera = { x: 0, y: 0, scale: 100, width: 800, height: 600 };
const looking: ViewNeeds = {
  width: 800,
  height: 600,
  fitting: false,
  followed: undefined,
  bodies: [],
};
const extent = { low: { x: -10, y: -10 }, high: { x: 10, y: 10 } };
const none = () => {
  throw new Error('not to be fitted');
};

describe('the view', () => {
  it('is fitted where there was none', () => {
    expect(
      shows(
        nextCamera(null, looking, () => extent),
        extent.high,
      ),
    ).toBe(true);
  });

  it('stays the very same where nothing asks for another', () => {
    expect(nextCamera(before, looking, none)).toBe(before);
    expect(nextCamera(before, { ...looking, fitting: true, bodies: [at(1, 1)] }, none)).toBe(before);
  });

  it('keeps its middle and scale on a map of another size', () => {
    expect(nextCamera(before, { ...looking, width: 300 }, none)).toEqual({ ...before, width: 300 });
  });

  it('has the robot that is followed in its middle', () => {
    expect(nextCamera(before, { ...looking, followed: at(3, 4) }, none)).toEqual({ ...before, x: 3, y: 4 });
  });

  it('that is fitted is widened for who leaves it; one that somebody chose is not', () => {
    const bodies = [at(5, 0)];
    const wide: boolean[] = [];
    const after = nextCamera(before, { ...looking, fitting: true, bodies }, (room) => {
      wide.push(room);
      return extent;
    });
    expect(wide).toEqual([true]);
    expect(shows(after, at(5, 0))).toBe(true);
    expect(nextCamera(before, { ...looking, bodies }, none)).toBe(before);
  });

  it('that is fitted is fitted anew to another size', () => {
    const after = nextCamera(before, { ...looking, fitting: true, width: 300 }, () => extent);
    expect(shows(after, extent.high)).toBe(true);
  });
});
