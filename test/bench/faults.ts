/** Every fault of an encoder and a motor: how soon the robot notices it, how far it goes, and what it says. */
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

/** One fault, said in a line. */
export function told(struck: Strike) {
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
