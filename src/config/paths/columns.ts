/** What a table's column holds, by its name: `x (mm)`, `Position X [cm]`, `pose.position.y`, `v_kmh`, `lat`. */

/** The columns that a path is made of; others are not used. */
export type ColumnRole =
  | 'x'
  | 'y'
  | 'east'
  | 'north'
  | 'latitude'
  | 'longitude'
  | 'speed'
  | 'speedAside'
  | 'tangentX'
  | 'tangentY';

/** Speeds across the body's or the map's x: with the one along it they make the speed. */
const ASIDE = /^(v ?y|vel(ocity)? y)$/;

export interface PathColumn {
  readonly role: ColumnRole;
  /** To metres, metres per second or degrees; undefined if its name says no unit. */
  readonly factor: number | undefined;
  /** A unit that it names, but that cannot be converted: `px`, or one of another dimension. */
  readonly strange?: string;
}

const LENGTHS: Readonly<Record<string, number>> = {
  ...{ m: 1, meter: 1, meters: 1, metre: 1, metres: 1 },
  ...{ mm: 1e-3, millimeter: 1e-3, millimeters: 1e-3, millimetre: 1e-3, millimetres: 1e-3 },
  ...{ cm: 1e-2, centimeter: 1e-2, centimeters: 1e-2, centimetre: 1e-2, centimetres: 1e-2 },
  ...{ dm: 0.1, km: 1e3, kilometer: 1e3, kilometers: 1e3, kilometre: 1e3, kilometres: 1e3 },
  ...{ in: 0.0254, inch: 0.0254, inches: 0.0254, '"': 0.0254, '″': 0.0254 },
  ...{ ft: 0.3048, foot: 0.3048, feet: 0.3048, "'": 0.3048, '′': 0.3048, yd: 0.9144 },
};

const SPEEDS: Readonly<Record<string, number>> = {
  ...{ 'm/s': 1, mps: 1, 'm/sec': 1, 'm s-1': 1, 'm s^-1': 1, 'm·s⁻¹': 1, 'meters/s': 1 },
  ...{ 'mm/s': 1e-3, mmps: 1e-3, 'mm/sec': 1e-3, 'cm/s': 1e-2, cmps: 1e-2, 'cm/sec': 1e-2 },
  ...{ 'km/h': 1 / 3.6, kmh: 1 / 3.6, kph: 1 / 3.6, kmph: 1 / 3.6, mph: 0.44704 },
  ...{ 'in/s': 0.0254, ips: 0.0254, inps: 0.0254, 'ft/s': 0.3048, fps: 0.3048, ftps: 0.3048 },
  ...{ ms: 1, kn: 1852 / 3600, knots: 1852 / 3600 },
};

const DEGREES: Readonly<Record<string, number>> = { deg: 1, '°': 1, degree: 1, degrees: 1 };

/** Units of angles, times and counts, and pixels: a column in one of them is no length and no speed in metres. */
const STRANGE = 'px pixel pixels rad s sec ms us ns % count counts ticks deg ° degree degrees e7 dege7'.split(
  ' ',
);

const unitsOf = (role: ColumnRole): Readonly<Record<string, number>> => {
  if (role === 'speed' || role === 'speedAside') return SPEEDS;
  return role === 'latitude' || role === 'longitude' ? DEGREES : LENGTHS;
};

/** Of whatever is told a place: these words add nothing. */
const FILLERS = new Set(
  'pos position pose poses field msg coord coords coordinate coordinates world map odom point points location loc translation transform waypoint waypoints wp path header value center centre data goal'.split(
    ' ',
  ),
);

const ROLES: readonly (readonly [ColumnRole, RegExp])[] = [
  ['x', /^(x|px|tx)$/],
  ['y', /^(y|py|ty)$/],
  ['tangentX', /^tangent x$/],
  ['tangentY', /^tangent y$/],
  ['east', /^(utm )?(east|easting)$/],
  ['north', /^(utm )?(north|northing)$/],
  ['latitude', /^(gps )?(lat|latitude|latitud|breitengrad)$/],
  ['longitude', /^(gps )?(lon|long|lng|longitude|longitud|längengrad|laengengrad)$/],
  [
    'speed',
    /^(target |ref |reference |max |maximum |desired |profile )?(v|vx|v x|vel|velocity|speed)( limit| ref| target| max)?$/,
  ],
  ['speed', /^(lin|linear|forward) (v|vel|velocity|speed)$/],
  ['speedAside', ASIDE],
  // Whatever topic or frame it is of.
  ['x', /(position|translation) x$/],
  ['y', /(position|translation) y$/],
];

/** `positionX` has two words, as `position_x` has. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.\-/:#]+/)
    .filter((word) => word !== '');

function roleOf(words: readonly string[]): ColumnRole | undefined {
  const all = words.join(' ');
  const telling = words.filter((word) => !FILLERS.has(word)).join(' ');
  return ROLES.find(([, names]) => names.test(telling) || names.test(all))?.[0];
}

/** The two parts of a name that says its unit, in brackets or behind a slash. */
function bracketed(name: string): readonly [name: string, unit: string] | undefined {
  const [, before, unit] =
    /^(.*?)\s*[([{<]\s*([^()[\]{}<>]*?)\s*[)\]}>]\s*$/.exec(name) ?? /^(.*\S)\s*\/\s*(\S+)$/.exec(name) ?? [];
  return before && unit !== undefined ? [before, unit] : undefined;
}

const isUnit = (word: string): boolean =>
  [LENGTHS, SPEEDS, DEGREES].some((units) => Object.hasOwn(units, word)) || STRANGE.includes(word);

/** How many metres a unit of length has; undefined if the word is none. */
export const lengthUnit = (word: string): number | undefined => {
  const known = word.trim().toLowerCase();
  return Object.hasOwn(LENGTHS, known) ? LENGTHS[known] : undefined;
};

/** Whether a field is a unit by itself, as below the names of some tables. */
export const isUnitField = (text: string): boolean => isUnit(bareUnit(text));

const bareUnit = (text: string): string =>
  text
    .trim()
    .replace(/^[([{<]\s*|\s*[)\]}>]$/g, '')
    .toLowerCase();

/** `v_m_s` and `v_km_h` have their unit in two words. */
const PER: Readonly<Record<string, string>> = { s: '/s', sec: '/s', h: '/h' };

function withUnit(name: string): readonly [words: string[], unit: string | undefined] {
  const [, speedOf, perTime] = /^(.*?)[\s_]+((?:mm|cm|m|km|in|ft)\/(?:s|sec|h))$/i.exec(name) ?? [];
  if (speedOf && perTime) return [wordsOf(speedOf), perTime.toLowerCase()];
  const told = bracketed(name);
  if (told && (isUnit(told[1].toLowerCase()) || /[([{<]/.test(name)))
    return [wordsOf(told[0]), told[1].toLowerCase()];
  const words = wordsOf(name);
  const [first, second, last] = [words.at(-3), words.at(-2), words.at(-1)];
  if (
    words.length > 2 &&
    last !== undefined &&
    PER[last] &&
    isUnit(`${second === 'per' ? first : second}${PER[last]}`)
  ) {
    const long = second === 'per' ? 3 : 2;
    return [words.slice(0, -long), `${second === 'per' ? first : second}${PER[last]}`];
  }
  if (words.length > 1 && last !== undefined && isUnit(last)) {
    const before = words.slice(0, -1);
    return [before.at(-1) === 'in' && before.length > 1 ? before.slice(0, -1) : before, last];
  }
  return [words, undefined];
}

/**
 * What a column holds, by its name.
 *
 * @param unit what the line of units below the names says
 * @returns undefined if a path does not use the column
 */
export function columnOf(name: string, unit?: string): PathColumn | undefined {
  const [words, named] = withUnit(name.trim().replace(/^["']|["']$/g, ''));
  // A capital V is a voltage, unless its unit says otherwise.
  const role = name.trim() === 'V' ? undefined : roleOf(words);
  if (!role) return undefined;
  const said = named === undefined || named === '' ? unit && bareUnit(unit) : named;
  if (said === undefined || said === '') return { role, factor: undefined };
  const units = unitsOf(role);
  if (Object.hasOwn(units, said)) return { role, factor: units[said] };
  return { role, factor: undefined, strange: said };
}
