/**
 * Which beams of the range sensors tell nothing. *Unknown* is said of a sensor, not of space: a valid reading without an
 * echo is free up to the sensor's range; a reading that its sensor cannot make, silence, or a raw value that stays the same
 * while the robot drives is no reading at all.
 */
import { wrapAngle } from '../math/geometry.js';
import { deg, type Hertz, type MetersPerSecond, type Radians, type Seconds } from '../math/units.js';
import type { FaultKind, RangeReading } from '../signals/signals.js';

/** A range sensor on its body, as far as its health goes. */
interface MountedBeams {
  readonly facing: Radians;
  readonly beam: { readonly rays: readonly Radians[]; readonly each: boolean; readonly rate: Hertz };
}

/** Of one range sensor. */
export interface RangeHealth {
  readonly heardAt: Seconds;
  /** Counts of its converter, of one that has any, and for how many readings in motion they have stayed the same. */
  readonly raw?: number;
  readonly same: number;
  /** Directions in the body's frame that its last reading told nothing of. */
  readonly unknown: readonly Radians[];
  /** Since when, and why; null while all of it is known. */
  readonly since: Seconds | null;
  readonly kind: FaultKind;
}

/** By the sensor's id. */
export type RangeHealths = Readonly<Record<string, RangeHealth>>;

/** So many readings with the same raw value, while it drives this fast, are those of a sensor that is stuck. */
const STUCK_READINGS = 20;
const STUCK_SPEED: MetersPerSecond = 0.1;
/** Unknown rays between known ones are bridged up to this angle. */
const MAX_BRIDGED_GAP: Radians = deg(5);
/** Readings that may be late or lost, and the least silence that means something. */
const LATE_READINGS = 3;
const MIN_SILENCE: Seconds = 0.15;

export const startRangeHealths = (
  rangers: Readonly<Record<string, MountedBeams>>,
  at: Seconds,
): RangeHealths => Object.fromEntries(Object.keys(rangers).map((id) => [id, healthySince(at)]));

const healthySince = (at: Seconds): RangeHealth => ({
  heardAt: at,
  same: 0,
  unknown: [],
  since: null,
  kind: 'rangeBlind',
});

/** Sensors that have not been heard yet count as silent from then on. @param heardAt the last word of each, by its id */
export const unheardSince = (
  healths: RangeHealths,
  heardAt: Readonly<Record<string, Seconds>>,
  at: Seconds,
): RangeHealths =>
  Object.fromEntries(
    Object.entries(healths).map(([id, health]) => [
      id,
      Object.hasOwn(heardAt, id) ? health : healthySince(at),
    ]),
  );

/** What a reading tells of its sensor. @param speed of the body, forward [m/s] */
export function updateRangeHealth(
  before: RangeHealth | undefined,
  mounted: MountedBeams,
  reading: RangeReading,
  speed: MetersPerSecond,
): RangeHealth {
  const { at, raw } = reading;
  const repeats = raw !== undefined && raw === before?.raw;
  const counts = repeats && Math.abs(speed) > STUCK_SPEED;
  const same = repeats ? (before?.same ?? 0) + (counts ? 1 : 0) : 0;
  const stuck = same >= STUCK_READINGS - 1;
  const unknown = stuck ? allBeams(mounted) : unknownBeams(mounted, reading);
  const since = unknown.length === 0 ? null : (before?.since ?? at);
  const kind: FaultKind = stuck ? 'rangeStuck' : 'rangeBlind';
  return { heardAt: at, ...(raw !== undefined && { raw }), same, unknown, since, kind };
}

const allBeams = ({ facing, beam }: MountedBeams): readonly Radians[] =>
  (beam.each ? beam.rays : [0]).map((ray) => wrapAngle(facing + ray));

const isKnown = (distance: number | null | undefined): boolean =>
  distance === null || (distance !== undefined && Number.isFinite(distance) && distance >= 0);

/** Rays without a valid word, where the gap between known ones is wider than what is bridged. */
function unknownBeams(mounted: MountedBeams, { distances }: RangeReading): readonly Radians[] {
  const { facing, beam } = mounted;
  const rays = beam.each ? beam.rays : [0];
  if (distances.length < rays.length) return allBeams(mounted);
  const unknown: Radians[] = [];
  for (let i = 0; i < rays.length; i++) {
    if (isKnown(distances[i])) continue;
    let end = i;
    while (end + 1 < rays.length && !isKnown(distances[end + 1])) end++;
    const isGap = i === 0 || end === rays.length - 1;
    const width = isGap ? Number.POSITIVE_INFINITY : (rays[end + 1] as Radians) - (rays[i - 1] as Radians);
    if (width > MAX_BRIDGED_GAP)
      for (let ray = i; ray <= end; ray++) unknown.push(wrapAngle(facing + (rays[ray] as Radians)));
    i = end;
  }
  return unknown;
}

/** A direction that nothing is known of. */
export interface UnknownBeam {
  readonly sensor: string;
  readonly direction: Radians;
  readonly since: Seconds;
  readonly kind: FaultKind;
}

/** All that are unknown at a time, those of silent sensors among them. */
export function unknownAt(
  healths: RangeHealths,
  rangers: Readonly<Record<string, MountedBeams>>,
  at: Seconds,
): readonly UnknownBeam[] {
  let found: UnknownBeam[] | undefined;
  for (const sensor in rangers) {
    const mounted = rangers[sensor] as MountedBeams;
    const health = healths[sensor] ?? healthySince(at);
    const due = health.heardAt + Math.max(LATE_READINGS / mounted.beam.rate, MIN_SILENCE);
    if (health.since === null && at <= due + 1e-9) continue;
    const silent = at > due + 1e-9;
    const since = health.since ?? due;
    const kind = silent ? 'rangeSilent' : health.kind;
    const directions = silent ? allBeams(mounted) : health.unknown;
    found ??= [];
    for (const direction of directions) found.push({ sensor, direction, since, kind });
  }
  return found ?? NO_UNKNOWN_BEAMS;
}

const NO_UNKNOWN_BEAMS: readonly UnknownBeam[] = [];

/** Motion this near to the direction of an unknown beam is motion into the unknown. */
const UNKNOWN_ANGLE: Radians = deg(60);
/** So long it drives on at half its speed; then it brakes; and then the fault is latched. */
const HALF_SPEED_TIME: Seconds = 0.2;
const LATCH_TIME: Seconds = 2;

/** What the unknown leaves of the greatest speed: all, a half, or nothing. */
export interface SightHold {
  readonly share: 1 | 0.5 | 0;
  readonly beam: UnknownBeam | null;
  /** It has lasted for so long that it is a fault. */
  readonly latched: boolean;
}

const NO_HOLD: SightHold = { share: 1, beam: null, latched: false };

/** @param forward speed of the body that is asked for; its sign says which way it moves */
export function sightHold(unknown: readonly UnknownBeam[], forward: MetersPerSecond, at: Seconds): SightHold {
  if (unknown.length === 0 || forward === 0) return NO_HOLD;
  const heading = forward > 0 ? 0 : Math.PI;
  let oldest: UnknownBeam | null = null;
  for (const beam of unknown) {
    const ahead = Math.abs(wrapAngle(beam.direction - heading)) <= UNKNOWN_ANGLE + 1e-9;
    if (ahead && (!oldest || beam.since < oldest.since)) oldest = beam;
  }
  if (!oldest) return NO_HOLD;
  const lasted = at - oldest.since;
  return { share: lasted < HALF_SPEED_TIME ? 0.5 : 0, beam: oldest, latched: lasted >= LATCH_TIME };
}
