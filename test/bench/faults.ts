/** Every fault of an encoder and a motor: how soon the robot notices it, how far it goes, and what it says. */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { oneOf } from '../support/drawnRuns.js';
import {
  GYRO_FAULTS,
  names,
  STRUCK_MISSIONS,
  type Strike,
  type StruckMission,
  strike,
  WHEEL_FAULTS,
} from '../support/struckRuns.js';
import type { Figures } from './figures/figures.js';

const SETTINGS = {
  fine: { gyro: false, counts: 1437, rate: 50 },
  gyro: { gyro: true, counts: 1437, rate: 50 },
  coarse: { gyro: false, counts: 20, rate: 50 },
  slow: { gyro: false, counts: 80, rate: 10 },
} as const;
type Setting = Pick<Strike, 'gyro' | 'counts' | 'rate'>;
const WITHIN = 0.5;
const LONGEST_WAY = 0.45;

/** `faults`: all settings; `faults plain 20 50`: encoders of 20 counts at 50 Hz, without (or with `gyro`) a gyroscope. */
export function benchFaults([kind, counts, rate]: readonly string[], figures: Figures): void {
  if (kind !== undefined) {
    benchSetting({ gyro: kind === 'gyro', counts: Number(counts), rate: Number(rate) });
    return;
  }
  for (const [id, setting] of Object.entries(SETTINGS)) {
    const { struck, missed, nameless, latest, farthest } = benchSetting(setting);
    figures.exact(`faults.${id}.struck`, struck, '');
    figures.exact(`faults.${id}.missed`, missed, '');
    figures.exact(`faults.${id}.nameless`, nameless, '');
    figures.exact(`faults.${id}.latest`, latest, 's');
    figures.exact(`faults.${id}.farthest`, farthest, 'm');
  }
  benchHolds(figures);
  benchDrawn(figures);
}

function benchSetting(setting: Setting) {
  const { gyro, counts, rate } = setting;
  console.log(`${gyro ? 'with' : 'without'} a gyroscope, ${counts} counts, ${rate} Hz`);
  const all = [...strikes(setting)].map(told);
  const missed = all.filter(({ ok }) => !ok).length;
  const nameless = all.filter(({ named }) => !named).length;
  console.log(
    `  ${missed} later than ${WITHIN} s or farther than ${LONGEST_WAY} m; ${nameless} without the true cause`,
  );
  const latest = Math.max(...all.map(({ after }) => after ?? 0));
  const farthest = Math.max(...all.filter(({ after }) => after !== null).map(({ way }) => way));
  return { struck: all.length, missed, nameless, latest, farthest };
}

const HELD_FROM = [0.4, 1, 1.7];

/** A motor that keeps the power it has does what it is told until it is told something else. */
function benchHolds(figures: Figures): void {
  console.log('a motor that keeps its power');
  const all = Object.values(SETTINGS).flatMap((setting) =>
    (Object.keys(STRUCK_MISSIONS) as StruckMission[]).flatMap((mission) =>
      (['left', 'right', 'both'] as const).flatMap((side) =>
        HELD_FROM.map((at) => told({ fault: 'motorHolds', side, mission, at, ...setting })),
      ),
    ),
  );
  const ways = all.map(({ way }) => way).sort((a, b) => a - b);
  figures.exact('faults.holds.struck', all.length, '');
  figures.exact('faults.holds.missed', all.filter(({ ok }) => !ok).length, '');
  figures.exact('faults.holds.middle', ways[Math.floor(ways.length / 2)] ?? Number.NaN, 'm');
  figures.exact('faults.holds.farthest', Math.max(...ways), 'm');
}

const DRAWN = 200;

/** Robots of many rates, encoders and latencies, each with a fault at some time of its way: one, two, or one that comes and goes. */
function benchDrawn(figures: Figures): void {
  const kinds = ({ gyro }: DrawnRobot) => (gyro ? [...WHEEL_FAULTS, ...GYRO_FAULTS] : WHEEL_FAULTS);
  drawnOf(figures, 'drawn', 1, (chance, robot) => faultOf(oneOf(chance, kinds(robot))));
  drawnOf(figures, 'pairs', 2, (chance, robot) => {
    const first = oneOf(chance, kinds(robot));
    const others = kinds(robot).filter((other) => other !== first);
    return { ...faultOf(first), also: oneOf(chance, others) };
  });
  drawnOf(figures, 'flickering', 3, (chance) => ({
    ...faultOf(oneOf(chance, WHEEL_FAULTS)),
    flickers: true,
  }));
  // What these can tell: see SAFETY.md.
  drawnOf(figures, 'oneChannel', 4, (chance) => ({
    ...faultOf(
      oneOf(
        chance,
        WHEEL_FAULTS.filter(([kind]) => ONE_CHANNEL.includes(kind)),
      ),
    ),
    oneChannel: true,
  }));
  drawnOf(figures, 'gyroAlone', 5, (chance) => ({
    ...faultOf(
      oneOf(
        chance,
        WHEEL_FAULTS.filter(([kind, side]) => GYRO_ALONE.includes(kind) && side !== 'both'),
      ),
    ),
    counts: 0,
    gyro: true,
  }));
}

const ONE_CHANNEL = [
  'encoderStuck',
  'encoderSilent',
  'encoderJump',
  'motorDead',
  'motorStuckOn',
  'wheelsBlocked',
];
const GYRO_ALONE = ['motorDead', 'motorReversed', 'wheelsBlocked'];

const faultOf = ([fault, side]: (typeof WHEEL_FAULTS)[number]) => ({ fault, side });

type DrawnRobot = Pick<Strike, 'gyro' | 'mission' | 'rate' | 'counts' | 'latency' | 'at'>;

const drawnRobot = (chance: Random): DrawnRobot => ({
  gyro: chance.uniform() < 0.5,
  at: Math.round(20 * chance.uniform()) / 10,
  mission: oneOf(chance, Object.keys(STRUCK_MISSIONS) as StruckMission[]),
  rate: oneOf(chance, [10, 20, 50, 100, 250]),
  counts: oneOf(chance, [20, 80, 1437]),
  latency: oneOf(chance, [0.02, 0.05, 0.1, 0.15]),
});

function drawnOf(
  figures: Figures,
  id: string,
  seed: number,
  faultFor: (chance: Random, robot: DrawnRobot) => Pick<Strike, 'fault' | 'side'> & Partial<Strike>,
): void {
  console.log(id);
  const chance = resumeRandom(seedRandom(seed));
  const all = Array.from({ length: DRAWN }, () => {
    const robot = drawnRobot(chance);
    return told({ ...robot, ...faultFor(chance, robot) });
  });
  const missed = all.filter(({ ok }) => !ok).length;
  const nameless = all.filter(({ named }) => !named).length;
  console.log(`${id}: ${missed} of ${all.length} late, ${nameless} without a true cause`);
  figures.exact(`faults.${id}.struck`, all.length, '');
  figures.exact(`faults.${id}.missed`, missed, '');
  figures.exact(`faults.${id}.nameless`, nameless, '');
  figures.exact(`faults.${id}.latest`, Math.max(...all.map(({ after }) => after ?? 0)), 's');
  const ways = all.filter(({ after }) => after !== null).map(({ way }) => way);
  figures.exact(`faults.${id}.farthest`, Math.max(...ways), 'm');
}

/** How far the robot goes on with a few of them. */
export function probeFaults(figures: Figures): void {
  for (const [i, [fault, side]] of WHEEL_FAULTS.slice(0, 3).entries()) {
    const { way } = strike({ fault, side, mission: 'followPath', at: 1, ...SETTINGS.coarse });
    figures.probe(`faults.probe.fault${i + 1}`, way);
  }
}

function* strikes(setting: Setting): Generator<Strike> {
  for (const mission of Object.keys(STRUCK_MISSIONS) as StruckMission[])
    for (const [fault, side] of setting.gyro ? [...WHEEL_FAULTS, ...GYRO_FAULTS] : WHEEL_FAULTS)
      for (const at of [0, 1]) yield { fault, side, mission, at, ...setting };
}

function told(struck: Strike) {
  const noticing = strike(struck);
  const { after, way, fault, harmless } = noticing;
  const ok = after === null ? harmless : after <= WITHIN + 1e-9 && way < LONGEST_WAY;
  const kinds = [struck.fault, ...(struck.also ? [struck.also[0]] : [])];
  const named = after === null || kinds.some((kind) => names(noticing, kind));
  const when = after === null ? 'never' : `${after.toFixed(2)} s`;
  const what = [fault?.kind, ...(fault?.causes ?? [])].join(' ');
  const { mission, fault: kind, side, at, also = [], rate, counts, gyro, latency } = struck;
  const on = `${rate} Hz, ${counts} counts${gyro ? ', gyro' : ''}${latency === undefined ? '' : `, ${latency} s`}`;
  const from = [mission, kind, side, ...also, `@${at}, ${on}`].join(' ');
  console.log(
    `  ${ok ? 'ok  ' : 'LATE'} ${named ? '    ' : 'OTHER'} ${from}: ${when}, ${way.toFixed(3)} m, ${what}`,
  );
  return { ok, named, after, way };
}
