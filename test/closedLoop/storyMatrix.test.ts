/** Each behavior of stories with each rate, way of steering, sensor and node: it ends where it says. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { scenario } from '../../src/index.js';
import { distance, type Pose, wrapAngle } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { avoidObstacles } from '../../src/steering/behaviors/avoidObstacles.js';
import { backOff } from '../../src/steering/behaviors/backOff.js';
import { dock } from '../../src/steering/behaviors/dock.js';
import { face } from '../../src/steering/behaviors/face.js';
import { home } from '../../src/steering/behaviors/home.js';
import { patrol } from '../../src/steering/behaviors/patrol.js';
import { search } from '../../src/steering/behaviors/search.js';
import { prioritize } from '../../src/steering/combine.js';
import { fallback, repeat, retry, sequence, timeout } from '../../src/steering/missions/inTurn.js';
import { parallel } from '../../src/steering/missions/parallel.js';
import { set, wait } from '../../src/steering/missions/still.js';

interface Ending {
  readonly make: () => Behavior;
  /** Where it has to end, as near as this. */
  readonly at: Pose;
  readonly within: number;
  /** The heading counts as well. */
  readonly turned?: number;
  /** `search` fails where nothing that it was to find has ended it. */
  readonly outcome?: 'arrived' | 'failed';
}

const START = { x: 0, y: 0, heading: 0 };
const out = () => arrive({ target: [0.6, 0.3] });

const ENDINGS: Readonly<Record<string, Ending>> = {
  face: {
    make: () => face({ heading: '120 deg' }),
    at: { ...START, heading: deg(120) },
    within: 0.02,
    turned: deg(3),
  },
  home: { make: () => sequence(out(), home()), at: START, within: 0.02 },
  'home by its trail': { make: () => sequence(out(), home({ by: 'trail' })), at: START, within: 0.02 },
  patrol: {
    make: () =>
      patrol({
        points: [
          [0.5, 0],
          [0.5, 0.5],
        ],
        times: 1,
      }),
    at: { x: 0.5, y: 0.5, heading: 0 },
    within: 0.2,
  },
  dock: {
    make: () => dock({ target: [0.6, 0.3], heading: '90 deg' }),
    at: { x: 0.6, y: 0.3, heading: deg(90) },
    within: 0.006,
    turned: deg(2),
  },
  backOff: { make: () => backOff({ distance: '30 cm' }), at: { x: -0.3, y: 0, heading: 0 }, within: 0.03 },
  search: {
    make: () =>
      search({
        inside: [
          [-0.6, -0.6],
          [0.6, 0.6],
        ],
        spacing: '40 cm',
      }),
    at: START,
    within: 0.9,
    outcome: 'failed',
  },
};

const scout = loadRobot('scout');
const at = (rate: number, more: Partial<RobotDefinition> = {}): RobotDefinition => ({
  ...scout,
  ...more,
  control: { ...scout.control, rate },
});

async function ends(
  { make, at: there, within, turned, outcome = 'arrived' }: Ending,
  robot: RobotDefinition,
  wrap = (one: Behavior) => one,
) {
  const mission = wrap(make());
  const { robots } = await simulate(scenario({ duration: '90 s', robots: [{ robot, mission }] }));
  const [one] = robots;
  const pose = one?.finalPose ?? START;
  return {
    hasEnded: one?.outcome === outcome,
    faults: one?.faults.map(({ what }) => what),
    isThere: distance(pose, there) <= within,
    isTurned: turned === undefined || Math.abs(wrapAngle(pose.heading - there.heading)) <= turned,
  };
}

const WELL = { hasEnded: true, faults: [], isThere: true, isTurned: true };

describe.each(Object.entries(ENDINGS))('%s', (_, ending) => {
  it.each([20, 50, 100])('at %i Hz, with forces', async (rate) => {
    expect(await ends(ending, at(rate))).toEqual(WELL);
  });

  it.each([20, 50, 100])('at %i Hz, steered directly', async (rate) => {
    const { control } = scout;
    const direct = { ...scout, control: { ...control, rate, steering: 'direct' } } as RobotDefinition;
    expect(await ends(ending, direct)).toEqual(WELL);
  });

  it.each<[string, (one: Behavior) => Behavior]>([
    ['avoiding things', (one) => prioritize(avoidObstacles(), one)],
    ['in a sequence', (one) => sequence(set({ begun: true }), wait('200 ms'), one)],
    ['as a last resort', (one) => fallback(timeout('300 ms', wait('1 s')), one)],
    ['within a time', (one) => timeout('80 s', one)],
    ['tried again', (one) => retry({ times: 3 }, one)],
    ['once', (one) => repeat({ times: 1 }, one)],
    ['with a watcher', (one) => parallel(one, sequence(wait('1 s'), set({ late: true })))],
  ])('%s', async (_, wrap) => {
    expect(await ends(ending, at(50), wrap)).toEqual(WELL);
  });

  it('without any sensor but encoders', async () => {
    expect(await ends(ending, at(50, { sensors: [] }))).toEqual(WELL);
  });
});
