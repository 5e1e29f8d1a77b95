/** Every fault of an encoder and a motor: how soon the robot notices it, how far it goes, and what it says. */
import {
  names,
  STRUCK_MISSIONS,
  type Strike,
  type StruckMission,
  strike,
  WHEEL_FAULTS,
} from '../support/struckRuns.js';

const SETTINGS = [
  { gyro: false, counts: 1437, rate: 50 },
  { gyro: true, counts: 1437, rate: 50 },
  { gyro: false, counts: 20, rate: 50 },
  { gyro: false, counts: 80, rate: 10 },
] as const;
const WITHIN = 0.5;
const LONGEST_WAY = 0.45;

/** `faults`: all settings; `faults plain 20 50`: encoders of 20 counts at 50 Hz, without (or with `gyro`) a gyroscope. */
export function benchFaults([kind, counts, rate]: readonly string[] = []): void {
  const asked = { gyro: kind === 'gyro', counts: Number(counts), rate: Number(rate) };
  for (const setting of kind === undefined ? SETTINGS : [asked]) {
    const { gyro } = setting;
    console.log(`${gyro ? 'with' : 'without'} a gyroscope, ${setting.counts} counts, ${setting.rate} Hz`);
    let missed = 0;
    let nameless = 0;
    for (const struck of strikes(setting)) {
      const { ok, named } = told(struck);
      if (!ok) missed++;
      if (!named) nameless++;
    }
    console.log(
      `  ${missed} later than ${WITHIN} s or farther than ${LONGEST_WAY} m; ${nameless} without the true cause`,
    );
  }
}

function* strikes(setting: Pick<Strike, 'gyro' | 'counts' | 'rate'>): Generator<Strike> {
  for (const mission of Object.keys(STRUCK_MISSIONS) as StruckMission[])
    for (const [fault, side] of WHEEL_FAULTS)
      for (const at of [0, 1]) yield { fault, side, mission, at, ...setting };
}

function told(struck: Strike): { readonly ok: boolean; readonly named: boolean } {
  const noticing = strike(struck);
  const { after, way, fault, harmless } = noticing;
  const ok = after === null ? harmless : after <= WITHIN + 1e-9 && way < LONGEST_WAY;
  const named = after === null || names(noticing, struck.fault);
  const when = after === null ? 'never' : `${after.toFixed(2)} s`;
  const what = [fault?.kind, ...(fault?.causes ?? [])].join(' ');
  const from = `${struck.mission} ${struck.fault} ${struck.side} @${struck.at}`;
  console.log(
    `  ${ok ? 'ok  ' : 'LATE'} ${named ? '    ' : 'OTHER'} ${from}: ${when}, ${way.toFixed(3)} m, ${what}`,
  );
  return { ok, named };
}
