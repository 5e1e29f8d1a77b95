/** Places on the earth as metres round the first of them: x to the east, y to the north. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';

export interface EarthPlace {
  /** [degrees], north and east are positive. */
  readonly latitude: number;
  readonly longitude: number;
}

/** WGS 84 (NGA.STND.0036): the earth's ellipsoid, its semi-major axis and the square of its first eccentricity. */
const SEMI_MAJOR_AXIS: Meters = 6_378_137;
const ECCENTRICITY_SQUARED = 6.694_379_990_14e-3;

const RADIANS = Math.PI / 180;

/**
 * On the plane that touches the ellipsoid at the first place, with the radii of curvature there, M along the meridian and N
 * across it:
 *
 *     x = N cos φ₀ (λ − λ₀),   y = M (φ − φ₀),   N = a/√(1 − e² sin²φ₀),   M = N (1 − e²)/(1 − e² sin²φ₀)
 *
 * The meridians' coming together is left out: that makes x wrong by about x·y·tan φ₀/M, as by 2 mm at 100 m, 100 m in 48° N.
 */
export function localMeters(places: readonly EarthPlace[]): Vec2[] {
  const [origin] = places;
  if (!origin) return [];
  const sine = Math.sin(origin.latitude * RADIANS);
  const flat = 1 - ECCENTRICITY_SQUARED * sine * sine;
  const across = SEMI_MAJOR_AXIS / Math.sqrt(flat);
  const along = (across * (1 - ECCENTRICITY_SQUARED)) / flat;
  const east = across * Math.cos(origin.latitude * RADIANS);
  return places.map(({ latitude, longitude }) => ({
    // The shorter way round, also across the date line.
    x: east * RADIANS * (((((longitude - origin.longitude) % 360) + 540) % 360) - 180),
    y: along * RADIANS * (latitude - origin.latitude),
  }));
}

/** What is wrong with a place; empty if nothing is. */
export function earthFault({ latitude, longitude }: EarthPlace): string {
  const wanted = 'degrees, such as 48.137, are wanted';
  if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} is not from -90 to 90; ${wanted}`;
  if (!(Math.abs(longitude) <= 180)) return `longitude ${longitude} is not from -180 to 180; ${wanted}`;
  return latitude === 0 && longitude === 0
    ? 'latitude and longitude are both 0: a receiver without a fix; leave the point out'
    : '';
}
