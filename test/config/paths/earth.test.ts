import { describe, expect, it } from 'vitest';
import { earthFault, localMeters } from '../../../src/config/paths/earth.js';

/** Metres of a degree of latitude and of longitude, by the series of the WGS 84 ellipsoid. */
const degree = (latitude: number) => {
  const phi = (latitude * Math.PI) / 180;
  return {
    north: 111_132.954 - 559.822 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi),
    east: 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi),
  };
};

describe('places on the earth', () => {
  it.each([-60, -33, 0, 48, 70])('at %d degrees are metres to the east and to the north', (latitude) => {
    const [, there] = localMeters([
      { latitude, longitude: -70 },
      { latitude: latitude - 0.001, longitude: -70.001 },
    ]);
    expect(there?.x).toBeCloseTo(-0.001 * degree(latitude).east, 2);
    expect(there?.y).toBeCloseTo(-0.001 * degree(latitude).north, 2);
  });

  it('on both sides of the date line are neighbors', () => {
    const [, east] = localMeters([
      { latitude: 0, longitude: 179.9995 },
      { latitude: 0, longitude: -179.9995 },
    ]);
    expect(east?.x).toBeCloseTo(111.32, 1);
  });

  it.each([
    [91, 0],
    [0, 181],
    [Number.NaN, 0],
    [0, 0],
  ])('are not %d, %d', (latitude, longitude) => {
    expect(earthFault({ latitude, longitude })).not.toBe('');
  });
});
