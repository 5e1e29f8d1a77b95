import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Percept } from '../../../src/steering/behavior.js';
import {
  type Condition,
  condition,
  conditionWords,
  holds,
} from '../../../src/steering/missions/condition.js';
import { CONDITIONS } from '../../../src/steering/missions/conditions.js';
import { AT_THE_START, percept } from '../../support/percept.js';

const START = { time: 0, way: 0 };
const read = (written: unknown): Condition => condition.parse(written);
const ask = (written: unknown, changes: Partial<Percept> = {}, since = START) =>
  holds(read(written), percept(changes), since);
const course = (changes: Partial<Percept['mission']>) => ({ mission: { ...AT_THE_START, ...changes } });

const bumper = {
  at: { x: 0.1, y: 0 },
  facing: 0,
  beam: { rays: [0], each: true, nearest: 0, farthest: 0, rate: 20 },
};
const range = (distances: readonly (number | null)[]) =>
  ({ kind: 'range', at: 0, sensor: 'front', distances }) as const;
const from = { x: 0, y: 0, heading: 0 };

describe('a condition', () => {
  it('of time and distance counts from when its node began', () => {
    expect(ask({ time: '2 s' }, course({ time: 5 }), { time: 3, way: 0 })).toBe(true);
    expect(ask({ time: 2 }, course({ time: 4.9 }), { time: 3, way: 0 })).toBe(false);
    expect(ask({ distance: '50 cm' }, course({ way: 1 }), { time: 0, way: 0.5 })).toBe(true);
    expect(ask({ distance: 0.5 }, course({ way: 0.9 }), { time: 0, way: 0.5 })).toBe(false);
  });

  it('of a place takes a point, what moves, or both with a distance', () => {
    expect(ask({ near: [0.05, 0] })).toBe(true);
    expect(ask({ near: { target: ['1 m', 0], within: '99 cm' } })).toBe(false);
    expect(ask({ near: { mover: 'ball' } })).toBe(false);
    const targets = { ball: { id: 'ball', at: 0, position: { x: 0.05, y: 0 }, velocity: { x: 0, y: 0 } } };
    expect(ask({ near: { mover: 'ball' } }, { targets })).toBe(true);
    expect(ask({ arrived: [0, 0] }, { forwardSpeed: 0.2 })).toBe(false);
    expect(ask({ arrived: [0, 0] })).toBe(true);
  });

  it('of a bumper holds while it is pressed, and is unknown before it has spoken', () => {
    const rangers = { front: bumper };
    expect(ask('bumped', { rangers })).toBe(null);
    expect(ask('bumped', { rangers, ranges: { front: range([null]) } })).toBe(false);
    expect(ask('bumped', { rangers, ranges: { front: range([0]) } })).toBe(true);
    expect(ask({ bumped: 'back' }, { rangers, ranges: { front: range([0]) } })).toBe(null);
  });

  it('of a sensor lies between its bounds; no echo is beyond them all', () => {
    const near = { ranges: { front: range([0.3, 0.2, null]) } };
    expect(ask({ sensor: { id: 'front', below: '25 cm' } }, near)).toBe(true);
    expect(ask({ sensor: { id: 'front', above: 0.25 } }, near)).toBe(false);
    expect(ask({ sensor: { id: 'front', above: 1 } }, { ranges: { front: range([null]) } })).toBe(true);
    expect(ask({ sensor: { id: 'front', above: 1 } }, { ranges: { front: range([Number.NaN]) } })).toBe(null);
    // A ray without a measurement may be nearer.
    const partly = { ranges: { front: range([0.3, Number.NaN]) } };
    expect(ask({ sensor: { id: 'front', above: 0.2 } }, partly)).toBe(null);
    expect(ask({ sensor: { id: 'front', below: 0.2 } }, partly)).toBe(null);
    expect(ask({ sensor: { id: 'front', above: 0.4 } }, partly)).toBe(false);
    expect(ask({ sensor: { id: 'front', below: 0.4 } }, partly)).toBe(true);
    const levels = { eye: { kind: 'level', at: 0, sensor: 'eye', level: 0.7, from } as const };
    expect(ask({ sensor: { id: 'eye', above: 0.6, below: 0.8 } }, { levels })).toBe(true);
  });

  it('of what is seen asks the sensors of that kind', () => {
    const mount = (senses: 'reflectance' | 'light' | 'beacon') => ({ senses, at: { x: 0, y: 0 }, facing: 0 });
    const level = (sensor: string, value: number) =>
      ({ kind: 'level', at: 0, sensor, level: value, from }) as const;
    const mounts = { l: mount('reflectance'), r: mount('reflectance') };
    expect(ask({ seen: 'line' }, { mounts, levels: { l: level('l', 0.1), r: level('r', 0.8) } })).toBe(true);
    expect(ask({ seen: 'line' }, { mounts, levels: { l: level('l', 0.7), r: level('r', 0.8) } })).toBe(false);
    expect(ask({ seen: 'line' }, { mounts })).toBe(null);
    const light = { mounts: { a: mount('light') }, levels: { a: level('a', 0.6) } };
    expect(ask({ seen: 'light' }, light)).toBe(true);
    expect(ask({ seen: { light: 0.7 } }, light)).toBe(false);
    const heard = (bearing: number | null) => ({
      mounts: { b: mount('beacon') },
      bearings: { b: { kind: 'bearing', at: 0, sensor: 'b', bearing, from } as const },
    });
    expect([ask({ seen: 'beacon' }, heard(0.2)), ask({ seen: 'beacon' }, heard(null))]).toEqual([
      true,
      false,
    ]);
  });

  it('of a target holds while there is news of it', () => {
    const tag = { id: '7', at: 0, position: { x: 1, y: 0 }, velocity: { x: 0, y: 0 } };
    expect(ask({ seen: { tag: 7 } }, { targets: { 7: tag } })).toBe(true);
    expect(ask({ seen: { tag: 7 } }, { targets: { 7: tag }, at: 1 })).toBe(false);
    expect(ask({ seen: { robot: 'b' } })).toBe(false);
  });

  it('of the battery is unknown before it is measured', () => {
    expect(ask({ battery: { below: '7 V' } })).toBe(null);
    expect(ask({ battery: { below: 7 } }, course({ volts: 6.9 }))).toBe(true);
    expect(ask({ battery: 'low' }, course({ volts: 6.9 }))).toBe(null);
    expect(ask({ battery: 'low' }, course({ volts: 6.9, low: 7 }))).toBe(true);
  });

  it('of a signal holds from when it is told; with a value, while that is the last', () => {
    const told = course({
      time: 5,
      signals: { go: { value: true, told: 4 }, mode: { value: 'slow', told: 1 } },
    });
    expect(ask({ signal: 'go' }, told, { time: 3, way: 0 })).toBe(true);
    // Told before it began to wait.
    expect(ask({ signal: 'go' }, told, { time: 4, way: 0 })).toBe(false);
    expect(ask({ signal: { mode: 'slow' } }, told, { time: 4, way: 0 })).toBe(true);
    expect(ask({ signal: { mode: 'fast' } }, told)).toBe(false);
    expect(ask({ signal: '__proto__' }, told)).toBe(false);
  });

  it('joins others: unknown is never yes, nor is its opposite', () => {
    const unknown = { battery: { below: 7 } };
    expect(ask({ not: unknown })).toBe(null);
    expect(ask({ all: [{ time: 0 }, unknown] })).toBe(null);
    expect(ask({ all: [{ time: 9 }, unknown] })).toBe(false);
    expect(ask({ any: [{ time: 9 }, unknown] })).toBe(null);
    expect(ask({ any: [{ time: 0 }, unknown] })).toBe(true);
    expect(ask({ not: { any: [{ time: 9 }] } })).toBe(true);
  });

  it('is said in a few words', () => {
    expect(conditionWords(read({ not: 'bumped' }))).toBe('not bumped');
    expect(conditionWords(read({ any: [{ time: 2 }, { near: [1, 0] }] }))).toBe(
      '(time 2 or near target [1, 0], within 0.1)',
    );
  });

  it('stays the same when it is written and read again', () => {
    for (const written of [{ near: [1, 0] }, 'bumped', { not: { all: [{ time: '2 s' }, { seen: 'line' }] } }])
      expect(read(JSON.parse(JSON.stringify(read(written))))).toEqual(read(written));
  });

  it('never throws, whatever is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        condition.safeParse(value);
        for (const name of Object.keys(CONDITIONS)) condition.safeParse({ [name]: value });
      }),
    );
  });
});
