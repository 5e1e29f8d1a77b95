/** A body's outline must lie within the circle that everything which must not be touched is measured by. */
import { fieldOf, type KeyPath, listOf } from '../../validation/values.js';

/** Of two figures that were read off a ruler. */
const ROUNDING = 0.0005;

const inMillimeters = (meters: number): string => `${Math.round(meters * 1000)} mm`;

/** Guards people: a corner that sticks out of the radius would touch what the robot believes it passes. */
export function footprintFaults(chassis: unknown): { readonly path: KeyPath; readonly message: string }[] {
  const radius = fieldOf(chassis, 'radius');
  if (typeof radius !== 'number') return [];
  return listOf(fieldOf(chassis, 'footprint')).flatMap((corner, i) => {
    const [x, y] = listOf(corner);
    if (typeof x !== 'number' || typeof y !== 'number') return [];
    const reach = Math.hypot(x, y);
    if (reach <= radius + ROUNDING) return [];
    const found = `this corner lies ${inMillimeters(reach)} off the axle's middle, outside of the radius of ${inMillimeters(radius)}`;
    const message = `${found}; all of the body lies within the radius; correct one of the two`;
    return [{ path: ['chassis', 'footprint', i], message }];
  });
}
