/** A person crosses a robot's way once; the way is free again, and the robot is to know that. */
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { deg, type Meters, type MetersPerSecond, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';

const sonar = (id: string, facing: number, x: Meters, y: Meters) => ({
  id,
  type: 'sonar',
  at: [x, y],
  facing: deg(facing),
  noise: 'typical',
});
const scoutWith = (sensors: readonly object[]): RobotDefinition => ({
  ...loadRobot('scout'),
  sensors: sensors as unknown as RobotDefinition['sensors'],
});

/** What sees a person pass. */
export const WATCHERS: Readonly<Record<string, RobotDefinition>> = {
  'one sonar': scoutWith([sonar('front', 0, 0.08, 0)]),
  'three sonars': scoutWith([
    sonar('left', 30, 0.07, 0.03),
    sonar('front', 0, 0.08, 0),
    sonar('right', -30, 0.07, -0.03),
  ]),
  'sixteen sonars': scoutWith(
    Array.from({ length: 16 }, (_, i) => {
      const direction = (i * Math.PI) / 8;
      return sonar(`s${i}`, i * 22.5, 0.08 * Math.cos(direction), 0.08 * Math.sin(direction));
    }),
  ),
  'a sonar of whole inches': scoutWith([
    { id: 'front', type: 'maxsonar', pin: 'A0', at: [0.05, 0], facing: 0 },
  ]),
  'an infrared eye': scoutWith([{ id: 'front', type: 'gp2y0a21', pin: 'A0', at: [-0.01, 0], facing: 0 }]),
  'a lidar': scoutWith([{ id: 'lidar', type: 'lidar', at: [0, 0], facing: 0, noise: 'typical' }]),
  'the mBot': loadRobot('makeblock-mbot'),
};

export interface Passer {
  /** Where it crosses the robot's way. */
  readonly at: Meters;
  readonly speed: MetersPerSecond;
  /** So far before the robot, had that not slowed down. */
  readonly ahead: Meters;
  /** It comes from the right: −1, or from the left: 1. */
  readonly from: -1 | 1;
}

/** Each person begins outside the cone: a sonar takes what its first reading shows for a thing that stands. */
export const PASSERS: readonly Passer[] = [1, 1.4, 1.8].flatMap((at) =>
  [0.3, 0.6, 1.2].flatMap((speed) =>
    [0.4, 0.6, 0.9]
      .filter((ahead) => beginsAside({ at, speed, ahead }, 0.5) > 0.45)
      .flatMap((ahead) => ([-1, 1] as const).map((from) => ({ at, speed, ahead, from }))),
  ),
);

/** So far aside a person begins to cross. @param fastest of the robot, which has to speed up first */
function beginsAside({ at, speed, ahead }: Omit<Passer, 'from'>, fastest: MetersPerSecond): Meters {
  return speed * ((at - ahead) / fastest + 0.25);
}

export interface Passed {
  readonly contacts: number;
  /** Last time at which the person was in the robot's way. */
  readonly freeAt: Seconds;
  /** Time from then until the robot drives, and how much longer than at full speed it takes from then to its goal. */
  readonly waits: Seconds;
  readonly late: Seconds;
}

const [GOAL, LIMIT]: [Meters, Seconds] = [2.5, 30];
const PERSON: Meters = 0.15;
const CLEARANCE: Meters = 0.05;
/** What moves faster is on its way. */
const MOVES: MetersPerSecond = 0.05;

/** A robot that is sent 2.5 m ahead. */
export function passBy(
  robot: RobotDefinition,
  passer: Passer,
  { seed = 1, guards = [] as readonly object[] } = {},
): Passed {
  const fastest = robot.limits.speed;
  const { at, speed, from } = passer;
  const begins = from * beginsAside(passer, fastest);
  const waypoints = [
    [at, begins],
    [at, -from * 80],
  ];
  const lock = new LockStep(
    scenario({
      name: 'a person passes',
      duration: LIMIT,
      seed,
      world: { movers: [{ id: 'person', waypoints, speed, radius: PERSON, solid: true }] } as never,
      robots: [
        {
          id: 'a',
          robot,
          at: { x: 0, y: 0, heading: 0 },
          mission: { prioritize: [...guards, { arrive: { target: [GOAL, 0] } }] } as never,
        },
      ],
    }),
    {},
  );
  let [freeAt, goesAt, left, x] = [0, 0, GOAL, 0];
  while (!lock.isOver) {
    const before = lock.at;
    lock.control();
    lock.advance(LIMIT);
    const pose = lock.world.poseOf('a');
    const aside = Math.abs(begins - from * speed * lock.at - pose.y);
    const near = PERSON + robot.chassis.radius + CLEARANCE;
    const goes = (pose.x - x) / (lock.at - before) > MOVES;
    x = pose.x;
    if (aside < near && at > x - near && at - x < 1) [freeAt, goesAt, left] = [lock.at, 0, GOAL - x];
    else if (goesAt === 0 && goes) goesAt = lock.at;
  }
  const contacts = lock.world.contactsOf('a');
  const arrived = lock.result(0).robots[0]?.outcome === 'arrived';
  const needs = left / fastest + fastest / robot.limits.acceleration;
  const late = arrived ? lock.at - freeAt - needs : Number.POSITIVE_INFINITY;
  lock.close();
  return { contacts, freeAt, waits: goesAt > 0 ? goesAt - freeAt : Number.POSITIVE_INFINITY, late };
}
