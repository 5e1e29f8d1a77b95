/** Goals without an end of their own, on ways on which something stands: behind one that leads, by a flow, round and round. */
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { EYES, type Situation } from './pathsAmongThings.js';

type Point = readonly [x: Meters, y: Meters];

/** It leads at this speed, through all that stands, and then goes to and fro at the end for so long. */
const LEADS_AT: MetersPerSecond = 0.15;
const STAYS: Seconds = 10;
const SWAY: Meters = 0.02;
const BEHIND: Meters = 0.4;

const endOf = ({ path }: Situation): Point => path.at(-1) ?? [0, 0];
const lengthOf = ({ path }: Situation): Meters =>
  path
    .slice(1)
    .reduce((sum, [x, y], i) => sum + Math.hypot(x - (path[i]?.[0] ?? x), y - (path[i]?.[1] ?? y)), 0);

/** To the end from everywhere, and slower near it. */
function flowTo([x, y]: Point) {
  const nodes = Array.from({ length: 41 }, (_, i) => i - 20);
  const velocities = nodes.map((row) =>
    nodes.map((column) => {
      const [dx, dy] = [x - column, y - row];
      const far = Math.hypot(dx, dy) || 1;
      return [(Math.min(0.35, far) * dx) / far, (Math.min(0.35, far) * dy) / far];
    }),
  );
  return { from: [-20, -20], cell: 1, velocities };
}

const LEADER = { mover: 'leader' };
/** How it ends: it is beside its leader, it has reached the end, or it has been there twice and away in between. */
type Success = 'beside' | 'reached' | 'twice';

/** Each goal, and what it has to reach. */
export const COMPANY: Readonly<Record<string, readonly [goal: (situation: Situation) => object, Success]>> = {
  pursue: [() => ({ pursue: { target: LEADER } }), 'reached'],
  offsetPursue: [() => ({ offsetPursue: { target: LEADER, offset: [-BEHIND, 0] } }), 'beside'],
  followLeader: [() => ({ followLeader: { leader: LEADER, distance: BEHIND } }), 'beside'],
  followFlowField: [(situation) => ({ followFlowField: { field: flowTo(endOf(situation)) } }), 'reached'],
  'followPath in a loop': [
    ({ path }) => ({ followPath: { path: [...path, ...[...path].reverse().slice(1)], loop: true } }),
    'twice',
  ],
};

export const BESIDE: Meters = 0.9;
const REACHED: Meters = 0.3;
const AWAY: Meters = 1;

export interface InCompany {
  readonly situation: Situation;
  readonly eyes: string;
  readonly guards: readonly object[];
  readonly goal: string;
}

export function driveInCompany({ situation, eyes, guards, goal }: InCompany): {
  readonly done: boolean;
  readonly contacts: number;
  readonly seconds: Seconds;
} {
  const [goalFor, success] = COMPANY[goal] ?? [() => ({}), 'reached'];
  const { path, things, from = path[0] as Point } = situation;
  const end = endOf(situation);
  // It stops and looks about again and again.
  const [slower, stays] = eyes === 'one eye' ? [2, 6 * STAYS] : [1, STAYS];
  const speed = LEADS_AT / slower;
  const sways = Math.ceil((stays * speed) / SWAY);
  const led = (lengthOf(situation) + sways * SWAY) / speed;
  const sway = Array.from({ length: sways }, (_, i) => [end[0], end[1] + SWAY * ((i + 1) % 2)]);
  const leader = {
    id: 'leader',
    waypoints: [...path.map((point) => [...point]), ...sway],
    speed,
    radius: 0.01,
  };
  const robot = { ...loadRobot('scout'), sensors: EYES[eyes] as unknown as RobotDefinition['sensors'] };
  const scene = scenario({
    name: 'company among things',
    duration: success === 'twice' ? 90 * slower ** 2 : led,
    seed: 1,
    ...(eyes === 'truth' && { sensing: 'truth' }),
    world: { ...things, movers: [leader] } as never,
    robots: [
      {
        id: 'a',
        robot,
        at: { x: from[0], y: from[1], heading: 0 },
        mission: { prioritize: [...guards, goalFor(situation)] } as never,
      },
    ],
  });
  const lock = new LockStep(scene, {});
  let [visits, isThere, away] = [0, false, 0];
  const isDone = () => (success === 'beside' ? away < BESIDE : visits >= (success === 'twice' ? 2 : 1));
  while (!lock.isOver && (success === 'beside' || !isDone())) {
    lock.control();
    lock.advance(scene.duration);
    const { x, y } = lock.world.poseOf('a');
    away = Math.hypot(x - end[0], y - end[1]);
    if (!isThere && away < REACHED) visits += 1;
    isThere = away < REACHED || (isThere && away < AWAY);
  }
  const contacts = lock.world.contactsOf('a');
  lock.close();
  return { done: isDone(), contacts, seconds: lock.at };
}
