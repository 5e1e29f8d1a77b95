import { describe, expect, it } from 'vitest';
import { TrueGround } from '../../../sim/plant/trueGround.js';
import { AS_DECLARED, type PlantSpec } from '../../../sim/scenario/plantSpec.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { deg } from '../../../src/math/units.js';

const scout = loadRobot('scout');
const TRACK = 0.14;
const ground = (plant: Partial<PlantSpec>, seed = 1) =>
  TrueGround.of(scout, { ...AS_DECLARED, ...plant }, TRACK, seed);

/** One metre in steps of 2 mm, many times: the standard deviations of way and heading. */
function spreadOf(plant: Partial<PlantSpec>, steps = 500, step = 0.002) {
  const runs = Array.from({ length: 400 }, (_, seed) => {
    const rolling = ground(plant, seed);
    let [way, turned] = [0, 0];
    for (let i = 0; i < steps; i++) {
      const moved = rolling?.roll({ left: step, right: step });
      way += moved?.forward ?? 0;
      turned += moved?.turned ?? 0;
    }
    return { way: way - steps * step, turned };
  });
  const rms = (values: readonly number[]) =>
    Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
  return { way: rms(runs.map(({ way }) => way)), heading: rms(runs.map(({ turned }) => turned)) };
}

const near = (value: number, wanted: number) => {
  expect(value).toBeGreaterThan(0.9 * wanted);
  expect(value).toBeLessThan(1.1 * wanted);
};

describe('the ground under a true body', () => {
  it('is not there for a body as its file declares it', () => {
    expect(ground({})).toBeUndefined();
    expect(ground({ floor: 'carpet' })).toBeUndefined();
  });

  it('slips as its robot’s file says, unless the plant says otherwise', () => {
    const robot = { ...scout, wheels: { ...scout.wheels, slip: 0.005 } };
    expect(TrueGround.of(robot, AS_DECLARED, TRACK)?.roll({ left: 1, right: 1 }).turned).not.toBe(0);
    const rolled = TrueGround.of(robot, { ...AS_DECLARED, slip: 0 }, TRACK)?.roll({ left: 1, right: 1 });
    expect(rolled).toEqual({ forward: 1, turned: 0 });
  });

  it('slips by σ per √metre of the body, however the way is cut into steps', () => {
    const slip = { way: 0.02, heading: 0.03 };
    for (const [steps, step] of [
      [500, 0.002],
      [50, 0.02],
      [125, 0.032],
    ] as const) {
      // biome-ignore format: one line
      const { way, heading } = spreadOf({ slip }, steps, step);
      const root = Math.sqrt(steps * step);
      near(way, 0.02 * root);
      near(heading, 0.03 * root);
    }
    near(spreadOf({ slip, floor: 'tiles' }).heading, 1.5 * 0.03);
  });

  it('slips by σ of each wheel: σ/√2 along the way, σ√2/track in heading', () => {
    const { way, heading } = spreadOf({ slip: 0.005 });
    near(way, 0.005 / Math.SQRT2);
    near(heading, (0.005 * Math.SQRT2) / TRACK);
  });

  it('takes the play of a gearbox out of each reversal, once', () => {
    const rolling = ground({ backlash: deg(2) });
    const play = (deg(2) * scout.wheels.diameter) / 2;
    const roll = (way: number) => rolling?.roll({ left: way, right: way }).forward;
    roll(0.1);
    expect(roll(0.1)).toBeCloseTo(0.1, 12);
    expect(roll(-0.1)).toBeCloseTo(-0.1 + play, 12);
    expect(roll(-0.1)).toBeCloseTo(-0.1, 12);
    expect(roll(play / 2)).toBeCloseTo(0, 12);
    expect(roll(-play / 2)).toBeCloseTo(0, 12);
  });

  it('turns a body whose caster swings round where it reverses, and then no more', () => {
    const rolling = ground({ caster: { kick: deg(2) } });
    const turned = (way: number) => rolling?.roll({ left: way, right: way }).turned ?? 0;
    expect(turned(0.1)).toBe(0);
    const kick = turned(-0.1);
    expect(Math.abs(kick)).toBeGreaterThan(deg(0.01));
    expect(Math.abs(kick)).toBeLessThan(deg(8));
    expect(turned(-0.1)).toBe(0);
  });
});
