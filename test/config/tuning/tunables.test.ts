import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { parseTunedMission } from '../../../src/config/tuning/serializeConfig.js';
import { tunablesOf, withTunable } from '../../../src/config/tuning/tunables.js';
import type { Setup } from '../../../src/signals/signals.js';
import type { MissionSpec, OwnBehaviors } from '../../../src/steering/mission.js';
import { SCENARIOS } from './tunedScenarios.js';

const missionOf = (written: unknown, own: OwnBehaviors = {}): MissionSpec => {
  const mission = parseTunedMission(written, own);
  if (typeof mission === 'string') throw new Error(mission);
  return mission;
};

const setupOf = (written: unknown, own: OwnBehaviors = {}): Setup => ({
  robot: loadRobot('scout'),
  mission: missionOf(written, own),
});

const changed = (setup: Setup, id: string, value: number): Setup => {
  const answer = withTunable(setup, id, value);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
};

const tunable = (setup: Setup, id: string, first = setup) =>
  tunablesOf(setup, 'scout', { first }).find((each) => each.id === id);

const SEEK = { seek: { target: [1, 0] } };

describe('the tunables of a robot', () => {
  const setup = setupOf(SEEK);

  it('are the numbers tuned while it drives, and those that calibration finds', () => {
    const ids = tunablesOf(setup, 'scout').map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('robot.'))).toEqual([
      'robot.limits.speed',
      'robot.limits.acceleration',
      'robot.limits.turnRate',
      'robot.limits.force',
      'robot.control.responseTime',
      'robot.control.latency',
      'robot.motors.lag',
      'robot.chassis.mass',
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
      ...{ initial: 0.5, section: 'limits', about: 'The robot drives no faster.' },
      // 0.5/4 is 0.125; 4 · 0.5 is 2, and 1 is the next below.
      ...{ min: 0.1, max: 1 },
    });
    expect(tunable(setup, 'robot.limits.turnRate')).toMatchObject({ value: 6, min: 1, max: 20 });
    expect(tunable(setup, 'robot.control.latency')).toMatchObject({ value: 0.04, min: 0, max: 0.1 });
    expect(tunable(setup, 'robot.motors.deadband')).toMatchObject({ unit: '', min: 0, max: 0.2 });
  });

  it('have bounds near their values if they were measured on the body', () => {
    expect(tunable(setup, 'robot.motors.noLoadSpeed')).toMatchObject({ value: 0.6, min: 0.45, max: 0.75 });
    expect(tunable(setup, 'robot.chassis.track')).toMatchObject({ value: 0.141, min: 0.11, max: 0.18 });
    expect(tunable(setup, 'robot.wheels.diameter')).toMatchObject({ value: 0.07, min: 0.053, max: 0.088 });
  });

  it('leave out facts of the body, and refuse them, for a real robot', () => {
    const real = { body: false };
    const facts = [
      ...['robot.motors.deadband', 'robot.motors.breakaway', 'robot.motors.noLoadSpeed'],
      ...['robot.wheels.diameter', 'robot.chassis.track'],
    ];
    const every = tunablesOf(setup, 'scout').map(({ id }) => id);
    expect(tunablesOf(setup, 'scout', real).map(({ id }) => id)).toEqual(
      every.filter((id) => !facts.includes(id)),
    );
    for (const id of facts) {
      const { value = 0 } = tunable(setup, id) ?? {};
      expect(withTunable(setup, id, value)).toBeTypeOf('object');
      expect(withTunable(setup, id, value, real)).toMatch(/^robot\..* is a fact of the robot's body; /);
    }
    expect(withTunable(setup, 'robot.limits.speed', 0.4, real)).toBeTypeOf('object');
  });

  it('keep the force in proportion to the acceleration, where it was', () => {
    const { robot } = changed(setup, 'robot.limits.acceleration', 2);
    expect(robot.limits).toMatchObject({ acceleration: 2, force: 0.9, turnRate: 6 });
  });

  it('leave a force alone that was given by itself', () => {
    const own = changed(setup, 'robot.limits.force', 0.3);
    expect(changed(own, 'robot.limits.acceleration', 2).robot.limits.force).toBe(0.3);
  });

  it('push another mass with the same force and gain, so that it answers later', () => {
    const { robot } = changed(setup, 'robot.chassis.mass', 0.9);
    const { force } = setup.robot.limits;
    const { steeringGain } = setup.robot.control;
    expect(robot.limits.force).toBe(force);
    expect(robot.control).toMatchObject({ steeringGain, responseTime: 0.9 / steeringGain });
    const back = changed({ ...setup, robot }, 'robot.chassis.mass', setup.robot.chassis.mass);
    expect(back).toEqual(setup);
    // A force that does not follow the acceleration any more stays as it is.
    expect(changed({ ...setup, robot }, 'robot.limits.acceleration', 2).robot.limits.force).toBe(force);
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
    expect(tunable(setup, 'mission.blend.4.pursue.lookAhead')).toMatchObject({ unit: 's', min: 0, max: 1 });
    expect(tunable(setup, 'mission.blend.6.queue.brake')).toMatchObject({ unit: '', min: 0, max: 1 });
    const view = tunable(setup, 'mission.blend.3.flock.align.fieldOfView');
    expect(view).toMatchObject({ unit: 'rad', max: 2 * Math.PI });
  });

  it('change one number and keep the rest', () => {
    const { mission } = changed(setup, 'mission.blend.1.weight', 2);
    expect(mission).toEqual(missionOf({ blend: tree.blend.with(1, { ...tree.blend[1], weight: 2 }) }));
  });

  it('may belong to an own behavior, as plain numbers', () => {
    const own: OwnBehaviors = {
      orbit: ({ radius }: { radius: number }) => {
        if (radius > 0.8) throw new RangeError('an orbit is at most 0.8 m wide');
        return { start: () => null, steer: () => ({ memory: null }) };
      },
    };
    const orbit = setupOf({ orbit: { radius: 0.5, around: [1, 2] } }, own);
    const id = 'mission.orbit.radius';
    expect(tunablesOf(orbit, 'm', { own }).at(-1)).toMatchObject({
      id,
      unit: '',
      value: 0.5,
      min: 0,
      max: 1,
    });
    expect(withTunable(orbit, id, 1, { own })).toBe('mission.orbit.radius: an orbit is at most 0.8 m wide');
  });
});

describe('the ends of a tunable', () => {
  const setup = setupOf(SEEK);
  const SPEED = 'robot.limits.speed';
  const first = setup;

  it('stay where they are while its value changes', () => {
    const moved = changed(setup, SPEED, 0.9);
    expect(tunable(moved, SPEED, first)).toMatchObject({ value: 0.9, min: 0.1, max: 1 });
    const why = `${SPEED}: 3 is out of range; at least 0.1 and at most 1 m/s is wanted`;
    expect(withTunable(moved, SPEED, 3, { first })).toBe(why);
    expect(withTunable(moved, SPEED, 1, { first })).toBeTypeOf('object');
  });

  it('reach as far as a value that did not come from tuning', () => {
    const at = (speed: number): Setup => ({
      ...setup,
      robot: { ...setup.robot, limits: { ...setup.robot.limits, speed } },
    });
    expect(tunable(at(7), SPEED, first)).toMatchObject({ value: 7, max: 7 });
    expect(tunable(at(0.01), SPEED, first)).toMatchObject({ value: 0.01, min: 0.01 });
  });

  it('take in what is sensible on both sides of a value without bounds', () => {
    const own: OwnBehaviors = { lean: () => ({ start: () => null, steer: () => ({ memory: null }) }) };
    const ends = (by: number) => tunablesOf(setupOf({ lean: { by } }, own), 'm', { own }).at(-1);
    expect(ends(2)).toMatchObject({ min: 0, max: 5 });
    expect(ends(-2)).toMatchObject({ min: -5, max: 0 });
    expect(ends(0)).toMatchObject({ min: -1, max: 1 });
  });
});

describe('a number that is not allowed', () => {
  const setup = setupOf(SEEK);

  it.each([
    [
      'robot.limits.speed',
      0,
      'robot.limits.speed: 0 is out of range; at least 0.1 and at most 1 m/s is wanted',
    ],
    ['robot.limits.speed', 1e-300, /is out of range; at least 0\.1 and/],
    ['robot.limits.turnRate', 99, /99 is out of range; at least 1 and at most 20 rad\/s is wanted/],
    ['mission.seek.within', Number.POSITIVE_INFINITY, /Infinity is not a finite number/],
    ['mission.seek.within', Number.NaN, /^mission\.seek\.within: NaN is not a finite number/],
    [
      'robot.limits.sped',
      1,
      /is not a tunable of this robot and its mission; did you mean 'robot\.limits\.speed'\?/,
    ],
    ['robot.control.rate', 10, /is not a tunable/],
    ['mission.seek.target.0', 10, /is not a tunable/],
  ])('%s = %s is refused, with the reason', (id, value, why) => {
    expect(withTunable(setup, id, value)).toMatch(why);
  });
});

describe('a number that another forbids', () => {
  it('is refused, with the reason', () => {
    const { robot, mission } = setupOf(SEEK);
    const stiff = { robot: { ...robot, motors: { ...robot.motors, breakaway: 0.3 } }, mission };
    expect(withTunable(stiff, 'robot.motors.breakaway', 0.6)).toMatch(
      /is not well below noLoadSpeed, so no wheel starts/,
    );
  });
});

describe('every scenario', () => {
  it('has most of its tunables in the middle of their ranges', () => {
    const shares = SCENARIOS.flatMap((name) =>
      loadScenario(name)
        .robots.slice(0, 1)
        .flatMap(({ robot, mission }) => tunablesOf({ robot, mission }, name))
        .map(({ value, min, max }) => (value - min) / (max - min)),
    );
    const middle = shares.filter((share) => share > 0.25 && share < 0.75);
    expect(middle.length).toBeGreaterThan(0.8 * shares.length);
  });

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
        expect(withTunable({ robot, mission }, id, min)).toBeTypeOf('object');
        expect(withTunable({ robot, mission }, id, max)).toBeTypeOf('object');
      }
    }
  });
});
