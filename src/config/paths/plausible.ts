/** What a path's coordinates probably are, where nothing says their unit. */
import { distance, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';

/** A path without a unit that is wider than this is asked about: small robots drive in rooms and yards. */
const WIDE: Meters = 50;
/** Narrower than this no path is driven; coordinates in degrees are. */
const NARROW: Meters = 0.02;
const FAR: Meters = 100_000;

/** Why points without a unit are probably no metres, and how to say what they are; empty if they may be. */
export function doubtAbout(points: readonly Vec2[], metric: boolean): string {
  const [first] = points;
  if (!first) return '';
  const spread = Math.max(...boundsOf(points));
  const away = distance(first, { x: 0, y: 0 });
  if (points.every(isUtm))
    return 'these look like UTM coordinates; name the columns easting_m,northing_m in the first line, and it is driven as metres round its first point';
  if (away > FAR)
    return `the path begins ${round(away / 1000)} km from the origin; subtract its first point from every point`;
  if (metric) return '';
  if (away > 1 && spread < NARROW && points.every(isOnEarth))
    return `as metres the path would be ${round(spread * 1000)} mm wide, ${round(away)} m from the origin: if these are degrees, name the columns lat,lon or lon,lat in the first line; if they are metres, x_m,y_m`;
  if (spread > WIDE)
    return `as metres the path would be ${round(spread)} m wide; say the unit in the first line: x_mm,y_mm (${round(spread / 1000)} m), x_cm,y_cm, or x_m,y_m if they are metres`;
  return '';
}

const round = (value: number): string => String(Number(value.toPrecision(3)));

/** Of zones: eastings from 100 to 900 km, northings up to 10 000 km, and not both small. */
const isUtm = ({ x, y }: Vec2): boolean => x >= 1e5 && x < 1e6 && y >= 1e5 && y <= 1e7;

const isOnEarth = ({ x, y }: Vec2): boolean => Math.abs(x) <= 180 && Math.abs(y) <= 180;

function boundsOf(points: readonly Vec2[]): readonly [width: Meters, height: Meters] {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return [right - left, top - bottom];
}
