/**
 * Readings are judged before they are believed, all kinds by one rule: their numbers are finite and within what such a
 * sensor can tell, and their time lies between the one before and now.
 *
 * Distances are judged by `rangeHealth.ts`: a bad one makes its beam unknown, and the others of the reading count.
 */
import { isFiniteVec } from '../math/geometry.js';
import type { Meters, RadiansPerSecond, Seconds, Volts } from '../math/units.js';
import type { Reading } from '../signals/signals.js';

export interface ReadingTrouble {
  readonly what: string;
  /** Guards people: a robot that goes by such numbers must stop; one that is late is only left out. */
  readonly stops: boolean;
}

/** More than any small robot's battery, gyroscope or room has. */
const MOST_VOLTS: Volts = 100;
const FASTEST_TURN: RadiansPerSecond = 100;
const FARTHEST: Meters = 1e5;
/** Clocks add up to this much of rounding. */
const ROUNDING: Seconds = 1e-6;
/** The longest dead-man time: a host that was frozen for less still hears what the board told meanwhile. */
const LONGEST_STALL: Seconds = 0.5;

/**
 * Undefined where it may be believed.
 *
 * @param last time of the reading before, of the same source; undefined for its first
 * @param tick time of the last tick of the clock; null before the first
 */
export function troubleWith(
  reading: Reading,
  last: Seconds | undefined,
  tick: Seconds | null,
  period: Seconds,
): ReadingTrouble | undefined {
  const { kind, at } = reading;
  if (!Number.isFinite(at)) return { what: `${NAMES[kind]} with a time that is not a number`, stops: true };
  const value = valueTrouble(reading);
  if (value) return { what: value, stops: true };
  // The next tick judges it again, and by one period; until then the host may have been frozen.
  if (tick !== null && at > tick + Math.max(2 * period, LONGEST_STALL) + ROUNDING) return fromFuture(kind);
  if (last !== undefined && at < last - ROUNDING)
    return { what: `${NAMES[kind]} older than the one before`, stops: false };
  return undefined;
}

/** At a tick: whether any source has spoken from more than a period ahead. */
export function futureSource(
  heardAt: Readonly<Record<string, Seconds>>,
  tick: Seconds,
  period: Seconds,
): string | undefined {
  for (const name in heardAt) {
    if ((heardAt[name] as Seconds) > tick + period + ROUNDING)
      return `a reading of '${name}' from the future`;
  }
  return undefined;
}

const fromFuture = (kind: Reading['kind']): ReadingTrouble => ({
  what: `${NAMES[kind]} from the future`,
  stops: true,
});

const NAMES: Readonly<Record<Reading['kind'], string>> = {
  encoders: 'counts',
  range: 'a range',
  heading: 'a heading',
  turnRate: 'a turn rate',
  level: 'a level',
  battery: 'a battery voltage',
  pose: 'a pose',
  link: 'a count of bad frames',
};

/** Which of its numbers is none, or cannot be. */
function valueTrouble(reading: Reading): string | undefined {
  switch (reading.kind) {
    case 'encoders':
      return numberTrouble(reading.kind, [reading.left, reading.right], Number.MAX_SAFE_INTEGER);
    case 'heading':
      return numberTrouble(reading.kind, [reading.heading], FARTHEST);
    case 'turnRate':
      return numberTrouble(reading.kind, [reading.turnRate], FASTEST_TURN);
    case 'level':
      return numberTrouble(reading.kind, [reading.level], 1);
    case 'battery':
      return numberTrouble(reading.kind, [reading.volts], MOST_VOLTS);
    case 'link':
      return numberTrouble(reading.kind, [reading.badFrames], Number.MAX_SAFE_INTEGER);
    case 'pose': {
      const { pose } = reading;
      if (!isFiniteVec(pose)) return 'a pose that is not a number';
      return numberTrouble(reading.kind, [pose.heading, pose.x, pose.y], FARTHEST);
    }
    case 'range':
      return undefined;
  }
}

function numberTrouble(kind: Reading['kind'], values: readonly number[], most: number): string | undefined {
  if (!values.every(Number.isFinite)) return `${NAMES[kind]} that is not a number`;
  return values.every((value) => Math.abs(value) <= most) ? undefined : `${NAMES[kind]} out of range`;
}
