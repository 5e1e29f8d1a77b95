import { describe, expect } from 'vitest';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { opened } from './opened.js';

const robot = (mission: string, more = '') => `
sensing: truth
${more}
robots: [{ id: a, robot: scout, mission: ${mission} }]
`;
const STAYING = robot('{ wander: {} }');
const CHASING = robot('{ arrive: { target: { pointer: [0, 0] } } }');
/** Through the origin, there and back. */
const SEEKING = robot('{ seek: { target: [0.5, 0], within: 20 mm } }');

/** Seconds after which it was told that robot a came somewhere. */
const times = ({ news }: ReturnType<typeof opened>, came: string): number[] =>
  news().flatMap((words) => {
    const [, seconds] = new RegExp(`^a ${came} after ([0-9.]+) s$`).exec(words) ?? [];
    return seconds === undefined ? [] : [Number(seconds)];
  });

describe('an arrival', () => {
  it('is counted from when its goal was given, not from when the run began', () => {
    const one = opened(STAYING);
    one.pass(20);
    one.say({ kind: 'goTo', at: one.robot().truth ?? { x: 0, y: 0 } });
    one.pass(5);
    const [seconds] = times(one, 'arrived');
    expect(seconds).toBeLessThan(5);
    expect(seconds).toBeGreaterThan(0);
  });

  itThorough('of a robot that follows the pointer is counted from the pointer’s last move', () => {
    for (const kind of ['goTo', 'pointer'] as const) {
      const one = opened(CHASING);
      one.pass(20);
      one.say({ kind, at: { x: 0.5, y: 0 } });
      one.pass(5);
      const [first, second] = times(one, 'arrived');
      expect(first).toBeLessThan(0.3);
      expect(second).toBeGreaterThan(1);
      expect(second).toBeLessThan(4);
    }
  });

  it('of a robot that only seeks is a passing, reported once and not at each pass', () => {
    const one = opened(SEEKING);
    one.pass(20);
    expect(times(one, 'arrived')).toEqual([]);
    expect(times(one, 'passed its target')).toEqual([expect.closeTo(1.3, 0)]);
    one.say({ kind: 'tune', id: '0/mission.seek.within', value: 0.05 });
    one.pass(20);
    expect(times(one, 'passed its target')).toHaveLength(1);
    one.say({ kind: 'goTo', at: { x: 1, y: 0 } });
    one.pass(10);
    expect(times(one, 'passed its target')).toHaveLength(2);
  });

  it('of a robot that is tuned on the way is counted from when its goal was given', () => {
    const one = opened(robot('{ arrive: { target: [1, 0], within: 10 mm } }'));
    one.pass(1);
    one.say({ kind: 'tune', id: '0/mission.arrive.within', value: 0.02 });
    one.pass(9);
    expect(times(one, 'arrived')[0]).toBeGreaterThan(2);
  });
});

describe('the line that a robot drives', () => {
  const PATH = robot('{ followPath: { path: [[0, 0], [5, 0]] } }', 'duration: 1 s');
  const QUIET = { contacts: 0, minClearance: null, maxSpeed: 0, maxForce: 0, faults: [], safety: 'driving' };
  const measured = (one: ReturnType<typeof opened>, who: 'currentReferee' | 'scenarioReferee') =>
    one.session.current.robots[0]?.referees[who].result({ ...QUIET, safety: 'driving' }).crossTrack;

  it('is kept until the run is judged', async () => {
    const one = opened(PATH);
    one.pass(0.5);
    expect(measured(one, 'scenarioReferee')).not.toBeNull();
    one.pass(2);
    const [result] = (await one.session.judged).robots;
    expect(result?.crossTrack).not.toBeNull();
    expect(measured(one, 'scenarioReferee')).toBeNull();
  });

  it('is not kept for an operator’s path', () => {
    const one = opened(PATH.replace('1 s', '60 s'));
    one.say({
      kind: 'follow',
      path: [
        { x: 0, y: 0 },
        { x: 0.5, y: 0 },
      ],
    });
    one.pass(0.5);
    expect(measured(one, 'scenarioReferee')).not.toBeNull();
    expect(measured(one, 'currentReferee')).toBeNull();
    one.pass(9);
    expect(times(one, 'arrived')).toHaveLength(1);
  });
});
