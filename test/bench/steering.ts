/** What a behavior's force costs, beside Yuka's in the same process. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import * as YUKA from 'yuka';
import { distance, fromPolar, toward, type Vec2, ZERO } from '../../src/math/geometry.js';
import type { Obstacle } from '../../src/signals/signals.js';
import type { Behavior, Percept } from '../../src/steering/behavior.js';
import { approach, arrive, arriveParameters, planOf } from '../../src/steering/behaviors/arrive.js';
import { avoidObstacles } from '../../src/steering/behaviors/avoidObstacles.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { prioritize } from '../../src/steering/combine.js';
import { steeringForce } from '../../src/steering/desire.js';
import { percept, SMALL } from '../support/percept.js';
import { compare, type Round, ratiosOf, row } from './clock.js';
import type { Figures } from './figures/figures.js';

const BODY = { ...SMALL, reaction: 0 };
const TARGET: Vec2 = { x: 3, y: 1 };
const VELOCITY: Vec2 = { x: 0.1, y: 0.2 };
const AIM = { position: TARGET, velocity: ZERO };

/** Both sides start from places that differ from call to call. */
const place = (i: number): number => (i % 7) * 0.01;

const AROUND = Array.from({ length: 12 }, (_, i) => fromPolar(i < 10 ? 2 + 0.1 * i : 3, 0.5 + i * 0.52));
const OBSTACLES: readonly Obstacle[] = AROUND.slice(0, 10).map((at) => ({ from: at, to: at, radius: 0.2 }));
const WAY = Array.from({ length: 20 }, (_, i) => [i * 0.5, Math.sin(i * 0.5)] as const);

type Changing = { -readonly [K in keyof Percept]: Percept[K] } & {
  pose: { x: number; y: number; heading: number };
};

const seen = (): Changing => ({
  ...percept({ velocity: VELOCITY, forwardSpeed: 0.22, body: BODY, obstacles: OBSTACLES }),
  pose: { x: 0, y: 0, heading: 1.1 },
});

/** A behavior as the loop asks it: force, marks, memory and all. */
function asked(behavior: Behavior): (i: number) => number {
  const percept = seen();
  let memory = behavior.start();
  return (i) => {
    percept.pose.x = place(i);
    const said = behavior.steer(percept, memory, ZERO);
    memory = said.memory;
    return said.force?.x ?? 0;
  };
}

function yukaVehicle() {
  const vehicle = new YUKA.Vehicle();
  Object.assign(vehicle, { maxSpeed: BODY.maxSpeed, maxForce: BODY.maxForce, boundingRadius: BODY.radius });
  vehicle.velocity.set(VELOCITY.x, 0, VELOCITY.y);
  return vehicle;
}

function yukas(
  make: () => { calculate(vehicle: unknown, force: { x: number }): void },
): (i: number) => number {
  const [vehicle, behavior, force] = [yukaVehicle(), make(), new YUKA.Vector3()];
  return (i) => {
    vehicle.position.x = place(i);
    behavior.calculate(vehicle, force);
    return force.x;
  };
}

const target = () => new YUKA.Vector3(TARGET.x, 0, TARGET.y);
function yukaPath() {
  const path = new YUKA.Path();
  for (const [x, y] of WAY) path.add(new YUKA.Vector3(x, 0, y));
  return path;
}

/** Yuka's obstacle avoidance, seek and wander under its manager. */
function yukaManager(): (i: number) => number {
  const [vehicle, force] = [yukaVehicle(), new YUKA.Vector3()];
  const obstacles = AROUND.slice(0, 10).map(({ x, y }) => {
    const obstacle = new YUKA.GameEntity();
    obstacle.position.set(x, 0, y);
    obstacle.boundingRadius = 0.2;
    return obstacle;
  });
  const avoidance = new YUKA.ObstacleAvoidanceBehavior(obstacles);
  avoidance.dBoxMinLength = 0.4;
  for (const behavior of [avoidance, new YUKA.SeekBehavior(target()), new YUKA.WanderBehavior(0.1, 0.2, 1)]) {
    vehicle.steering.add(behavior);
  }
  return (i) => {
    vehicle.position.x = place(i);
    vehicle.steering.calculate(0.02, force);
    return force.x;
  };
}

function bareSeek(): (i: number) => number {
  const { pose } = seen();
  return (i) => {
    pose.x = place(i);
    return steeringForce(toward(pose, TARGET, BODY.maxSpeed), VELOCITY, BODY.steeringGain).x;
  };
}

/** @param away from the target: inside the braking distance our own profile works the most */
function bareArrive(profile: 'braking' | 'buckland', away: number): (i: number) => number {
  const percept = seen();
  const plan = planOf(arriveParameters.parse({ target: [TARGET.x, TARGET.y], profile }));
  percept.pose.y = TARGET.y;
  return (i) => {
    percept.pose.x = TARGET.x - away - place(i);
    const { velocity } = approach(percept, AIM, distance(TARGET, percept.pose), plan);
    return steeringForce(velocity, VELOCITY, BODY.steeringGain).x;
  };
}

const POINT = [TARGET.x, TARGET.y] as const;
const BAND = { path: WAY, radius: 0.1 };
const yukaSeek = () => yukas(() => new YUKA.SeekBehavior(target()));
const yukaArrive = () => yukas(() => new YUKA.ArriveBehavior(target()));
const yukaFollow = () => yukas(() => new YUKA.FollowPathBehavior(yukaPath(), 0.1));

function yukaOnPath(): (i: number) => number {
  const [follow, keep] = [yukaFollow(), yukas(() => new YUKA.OnPathBehavior(yukaPath(), 0.1))];
  return (i) => follow(i) + keep(i);
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly ours: () => (i: number) => number;
  readonly theirs: () => (i: number) => number;
  readonly atMost?: number;
}

const ROWS: readonly Row[] = [
  { id: 'seekForce', name: 'seek, the force alone', ours: bareSeek, theirs: yukaSeek, atMost: 1 },
  {
    id: 'arriveForce.buckland',
    name: 'arrive as Buckland, the force alone',
    ours: () => bareArrive('buckland', 1),
    theirs: yukaArrive,
    atMost: 1.5,
  },
  {
    id: 'arriveForce.far',
    name: 'arrive, far off, the force alone',
    ours: () => bareArrive('braking', 1),
    theirs: yukaArrive,
    atMost: 1.5,
  },
  {
    id: 'arriveForce.braking',
    name: 'arrive, while braking, the force alone',
    ours: () => bareArrive('braking', 0.03),
    theirs: yukaArrive,
    atMost: 1.5,
  },
  {
    id: 'followPath.waypoint',
    name: 'followPath, 20 points (Yuka: next waypoint)',
    ours: () => asked(followPath(BAND)),
    theirs: yukaFollow,
    atMost: 1.5,
  },
  {
    id: 'followPath',
    name: 'followPath (Yuka: that, and on the path)',
    ours: () => asked(followPath(BAND)),
    theirs: yukaOnPath,
    atMost: 1.5,
  },
  {
    id: 'blend',
    name: 'avoid 10, seek, wander (Yuka: its manager)',
    ours: () => asked(prioritize(avoidObstacles(), seek({ target: POINT }), wander())),
    theirs: yukaManager,
    atMost: 1.5,
  },
  {
    id: 'seek',
    name: 'seek as the loop asks it, marks and all',
    ours: () => asked(seek({ target: POINT })),
    theirs: yukaSeek,
  },
  {
    id: 'arrive',
    name: 'arrive as the loop asks it',
    ours: () => asked(arrive({ target: POINT })),
    theirs: yukaArrive,
  },
];

/** Each row in an isolate of its own, so that what ran before it leaves no trace in either side's code. */
export async function benchSteering(_: readonly string[], figures: Figures): Promise<void> {
  console.log(`  ${''.padEnd(44)}   Steerbot       Yuka   (medians, a call)`);
  for (const [index, { id, name, atMost }] of ROWS.entries()) {
    const worker = new Worker(new URL(import.meta.url), { workerData: index });
    const [rounds] = (await once(worker, 'message')) as [Round[]];
    console.log(row(name, rounds, atMost));
    figures.ratio(`steering.${id}`, ratiosOf(rounds), 'Yuka 0.7');
  }
}

if (!isMainThread && typeof workerData === 'number') {
  const { ours, theirs } = ROWS[workerData] as Row;
  parentPort?.postMessage(compare({ ours: ours(), theirs: theirs() }));
}
