/** Runs that succeed, and ways to make them fail: each by one cause, whose undoing an explanation must find. */

import type { FaultSpec } from '../../sim/scenario/faultSpec.js';
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import {
  parseTunedMission,
  parseTunedRobot,
  serializeSetup,
} from '../../src/config/tuning/serializeConfig.js';
import { fieldOf, withValue } from '../../src/validation/values.js';
import { readScenario } from '../sim/session/opened.js';

export interface PlantedCause {
  readonly name: string;
  readonly scenario: Scenario;
  /** What the explanation's first entry must be about. */
  readonly about: RegExp;
}

const read = (name: string, text: string): Scenario => ({ ...readScenario(text), name });

/** It arrives without overshoot. */
const STOP = read(
  'stop',
  `
duration: 10 s
robots: [{ id: a, robot: scout, mission: { arrive: { target: [1.5, 0.3] } } }]
criteria: [{ arrived: { before: 8 s, within: 25 mm } }, { overshoot: { atMost: 5 mm } }]
`,
);

/** It passes a post on its way. */
const POST = read(
  'post',
  `
duration: 14 s
sensing: truth
world: { posts: { radius: 8 cm, at: [[1.2, 0.02], [2.2, 0.6], [1.8, -0.7]] } }
robots: [{ id: a, robot: scout, mission: { prioritize: [avoidObstacles, { arrive: { target: [2.6, 0] } }] } }]
criteria: [{ arrived: { before: 12 s } }, { contacts: { atMost: 0 } }, { clearance: { atLeast: 90 mm } }]
`,
);

/** It follows a path with corners. */
const PATH = read(
  'path',
  `
duration: 16 s
robots: [{ id: a, robot: scout, mission: { followPath: { path: [[0, 0], [1, 0], [1, 1], [0, 1]] } } }]
criteria: [{ arrived: { before: 14 s, within: 40 mm } }, { crossTrack: { rms: 20 mm, max: 60 mm } }]
`,
);

/** It catches a mover. */
const CHASE = read(
  'chase',
  `
duration: 10 s
sensing: truth
world: { movers: [{ id: hare, waypoints: [[1.5, -1], [1.5, 1.5]], speed: 0.2, radius: 3 cm }] }
robots: [{ id: a, robot: scout, mission: { pursue: { target: { mover: hare } } } }]
criteria: [{ distance: { from: a, to: { mover: hare }, reaches: 0.1, before: 6 s } }]
`,
);

/** It drives through a gap between two walls. */
const GAP = read(
  'gap',
  `
duration: 14 s
sensing: truth
world: { walls: [[[1.2, 0.35], [1.2, 4]], [[1.2, -4], [1.2, -0.35]]] }
robots: [{ id: a, robot: scout, mission: { prioritize: [avoidObstacles, { arrive: { target: [2.4, 0.6] } }] } }]
criteria: [{ arrived: { before: 12 s } }, { contacts: { atMost: 0 } }]
`,
);

/** The same posts, seen by a lidar alone. */
const SEE: Scenario = (() => {
  const [spec] = POST.robots;
  if (!spec) throw new Error('no robot');
  return {
    ...POST,
    name: 'see',
    sensing: 'odometry',
    robots: [{ ...spec, robot: { ...spec.robot, sensors: [lidarAt(50)] } }],
  };
})();

/** All round, so many times a second. */
function lidarAt(rate: number): Scenario['robots'][number]['robot']['sensors'][number] {
  const all = { fieldOfView: 1.5 * Math.PI, rays: 90, range: 3, rate };
  return { id: 'eye', type: 'lidar', at: [0, 0], facing: 0, ...all } as never;
}

const lateEye = (rate: number): Scenario => ({
  ...SEE,
  robots: SEE.robots.map((spec) => ({ ...spec, robot: { ...spec.robot, sensors: [lidarAt(rate)] } })),
});

export const SOUND: readonly Scenario[] = [STOP, POST, PATH, CHASE, GAP, SEE];

const plant = (scenario: Scenario, change: Partial<PlantSpec>): Scenario => ({
  ...scenario,
  plant: { ...scenario.plant, ...change },
});
const fault = (scenario: Scenario, ...faults: FaultSpec[]): Scenario => ({ ...scenario, faults });
const world = (scenario: Scenario, change: Partial<Scenario['world']>): Scenario => ({
  ...scenario,
  world: { ...scenario.world, ...change },
});

/** One number of the only robot's setup. */
function number(scenario: Scenario, path: readonly (string | number)[], value: number): Scenario {
  const [spec] = scenario.robots;
  if (!spec) throw new Error('no robot');
  const changed = withValue(serializeSetup(spec), path, value);
  const robot = parseTunedRobot(fieldOf(changed, 'robot'), spec.robot);
  const mission = parseTunedMission(fieldOf(changed, 'mission'), {});
  if (typeof robot === 'string' || typeof mission === 'string') throw new Error(`${robot} ${mission}`);
  const part = path[0] === 'robot' ? { robot } : { mission };
  return { ...scenario, robots: [{ ...spec, ...part }] };
}

/** The goal before what keeps it off things. */
function goalFirst(scenario: Scenario): Scenario {
  const [spec] = scenario.robots;
  if (!spec || !('children' in spec.mission)) throw new Error('no list');
  const children = [...(spec.mission.children as readonly unknown[])].reverse();
  return { ...scenario, robots: [{ ...spec, mission: { ...spec.mission, children } as never }] };
}

const cause = (name: string, scenario: Scenario, about: RegExp): PlantedCause => ({
  name: `${scenario.name}: ${name}`,
  scenario,
  about,
});

const wheels = (left: number, right = 0) => ({ left, right });

export const PLANTED_CAUSES: readonly PlantedCause[] = [
  // Gains.
  ...[3, 4, 6].map((radius) =>
    cause(
      `slowing radius ${radius}`,
      number(STOP, ['mission', 'arrive', 'slowingRadius'], radius),
      /slowingRadius/,
    ),
  ),
  ...[0.1, 0.15].map((speed) =>
    cause(`speed ${speed}`, number(STOP, ['robot', 'limits', 'speed'], speed), /limits\.speed/),
  ),
  ...[0.001, 0.004].map((margin) =>
    cause(
      `margin ${margin}`,
      number(POST, ['mission', 'prioritize', 0, 'avoidObstacles', 'margin'], margin),
      /avoidObstacles\.margin/,
    ),
  ),
  cause('speed', number(POST, ['robot', 'limits', 'speed'], 0.15), /limits\.speed/),
  ...[0.8, 1].map((ahead) =>
    cause(`prediction ${ahead}`, number(PATH, ['mission', 'followPath', 'predict'], ahead), /predict/),
  ),
  ...[0.15, 0.2].map((speed) =>
    cause(`speed ${speed}`, number(CHASE, ['robot', 'limits', 'speed'], speed), /limits\.speed/),
  ),
  // Late commands and sensors.
  ...[0.35, 0.4].map((delay) => cause(`delay ${delay}`, plant(STOP, { delay }), /plant\.delay/)),
  ...[0.3, 0.5].map((delay) => cause(`delay ${delay}`, plant(PATH, { delay }), /plant\.delay/)),
  ...[0.4, 0.6].map((delay) => cause(`delay ${delay}`, plant(GAP, { delay }), /plant\.delay/)),
  cause('delay', plant(POST, { delay: 0.5 }), /plant\.delay/),
  ...[0.5, 0.3, 0.2].map((rate) => cause(`lidar ${rate} Hz`, lateEye(rate), /a eye/)),
  // Slipping and uneven wheels.
  ...[0.3, 0.6].map((share) =>
    cause(`slip ${share}`, fault(STOP, { fault: 'wheelSlip', at: 1, share, side: 'left' }), /faults\.0/),
  ),
  ...[0.2, 0.5].map((share) =>
    cause(`slip ${share}`, fault(PATH, { fault: 'wheelSlip', at: 2, share, side: 'right' }), /faults\.0/),
  ),
  ...[0.06, -0.08, 0.1].map((error) =>
    cause(`diameter ${error}`, plant(PATH, { wheelDiameterError: wheels(error) }), /wheelDiameterError/),
  ),
  ...[0.05, -0.1].map((error) =>
    cause(`diameter ${error}`, plant(STOP, { wheelDiameterError: wheels(error) }), /wheelDiameterError/),
  ),
  ...[0.12, -0.15].map((trackError) =>
    cause(`track ${trackError}`, plant(PATH, { trackError }), /trackError/),
  ),
  // Faults of other parts.
  cause('motor', fault(STOP, { fault: 'motorDead', at: 1, side: 'left' }), /faults\.0/),
  cause('motors', fault(PATH, { fault: 'motorsSwapped', at: 1 }), /faults\.0/),
  cause('encoder', fault(PATH, { fault: 'encoderStuck', at: 2, side: 'left' }), /faults\.0/),
  cause('target', fault(CHASE, { fault: 'targetLost', at: 1 }), /faults\.0/),
  cause('jump', fault(CHASE, { fault: 'targetJump', at: 0.5, by: 1 }), /faults\.0/),
  cause('throws', fault(GAP, { fault: 'behaviorThrows', at: 1, for: 12 }), /faults\.0/),
  cause('blocked', fault(POST, { fault: 'wheelsBlocked', at: 1 }), /faults\.0/),
  // Walls and posts in the way.
  ...[0.8, 1].map((x) =>
    cause(
      `wall ${x}`,
      world(STOP, {
        walls: [
          [
            { x, y: -1 },
            { x, y: 1.5 },
          ],
        ],
      }),
      /walls\.0/,
    ),
  ),
  cause(
    'wall',
    world(PATH, {
      walls: [
        [
          { x: 0.5, y: -0.5 },
          { x: 0.5, y: 0.4 },
        ],
      ],
    }),
    /walls\.0/,
  ),
  cause('post', world(PATH, { circles: [{ at: { x: 1, y: 0.5 }, radius: 0.06 }] }), /circles\.0/),
  cause(
    'door',
    world(GAP, {
      walls: [
        ...GAP.world.walls,
        [
          { x: 1.2, y: -0.4 },
          { x: 1.2, y: 0.4 },
        ],
      ],
    }),
    /walls\.2/,
  ),
  cause(
    'box',
    world(GAP, { boxes: [{ at: { x: 1.2, y: 0 }, size: [0.1, 0.6], heading: 0, movable: false }] }),
    /boxes\.0/,
  ),
  cause('post', world(CHASE, { circles: [{ at: { x: 0.7, y: -0.35 }, radius: 0.2 }] }), /circles\.0/),
  cause(
    'post at the goal',
    world(STOP, { circles: [{ at: { x: 1.5, y: 0.35 }, radius: 0.08 }] }),
    /circles\.0/,
  ),
  // The order of behaviors.
  cause('goal first', goalFirst(POST), /order|prioritize/),
  cause('goal first', goalFirst(GAP), /order|prioritize/),
  cause('goal first', goalFirst(SEE), /order|prioritize/),
];
