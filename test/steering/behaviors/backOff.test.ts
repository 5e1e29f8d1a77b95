import { describe, expect, it } from 'vitest';
import { backOff } from '../../../src/steering/behaviors/backOff.js';
import { percept, SMALL } from '../../support/percept.js';

const at = (x: number, y: number, heading: number, forwardSpeed = 0) =>
  percept({ body: SMALL, pose: { x, y, heading }, forwardSpeed });

describe('backOff', () => {
  it('drives straight backwards, no faster than it is told, and brakes before its end', () => {
    const behavior = backOff({ distance: 0.2, speed: 0.1 });
    const first = behavior.steer(at(1, 1, Math.PI / 2), behavior.start(), { x: 0, y: 0 });
    expect(first.twist).toEqual({ linear: -0.1, angular: 0 });
    expect(first.desiredVelocity?.y).toBeCloseTo(-0.1);
    const near = behavior.steer(at(1, 0.802, Math.PI / 2, -0.05), first.memory, { x: 0, y: 0 });
    expect(near.twist?.linear).toBeGreaterThan(-0.1);
    expect(near.done ?? near.arrived).toBeUndefined();
  });

  it('ends at its distance from where it began, wherever it was turned or pushed meanwhile', () => {
    const behavior = backOff(0.2);
    const first = behavior.steer(at(0, 0, 0), behavior.start(), { x: 0, y: 0 });
    // Turned round by what it met: backwards is now the other way.
    expect(behavior.steer(at(0.199, 0, Math.PI), first.memory, { x: 0, y: 0 }).arrived).toBe(true);
  });

  it('begins anew where it was carried far away meanwhile', () => {
    const behavior = backOff(0.2);
    const first = behavior.steer(at(0, 0, 0), behavior.start(), { x: 0, y: 0 });
    const carried = behavior.steer(at(3, 3, 1), first.memory, { x: 0, y: 0 });
    expect(carried.memory.from).toEqual({ x: 3, y: 3, heading: 1 });
    expect(carried.twist?.linear).toBeLessThan(0);
    expect(carried.arrived).not.toBe(true);
  });

  it('then turns by its angle from the heading that it had', () => {
    const behavior = backOff({ distance: '10 cm', turn: '90 deg' });
    const first = behavior.steer(at(0, 0, 0.3), behavior.start(), { x: 0, y: 0 });
    const there = behavior.steer(at(-0.098, -0.03, 0.32), first.memory, { x: 0, y: 0 });
    expect(there.face).toBeCloseTo(0.3 + Math.PI / 2);
    expect(there.arrived).toBe(false);
    expect(behavior.steer(at(-0.1, 0, 0.3 + Math.PI / 2), there.memory, { x: 0, y: 0 }).arrived).toBe(true);
  });

  it('fails when it comes no farther for two seconds', () => {
    const behavior = backOff(0.2);
    let said = behavior.steer(at(0, 0, 0), behavior.start(), { x: 0, y: 0 });
    let ticks = 1;
    for (; said.done === undefined && ticks < 500; ticks++)
      said = behavior.steer(at(0, 0, 0), said.memory, { x: 0, y: 0 });
    expect([said.done, said.why]).toEqual(['failed', 'it cannot drive backwards']);
    expect(ticks * 0.02).toBeCloseTo(2, 0);
  });
});
