import { describe, expect, it } from 'vitest';
import { sensesOf } from '../../../sim/plant/sensors.js';
import type { BeaconSpec } from '../../../sim/scenario/scenario.js';
import { World } from '../../../sim/world/world.js';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import type { Pose } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import { EMPTY, ORIGIN } from '../bodies.js';

const MIDDLE = { at: [0, 0], facing: 0 } as const;
const EAR: SensorDefinition = { id: 'ear', type: 'beacon', ...MIDDLE, range: 5 };
const SIDES = [0, 90, 180, -90].map(
  (facing): SensorDefinition => ({
    ...MIDDLE,
    id: `side ${facing}`,
    type: 'pololu-beacon',
    facing: deg(facing),
  }),
);
const beacon = (x: number, y: number, range?: number): BeaconSpec => ({
  at: { x, y },
  ...(range !== undefined && { range }),
});

/** What sensors tell of some beacons, in their order; null where they hear none. */
function hear(
  sensors: readonly SensorDefinition[],
  beacons: readonly BeaconSpec[],
  pose: Pose = ORIGIN,
  seed = 1,
) {
  const senses = sensesOf(sensors, { id: 'a', world: new World({ ...EMPTY, beacons }), seed });
  return () =>
    senses.map(({ read }) => {
      const reading = read(0, pose);
      return reading.kind === 'bearing' ? reading.bearing : undefined;
    });
}

describe('a beacon sensor', () => {
  it('tells the bearing from its own direction, left positive', () => {
    expect(hear([EAR], [beacon(1, 1)])()[0]).toBeCloseTo(deg(45), 12);
    expect(hear([{ ...EAR, facing: deg(90) }], [beacon(1, 1)])()[0]).toBeCloseTo(deg(-45), 12);
    expect(hear([EAR], [beacon(1, 0)], { x: 1, y: 1, heading: deg(180) })()[0]).toBeCloseTo(deg(90), 12);
    // From its own place on the body.
    expect(hear([{ ...EAR, at: [1, 0] }], [beacon(1, 1)])()[0]).toBeCloseTo(deg(90), 12);
  });

  it('hears the nearest, within its own range and the beacon’s', () => {
    expect(hear([EAR], [beacon(0, 3), beacon(2, 0)])()).toEqual([0]);
    expect(hear([EAR], [beacon(5.1, 0)])()).toEqual([null]);
    expect(hear([EAR], [beacon(2, 0, 1.9), beacon(0, 3)])()[0]).toBeCloseTo(deg(90), 12);
    expect(hear([EAR], [])()).toEqual([null]);
  });

  it('with typical noise errs by 5° and hears nothing in a fiftieth of its readings, the same in every run', () => {
    const noisy = { ...EAR, noise: 'typical' } as const;
    const once = hear([noisy], [beacon(1, 0)]);
    const all = Array.from({ length: 4000 }, () => once()[0]);
    const told = all.filter((bearing) => typeof bearing === 'number');
    expect(1 - told.length / all.length).toBeCloseTo(0.02, 2);
    const sigma = Math.sqrt(told.reduce((sum, bearing) => sum + bearing ** 2, 0) / told.length);
    expect(sigma).toBeCloseTo(deg(5), 2);
    const again = hear([noisy], [beacon(1, 0)]);
    expect(Array.from({ length: 4000 }, () => again()[0])).toEqual(all);
    const other = hear([noisy], [beacon(1, 0)], ORIGIN, 2);
    expect(other()).not.toEqual([all[0]]);
  });
});

describe('the outputs of a Pololu transceiver', () => {
  it.each([
    [1, 0.9, [0, null, null, null]],
    [0.9, 1, [null, 0, null, null]],
    [-1, -0.9, [null, null, 0, null]],
    [0.9, -1, [null, null, null, 0]],
    [5, 0, [null, null, null, null]],
  ])('one is on for a beacon at (%d, %d)', (x, y, wanted) => {
    expect(hear(SIDES, [beacon(x, y)])()).toEqual(wanted);
  });

  it('with typical noise still one at most is on', () => {
    const once = hear(
      SIDES.map((side) => ({ ...side, noise: 'typical' as const })),
      [beacon(1, 0.99)],
    );
    const on = Array.from({ length: 500 }, () => once().filter((bearing) => bearing !== null).length);
    expect(Math.max(...on)).toBe(1);
    expect(on.filter((count) => count === 0).length).toBeGreaterThan(0);
  });
});
