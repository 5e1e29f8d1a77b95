/** What a path's coordinates probably are, where nothing says their unit. */
import { distance, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { FoundPath } from './found.js';

/** A path without a unit that is wider than this is asked about: small robots drive in rooms and yards. */
const WIDE: Meters = 50;
/** A path round the earth's own: no small robot drives so far. */
const WIDEST: Meters = 200_000;
const FAR: Meters = 100_000;
/** Coordinates that are so many times farther from the origin than they spread are degrees rather than metres. */
const FAR_SHARE = 20;

/** What can be told of a file's numbers: the names of its columns, or nothing in it. */
export type PathForm = 'table' | 'list';

/** Why points are probably not what they are taken for, and how to say what they are; empty if they may be. */
export function doubtAbout({ points, metric }: Pick<FoundPath, 'points' | 'metric'>, form: PathForm): string {
  const [first] = points;
  if (!first) return '';
  const spread = Math.max(...boundsOf(points));
  const away = distance(first, { x: 0, y: 0 });
  const inFirstLine = form === 'table' ? 'in the first line' : 'in the first line of a table of them';
  if (points.every(isUtm))
    return `these look like UTM coordinates; name the columns easting_m,northing_m ${inFirstLine}, and it is driven as metres round its first point`;
  if (away > FAR)
    return `the path begins ${short(away / 1000)} km from the origin; subtract its first point from every point`;
  if (spread > WIDEST) return `the path would be ${short(spread / 1000)} km wide; is its unit right?`;
  if (metric) return '';
  if (away > 5 && away > FAR_SHARE * spread && points.every(isOnEarth))
    return `as metres the path would be ${short(spread * 1000)} mm wide, ${short(away)} m from the origin: if these are degrees, name the columns lat,lon or lon,lat ${inFirstLine}; if they are metres, x_m,y_m`;
  if (spread <= WIDE) return '';
  const asks = `as metres the path would be ${short(spread)} m wide`;
  const imported = `or write steerbot import FILE --unit mm (${short(spread / 1000)} m), --unit cm, or --unit m if they are metres`;
  return form === 'table'
    ? `${asks}; say the unit in the first line: x_mm,y_mm (${short(spread / 1000)} m), x_cm,y_cm, or x_m,y_m if they are metres`
    : `${asks}; say its unit, as in "unit": "mm", ${imported}`;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

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
