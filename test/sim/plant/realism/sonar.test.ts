import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../../../sim/plant/realism/chance.js';
import { heardDistance, isDisturbed, rangeReport, wideRays } from '../../../../sim/plant/realism/sonar.js';
import type { WorldSpec } from '../../../../sim/scenario/scenario.js';
import { World } from '../../../../sim/world/world.js';
import { SONAR_ERRORS } from '../../../../src/kit/measurementModel.js';
import { cm, deg } from '../../../../src/math/units.js';
import { beamOf } from '../../../../src/sensors/beam.js';
import { EMPTY, wallAt } from '../../bodies.js';
import { deviationOf, distancesOf, meanOf, numbersIn, readingsOf, sensor } from './sensed.js';

/** Whole inches, and none below six. */
const MAXSONAR_ERRORS = { ...SONAR_ERRORS, resolution: 0.0254, nearest: 6 * 0.0254 };

const sonar = sensor('sonar', { range: 5 });
const typical = { ...sonar, noise: 'typical' } as const;
const { rays = [] } = beamOf(sonar) ?? {};

/** Without noise: what a sonar at the origin hears in a direction. */
function heard(spec: WorldSpec, facing = 0): number | null {
  const all = wideRays(rays);
  const lines = all.map((ray) => ({ from: { x: 0, y: 0 }, angle: facing + ray }));
  return heardDistance(all, new World(spec).look(lines, 5), deg(7.5));
}

const discAt = (distance: number, angle: number, radius = 0.05): WorldSpec => ({
  ...EMPTY,
  circles: [
    { at: { x: (distance + radius) * Math.cos(angle), y: (distance + radius) * Math.sin(angle) }, radius },
  ],
});

describe('a typical sonar hears', () => {
  it('a wall nearly head-on, and none that throws its sound off', () => {
    expect(heard(wallAt(1), deg(10))).toBeCloseTo(1 / Math.cos(deg(2.5)), 3);
    expect(heard(wallAt(1), deg(45))).toBeNull();
    // The outermost ray still meets the wall at 27.5 degrees.
    expect(heard(wallAt(1), deg(34.9))).not.toBeNull();
    expect(heard(wallAt(1), deg(35.1))).toBeNull();
  });

  it.each([
    ['on its axis', 0, 3.2],
    ['at the cone’s edge', 7.5, 1.8],
    ['beside the cone', 10.5, 0.8],
  ])('a thin post %s up to a reach', (_, angle, reach) => {
    expect(heard(discAt(reach - 0.05, deg(angle)))).toBeCloseTo(reach - 0.05, 1);
    expect(heard(discAt(reach + 0.15, deg(angle)))).toBeNull();
  });

  it('thick things in the whole cone and range, and not beside it', () => {
    expect(heard(discAt(4.5, deg(7.5), 0.11))).toBeCloseTo(4.5, 1);
    expect(heard(discAt(4.5, 0, 0.1))).toBeNull();
    // From 8.1 to 12.9 degrees.
    expect(heard(discAt(2.5, deg(10.5), 0.11))).toBeNull();
  });
});

describe('a typical sonar tells', () => {
  const reports = (distance: number | null, disturbed = false, errors = SONAR_ERRORS) => {
    const chance = chanceOf(3, 'sonar');
    return Array.from({ length: 20_000 }, () =>
      rangeReport(distance, { range: 5, disturbed }, errors, chance),
    );
  };

  it('whole centimetres, off by 1 % and 5 mm', () => {
    const told = numbersIn(reports(2));
    expect(meanOf(told)).toBeCloseTo(2, 2);
    expect(deviationOf(told) / 0.025).toBeCloseTo(1, 1);
    for (const d of told.slice(0, 100)) expect(d * 100).toBeCloseTo(Math.round(d * 100), 6);
    const centimeters = new Set(told.map((d) => Math.round(d * 100)));
    for (const each of [198, 199, 200, 201, 202]) expect(centimeters).toContain(each);
    const inches = numbersIn(reports(2, false, MAXSONAR_ERRORS)).slice(0, 100);
    for (const d of inches) expect(d / 0.0254).toBeCloseTo(Math.round(d / 0.0254), 6);
  });

  it('no echo in one reading of fifty', () => {
    const all = reports(2);
    expect(all.filter((d) => d === null).length / all.length).toBeCloseTo(0.02, 2);
    expect(numbersIn(reports(null))).toEqual([]);
  });

  it('another sonar’s echo in one reading of a hundred, if one sounds at the same time', () => {
    const short = (told: (number | null)[]) => told.filter((d) => d !== null && d < 1.7).length / told.length;
    expect(short(reports(2))).toBe(0);
    expect(short(reports(2, true))).toBeGreaterThan(0.006);
    expect(short(reports(2, true))).toBeLessThan(0.011);
    expect(numbersIn(reports(null, true)).length / 20_000).toBeCloseTo(0.01, 2);
  });

  it('things that are too near at its nearest distance, and none beyond its range', () => {
    expect(Math.min(...numbersIn(reports(0)))).toBe(cm(2));
    expect(Math.min(...numbersIn(reports(0.1, false, MAXSONAR_ERRORS)))).toBeCloseTo(cm(15.24), 9);
    expect(Math.max(...numbersIn(reports(4.99)))).toBeLessThanOrEqual(5);
  });

  it('its distance when the sound has come back', () => {
    const ten = { ticks: 40, seed: 2 };
    const late = readingsOf(wallAt(4.5), typical, ten);
    expect(late.length).toBeGreaterThan(5);
    // 9 m of way at 343 m/s and 5 ms are 31 ms; the next ticks come after 40 ms.
    for (const { at, heardAt } of late) expect(heardAt - at).toBeCloseTo(0.04, 9);
    for (const { at, heardAt } of readingsOf(EMPTY, typical, ten)) expect(heardAt - at).toBeCloseTo(0.04, 9);
    for (const { at, heardAt } of readingsOf(wallAt(0.5), typical, ten))
      expect(heardAt - at).toBeLessThan(0.021);
    for (const { at, heardAt } of readingsOf(wallAt(4.5), sonar, ten)) expect(heardAt).toBe(at);
  });
});

describe('sonars of one robot', () => {
  const ring = (...after: number[]) =>
    after.map((delay, i) => sensor('sonar', { id: `s${i}`, range: 5, rate: 5, after: delay }));
  const disturbed = (...after: number[]) => {
    const all = ring(...after);
    return all.map((one) => isDisturbed(one, all));
  };

  it('disturb each other unless they fire in turn', () => {
    expect(disturbed(0)).toEqual([false]);
    expect(disturbed(0, 0)).toEqual([true, true]);
    // Sound needs 29 ms for 5 m and back.
    expect(disturbed(0, 0.05, 0.1, 0.15)).toEqual([false, false, false, false]);
    expect(disturbed(0, 0.02)).toEqual([true, true]);
    expect(disturbed(0, 0.19)).toEqual([true, true]);
    const [slow, fast] = [
      sensor('sonar', { id: 'a', rate: 5 }),
      sensor('sonar', { id: 'b', rate: 7, after: 0.05 }),
    ];
    expect(isDisturbed(slow, [slow, fast])).toBe(true);
    expect(isDisturbed(slow, [slow, sensor('gp2y0a21')])).toBe(false);
  });

  it('fire first after their delay, then at their rate', () => {
    const times = (after: number) => readingsOf(wallAt(1), { ...sonar, rate: 5, after }).map(({ at }) => at);
    expect(times(0)).toEqual([0, 0.2, 0.4, 0.6, 0.8].map((at) => expect.closeTo(at, 9)));
    expect(times(0.06)).toEqual([0.06, 0.26, 0.46, 0.66, 0.86].map((at) => expect.closeTo(at, 9)));
  });

  it('cross in a run only while they sound together', () => {
    const short = (others: ReturnType<typeof ring>) =>
      numbersIn(distancesOf(wallAt(3), { ...typical, rate: 20 }, { ticks: 20_000, others })).filter(
        (d) => d < 2.5,
      );
    expect(short([sensor('sonar', { id: 'other', rate: 20 })]).length).toBeGreaterThan(20);
    expect(short([])).toEqual([]);
  });
});

it('each sonar has errors of its own, and sits a little beside its place', () => {
  const lost = (id: string) =>
    distancesOf(wallAt(1), { ...typical, id }, { ticks: 2000 }).map((distance) => distance === null);
  expect(lost('left')).not.toEqual(lost('right'));
  const means = Array.from({ length: 30 }, (_, seed) =>
    meanOf(numbersIn(distancesOf(wallAt(1), typical, { seed, ticks: 1000 }))),
  );
  // 2 mm of mounting; the mean of 400 readings is off by another 1.
  expect(deviationOf(means)).toBeGreaterThan(0.0015);
  expect(deviationOf(means)).toBeLessThan(0.004);
});

it('an ideal sonar has no errors, and the same run has the same', () => {
  expect(new Set(distancesOf(wallAt(1), sonar))).toEqual(new Set([expect.closeTo(1, 9)]));
  expect(distancesOf(wallAt(1), typical)).toEqual(distancesOf(wallAt(1), typical));
  expect(distancesOf(wallAt(1), typical)).not.toEqual(distancesOf(wallAt(1), typical, { seed: 2 }));
});
