/** A loop that is created long before its clock runs: the motion monitor begins with the first tick. */
import { describe, expect, it } from 'vitest';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Reading, Tick } from '../../src/signals/signals.js';
import { SCOUT } from '../sim/bodies.js';
import { foldedLoop, saying } from './foldedLoop.js';

const START = 5;
const PERIOD = 0.02;
const METERS_PER_COUNT = (Math.PI * 0.07) / 1437;
const rolled = (at: number, way: number): Reading => {
  const counts = Math.round(way / METERS_PER_COUNT);
  return { kind: 'encoders', at, left: counts, right: counts };
};

describe('the first tick, long after the loop was made', () => {
  it('accepts a robot that rolls as commanded before', () => {
    const direct: RobotDefinition = { ...SCOUT, control: { ...SCOUT.control, steering: 'direct' } };
    const loop = foldedLoop(direct, saying({ desiredVelocity: { x: 0.5, y: 0 } }), { speed: 0.5 });
    const ticks: Tick[] = [loop.tickAt(START)];
    for (let n = 1; n < 50; n++) {
      const at = START + n * PERIOD;
      loop.hear(rolled(at, 0.5 * n * PERIOD));
      ticks.push(loop.tickAt(at));
    }
    expect(ticks.at(-1)).toMatchObject({ safety: 'driving', faults: [] });
    expect(ticks.at(-1)?.granted.left).toBeCloseTo(0.5, 2);
  });

  it('keeps the counts from before it: a jump from there is found', () => {
    const loop = foldedLoop(SCOUT, saying({}));
    loop.hear(rolled(START - PERIOD, 0));
    loop.tickAt(START);
    loop.hear(rolled(START + PERIOD, 1));
    expect(loop.tickAt(START + PERIOD)).toMatchObject({
      safety: 'faulted',
      faults: [{ kind: 'encoderJump' }],
    });
  });
});
