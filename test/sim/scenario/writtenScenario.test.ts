/** A scenario that is written as a file is the same scenario when it is read. */
import { describe, expect, it } from 'vitest';
import { loadGallery, loadScenario } from '../../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { writtenScenario } from '../../../sim/scenario/writtenScenario.js';
import { partOf } from '../../support/effort.js';
import { readScenario } from '../session/opened.js';

/** Robots that an entry made many of have one each in the text. */
const withoutEntries = ({ robots, ...rest }: Scenario) => ({
  ...rest,
  robots: robots.map(({ entry: _, ...robot }) => robot),
});

const refuse = (name: string) => {
  throw new Error(`it names ${name}`);
};

/** It must name no other file. */
const again = (scenario: Scenario, remark = ''): Scenario =>
  parseScenario(writtenScenario(scenario, remark), 'again.yaml', {
    readPath: refuse,
    readRobot: refuse,
    ...(scenario.behaviors && { behaviors: scenario.behaviors }),
  });

const sameAgain = (name: string): void => {
  const scenario = loadScenario(name);
  expect(withoutEntries(again(scenario))).toEqual(withoutEntries(scenario));
};

const scenes = loadGallery().map(({ name }) => name);

describe('a written scenario', () => {
  it.each(partOf(scenes, 8))('is %s again', sameAgain);

  it('keeps what no scene of the gallery has', () => {
    const scenario = readScenario(`
plant: { delay: 60 ms, gyroBias: 3 deg/s }
communication: { range: 2 m, delay: 0.1 s, loss: 0.2 }
faults: [{ fault: wheelSlip, robot: a, at: 2 s, for: 1 s, side: left }, { fault: encoderJump, every: 5 s }]
fixes: { rate: 1, deviation: 0.02 m }
signals: [{ at: 1 s, name: go, value: 3 }]
world:
  posts: { radius: 0.05, at: [[1, 1], [2, 1]] }
  movers: [{ id: dog, waypoints: [[1, -1], [2, -1]], speed: 0.3 m/s, solid: true }]
missions: { one: { seek: { target: [1, 0] } }, other: { blend: [{ seek: { target: { mover: dog } }, weight: 2 }] } }
robots:
  - { id: a, robot: scout, mission: { seek: { target: [1, 0] } } }
  - { id: b, robot: elegoo-smart-car-v4, at: { y: 1, heading: -90 deg }, mission: { wander: {} }, ghost: true }
criteria: [{ beats: { mission: other, in: arrived, by: 1 s } }, { arrived: { before: 9 } }]
changes:
  - { at: 3 s, set: { robots.a.mission.seek.target: [2, 2] } }
  - { at: 1 s, set: { plant.delay: 0.1 s, world.circles.new: { at: [3, 3], radius: 0.1 } } }
`);
    const { changes, ...rest } = withoutEntries(again(scenario));
    const { changes: before, ...same } = withoutEntries(scenario);
    expect(rest).toEqual(same);
    expect(before?.map(({ at }) => at)).toEqual([1, 3]);
    expect(changes?.map(({ at, set }) => ({ at, set }))).toEqual(before?.map(({ at, set }) => ({ at, set })));
  });

  it('begins with its remark', () => {
    expect(writtenScenario(loadScenario('seek'), 'one\ntwo')).toMatch(/^# one\n# two\n\nname: seek\n/);
  });
});
