import { describe, expect, it } from 'vitest';
import {
  arrowScales,
  drawnLength,
  isCut,
  MAX_RELATIVE_LENGTH,
} from '../../../src/dashboard/page/map/drawing/arrowScale.js';
import { robot, scene } from './scenes.js';

describe('the scale of arrows', () => {
  it('is that of the strongest and fastest robot that is no ghost', () => {
    const weak = robot('weak', { limits: { speed: 0.2, force: 0.1 } });
    const strong = robot('strong', { limits: { speed: 0.4, force: 0.8 } });
    const ghost = robot('ghost', { limits: { speed: 9, force: 9 }, ghost: true });
    const { force, velocity } = arrowScales(scene({ robots: [weak, strong, ghost] }), 200);
    expect(force.value).toBe(0.8);
    expect(velocity.value).toBe(0.4);
    expect(velocity.pixels).toBeCloseTo(0.5 * 0.4 * 200);
  });

  it('keeps arrows readable however far one zooms', () => {
    for (const scale of [1, 100, 4000]) {
      const { force, velocity } = arrowScales(scene(), scale);
      expect(force.pixels).toBeGreaterThanOrEqual(24);
      expect(force.pixels).toBeLessThanOrEqual(88);
      expect(velocity.pixels).toBeGreaterThanOrEqual(24);
      expect(velocity.pixels).toBeLessThanOrEqual(104);
    }
  });

  it('is one of a lone ghost too', () => {
    expect(arrowScales(scene({ robots: [robot('g', { ghost: true })] }), 100).force.value).toBe(0.45);
  });
});

describe('an arrow', () => {
  const scale = { value: 0.5, pixels: 50 };

  it('is as long as its value, and cut where it would be too long', () => {
    expect(drawnLength(0.25, scale)).toBe(25);
    expect(drawnLength(50, scale)).toBe(MAX_RELATIVE_LENGTH * 50);
    expect(isCut(0.5 * MAX_RELATIVE_LENGTH, scale)).toBe(false);
    expect(isCut(0.51 * MAX_RELATIVE_LENGTH, scale)).toBe(true);
  });
});
