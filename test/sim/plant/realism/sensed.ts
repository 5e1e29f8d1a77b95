/** A robot's sensors in a world, and statistics of what they tell. */

import { Sensors, sensesOf } from '../../../../sim/plant/sensors.js';
import type { WorldSpec } from '../../../../sim/scenario/scenario.js';
import type { SensorDefinition } from '../../../../src/kit/sensors/index.js';
import type { Pose } from '../../../../src/math/geometry.js';
import type { RangeReading } from '../../../../src/signals/signals.js';
import { sensorsAt } from '../../../support/sensors.js';
import { ORIGIN, ride } from '../../bodies.js';

export const sensor = sensorsAt([0, 0]);

/** What it tells in some ticks of 20 ms, and when. */
export function readingsOf(
  spec: WorldSpec,
  definition: SensorDefinition,
  {
    ticks = 50,
    seed = 1,
    poseAt = (): Pose => ORIGIN,
    others = [],
  }: { ticks?: number; seed?: number; poseAt?: (at: number) => Pose; others?: SensorDefinition[] } = {},
): (RangeReading & { readonly heardAt: number })[] {
  const { world } = ride(spec, ORIGIN, { left: 0, right: 0 });
  const robot = { sensors: [definition, ...others] };
  const sensors = new Sensors(sensesOf([definition], { id: 'a', world, seed, robot }));
  return Array.from({ length: ticks }, (_, i) => i / 50).flatMap((at) =>
    sensors
      .due(at, poseAt(at))
      .flatMap((reading) => (reading.kind === 'range' ? [{ ...reading, heardAt: at }] : [])),
  );
}

/** The first distances of many readings. */
export const distancesOf = (...given: Parameters<typeof readingsOf>): (number | null)[] =>
  readingsOf(...given).map(({ distances: [distance = null] }) => distance);

export const numbersIn = (distances: readonly (number | null)[]): number[] =>
  distances.filter((distance) => distance !== null && Number.isFinite(distance)) as number[];

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}
