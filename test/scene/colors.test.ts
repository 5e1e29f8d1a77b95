import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { BehaviorSlots, colorOfSlot, isRepeatedColor } from '../../src/scene/behaviorColors.js';
import { leavesOf, STILL_LEAVES } from '../../src/signals/missionTree.js';
import { knownLeaves } from '../../src/steering/mission.js';

/** The map's backgrounds. */
const BACKGROUNDS = { light: '#fbfbf9', dark: '#12161b' } as const;
const THEMES = ['light', 'dark'] as const;

type Rgb = readonly [number, number, number];

const linear = (hex: string): Rgb =>
  [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Ottosson's OKLab. */
function oklab(hex: string): Rgb {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const apart = (a: string, b: string): number =>
  Math.hypot(...oklab(a).map((v, i) => v - (oklab(b)[i] ?? Number.NaN)));

/** A behavior without a color of its own gets one of those for users'. */
const CATALOG = knownLeaves({}).filter((name) => new BehaviorSlots().has(name));
const OWN = ['one', 'two', 'three', 'four', 'five', 'six'];
const slots = new BehaviorSlots().add([...CATALOG, ...OWN]);
const color = (name: string, theme: 'light' | 'dark') => colorOfSlot(slots.slot(name), theme);
const pairsOf = (names: readonly string[]) =>
  names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));

const SCENES = readdirSync('sim/scenarios').filter((file) => file.endsWith('.yaml'));

/** The behaviors that may stand in one legend. */
function togetherIn(scene: string): readonly string[] {
  const { robots, missions = [] } = loadScenario(`sim/scenarios/${scene}`);
  const leaves = [...robots, ...missions].flatMap(({ mission }) => leavesOf(mission));
  return [...new Set(leaves.map(({ behavior }) => behavior))].filter((name) => !STILL_LEAVES.includes(name));
}

describe.each(THEMES)('the colors of behaviors, %s,', (theme) => {
  it('have contrast enough for text', () => {
    for (const name of [...CATALOG, ...OWN])
      expect(contrast(color(name, theme), BACKGROUNDS[theme]), name).toBeGreaterThanOrEqual(4.5);
  });

  it('differ, for the catalog and six more', () => {
    for (const [a, b] of pairsOf([...CATALOG, ...OWN]))
      expect(apart(color(a, theme), color(b, theme)), `${a} ${b}`).toBeGreaterThan(0.07);
  });

  it('differ more where a scene shows both', () => {
    for (const scene of SCENES)
      for (const [a, b] of pairsOf(togetherIn(scene)))
        expect(apart(color(a, theme), color(b, theme)), `${scene}: ${a} ${b}`).toBeGreaterThan(0.1);
  });
});

describe('the slots of behaviors', () => {
  it('are fixed for the catalog', () => {
    const names = ['wander', 'seek', 'avoidObstacles'];
    const other = new BehaviorSlots();
    expect(names.map((name) => other.slot(name))).toEqual(names.map((name) => slots.slot(name)));
  });

  it('repeat a color only for more own behaviors than there are colors, and say so', () => {
    const many = new BehaviorSlots().add([...OWN, 'seven']);
    const all = [...OWN, 'seven'].map((name) => many.slot(name));
    expect(new Set(all).size).toBe(7);
    expect(all.filter(isRepeatedColor)).toHaveLength(1);
    expect(CATALOG.some((name) => isRepeatedColor(many.slot(name)))).toBe(false);
  });

  it('of an own behavior is the same in every run where no other takes it', () => {
    expect(new BehaviorSlots().slot('patrol')).toBe(new BehaviorSlots().add(['patrol']).slot('patrol'));
    const cleared = new BehaviorSlots().add(OWN);
    cleared.clear();
    expect(cleared.has('one')).toBe(false);
  });
});
