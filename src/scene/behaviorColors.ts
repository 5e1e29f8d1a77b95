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
  seek: ['#a0529a', '#d343cb'],
  arrive: ['#683fad', '#a77ffa'],
  pursue: ['#0a468b', '#4e94ee'],
  offsetPursue: ['#860b51', '#fe009a'],
  interpose: ['#a322f4', '#b04ffc'],
  followPath: ['#590277', '#dfb0f9'],
  circle: ['#532b4e', '#f090e4'],
  patrol: ['#5415c6', '#826af4'],
  home: ['#89387c', '#fa68e2'],
  dock: ['#6c61d0', '#8c8dc1'],
  followMe: ['#7a1dd6', '#b89af4'],
  search: ['#d22385', '#da649c'],
  seekLight: ['#be13d3', '#e001fb'],
  seekBeacon: ['#7a0b80', '#c47ec7'],
  followLine: ['#9e008f', '#ff26e8'],
  followFlowField: ['#192393', '#b0c5fe'],
  face: ['#274cb7', '#4779ff'],
} as const;

/** Away from something, or along it: red to orange. */
const AVOIDANCE = {
  flee: ['#794549', '#fd929b'],
  evade: ['#a9003d', '#e24869'],
  hide: ['#e00154', '#af777d'],
  avoidObstacles: ['#562d03', '#f69029'],
  backOff: ['#6c4b05', '#b08948'],
  keepIn: ['#8a632b', '#fbb44a'],
  keepOut: ['#8d0811', '#fb1f2a'],
  contain: ['#6d0025', '#ca8c93'],
  followWall: ['#b45311', '#d9630b'],
  lookAround: ['#9c3b0a', '#fcb498'],
} as const;

/** Among other robots: green to cyan. */
const CROWDS = {
  avoidNeighbors: ['#186579', '#39ccf2'],
  separate: ['#224214', '#7ee94b'],
  cohere: ['#1c7e7f', '#6efbfb'],
  align: ['#004f61', '#32a0bd'],
  flock: ['#506114', '#d5e8a9'],
  followLeader: ['#0b7201', '#27ae1b'],
  queue: ['#06634b', '#54efc0'],
} as const;

const CATALOG_COLORS: Readonly<Record<string, ThemedColor>> = {
  ...GOALS,
  ...AVOIDANCE,
  ...CROWDS,
  wander: ['#737602', '#9fa404'],
};

/** For behaviors that users define. */
const OWN_COLORS: readonly ThemedColor[] = [
  ['#484935', '#e5e73c'],
  ['#005b09', '#5aa658'],
  ['#616e56', '#9ec27c'],
  ['#913dc2', '#a565cf'],
  ['#6941fc', '#a3a4ba'],
  ['#756494', '#e4dbf7'],
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
