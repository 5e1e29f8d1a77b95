import { describe, expect, it } from 'vitest';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import { deg } from '../../../src/math/units.js';
import type { Ranger } from '../../../src/robot/ranger.js';
import { rangersOf } from '../../../src/sensors/beam.js';
import { lookingTurn } from '../../../src/steering/avoidance/fieldOfView.js';

const SWEEP = deg(40);
const sensors = (type: SensorDefinition['type'], facings: readonly number[], rest = {}) =>
  rangersOf(facings.map((facing, i) => ({ id: `s${i}`, type, at: [0, 0], facing: deg(facing), ...rest })));
const turn = (rangers: Readonly<Record<string, Ranger>>, sweep = SWEEP) => lookingTurn(rangers, sweep);
const degrees = (rangers: Readonly<Record<string, Ranger>>, sweep = SWEEP) =>
  ((turn(rangers, sweep)?.half ?? 0) * 180) / Math.PI;

describe('the turn that lets sensors see 40° to either side', () => {
  it.each([
    ['one infrared eye: all of it', sensors('gp2y0a21', [0]), 40],
    ['one sonar of 15°: less by half of its cone', sensors('maxsonar', [0]), 32.5],
    ['three eyes 30° apart: half of what is between them', sensors('gp2y0a21', [0, 30, -30]), 15],
    ['three eyes, in any order', sensors('gp2y0a21', [30, -30, 0]), 15],
    ['two eyes 20° apart: what is missing at the sides', sensors('gp2y0a21', [10, -10]), 30],
    ['an eye that looks to the left: what is missing on the right', sensors('gp2y0a21', [25]), 65],
    ['an eye beyond the sector: it helps, too', sensors('gp2y0a21', [0, 50, -50]), 25],
    ['an eye at the right side', sensors('gp2y0a21', [-90]), 130],
    ['a fan of 60°', sensors('lidar', [0], { fieldOfView: deg(60), rays: 30 }), 10],
  ])('%s', (_, rangers, wanted) => {
    expect(degrees(rangers)).toBeCloseTo(wanted, 6);
  });

  it('of a swept sonar reaches to half a step beside its directions, and turns with the whole fan', () => {
    const swept = (place: number) => ({
      sensor: 'eye',
      servo: 10,
      step: deg(30),
      invert: false,
      place,
      places: 3,
    });
    const fan = rangersOf(
      [-30, 0, 30].map((angle, place) => ({
        id: `eye ${place}`,
        type: 'hc-sr04',
        at: [0, 0],
        facing: deg(angle),
        rate: 1,
        swept: { ...swept(place), angle: deg(angle) },
      })),
    );
    expect(turn(fan)).toBeUndefined();
    expect(degrees(fan, deg(60))).toBeCloseTo(15, 6);
    expect(turn(fan, deg(60))?.rate).toBeCloseTo(deg(75) / 2, 6);
  });

  it('is never more than 135°', () => {
    expect(degrees(sensors('gp2y0a21', [90]), deg(80))).toBeCloseTo(135, 6);
  });

  it.each([
    ['a lidar of 270°', sensors('lidar', [0])],
    ['a lidar of few rays, 8° apart', sensors('lidar', [0], { fieldOfView: deg(240), rays: 31 })],
    ['a ring of sonars', sensors('sonar', [0, 20, -20, 40, -40])],
    ['no sensor', {}],
    ['bumpers', sensors('bumper', [30, -30])],
    ['an eye that looks back', sensors('gp2y0a21', [180])],
    ['an eye that looks back, its facing counted on', sensors('gp2y0a21', [540])],
  ])('is none for %s', (_, rangers) => {
    expect(turn(rangers)).toBeUndefined();
  });

  it('is mirrored by mirrored sensors', () => {
    const facings = [7, -31, 52];
    const other = facings.map((facing) => -facing);
    expect(degrees(sensors('maxsonar', facings))).toBeCloseTo(degrees(sensors('maxsonar', other)), 9);
  });
});

describe('its rate', () => {
  it.each([
    // 25 readings a second, 0.08 rad apart.
    ['of an infrared eye', sensors('gp2y0a21', [0]), 2],
    // 20 readings a second, half of the cone apart.
    ['of a sonar', sensors('maxsonar', [0]), 20 * deg(7.5)],
    ['of a slower eye', sensors('lidar', [0], { rate: 10, rays: 1 }), 0.8],
    ['of the slowest', { ...sensors('maxsonar', [0]), eye: sensors('gp2y0a21', [5]).s0 as Ranger }, 2],
  ])('%s', (_, rangers, wanted) => {
    expect(turn(rangers)?.rate).toBeCloseTo(wanted, 6);
  });

  it('comes with how far all of them see', () => {
    const both = { ...sensors('gp2y0a21', [0]), other: sensors('gp2y0a41', [5]).s0 as Ranger };
    expect(turn(both)?.reach).toBe(0.3);
  });
});
