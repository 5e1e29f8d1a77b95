/** Robots that are kept where they are for a reason that the scene plants, and what they are to say. */
import { scenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { defineBehavior } from '../../src/steering/behavior.js';

export interface Planted {
  readonly says: RegExp;
  /** Of the scene; a robot 'me' with this mission unless it gives others. */
  readonly scene: object;
  readonly mission?: object;
  readonly sensors?: readonly object[];
  readonly limits?: Partial<RobotDefinition['limits']>;
}

const RING = [0, 90, 180, 270].map((facing, i) => ({
  id: `s${i}`,
  type: 'sonar',
  at: [0, 0],
  facing: (facing * Math.PI) / 180,
}));
const LIDAR = [{ id: 'lidar', type: 'lidar', at: [0, 0], facing: 0 }];
const AVOID = { avoidObstacles: {} };
const NEIGHBORS = { avoidNeighbors: {} };
const TRUTH = { sensing: 'truth' } as const;
const go = (x: number, y = 0) => ({ arrive: { target: [x, y] } });
const along = (...path: readonly (readonly [number, number])[]) => ({ followPath: { path } });
const avoiding = (...goals: object[]) => ({ prioritize: [AVOID, ...goals] });
const room = (x: number, half: number) => ({
  walls: [[[-0.5, -half], [x, -half], [x, half], [-0.5, half], [-0.5, -half]]], // biome-ignore format: one line
});
const box = (x: number, size = 0.2) => ({ boxes: [{ at: [x, 0], size: [size, size] }] });
const pair = (a: object, b: object, apart: number, rest: object = {}) => ({
  ...TRUTH,
  ...rest,
  robots: [
    { id: 'me', robot: 'scout', at: { x: 0, y: 0 }, mission: a },
    { id: 'b', robot: 'scout', at: { x: apart, y: 0, heading: 180 * (Math.PI / 180) }, mission: b },
  ],
});
/** Behaviors of a user. */
const OWN = {
  idle: defineBehavior({ name: 'idle', start: () => null, steer: () => ({ memory: null }) }),
  waits: defineBehavior({
    name: 'waits',
    start: () => null,
    steer: () => ({ memory: null, stands: { why: 'the kettle is not boiling', where: { x: 1, y: 2 } } }),
  }),
  brakes: defineBehavior({
    name: 'brakes',
    start: () => null,
    steer: () => ({ memory: null, force: { x: 0, y: 0 }, desiredVelocity: { x: 0, y: 0 } }),
  }),
  spins: defineBehavior({
    name: 'spins',
    start: () => null,
    steer: ({ at }) => ({ memory: null, force: { x: 0, y: 0 }, desiredVelocity: { x: 0, y: 0 }, face: at }),
  }),
};

/** A wall with a door of this width at x = 1.5. */
const door = (width: number) => ({
  walls: [[[1.5, -2], [1.5, -width / 2]], [[1.5, width / 2], [1.5, 2]]], // biome-ignore format: one line
});
const closedBehind = (x: number) => ({ walls: [[[x, -3], [x, 3], [-1, 3], [-1, -3], [x, -3]]] }); // biome-ignore format: one line

export const PLANTED: Readonly<Record<string, Planted>> = {
  'arrive, goal in a post, a map': {
    scene: { ...TRUTH, world: { circles: [{ at: [2, 0], radius: 0.2 }] } },
    mission: avoiding(go(2)),
    says: /its goal at \(2\.00, 0\.00\) lies inside something/,
  },
  'arrive, goal in a post, a lidar': {
    scene: { world: { circles: [{ at: [2, 0], radius: 0.08 }] } },
    sensors: LIDAR,
    mission: avoiding(go(2)),
    says: /its goal at \(2\.00, 0\.00\) is nearer to something than its own radius/,
  },
  'followPath, its end in a box': {
    scene: { ...TRUTH, world: box(2) },
    mission: avoiding(along([0, 0], [2, 0])),
    says: /its goal at \(2\.00, 0\.00\) is nearer to something than its own radius/,
  },
  'arrive, goal nearer to a wall than the radius': {
    scene: { ...TRUTH, world: { walls: [[[2, -1], [2, 1]]] } }, // biome-ignore format: one line
    mission: avoiding(go(1.95)),
    says: /its goal at \(1\.95, 0\.00\) is nearer to something than its own radius, at \(2\.00, 0\.00\)/,
  },
  'seek, goal nearer to a wall than the radius, a lidar': {
    scene: { world: { walls: [[[2, -1], [2, 1]]] } }, // biome-ignore format: one line
    sensors: LIDAR,
    mission: avoiding({ seek: { target: [1.95, 0] } }),
    says: /its goal at \(1\.95, 0\.00\) is nearer to something than its own radius/,
  },
  'arrive, another robot stands on the goal': {
    scene: pair({ prioritize: [NEIGHBORS, go(1.5)] }, go(1.5), 1.5),
    says: /robot 'b' stands on its goal, at \(1\.50, 0\.00\)/,
  },
  'arrive, a closed room, a map': {
    scene: { ...TRUTH, world: closedBehind(1.5) },
    mission: avoiding(go(3)),
    says: /no way to its goal is free, at \(1\.[34]\d, /,
  },
  'arrive, a closed room, a lidar': {
    scene: { world: closedBehind(1.5) },
    sensors: LIDAR,
    mission: avoiding(go(3)),
    says: /no way to its goal is free, at \(1\.[34]\d, /,
  },
  'followPath through a closed wall': {
    scene: { ...TRUTH, world: closedBehind(1.5) },
    mission: avoiding(along([0, 0], [3, 0])),
    // The room is closed all round: which of its walls is the nearest way out, the search's cells decide.
    says: /no way to its goal is free, at \((1\.[34]\d, |-?\d\.\d\d, -?2\.9\d\))/,
  },
  'arrive, a door that is too narrow': {
    scene: { ...TRUTH, world: { walls: [...door(0.12).walls, [[1.5, 2], [-1, 2], [-1, -2], [1.5, -2]]] } }, // biome-ignore format: one line
    mission: avoiding(go(3)),
    says: /no way to its goal is free/,
  },
  'arrive in a corridor that ends, four sonars': {
    scene: { world: room(1.2, 0.25) },
    sensors: RING,
    mission: avoiding(go(3)),
    says: /no way to its goal is free/,
  },
  'arrive, a box on the way, no avoidance': {
    scene: { world: box(1.2) },
    mission: go(2.5),
    says: /something is in the way, at \(1\.\d\d, 0\.0\d\)/,
  },
  'seek, a wall on the way, a lidar, no avoidance': {
    scene: { world: { walls: [[[1.2, -1], [1.2, 1]]] } }, // biome-ignore format: one line
    sensors: LIDAR,
    mission: { seek: { target: [2.5, 0] } },
    says: /something is in the way, at \(1\.\d\d, /,
  },
  'followPath, a box on it, no avoidance': {
    scene: { world: box(1.2) },
    mission: along([0, 0], [2.5, 0]),
    says: /something is in the way, at \(1\.\d\d, 0\.0\d\)/,
  },
  'a loop, a box on it, no avoidance': {
    scene: { world: box(1.2) },
    mission: { followPath: { path: [[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]], loop: true } }, // biome-ignore format: one line
    says: /something is in the way, at \(1\.\d\d, 0\.0\d\)/,
  },
  'avoidNeighbors, a robot that stands in a corridor': {
    scene: pair({ prioritize: [NEIGHBORS, go(3)] }, { arrive: { target: [1.2, 0] } }, 1.2, { world: room(4, 0.16) }), // biome-ignore format: one line
    says: /it waits for robot 'b'/,
  },
  'avoidNeighbors, two face to face in a corridor': {
    scene: pair({ prioritize: [NEIGHBORS, go(3)] }, { prioritize: [NEIGHBORS, go(-0.2)] }, 2.5, { world: room(4, 0.16) }), // biome-ignore format: one line
    says: /it waits for robot 'b'/,
  },
  'queue, behind a robot that stands': {
    scene: pair({ blend: [go(3), { queue: {} }] }, { arrive: { target: [1.2, 0] } }, 1.2),
    says: /it waits behind robot 'b'/,
  },
  'queue, brakes only': {
    scene: pair({ blend: [go(3), { queue: { mode: 'hardStop' } }] }, { arrive: { target: [1.2, 0] } }, 1.2),
    says: /it waits behind robot 'b'/,
  },
  'arrive, a target that never comes': {
    scene: {
      world: { movers: [{ id: 'dog', waypoints: [[2, 0.5], [2, 3]], radius: 0.05, speed: 0.2 }] }, // biome-ignore format: one line
      faults: [{ robot: 'me', fault: 'targetLost', at: 0 }],
    },
    mission: { arrive: { target: { mover: 'dog' } } },
    says: /there is no news of target 'dog' yet/,
  },
  'pursue, a target that falls silent': {
    scene: {
      world: { movers: [{ id: 'dog', waypoints: [[2, 0.5], [2, 3]], radius: 0.05, speed: 0.2 }] }, // biome-ignore format: one line
      faults: [{ robot: 'me', fault: 'targetLost', at: 1 }],
    },
    mission: { pursue: { target: { mover: 'dog' } } },
    says: /there is no more news of target 'dog'/,
  },
  'seekBeacon without a beacon': {
    scene: {},
    sensors: [{ id: 'b', type: 'beacon', at: [0, 0], facing: 0 }],
    mission: { seekBeacon: {} },
    says: /^its mission asks for nothing$/,
  },
  'flee, nobody near': {
    scene: {
      world: {
        movers: [
          {
            id: 'cat',
            waypoints: [
              [9, 9],
              [9, 8],
            ],
            radius: 0.05,
            speed: 0.1,
          },
        ],
      },
    },
    mission: { flee: { target: { mover: 'cat' }, panicDistance: 0.5 } },
    says: /its mission asks for nothing/,
  },
  'an own behavior that says nothing': {
    scene: {},
    mission: OWN.idle,
    says: /its mission asks for nothing/,
  },
  'an own behavior that says why': {
    scene: {},
    mission: OWN.waits,
    says: /^the kettle is not boiling, at \(1\.00, 2\.00\)$/,
  },
  'an own behavior that only brakes': {
    scene: {},
    mission: OWN.brakes,
    says: /'brakes' asks it to stand/,
  },
  'an own behavior that turns on the spot': {
    scene: {},
    mission: OWN.spins,
    says: /turns or goes to and fro, and 'spins' decides/,
  },
  'a dead band larger than its file says': {
    scene: { plant: { deadband: { left: 0.2, right: 0.2 } } },
    mission: { arrive: { target: [1, 0] } },
    says: /the dead band of its motors is larger than in its file; calibrate$/,
  },
  'a body that has slipped believes that it is there': {
    scene: { plant: { wheelDiameterError: { left: -0.1, right: -0.1 } } },
    mission: go(2),
    says: /it believes that it has arrived/,
  },
  'a range sensor that is blind': {
    scene: { faults: [{ robot: 'me', fault: 'rangeSilent', at: 1 }] },
    mission: go(4),
    says: /^(the sensor|the range sensor|range sensor|'?front)/,
  },
};

/** The scene of a planted reason. */
export function plantedScene({ scene, mission, sensors, limits }: Planted): Scenario {
  const scout = loadRobot('scout');
  const robot = {
    ...scout,
    ...(sensors && { sensors: sensors as unknown as RobotDefinition['sensors'] }),
    ...(limits && { limits: { ...scout.limits, ...limits } }),
  };
  const one = { robots: [{ id: 'me', robot, at: { x: 0, y: 0 }, mission }] };
  return scenario({ name: 'planted', duration: 60, seed: 1, criteria: [], ...one, ...scene } as never);
}
