import { describe, expect, it } from 'vitest';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import { deg } from '../../../src/math/units.js';
import { rangersOf } from '../../../src/sensors/beam.js';
import type { Percept, Wish } from '../../../src/steering/behavior.js';
import { type LookAroundInput, lookAround } from '../../../src/steering/behaviors/lookAround.js';
import { percept, SMALL } from '../../support/percept.js';

const sensor = (type: SensorDefinition['type'], facing = 0) =>
  rangersOf([{ id: 'eye', type, at: [0, 0], facing }]);
const EYE = sensor('gp2y0a21');
const AHEAD: Wish = { velocity: { x: 0.4, y: 0 }, goal: { at: { x: 2, y: 0 }, remaining: 2 } };
const SPACING = 3 * SMALL.radius;

const given = (changes: Partial<Percept> = {}): Percept =>
  percept({ body: SMALL, rangers: EYE, wish: AHEAD, ...changes });

/** Its first answer. */
function ask(changes: Partial<Percept> = {}, input: LookAroundInput = {}) {
  const behavior = lookAround(input);
  return behavior.steer(given(changes), behavior.start(), { x: 0, y: 0 });
}

describe('lookAround is silent', () => {
  it.each<[string, Partial<Percept>]>([
    ['without a wish', { wish: undefined }],
    ['while the wish is to stand', { wish: { velocity: { x: 0, y: 0 } } }],
    ['while the wish is to turn on the spot', { wish: { velocity: { x: 0, y: 0 }, face: 2 } }],
    [
      'nearer to the goal than it drives between two looks',
      { wish: { ...AHEAD, goal: { at: { x: 0.27, y: 0 }, remaining: SPACING } } },
    ],
    ['without an eye', { rangers: {} }],
    ['with a bumper', { rangers: sensor('bumper') }],
    ['with an eye that looks back', { rangers: sensor('gp2y0a21', Math.PI) }],
    ['with a lidar', { rangers: sensor('lidar') }],
  ])('%s', (_, changes) => {
    const said = ask(changes);
    expect(said.force).toBeUndefined();
    expect(said.memory).toEqual(lookAround().start());
  });
});

describe('lookAround, before it drives,', () => {
  it('stands, and turns by 40° and more to the left where it heads along its way', () => {
    const said = ask();
    expect(said.desiredVelocity).toEqual({ x: 0, y: 0 });
    expect(said.face).toBeCloseTo(deg(50), 9);
    expect(said.goal).toEqual(AHEAD.goal);
  });

  it('turns first to the side on which it heads already', () => {
    expect(ask({ pose: { x: 0, y: 0, heading: 0.1 } }).face).toBeCloseTo(deg(50), 9);
    expect(ask({ pose: { x: 0, y: 0, heading: -0.1 } }).face).toBeCloseTo(deg(-50), 9);
  });

  it('looks just beyond the nearest goal for which it stops, and where no goal is told', () => {
    expect(
      ask({ wish: { ...AHEAD, goal: { at: { x: 1, y: 0 }, remaining: SPACING + 0.005 } } }).force,
    ).toBeDefined();
    expect(ask({ wish: { velocity: { x: 0.4, y: 0 } } }).force).toBeDefined();
  });

  it('looks more often where its eye sees less far', () => {
    const nearGoal = { ...AHEAD, goal: { at: { x: 0.2, y: 0 }, remaining: 0.2 } };
    // It measures up to 30 cm.
    expect(ask({ wish: nearGoal, rangers: sensor('gp2y0a41') }).force).toBeDefined();
    expect(ask({ wish: nearGoal }).force).toBeUndefined();
  });

  it('takes less for a cone, and what its parameters say', () => {
    expect(ask({ rangers: sensor('maxsonar') }).face).toBeCloseTo(deg(42.5), 9);
    expect(ask({}, { sweep: '60 deg' }).face).toBeCloseTo(deg(70), 9);
    expect(ask({}, { sweep: '5 deg' }).face).toBeCloseTo(deg(15), 9);
  });

  it('rolls to a stop first, and heads where it heads', () => {
    const rolling = { forwardSpeed: 0.3, velocity: { x: 0.3, y: 0 }, pose: { x: 0, y: 0, heading: 0.2 } };
    const said = ask(rolling);
    expect(said).toMatchObject({ desiredVelocity: { x: 0, y: 0 }, face: 0.2 });
    expect(said.force?.x).toBeCloseTo(-0.3 * SMALL.steeringGain, 9);
  });

  it.each([
    [{ sweep: '4.9 deg' }, /sweep/],
    [{ sweep: '90.1 deg' }, /sweep/],
    [{ rate: 0 }, /rate/],
    [{ spacing: '-1 cm' }, /spacing/],
  ])('refuses %j', (input, words) => {
    expect(() => lookAround(input)).toThrow(words);
  });
});
