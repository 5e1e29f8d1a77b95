/**
 * Robots of many rates, encoders and latencies, each with a fault at some time of its way: one, two at once, one that comes and
 * goes, and those that one channel or a gyroscope alone can tell.
 */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { oneOf } from '../support/drawnRuns.js';
import {
  GYRO_FAULTS,
  STRUCK_MISSIONS,
  type Strike,
  type StruckMission,
  strike,
  WHEEL_FAULTS,
} from '../support/struckRuns.js';
import { told } from './faults.js';
import type { Figures } from './figures/figures.js';

const DRAWN = 200;

type FaultFor = (chance: Random, robot: DrawnRobot) => Pick<Strike, 'fault' | 'side'> & Partial<Strike>;

const kinds = ({ gyro }: DrawnRobot) => (gyro ? [...WHEEL_FAULTS, ...GYRO_FAULTS] : WHEEL_FAULTS);
const faultOf = ([fault, side]: (typeof WHEEL_FAULTS)[number]) => ({ fault, side });

const ONE_CHANNEL = [
  'encoderStuck',
  'encoderSilent',
  'encoderJump',
  'motorDead',
  'motorStuckOn',
  'wheelsBlocked',
];
const GYRO_ALONE = ['motorDead', 'motorReversed', 'wheelsBlocked'];

const ofOneChannel = WHEEL_FAULTS.filter(([kind]) => ONE_CHANNEL.includes(kind));
const ofGyroAlone = WHEEL_FAULTS.filter(([kind, side]) => GYRO_ALONE.includes(kind) && side !== 'both');

/** By what is drawn: a seed, and how. */
const DRAWS: Readonly<Record<string, readonly [seed: number, FaultFor]>> = {
  single: [1, (chance, robot) => faultOf(oneOf(chance, kinds(robot)))],
  pairs: [
    2,
    (chance, robot) => {
      const first = oneOf(chance, kinds(robot));
      const others = kinds(robot).filter((other) => other !== first);
      return { ...faultOf(first), also: oneOf(chance, others) };
    },
  ],
  flickering: [3, (chance) => ({ ...faultOf(oneOf(chance, WHEEL_FAULTS)), flickers: true })],
  oneChannel: [4, (chance) => ({ ...faultOf(oneOf(chance, ofOneChannel)), oneChannel: true })],
  gyroAlone: [5, (chance) => ({ ...faultOf(oneOf(chance, ofGyroAlone)), counts: 0, gyro: true })],
};

/** All of them, or one kind of draw: `drawnFaults pairs`. */
export function benchDrawnFaults([only]: readonly string[], figures: Figures): void {
  for (const [id, [seed, faultFor]] of Object.entries(DRAWS))
    if (only === undefined || only === id) drawnOf(figures, id, seed, faultFor);
}

type DrawnRobot = Pick<Strike, 'gyro' | 'mission' | 'rate' | 'counts' | 'latency' | 'at'>;

const drawnRobot = (chance: Random): DrawnRobot => ({
  gyro: chance.uniform() < 0.5,
  at: Math.round(20 * chance.uniform()) / 10,
  mission: oneOf(chance, Object.keys(STRUCK_MISSIONS) as StruckMission[]),
  rate: oneOf(chance, [10, 20, 50, 100, 250]),
  counts: oneOf(chance, [20, 80, 1437]),
  latency: oneOf(chance, [0.02, 0.05, 0.1, 0.15]),
});

function drawnOf(figures: Figures, id: string, seed: number, faultFor: FaultFor): void {
  console.log(id);
  const chance = resumeRandom(seedRandom(seed));
  const all = Array.from({ length: DRAWN }, () => {
    const robot = drawnRobot(chance);
    return told({ ...robot, ...faultFor(chance, robot) });
  });
  const missed = all.filter(({ ok }) => !ok).length;
  const nameless = all.filter(({ named }) => !named).length;
  console.log(`${id}: ${missed} of ${all.length} late, ${nameless} without a true cause`);
  figures.exact(`drawnFaults.${id}.struck`, all.length, '');
  figures.exact(`drawnFaults.${id}.missed`, missed, '');
  figures.exact(`drawnFaults.${id}.nameless`, nameless, '');
  figures.exact(`drawnFaults.${id}.latest`, Math.max(...all.map(({ after }) => after ?? 0)), 's');
  const ways = all.filter(({ after }) => after !== null).map(({ way }) => way);
  figures.exact(`drawnFaults.${id}.farthest`, Math.max(...ways), 'm');
}

/** How far the robot goes on with the first of each. */
export function probeDrawnFaults(figures: Figures): void {
  for (const [id, [seed, faultFor]] of Object.entries(DRAWS)) {
    const chance = resumeRandom(seedRandom(seed));
    const robot = drawnRobot(chance);
    figures.probe(`drawnFaults.probe.${id}`, strike({ ...robot, ...faultFor(chance, robot) }).way);
  }
}
