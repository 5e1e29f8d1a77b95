import { describe, expect, it } from 'vitest';
import { TrueMotors } from '../../../sim/plant/trueMotors.js';
import { AS_DECLARED, type PlantSpec } from '../../../sim/scenario/plantSpec.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';

const scout = loadRobot('scout');
const { noLoadSpeed, deadband } = scout.motors;
const motors = (plant: Partial<PlantSpec>, seed = 1) =>
  new TrueMotors(scout, { ...AS_DECLARED, ...plant }, seed);
const REST = { left: 0, right: 0 };

describe('true motors', () => {
  it('turn as the file says, unless the plant says otherwise', () => {
    expect(motors({}).speedOf('left', 1)).toBeCloseTo(noLoadSpeed, 12);
    expect(motors({}).speedOf('right', -1)).toBeCloseTo(-noLoadSpeed, 12);
    expect(motors({}).speedOf('left', deadband)).toBe(0);
    expect(motors({}).speedOf('left', Number.NaN)).toBe(0);
    expect(motors({}).volts).toBeUndefined();
  });

  it('have a speed and a dead band for each wheel and direction', () => {
    const own = motors({
      noLoadSpeed: { left: { forward: 0.4, back: 0.3 }, right: { forward: 0.5, back: 0.5 } },
      deadband: { left: { forward: 0, back: 0.5 }, right: { forward: 0.2, back: 0.2 } },
    });
    expect(own.speedOf('left', 0.5)).toBeCloseTo(0.2, 12);
    // (0.75 − 0.5)/(1 − 0.5) of 0.3 m/s.
    expect(own.speedOf('left', -0.75)).toBeCloseTo(-0.15, 12);
    expect(own.speedOf('left', -0.5)).toBe(0);
    expect(own.speedOf('right', 0.6)).toBeCloseTo(0.25, 12);
  });

  it('are quicker with a full battery than with an empty one, which gives 5/6 of its voltage', () => {
    const battery = { full: 8.4, sag: 0, capacity: 2 };
    const full = motors({ battery: { ...battery, charge: 1 } });
    const empty = motors({ battery: { ...battery, charge: 0 } });
    expect(full.volts).toBeCloseTo(8.4, 12);
    expect(empty.volts).toBeCloseTo(7, 12);
    // The file holds at 7.7 V: 1/11 more and less, of which the dead band takes its part.
    const share = (volts: number) => (volts / 7.7 - deadband) / (1 - deadband);
    expect(full.speedOf('left', 1) / noLoadSpeed).toBeCloseTo(share(8.4), 9);
    expect(empty.speedOf('left', 1) / noLoadSpeed).toBeCloseTo(share(7), 9);
  });

  it('lose voltage under load, and charge with time', () => {
    const loaded = motors({ battery: { full: 8.4, sag: 0.5, capacity: 1e-3, charge: 1 } });
    // Both stand at full duty: 2 · 1.15 A through 0.5 Ω.
    loaded.draw(0.01, { left: 1, right: 1 }, REST);
    expect(loaded.volts).toBeCloseTo(8.4 - 2.3 * 0.5, 1);
    // 1 mAh is 3.6 A·s.
    loaded.draw(2, { left: 1, right: 1 }, REST);
    loaded.draw(0.001, REST, REST);
    expect(loaded.volts).toBeCloseTo(7, 1);
  });

  it('differ from body to body, and are the same for the same seed', () => {
    const spread = { speed: 0.05, difference: 0.07, track: 0.03 };
    const speeds = Array.from(
      { length: 200 },
      (_, seed) => motors({ spread }, seed).speedOf('left', 1) / noLoadSpeed - 1,
    );
    const mean = speeds.reduce((sum, value) => sum + value, 0) / speeds.length;
    const sigma = Math.sqrt(speeds.reduce((sum, value) => sum + (value - mean) ** 2, 0) / speeds.length);
    expect(Math.abs(mean)).toBeLessThan(0.012);
    // √(0.05² + 0.035²)
    expect(sigma).toBeGreaterThan(0.052);
    expect(sigma).toBeLessThan(0.07);
    expect(motors({ spread }, 7).speedOf('right', 1)).toBe(motors({ spread }, 7).speedOf('right', 1));
  });
});
