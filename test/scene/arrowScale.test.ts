import { describe, expect, it } from 'vitest';
import type { Vec2 } from '../../src/math/geometry.js';
import {
  arrowScales,
  drawnLength,
  isCut,
  MAX_RELATIVE_LENGTH,
  repeatedOutcomes,
  sumOf,
} from '../../src/scene/arrowScale.js';
import { at, robot, scene, tick } from '../support/viewFixtures.js';

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

const SCALES = { force: { value: 0.5, pixels: 50 }, velocity: { value: 1, pixels: 100 } };
const ALONG = { x: 0.5, y: 0 };
const NO_FORCE = { x: 0, y: 0 };

interface Told {
  readonly contributions?: readonly Vec2[];
  readonly clamped?: Vec2;
  readonly desired?: Vec2;
  readonly velocity?: Vec2;
}

function repeated({
  contributions = [],
  clamped = NO_FORCE,
  desired = NO_FORCE,
  velocity = NO_FORCE,
}: Told): string[] {
  const told = tick(at(0, 0), {
    contributions: contributions.map((force, i) => ({ behavior: `b${i}`, force, marks: [] })),
    steered: { force: clamped, reference: NO_FORCE, mean: NO_FORCE, desiredVelocity: desired },
  });
  return [...repeatedOutcomes(told, velocity, SCALES)];
}

describe('an arrow needs no label', () => {
  it('the clamped force, where it is the only one there is', () => {
    expect(repeated({ contributions: [ALONG, NO_FORCE], clamped: ALONG })).toContain('clamped');
    expect(repeated({ contributions: [ALONG], clamped: { x: 0.3, y: 0 } })).not.toContain('clamped');
    expect(repeated({ contributions: [ALONG, { x: 0, y: 0.1 }], clamped: ALONG })).not.toContain('clamped');
  });

  it('the sum, where there is one force at most', () => {
    expect(repeated({ contributions: [ALONG, NO_FORCE] })).toContain('sum');
    expect(repeated({ contributions: [ALONG, ALONG] })).not.toContain('sum');
  });

  it('the desired velocity, where it lies on that which the robot has', () => {
    expect(repeated({ desired: ALONG, velocity: { x: 0.52, y: 0.03 } })).toContain('desired');
    expect(repeated({ desired: ALONG, velocity: { x: 0.4, y: 0.05 } })).not.toContain('desired');
  });
});

describe('the sum of forces', () => {
  it('is that of all contributions', () => {
    const contributions = [ALONG, { x: 0, y: 0.2 }].map((force) => ({ behavior: 'seek', force, marks: [] }));
    expect(sumOf(tick(at(0, 0), { contributions }))).toEqual({ x: 0.5, y: 0.2 });
  });
});
