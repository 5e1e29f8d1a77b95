/**
 * The color of each behavior: the same in the map, its legend, the charts and the SVG plots, and in every run.
 *
 * Every color has a contrast of at least 4.5 to its background. The colors were optimized for the least OKLab distance
 * of any two, with a greater distance, also for color-blind readers, for behaviors that missions combine. A behavior that is
 * not listed gets one of those for users' own, by its name.
 */

export type Theme = 'light' | 'dark';

type ThemedColor = readonly [light: string, dark: string];

const CATALOG_COLORS: Readonly<Record<string, ThemedColor>> = {
  seek: ['#af5c02', '#fd8125'],
  flee: ['#e40753', '#fa4273'],
  arrive: ['#9f0797', '#fc67db'],
  pursue: ['#492cea', '#8d91fe'],
  evade: ['#0449af', '#757ea3'],
  offsetPursue: ['#63341c', '#d75c1e'],
  interpose: ['#484503', '#918116'],
  hide: ['#015035', '#5a9d7a'],
  wander: ['#09797a', '#27fafd'],
  followPath: ['#ad5480', '#cf7fa9'],
  circle: ['#078502', '#aca80e'],
  followWall: ['#820301', '#fbb8a7'],
  contain: ['#ad034b', '#fe7c81'],
  avoidObstacles: ['#727835', '#ddf66f'],
  avoidNeighbors: ['#563069', '#fed8fd'],
  separate: ['#983ffb', '#b563f9'],
  cohere: ['#814d62', '#d34b9c'],
  align: ['#0a6203', '#21b038'],
  flock: ['#d51891', '#fe90cd'],
  followLeader: ['#0c605f', '#02cfdf'],
  queue: ['#4008b0', '#9397bd'],
  followFlowField: ['#d53900', '#a37573'],
  lookAround: ['#5a0032', '#d700ff'],
  followLine: ['#086ee7', '#01ee03'],
  seekLight: ['#c607d5', '#7dd17f'],
  seekBeacon: ['#7901c5', '#0cffa7'],
  face: ['#1d332d', '#b98d11'],
  home: ['#0c26c4', '#abfccf'],
  patrol: ['#4a2507', '#8cbed2'],
  dock: ['#7133e7', '#f838eb'],
  followMe: ['#796a67', '#0eb2ad'],
  search: ['#3f2745', '#46a6fa'],
  keepIn: ['#3f413f', '#ecd7b6'],
  keepOut: ['#3d1a83', '#7dbd32'],
  backOff: ['#7f0842', '#57da4f'],
};

/** For behaviors that users define. */
const OWN_COLORS: readonly ThemedColor[] = [
  ['#485f94', '#2d7afb'],
  ['#925cb9', '#936dc8'],
  ['#6c590a', '#eabf3d'],
  ['#004670', '#acd2fe'],
  ['#78017d', '#f3b6ff'],
  ['#953a02', '#c69578'],
];

const COLORS = [...Object.values(CATALOG_COLORS), ...OWN_COLORS];
const CATALOG_SLOTS = new Map(Object.keys(CATALOG_COLORS).map((name, slot) => [name, slot]));

/** The color of a slot; each slot has another one, until a user's own behaviors outnumber their colors. */
export function colorOfSlot(slot: number, theme: Theme): string {
  const [light, dark] = COLORS[slot % COLORS.length] ?? ['#888888', '#888888'];
  return theme === 'dark' ? dark : light;
}

/** Dashed: another behavior has the same color already. */
export const isRepeatedColor = (slot: number): boolean => slot >= COLORS.length;

/** A number that depends on the name alone (FNV-1a). */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The slots of one picture's behaviors: fixed for the catalog; for a user's own by name, no two alike. */
export class BehaviorSlots {
  readonly #own = new Map<string, number>();

  /** Adds behaviors; the result does not depend on their order. */
  add(names: readonly string[]): this {
    for (const name of names.toSorted()) this.slot(name);
    return this;
  }

  slot(name: string): number {
    const known = CATALOG_SLOTS.get(name) ?? this.#own.get(name);
    if (known !== undefined) return known;
    const slot = this.#freeSlot(hashOf(name));
    this.#own.set(name, slot);
    return slot;
  }

  has(name: string): boolean {
    return CATALOG_SLOTS.has(name) || this.#own.has(name);
  }

  clear(): void {
    this.#own.clear();
  }

  /** The first free color from the name's own on; when all are taken, they begin again. */
  #freeSlot(hash: number): number {
    const taken = new Set(this.#own.values());
    for (let round = 0; ; round++) {
      for (let i = 0; i < OWN_COLORS.length; i++) {
        const place = (hash + i) % OWN_COLORS.length;
        const slot = round * COLORS.length + CATALOG_SLOTS.size + place;
        if (!taken.has(slot)) return slot;
      }
    }
  }
}
