/**
 * Finds the beams of range sensors that give no valid data. *Unknown* describes a sensor, not space: a valid reading
 * without an echo means free up to the sensor's range. An impossible reading, silence, or a raw value that stays the
 * same while the robot drives is not a valid reading.
 */
import { wrapAngle } from '../math/geometry.js';
import { exceeds } from '../math/time.js';
import { deg, type Hertz, type MetersPerSecond, type Radians, type Seconds } from '../math/units.js';
import { isMeasured } from '../signals/readings.js';
import type { FaultKind, RangeReading } from '../signals/signals.js';

/** The properties of a mounted range sensor that its health check needs. */
interface MountedBeams {
  readonly facing: Radians;
  readonly beam: {
    readonly rays: readonly Radians[];
    readonly each: boolean;
    readonly rate: Hertz;
    readonly swept?: { readonly silence: Seconds };
  };
}

/** The health of one range sensor. */
export interface RangeHealth {
  readonly heardAt: Seconds;
  /** It looks seldom, and has not looked yet: what is there is unknown from the start. */
  readonly unheard?: true;
  /** Its converter counts, if any, and for how many readings in motion they have stayed the same. */
  readonly raw?: number | undefined;
  readonly same: number;
  /** Directions in the body's frame that are unknown after its last reading. */
  readonly unknown: readonly Radians[];
  /** Since when a direction is unknown, and why; null while all are known. */
  readonly since: Seconds | null;
  readonly kind: FaultKind;
}

/** By the sensor's id. */
export type RangeHealths = Readonly<Record<string, RangeHealth>>;

/** A sensor is stuck after this many readings with the same raw value while the robot drives this fast. */
const STUCK_READINGS = 20;
const STUCK_SPEED: MetersPerSecond = 0.1;
/** Unknown rays between known ones count as known up to this gap. */
const MAX_BRIDGED_GAP: Radians = deg(5);
/** A sensor is silent after this many missing readings, and after at least this time. */
const LATE_READINGS = 3;
const MIN_SILENCE: Seconds = 0.15;

export const startRangeHealths = (
  rangers: Readonly<Record<string, MountedBeams>>,
  at: Seconds,
): RangeHealths =>
  Object.fromEntries(
    Object.entries(rangers).map(([id, { beam }]) => [
      id,
      beam.swept ? { ...healthySince(at), unheard: true } : healthySince(at),
    ]),
  );

const healthySince = (at: Seconds): RangeHealth => ({
  heardAt: at,
  same: 0,
  unknown: [],
  since: null,
  kind: 'rangeBlind',
});

/** The silence of a sensor without any report begins at `at`. @param heardAt time of each sensor's last report, by its id */
export const unheardSince = (
  healths: RangeHealths,
  heardAt: Readonly<Record<string, Seconds>>,
  at: Seconds,
): RangeHealths =>
  Object.fromEntries(
    Object.entries(healths).map(([id, health]) => [
      id,
      Object.hasOwn(heardAt, id) ? health : { ...healthySince(at), ...(health.unheard && { unheard: true }) },
    ]),
  );

/** Updates a sensor's health by a reading. @param speed of the body, forward [m/s] */
export function updateRangeHealth(
  before: RangeHealth | undefined,
  mounted: MountedBeams,
  reading: RangeReading,
  speed: MetersPerSecond,
): RangeHealth {
  const { at, raw } = reading;
  const repeats = before !== undefined && raw !== undefined && raw === before.raw;
  const same = repeats ? before.same + (Math.abs(speed) > STUCK_SPEED ? 1 : 0) : 0;
  const stuck = same >= STUCK_READINGS - 1;
  const unknown = stuck ? allBeams(mounted) : unknownBeams(mounted, reading);
  const since = unknown.length === 0 ? null : (before?.since ?? at);
  const kind = stuck ? 'rangeStuck' : kindOf(reading);
  return { heardAt: at, raw, same, unknown, since, kind };
}

const TROUBLE_KINDS = {
  missing: 'sonarMissing',
  stuck: 'sonarStuck',
  disturbed: 'sonarDisturbed',
} as const satisfies Record<NonNullable<RangeReading['trouble']>, FaultKind>;

const kindOf = ({ trouble }: RangeReading): FaultKind => (trouble ? TROUBLE_KINDS[trouble] : 'rangeBlind');

const allBeams = ({ facing, beam }: MountedBeams): readonly Radians[] =>
  (beam.each ? beam.rays : [0]).map((ray) => wrapAngle(facing + ray));

/** Rays without a valid distance, if the gap between known rays is too wide to bridge. */
function unknownBeams(mounted: MountedBeams, { distances }: RangeReading): readonly Radians[] {
  const { facing, beam } = mounted;
  const rays = beam.each ? beam.rays : [0];
  if (distances.length < rays.length) return allBeams(mounted);
  const unknown: Radians[] = [];
  for (let i = 0; i < rays.length; i++) {
    if (isMeasured(distances[i])) continue;
    let end = i;
    while (end + 1 < rays.length && !isMeasured(distances[end + 1])) end++;
    const isGap = i === 0 || end === rays.length - 1;
    const width = isGap ? Number.POSITIVE_INFINITY : (rays[end + 1] as Radians) - (rays[i - 1] as Radians);
    if (width > MAX_BRIDGED_GAP)
      for (let ray = i; ray <= end; ray++) unknown.push(wrapAngle(facing + (rays[ray] as Radians)));
    i = end;
  }
  return unknown;
}

/** A direction about which nothing is known. */
export interface UnknownBeam {
  readonly sensor: string;
  readonly direction: Radians;
  readonly since: Seconds;
  readonly kind: FaultKind;
}

/** Why it is unknown, and what to look for. */
export const blindness = ({ sensor, kind }: Pick<UnknownBeam, 'sensor' | 'kind'>): string =>
  `range sensor '${sensor}' ${BLINDNESS_TEXTS[kind]}`;

const BLINDNESS_TEXTS: Readonly<Partial<Record<FaultKind, string>>> = {
  rangeBlind: 'gives impossible values: check its wire and its power',
  rangeStuck: 'repeats one value',
  rangeSilent: 'sends no readings',
  sonarMissing: 'does not answer its trigger: check its two wires and its power',
  sonarStuck: 'holds its echo line high: its echo wire may be loose; check its wires, or take another one',
  sonarDisturbed:
    "measures nothing: noise on an encoder's line keeps its echo from being timed; check the encoders' wires",
};

/** All unknown beams at a time, including those of silent sensors. */
export function unknownAt(
  healths: RangeHealths,
  rangers: Readonly<Record<string, MountedBeams>>,
  at: Seconds,
): readonly UnknownBeam[] {
  const found: UnknownBeam[] = [];
  for (const sensor in rangers) {
    const mounted = rangers[sensor] as MountedBeams;
    const health = healths[sensor] ?? healthySince(at);
    const { rate, swept } = mounted.beam;
    const silence = swept?.silence ?? Math.max(LATE_READINGS / rate, MIN_SILENCE);
    const due = health.heardAt + (health.unheard ? 0 : silence);
    const silent = health.unheard || exceeds(at, due);
    const since = health.since ?? due;
    const kind = silent ? 'rangeSilent' : health.kind;
    const directions = silent ? allBeams(mounted) : health.unknown;
    for (const direction of directions) found.push({ sensor, direction, since, kind });
  }
  return found;
}

/** Motion within 60° of an unknown beam is motion into the unknown. */
const UNKNOWN_COSINE = Math.cos(deg(60));
/** Up to the first time it drives on at half speed; then it brakes; after the second the fault is latched. */
const HALF_SPEED_TIME: Seconds = 0.2;
const LATCH_TIME: Seconds = 2;

/** The share of the top speed that unknown beams leave: all, half, or nothing. */
export interface SightHold {
  readonly share: 1 | 0.5 | 0;
  readonly beam: UnknownBeam | null;
  /** It has lasted long enough to be a fault. */
  readonly latched: boolean;
}

const NO_HOLD: SightHold = { share: 1, beam: null, latched: false };

/** @param forward wanted speed of the body; the sign gives its direction */
export function sightHold(unknown: readonly UnknownBeam[], forward: MetersPerSecond, at: Seconds): SightHold {
  let oldest: UnknownBeam | null = null;
  for (const beam of unknown) {
    const ahead = Math.sign(forward) * Math.cos(beam.direction) >= UNKNOWN_COSINE - 1e-9;
    if (ahead && (!oldest || beam.since < oldest.since)) oldest = beam;
  }
  if (!oldest) return NO_HOLD;
  const lasted = at - oldest.since;
  return { share: lasted < HALF_SPEED_TIME ? 0.5 : 0, beam: oldest, latched: lasted >= LATCH_TIME };
}
