/** A detour round a thing on a line: what it does with a line that it has met, and when it ends. */
import { describe, expect, it } from 'vitest';
import type { Detour } from '../../../src/steering/line/detour.js';
import { detouring, meeting } from '../../../src/steering/line/detour.js';
import { percept } from '../../support/percept.js';

const LINE = { at: { x: 0, y: 0 }, leads: 0, width: 0.019 };
const DETOUR: Detour = { side: -1, stub: 0, driven: 0.3, at: { x: 0, y: 0 } };
const ask = (detour: Detour) =>
  detouring(percept({}), { detour } as { detour?: Detour | null }, LINE, detour);

describe('a detour', () => {
  it('drives over the line that it has met', () => {
    const met = { at: { x: 0.1, y: 0 }, leads: 0 };
    const { memory, desiredVelocity } = ask({ ...DETOUR, met });
    expect(desiredVelocity?.x).toBeGreaterThan(0);
    expect(desiredVelocity?.y).toBeCloseTo(0, 12);
    expect(memory.detour?.met).toEqual(met);
  });

  it('has to meet it again where it was led away from it', () => {
    const { memory } = ask({ ...DETOUR, met: { at: { x: 0.6, y: 0 }, leads: 0 } });
    expect(memory.detour).not.toHaveProperty('met');
  });

  it('ends after six metres, standing, with its reason, whether it has met a line or not', () => {
    for (const met of [{}, { met: { at: { x: 0.1, y: 0 }, leads: 0 } }]) {
      const { desiredVelocity, stands } = ask({ ...DETOUR, driven: 6.01, ...met });
      expect(desiredVelocity).toEqual({ x: 0, y: 0 });
      expect(stands?.why).toContain('has not found its line again');
    }
  });

  it('takes the line to lead away from the thing, on either side', () => {
    const sight = { at: { x: 1, y: 1 }, along: { x: 0.1, y: 0 }, aside: 0 };
    for (const side of [1, -1] as const)
      expect(meeting({ ...DETOUR, side }, sight, 0, 0.5).met?.leads).toBeCloseTo(
        0.5 - (side * Math.PI) / 2,
        12,
      );
    expect(meeting({ ...DETOUR, isFree: true }, sight, 0.2, 0.5).met?.leads).toBe(0.2);
  });
});
