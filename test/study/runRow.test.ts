import { describe, expect, it } from 'vitest';
import type { Result } from '../../sim/engine/run.js';
import type { CriterionResult, RobotResult } from '../../sim/referee/result.js';
import { formatOf } from '../../src/study/figureRules.js';
import { rowOf } from '../../src/study/runRow.js';

const robot = (id: string, rest: Partial<RobotResult> = {}): RobotResult => ({
  id,
  outcome: 'arrived',
  timeToGoal: 2,
  finalPose: { x: 0, y: 0, heading: 0 },
  distanceToGoal: 0.001,
  overshoot: 0,
  distanceTravelled: 1,
  expectedError: null,
  contacts: 0,
  minClearance: 0.5,
  crossings: 1,
  crossTrack: { rms: 0.01, max: 0.02, missed: 0.03 },
  maxSpeed: 0.5,
  maxForce: 0.4,
  standing: null,
  faults: [],
  injected: [],
  ...rest,
});

const NONE: Partial<RobotResult> = {
  timeToGoal: null,
  distanceToGoal: null,
  overshoot: null,
  crossTrack: null,
};

const runOf = (robots: readonly RobotResult[], criteria: readonly CriterionResult[] = []): Result => ({
  scenario: 's',
  seed: 7,
  rate: 50,
  simulatedSeconds: 4,
  wallSeconds: 0.1,
  passed: true,
  criteria,
  robots,
});

describe('the figures of a run', () => {
  it('are those of the robot that did worst', () => {
    const worse = robot('b', {
      outcome: 'running',
      timeToGoal: 3,
      distanceToGoal: 0.2,
      overshoot: 0.1,
      distanceTravelled: 2,
      contacts: 4,
      minClearance: -0.01,
      crossTrack: { rms: 0.1, max: 0.2, missed: 0.3 },
      maxSpeed: 0.6,
      maxForce: 0.5,
      expectedError: 0.4,
    });
    const { figures, outcome, seed } = rowOf(runOf([robot('a'), worse, robot('c')]));
    expect({ seed, outcome }).toEqual({ seed: 7, outcome: 'running' });
    expect(figures).toEqual({
      timeToGoal: 3,
      distanceToGoal: 0.2,
      overshoot: 0.1,
      distanceTravelled: 2,
      contacts: 4,
      minClearance: -0.01,
      crossings: 3,
      'crossTrack.rms': 0.1,
      'crossTrack.max': 0.2,
      'crossTrack.missed': 0.3,
      maxSpeed: 0.6,
      maxForce: 0.5,
      expectedError: 0.4,
    });
  });

  it('have no time to the goal where one robot never came to its own', () => {
    const row = rowOf(runOf([robot('a'), robot('b', { outcome: 'running', timeToGoal: null })]));
    expect(row.figures.timeToGoal).toBeNull();
    expect(row.hasGoal).toBe(true);
  });

  it('do not ask robots without a goal when they arrived', () => {
    expect(rowOf(runOf([robot('a'), robot('b', NONE)])).figures.timeToGoal).toBe(2);
    const without = rowOf(runOf([robot('b', { ...NONE, minClearance: null })]));
    expect(without.hasGoal).toBe(false);
    expect(without.figures).toMatchObject({ timeToGoal: null, overshoot: null, minClearance: null });
  });

  it.each([
    [['arrived', 'running'], 'running'],
    [['stopped', 'running'], 'stopped'],
    [['stopped', 'faulted', 'arrived'], 'faulted'],
  ] as const)('of robots that are %j have the outcome %s', (outcomes, worst) => {
    const robots = outcomes.map((outcome, i) => robot(`r${i}`, { outcome }));
    expect(rowOf(runOf(robots)).outcome).toBe(worst);
  });

  it('tell the first fault of any robot', () => {
    const early = robot('b', { faults: [{ at: 1, kind: 'motorDead', what: 'early' }] });
    const late = robot('a', { faults: [{ at: 2, kind: 'motorDead', what: 'late' }] });
    expect(rowOf(runOf([late, early])).fault).toBe('b: at 1.00 s: early');
    expect(rowOf(runOf([robot('a')])).fault).toBeNull();
  });
});

describe('the criteria of a run', () => {
  const polarization = {
    criterion: 'polarization',
    limit: 0.9,
    measured: 0.95,
    passed: true,
    bound: 'atLeast',
  } as const;
  const distance = { criterion: 'distance.atMost', limit: 1, measured: 0.5, passed: true, of: 'a to b' };

  it('keep the contacts above a speed apart from all contacts', () => {
    const gentle = { criterion: 'contacts', limit: 0, measured: 0, passed: true, of: 'above 0.1 m/s' };
    const { figures, criteria } = rowOf(runOf([robot('a', { contacts: 3 })], [gentle]));
    expect(figures).toMatchObject({ contacts: 3, 'contacts, above 0.1 m/s': 0 });
    expect(criteria[0]?.figure).toBe('contacts, above 0.1 m/s');
    expect(formatOf('contacts, above 0.1 m/s')(2)).toBe('2');
  });

  it('add the figures that only they measure', () => {
    const { figures, criteria } = rowOf(runOf([robot('a')], [polarization, distance]));
    expect(figures).toMatchObject({ polarization: 0.95, 'distance.atMost, a to b': 0.5 });
    expect(criteria[0]).toEqual({
      name: 'polarization',
      figure: 'polarization',
      criterion: 'polarization',
      limit: 0.9,
      passed: true,
      bound: 'atLeast',
    });
  });

  it('that measure what a robot has go by that figure', () => {
    const arrived = { criterion: 'arrived', limit: 5, measured: 2, passed: true };
    const { figures, criteria } = rowOf(runOf([robot('a')], [arrived]));
    expect(criteria[0]?.figure).toBe('timeToGoal');
    expect(figures).not.toHaveProperty('arrived');
  });

  it('of one name are told apart', () => {
    const { criteria, figures } = rowOf(runOf([robot('a')], [distance, { ...distance, measured: 0.7 }]));
    expect(criteria.map(({ name }) => name)).toEqual([
      'distance.atMost, a to b',
      'distance.atMost, a to b (2)',
    ]);
    expect(figures['distance.atMost, a to b (2)']).toBe(0.7);
  });
});

describe('a figure in words', () => {
  it.each([
    ['timeToGoal', 2.345, '2.35 s'],
    ['overshoot', 0.0123, '12.3 mm'],
    ['minClearance', -0.0123, '-12.3 mm'],
    ['distanceTravelled', 2, '2.00 m'],
    ['contacts', 1.5, '1.5'],
    ['maxSpeed', 0.5, '0.500 m/s'],
    ['maxForce', 0.45, '0.450 N'],
    ['distance.atMost, a to b (2)', 0.5, '500.0 mm'],
    ['polarization', 0.95, '0.950'],
  ])('%s of %d is %s', (figure, value, words) => {
    expect(formatOf(figure)(value)).toBe(words);
  });
});
