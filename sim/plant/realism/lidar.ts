/** Errors of a small spinning lidar, such as an RPLIDAR A1. */
import type { Random } from '../../../src/math/random.js';
import { type Meters, mm } from '../../../src/math/units.js';

/** Standard deviation of the noise: this share of the distance and this. Typical; data sheet: resolution below 1 %. */
const NOISE_SHARE = 0.015;
const NOISE: Meters = mm(3);
/** Share of rays without a valid measurement, and of rays that see dust or glare in front of the thing. Typical. */
const DROPOUT = 0.01;
const FALSE_SHORT = 0.001;
/** Where neighboring rays differ by this, a ray's spot lies on both things; this share shows a distance between. */
const EDGE_STEP: Meters = 0.1;
const MIXED = 0.1;
/** Of the reported distance. Typical. */
const RESOLUTION: Meters = mm(1);

/**
 * What the lidar reports for the true distances of its rays; null is no echo within the range.
 *
 * A ray without a valid measurement is NaN: a lidar reports 0 there, and nothing is known of that direction.
 */
export function lidarReports(
  distances: readonly (Meters | null)[],
  range: Meters,
  chance: Random,
): (Meters | null)[] {
  return distances.map((distance, i) => {
    if (chance.uniform() < DROPOUT) return Number.NaN;
    if (chance.uniform() < FALSE_SHORT) return rounded((distance ?? range) * chance.uniform());
    const spot = mixed(distance, distances[i + 1], chance);
    if (spot === null) return null;
    const told = rounded(Math.max(0, spot + (NOISE_SHARE * spot + NOISE) * chance.gaussian()));
    return told > range ? null : told;
  });
}

/** A distance between that of a ray and of its neighbor, for some of the rays at an edge. */
function mixed(distance: Meters | null, neighbor: Meters | null | undefined, chance: Random): Meters | null {
  if (distance === null || neighbor === null || neighbor === undefined) return distance;
  if (Math.abs(neighbor - distance) <= EDGE_STEP || chance.uniform() >= MIXED) return distance;
  return distance + (neighbor - distance) * chance.uniform();
}

const rounded = (distance: Meters): Meters => Math.round(distance / RESOLUTION) * RESOLUTION;
