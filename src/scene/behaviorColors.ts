/**
 * The color of each behavior: the same in the map, its legend, the charts and the SVG plots, and in every run.
 *
 * Every color has a contrast of at least 4.5 to its background, and one hue in both themes. Those of one group are a family
 * of hues. Any two differ by 0.07 in OKLab, and by 0.1 where a scene combines them; a search by chance found them. A behavior
 * that is not listed gets one of those for users' own, by its name.
 */

export type Theme = 'light' | 'dark';

type ThemedColor = readonly [light: string, dark: string];

/** Towards something: blue to pink. */
const GOALS = {
  seek: ['#98119a', '#ff86fe'],
  arrive: ['#6124c3', '#a081fe'],
  pursue: ['#1a14c0', '#5076ff'],
  offsetPursue: ['#895d7a', '#ca94b7'],
  interpose: ['#8741bc', '#b455fa'],
  followPath: ['#cb23a3', '#f116c1'],
  circle: ['#314db3', '#8799c7'],
  patrol: ['#8233fc', '#b39ff9'],
  home: ['#49209f', '#8965fc'],
  dock: ['#853b80', '#fb13f4'],
  followMe: ['#5f4ee2', '#7676d7'],
  search: ['#750d90', '#cc75e8'],
  seekLight: ['#4312fc', '#b0bcf5'],
  seekBeacon: ['#8e0e60', '#e251a4'],
  followLine: ['#174588', '#5293f6'],
  followFlowField: ['#a74eaf', '#e9a2ee'],
  face: ['#ad18ec', '#ebcefe'],
} as const;

/** Away from something, or along it: red to orange. */
const AVOIDANCE = {
  flee: ['#6d0e00', '#ff3815'],
  evade: ['#e00355', '#bf727c'],
  hide: ['#8c521e', '#e57d03'],
  avoidObstacles: ['#b25463', '#ff8b9c'],
  backOff: ['#503402', '#b1780e'],
  keepIn: ['#ba5500', '#fd9c64'],
  keepOut: ['#85012f', '#fa0f61'],
  contain: ['#91454e', '#de5269'],
  followWall: ['#a11104', '#febcb0'],
  lookAround: ['#7a351c', '#d8653b'],
} as const;

/** Among other robots: green to cyan. */
const CROWDS = {
  avoidNeighbors: ['#007105', '#35ef37'],
  separate: ['#045101', '#2ecb24'],
  cohere: ['#1f7b95', '#53cdf3'],
  align: ['#015a6f', '#07a0c3'],
  flock: ['#516626', '#789c20'],
  followLeader: ['#256f64', '#2d9789'],
  queue: ['#235a40', '#93f5c3'],
} as const;

const CATALOG_COLORS: Readonly<Record<string, ThemedColor>> = {
  ...GOALS,
  ...AVOIDANCE,
  ...CROWDS,
  wander: ['#737701', '#e1e96a'],
};

/** For behaviors that users define. */
const OWN_COLORS: readonly ThemedColor[] = [
  ['#63509d', '#858199'],
  ['#ac2d7d', '#f778c1'],
  ['#673a5f', '#fc59e5'],
  ['#604a07', '#f4c237'],
  ['#7b7057', '#ca9e18'],
  ['#591b67', '#b261c5'],
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
