import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { withTunable } from '../../../src/config/tuning/tunables.js';
import {
  type SavedFile,
  sourceOf,
  type TunedRobot,
  tunedFiles,
} from '../../../src/config/tuning/tunedFiles.js';
import type { Setup } from '../../../src/signals/signals.js';
import { textOf } from './tunedScenarios.js';

const SCENARIO = `robots:
  - { id: a, robot: scout, mission: { seek: { target: [1, 0] } } } # the first
  - id: b
    at: { x: 0, y: 1 }
    robot: # its own
      name: b
      chassis: { mass: 500 g, radius: 90 mm, track: 100 mm }
      wheels: { diameter: 70 mm }
      motors: { noLoadSpeed: 0.6 m/s }
      limits: { speed: 0.5 m/s, acceleration: 2 m/s² }
    mission: { wander: {} }
`;

const SCOUT = textOf('robots/scout.yaml');

const read = (name: string): SavedFile => ({ file: `robots/${name}.yaml`, text: SCOUT });

const setupsOf = (scenario: string, scout = SCOUT): readonly Setup[] =>
  parseScenario(scenario, 's.yaml', {
    readPath: () => [],
    readRobot: (name) => parseRobot(scout, `${name}.yaml`),
  }).robots.map(({ robot, mission }) => ({ robot, mission }));

/** One robot of the scenario, with numbers changed. */
function changed(index: number, changes: Readonly<Record<string, number>>, scout = SCOUT): TunedRobot {
  const loaded = setupsOf(SCENARIO, scout)[index] as Setup;
  const last = Object.entries(changes).reduce((setup, [id, value]) => {
    const next = withTunable(setup, id, value);
    if (typeof next === 'string') throw new Error(next);
    return next;
  }, loaded);
  return { entry: { index }, loaded, tuned: last };
}

const saved = (robots: readonly TunedRobot[], from = read) =>
  tunedFiles({ file: 's.yaml', text: SCENARIO }, robots, from);

describe('a tunable is written', () => {
  it('in the scenario, where it is of a mission', () => {
    expect(sourceOf('mission.prioritize.1.seek.within', SCENARIO, { index: 0 })).toEqual({
      file: 'scenario',
      path: ['robots', 0, 'mission', 'prioritize', 1, 'seek', 'within'],
    });
  });

  it('among the scenario’s missions, where it is of one of those', () => {
    expect(sourceOf('mission.seek.within', SCENARIO, { index: 0, mission: 'chase' })).toEqual({
      file: 'scenario',
      path: ['missions', 'chase', 'seek', 'within'],
    });
  });

  it('in the file of a robot that is named', () => {
    expect(sourceOf('robot.limits.speed', SCENARIO, { index: 0 })).toEqual({
      file: 'robot',
      name: 'scout',
      path: ['limits', 'speed'],
    });
  });

  it('within the scenario, where the robot is', () => {
    expect(sourceOf('robot.limits.speed', SCENARIO, { index: 1 })).toEqual({
      file: 'scenario',
      path: ['robots', 1, 'robot', 'limits', 'speed'],
    });
  });
});

describe('the files of what was tuned', () => {
  it('are an empty list if nothing was tuned', () => {
    expect(saved([changed(0, {})])).toEqual([]);
  });

  it('are each saved once, with all of their changes', () => {
    const robots = [
      changed(0, { 'robot.limits.speed': 0.4, 'robot.motors.lag': 0.05, 'mission.seek.within': 0.02 }),
      changed(1, { 'mission.wander.jitter': 0.15, 'robot.chassis.track': 0.11 }),
    ];
    const files = saved(robots);
    expect(files.map(({ file }) => file)).toEqual(['robots/scout.yaml', 's.yaml']);
    const [scout, scenario] = files;
    expect(scout?.text).toBe(
      SCOUT.replace('speed: 0.5 m/s\n', 'speed: 0.4 m/s\n').replace('lag: 60 ms ', 'lag: 50 ms '),
    );
    expect(setupsOf(scenario?.text ?? '', scout?.text)).toEqual(robots.map((robot) => robot.tuned));
  });

  it('say a number that follows only where it was written', () => {
    // Scout writes its force, and b does not.
    const [scout, scenario] = saved([
      changed(0, { 'robot.limits.acceleration': 2 }),
      changed(1, { 'robot.limits.acceleration': 1.5 }),
    ]);
    expect(scout?.text).toContain('force: 0.9 N ');
    expect(scenario?.text).toBe(SCENARIO.replace('acceleration: 2 m/s²', 'acceleration: 1.5 m/s²'));
  });

  it('say the force and the response time of another mass, so that they stay as they were tuned', () => {
    const robots = [
      changed(0, { 'robot.chassis.mass': 0.9 }),
      // Its file leaves the force out; it no longer follows the acceleration.
      changed(1, { 'robot.chassis.mass': 0.7, 'robot.limits.acceleration': 1.5 }),
    ];
    const [scout, scenario] = saved(robots);
    expect(scenario?.text).toMatch(/limits: \{.*force: 1 N/);
    const again = setupsOf(scenario?.text ?? '', scout?.text);
    for (const [i, { tuned }] of robots.entries()) {
      expect(again[i]?.robot.limits).toEqual(tuned.robot.limits);
      expect(again[i]?.robot.control.responseTime).toBeCloseTo(tuned.robot.control.responseTime, 4);
      expect(again[i]?.robot.control.steeringGain).toBeCloseTo(tuned.robot.control.steeringGain, 2);
    }
  });

  it('leave the force out again where the mass is what it was', () => {
    const there = { 'robot.chassis.mass': 0.7, 'robot.motors.lag': 0.05 };
    const { loaded, tuned, ...entry } = changed(1, there);
    const back = withTunable(tuned, 'robot.chassis.mass', 0.5);
    if (typeof back === 'string') throw new Error(back);
    const [file] = saved([{ ...entry, loaded, tuned: back }]);
    expect(file?.text).not.toContain('force');
  });

  it('keep the gain if they give the gain', () => {
    const given = SCOUT.replace(/responseTime: 100 ms .*/, 'steeringGain: 4.5');
    const robots = [changed(0, { 'robot.control.responseTime': 0.2 }, given)];
    const [scout] = saved(robots, () => ({ file: 'scout.yaml', text: given }));
    expect(scout?.text).toBe(given.replace('steeringGain: 4.5', 'steeringGain: 2.25'));
    // A heavier robot whose response time is what it was has another gain.
    const heavier = [changed(0, { 'robot.chassis.mass': 0.9, 'robot.control.responseTime': 0.1 }, given)];
    const [file] = saved(heavier, () => ({ file: 'scout.yaml', text: given }));
    expect(file?.text).toContain('steeringGain: 9');
  });
});
