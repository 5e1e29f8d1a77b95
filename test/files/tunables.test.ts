import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/loadScenario.js';
import { loadRobot } from '../../src/files/loadRobot.js';
import { tunablesOf, tuned } from '../../src/files/tunables.js';
import { readMission } from '../../src/files/writtenSetup.js';
import type { MissionSpec, OwnBehaviors } from '../../src/mission.js';
import type { Setup } from '../../src/signals.js';
import { SCENARIOS } from './tunedScenarios.js';

const missionOf = (written: unknown, own: OwnBehaviors = {}): MissionSpec => {
  const mission = readMission(written, own);
  if (typeof mission === 'string') throw new Error(mission);
  return mission;
};

const setupOf = (written: unknown, own: OwnBehaviors = {}): Setup => ({
  robot: loadRobot('scout'),
  mission: missionOf(written, own),
});

const changed = (setup: Setup, id: string, value: number): Setup => {
  const answer = tuned(setup, id, value);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
};

const tunable = (setup: Setup, id: string, first = setup) =>
  tunablesOf(setup, 'scout', { first }).find((each) => each.id === id);

const SEEK = { seek: { target: [1, 0] } };

describe('the tunables of a robot', () => {
  const setup = setupOf(SEEK);

  it('are what one turns while it drives, and what calibration finds', () => {
    const ids = tunablesOf(setup, 'scout').map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('robot.'))).toEqual([
      'robot.limits.speed',
      'robot.limits.acceleration',
      'robot.limits.turnRate',
      'robot.limits.force',
      'robot.control.responseTime',
      'robot.control.latency',
      'robot.motors.lag',
      'robot.motors.deadband',
      'robot.motors.breakaway',
      'robot.motors.noLoadSpeed',
      'robot.wheels.diameter',
      'robot.chassis.track',
    ]);
  });

  it('have the unit and the bounds of the schema, and sensible ends where it leaves them open', () => {
    expect(tunable(setup, 'robot.limits.speed')).toEqual({
      ...{ id: 'robot.limits.speed', label: 'speed', group: 'scout', unit: 'm/s', value: 0.5 },
      // More than 0; 4 · 0.5 m/s.
      ...{ min: 0.002, max: 2 },
    });
    expect(tunable(setup, 'robot.motors.deadband')).toMatchObject({ unit: '', min: 0, max: 0.999 });
    // 4 · 0.6 m/s is 2.4 m/s.
    expect(tunable(setup, 'robot.motors.noLoadSpeed')).toMatchObject({ min: 0.005, max: 5 });
  });

  it('keep the force in proportion to the acceleration, where it was', () => {
    const { robot } = changed(setup, 'robot.limits.acceleration', 2);
    expect(robot.limits).toMatchObject({ acceleration: 2, force: 0.9, turnRate: 6 });
  });

  it('leave a force alone that was given by itself', () => {
    const own = changed(setup, 'robot.limits.force', 0.3);
    expect(changed(own, 'robot.limits.acceleration', 2).robot.limits.force).toBe(0.3);
  });

  it('leave a gain alone to the last digit', () => {
    const [mass, gain] = [setup.robot.chassis.mass, 6.1];
    expect(mass / (mass / gain)).not.toBe(gain);
    const control = { ...setup.robot.control, steeringGain: gain, responseTime: mass / gain };
    const given = { ...setup, robot: { ...setup.robot, control } };
    expect(changed(given, 'robot.limits.speed', 0.4).robot.control.steeringGain).toBe(gain);
  });

  it('let the gain follow the response time, and nothing else', () => {
    const { robot } = changed(setup, 'robot.control.responseTime', 0.2);
    expect(robot.control).toEqual({ ...setup.robot.control, responseTime: 0.2, steeringGain: 2.25 });
    expect(changed(setup, 'robot.limits.speed', 0.4)).toEqual({
      ...setup,
      robot: { ...setup.robot, limits: { ...setup.robot.limits, speed: 0.4 } },
    });
  });
});

describe('the tunables of a mission', () => {
  const tree: { blend: readonly object[] } = {
    blend: [
      { prioritize: [{ avoidObstacles: {} }, SEEK] },
      { seek: { target: [2, 0], within: 0.05 }, weight: 0.5 },
      { dither: [{ wander: {}, chance: 0.3 }] },
      { flock: {} },
      { pursue: { target: [0, 0], lookAhead: 0.5 } },
      { evade: { target: [0, 0] } },
      { queue: {} },
    ],
  };
  const setup = setupOf(tree);
  const labels = new Map(tunablesOf(setup, 'm').map(({ id, label }) => [id, label]));

  it('go by their path in the file, and by words that differ', () => {
    expect(labels.get('mission.blend.0.prioritize.1.seek.within')).toBe('seek · within');
    expect(labels.get('mission.blend.1.seek.within')).toBe('seek 2 · within');
    expect(labels.get('mission.blend.1.weight')).toBe('seek 2 · weight');
    expect(labels.get('mission.blend.2.dither.0.chance')).toBe('wander · chance');
    expect(labels.get('mission.blend.3.flock.cohere.radius')).toBe('flock · cohere · radius');
    expect(new Set(labels.values()).size).toBe(labels.size);
  });

  it('are its numbers: no points, no words, no switches', () => {
    expect(labels.has('mission.blend.4.pursue.lookAhead')).toBe(true);
    // `exact`
    expect(labels.has('mission.blend.5.evade.lookAhead')).toBe(false);
    expect([...labels.keys()].filter((id) => /target|mode/.test(id))).toEqual([]);
  });

  it('have the range that the schema gives', () => {
    expect(tunable(setup, 'mission.blend.2.dither.0.chance')).toMatchObject({ min: 0.001, max: 1 });
    expect(tunable(setup, 'mission.blend.4.pursue.lookAhead')).toMatchObject({ unit: 's', min: 0, max: 2 });
    expect(tunable(setup, 'mission.blend.6.queue.brake')).toMatchObject({ unit: '', min: 0, max: 1 });
    const view = tunable(setup, 'mission.blend.3.flock.align.fieldOfView');
    expect(view).toMatchObject({ unit: 'rad', max: 2 * Math.PI });
  });

  it('change one number and keep the rest', () => {
    const { mission } = changed(setup, 'mission.blend.1.weight', 2);
    expect(mission).toEqual(missionOf({ blend: tree.blend.with(1, { ...tree.blend[1], weight: 2 }) }));
  });

  it('may be of a behavior of one’s own, as plain numbers', () => {
    const own: OwnBehaviors = {
      orbit: ({ radius }: { radius: number }) => {
        if (radius > 1) throw new RangeError('an orbit is at most 1 m wide');
        return { start: () => null, steer: () => ({ memory: null }) };
      },
    };
    const orbit = setupOf({ orbit: { radius: 0.5, around: [1, 2] } }, own);
    const id = 'mission.orbit.radius';
    expect(tunablesOf(orbit, 'm', { own }).at(-1)).toMatchObject({ id, unit: '', value: 0.5, max: 2 });
    expect(tuned(orbit, id, 2, { own })).toBe('mission.orbit.radius: an orbit is at most 1 m wide');
  });
});

describe('a slider', () => {
  const setup = setupOf(SEEK);

  it('keeps its ends while its value changes', () => {
    const moved = changed(setup, 'robot.limits.speed', 1.9);
    expect(tunable(moved, 'robot.limits.speed', setup)).toMatchObject({ value: 1.9, min: 0.002, max: 2 });
  });

  it('reaches as far as its value', () => {
    const moved = changed(setup, 'robot.limits.speed', 7);
    expect(tunable(moved, 'robot.limits.speed', setup)).toMatchObject({ value: 7, max: 7 });
    const slow = changed(setup, 'robot.limits.speed', 0.001);
    expect(tunable(slow, 'robot.limits.speed', setup)).toMatchObject({ value: 0.001, min: 0.001 });
  });
});

describe('a number that may not be', () => {
  const setup = setupOf(SEEK);

  it.each([
    ['robot.limits.speed', -1, 'robot.limits.speed: -1 is out of range; more than 0 m/s is wanted'],
    ['mission.seek.within', Number.NaN, /^mission\.seek\.within: NaN is not a finite number/],
    ['robot.motors.breakaway', 0.6, /is not well below noLoadSpeed, so no wheel starts/],
    [
      'robot.limits.sped',
      1,
      /is no tunable of this robot and its mission; did you mean 'robot\.limits\.speed'\?/,
    ],
    ['robot.control.rate', 10, /is no tunable/],
    ['mission.seek.target.0', 10, /is no tunable/],
  ])('%s = %s is refused, and it is said why', (id, value, why) => {
    expect(tuned(setup, id, value)).toMatch(why);
  });
});

describe('every scenario', () => {
  it.each(SCENARIOS)('%s: each tunable lies between its ends, and may be turned to either', (name) => {
    for (const { robot, mission } of loadScenario(name).robots.slice(0, 2)) {
      const tunables = tunablesOf({ robot, mission }, name);
      expect(new Set(tunables.map(({ label }) => label)).size).toBe(tunables.length);
      for (const { id, value, min, max } of tunables) {
        expect(min).toBeLessThan(max);
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
        // Two of the motors' numbers are tied to each other.
        if (/breakaway|noLoadSpeed/.test(id)) continue;
        expect(tuned({ robot, mission }, id, min)).toBeTypeOf('object');
        expect(tuned({ robot, mission }, id, max)).toBeTypeOf('object');
      }
    }
  });
});
