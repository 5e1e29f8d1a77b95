/** Scout wandering for a while where there is little room: whatever its rate and latency, it must touch nothing. */
import type { RobotResult } from '../../sim/referee/result.js';
import type { WorldSpec } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { EMPTY, PLANT } from '../sim/bodies.js';
import { drive, missionOf, sceneOf } from './runs.js';

type Corner = readonly [number, number];

const ring = (corners: readonly Corner[]): WorldSpec => ({
  ...EMPTY,
  walls: [[...corners, corners[0] as Corner].map(([x, y]) => ({ x, y }))],
});

const HALF = 1.5;
const BOX = ring([
  [-HALF, -HALF],
  [HALF, -HALF],
  [HALF, HALF],
  [-HALF, HALF],
]);
const TRIANGLE: readonly Corner[] = [
  [-1.3, -1],
  [1.3, -1],
  [0, 1.3],
];

/** Twelve posts in the box, at places drawn from the seed: none where the robot starts, and it fits between any two. */
function amongPosts(seed: number): WorldSpec {
  const random = resumeRandom(seedRandom(seed));
  const draw = () => (random.uniform() - 0.5) * 2 * (HALF - 0.2);
  const at: { x: number; y: number }[] = [];
  while (at.length < 12) {
    const [x, y] = [draw(), draw()];
    const isFree =
      Math.hypot(x, y) > 0.35 && at.every((other) => Math.hypot(x - other.x, y - other.y) > 0.42);
    if (isFree) at.push({ x, y });
  }
  return { ...BOX, posts: { radius: 0.075, at } };
}

const avoiding = missionOf({ prioritize: [{ avoidObstacles: {} }, { wander: {} }] });
const restless = missionOf({ prioritize: [{ avoidObstacles: {} }, { wander: { jitter: 0.3 } }] });
const contained = missionOf({ prioritize: [{ contain: { inside: TRIANGLE } }, { wander: {} }] });

/** Where, and with which mission, by a seed. */
export const ROOMS = {
  'an empty box': () => ({ world: BOX, mission: avoiding }),
  'an empty box, restlessly': () => ({ world: BOX, mission: restless }),
  'a box of twelve posts': (seed: number) => ({ world: amongPosts(seed), mission: avoiding }),
  'a triangle that it knows': () => ({ world: ring(TRIANGLE), mission: contained }),
};
export type Room = keyof typeof ROOMS;

export interface Wandering {
  readonly room: Room;
  readonly rate: number;
  /** As the robot's file says it and as it is. */
  readonly latency: number;
  readonly seconds: number;
}

/** What came of it with a seed. */
export async function wander(
  { room, rate, latency, seconds }: Wandering,
  seed: number,
): Promise<RobotResult> {
  const scout = loadRobot('scout');
  const robot = { ...scout, control: { ...scout.control, rate, latency, deadMan: 0.5 } };
  const plant = { ...PLANT, delay: latency };
  const at = { heading: (2.4 * seed) % (2 * Math.PI) };
  return (await drive(sceneOf({ ...ROOMS[room](seed), robot, plant, seed, at, duration: seconds }))).robot;
}

/** Of so many seeds, those with a contact. */
export async function seedsThatTouch(wandering: Wandering, seeds: number): Promise<number[]> {
  const touching: number[] = [];
  for (let seed = 1; seed <= seeds; seed++)
    if ((await wander(wandering, seed)).contacts > 0) touching.push(seed);
  return touching;
}
