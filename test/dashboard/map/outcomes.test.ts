import { describe, expect, it } from 'vitest';
import { repeatedOutcomes, sumOf } from '../../../src/dashboard/page/map/outcomes.js';
import type { Vec2 } from '../../../src/math/geometry.js';
import { at, tick } from './scenes.js';

const SCALES = { force: { value: 0.5, pixels: 50 }, velocity: { value: 1, pixels: 100 } };
const ALONG = { x: 0.5, y: 0 };
const NONE = { x: 0, y: 0 };

interface Told {
  readonly contributions?: readonly Vec2[];
  readonly clamped?: Vec2;
  readonly desired?: Vec2;
  readonly velocity?: Vec2;
}

function repeated({ contributions = [], clamped = NONE, desired = NONE, velocity = NONE }: Told): string[] {
  const told = tick(at(0, 0), {
    contributions: contributions.map((force, i) => ({ behavior: `b${i}`, force, marks: [] })),
    steered: { force: clamped, reference: NONE, mean: NONE, desiredVelocity: desired },
  });
  return [...repeatedOutcomes(told, velocity, SCALES)];
}

describe('an arrow needs no label', () => {
  it('the clamped force, where it is the only one there is', () => {
    expect(repeated({ contributions: [ALONG, NONE], clamped: ALONG })).toContain('clamped');
    expect(repeated({ contributions: [ALONG], clamped: { x: 0.3, y: 0 } })).not.toContain('clamped');
    expect(repeated({ contributions: [ALONG, { x: 0, y: 0.1 }], clamped: ALONG })).not.toContain('clamped');
  });

  it('the sum, where there is one force at most', () => {
    expect(repeated({ contributions: [ALONG, NONE] })).toContain('sum');
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
