/** Robots with the real firmware in the loop that a scenario strikes: encoders at their pins, and the serial line. */
import { describe, expect, it } from 'vitest';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { simulate } from '../../../sim/engine/run.js';
import { refuseLinkFaults } from '../../../sim/scenario/faultSpec.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { EncoderReading, RangeReading, Reading } from '../../../src/signals/signals.js';
import { readScenario } from '../session/opened.js';

const scenario = (fault: string, duration = 1.2) =>
  readScenario(`
duration: ${duration} s
faults: [{ at: 0.6 s, ${fault} }]
robots: [{ id: a, robot: scout, mission: { seek: { target: [3, 0] } } }]
`);

async function ran(fault: string, duration?: number) {
  const readings: Reading[] = [];
  const onInputs = ({ events }: Inputs) => {
    for (const event of events) if (event.kind === 'reading') readings.push(event.reading);
  };
  const scene = scenario(fault, duration);
  const result = await simulate(scene, { onInputs, bodyOf: await emulatedBodies(scene), now: () => 0 });
  const counts = readings.filter((reading): reading is EncoderReading => reading.kind === 'encoders');
  const ranges = readings.filter((reading): reading is RangeReading => reading.kind === 'range');
  /** How far a side was counted from one time to another. */
  const counted = (side: 'left' | 'right', from: number, to: number) => {
    const within = counts.filter(({ at }) => at >= from && at <= to);
    return (within.at(-1)?.[side] ?? 0) - (within[0]?.[side] ?? 0);
  };
  return { result, counts, ranges, counted };
}

describe('an emulated board with injected faults', () => {
  it('counts no edges of a stuck encoder, and all of the other encoder', async () => {
    const { counted, result } = await ran('fault: encoderStuck, side: left');
    expect(counted('left', 0.3, 0.55)).toBeGreaterThan(100);
    expect(counted('left', 0.62, 1.2)).toBe(0);
    expect(result.robots[0]?.injected).toMatchObject([{ at: 0.6, kind: 'encoderStuck' }]);
  });

  it('counts a reversed encoder backwards, by its edges', async () => {
    const { counted } = await ran('fault: encoderReversed, side: left', 0.8);
    expect(counted('left', 0.62, 0.8)).toBeLessThan(-50);
    expect(counted('right', 0.62, 0.8)).toBeGreaterThan(50);
  });

  it('counts every edge of an encoder that jumps by a revolution', async () => {
    const { counted } = await ran('fault: encoderJump, side: left', 0.8);
    const ahead = counted('left', 0.55, 0.8) - counted('right', 0.55, 0.8);
    expect(Math.abs(ahead - 1437)).toBeLessThan(150);
  });

  it('gets and sends nothing while the line stalls: the dead-man stops its motors', async () => {
    const { result, counts } = await ran('fault: linkStall', 2.5);
    expect(counts.some(({ at }) => at > 0.65)).toBe(false);
    expect(result.robots[0]?.distanceTravelled).toBeLessThan(0.6);
    expect(result.robots[0]?.outcome).toBe('faulted');
  });

  it('is heard late on a line that delays', async () => {
    const { counts } = await ran('fault: linkDelay, by: 60 ms', 0.9);
    const plain = await ran('fault: linkDelay, by: 60 ms, for: 1 ms', 0.9);
    const last = (all: readonly EncoderReading[]) => Math.max(...all.map(({ left }) => left));
    expect(last(counts)).toBeLessThan(last(plain.counts));
  });

  it('loses its share of messages on a line that drops', async () => {
    const { counts } = await ran('fault: linkDrop, share: 0.3', 1.1);
    const before = counts.filter(({ at }) => at < 0.5).length / 0.5;
    const after = counts.filter(({ at }) => at >= 0.6).length / 0.5;
    expect(after / before).toBeGreaterThan(0.4);
    expect(after / before).toBeLessThan(0.9);
  });

  it('reports raw counts that vary by a count or two, and zero for a blind sensor', async () => {
    const { ranges } = await ran('fault: rangeBlind', 0.9);
    const raws = ranges.filter(({ at }) => at < 0.55).map(({ raw = -1 }) => raw);
    expect(new Set(raws).size).toBeGreaterThan(2);
    for (const raw of raws) expect(Math.abs(raw - 50)).toBeLessThanOrEqual(2);
    const blind = ranges.filter(({ at }) => at > 0.65);
    expect(blind.length).toBeGreaterThan(2);
    for (const { raw, distances } of blind)
      expect({ raw, distances }).toEqual({ raw: 0, distances: [Number.NaN] });
  });

  it('is required for faults of the line', () => {
    expect(() => refuseLinkFaults(scenario('fault: linkDrop'), 'add --firmware')).toThrow(
      /linkDrop.*add --firmware/,
    );
    expect(() => refuseLinkFaults(scenario('fault: motorDead'), 'add --firmware')).not.toThrow();
  });
});
