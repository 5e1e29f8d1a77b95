/** A robot's supplies, battery and link. A weak one halves the speed; a failing one stops the robot. */

import { clamp } from '../math/geometry.js';
import type { Seconds, Volts } from '../math/units.js';
import type { BatteryReading, LinkReading } from '../signals/signals.js';
import type { Found } from './supervisor.js';

/** `weak`: half the speed. `failing`: a latched fault. */
type Supply = 'good' | 'weak' | 'failing';

export interface SupplyState {
  readonly volts: Volts | null;
  /** Averaged over a second or so. */
  readonly level: Volts | null;
  /** How many of the last readings in a row were below `low`, and below `dead`. */
  readonly low: number;
  readonly dead: number;
  /** Of the link in the last second, the oldest first. */
  readonly counts: readonly Omit<LinkReading, 'kind'>[];
}

export interface Battery {
  readonly low: Volts;
  readonly dead: Volts;
}

export const startSupply: SupplyState = { volts: null, level: null, low: 0, dead: 0, counts: [] };

/** This many low readings in a row count: a starting motor pulls the voltage down for a moment. */
const READINGS_IN_A_ROW = 3;
/** Default of `dead` as a share of `low`: 3.15 V for a cell that is low at 3.5 V. */
export const DEAD_SHARE = 0.9;
/** Of a new reading in the averaged level: a motor's own load must not make it stronger at once. */
const LEVEL_SHARE = 0.2;
/** To recover, the voltage must rise this much above `low`, so that the speed does not flutter. */
const RECOVERY_FACTOR = 1.02;

/** With more bad frames per second the robot drives at half speed, or stops. */
const BAD_FRAMES_WEAK = 5;
const BAD_FRAMES_FAILING = 20;
const COUNTING_TIME: Seconds = 1;

export function measureBattery(state: SupplyState, { volts }: BatteryReading, battery: Battery): SupplyState {
  const isLow = volts < (state.low >= READINGS_IN_A_ROW ? RECOVERY_FACTOR : 1) * battery.low;
  return {
    ...state,
    volts,
    level: state.level === null ? volts : state.level + LEVEL_SHARE * (volts - state.level),
    low: isLow ? state.low + 1 : 0,
    dead: volts < battery.dead ? state.dead + 1 : 0,
  };
}

/** Keeps the counts of the last second; a counter that starts again is a new link. */
export function countFrames(state: SupplyState, { kind: _, ...count }: LinkReading): SupplyState {
  const last = state.counts.at(-1);
  const isNew = last && (count.badFrames < last.badFrames || (count.sent ?? 0) < (last.sent ?? 0));
  if (isNew) return { ...state, counts: [count] };
  const before = state.counts.findLastIndex(({ at }) => count.at - at >= COUNTING_TIME);
  return { ...state, counts: [...state.counts.slice(Math.max(0, before)), count] };
}

export const batteryLeft = ({ low, dead }: SupplyState): Supply =>
  dead >= READINGS_IN_A_ROW ? 'failing' : low >= READINGS_IN_A_ROW ? 'weak' : 'good';

/** The quality by the bad frames of the last second; without a recent count it is good. */
export function linkQuality({ counts }: SupplyState, at: Seconds): Supply {
  const last = counts.at(-1);
  if (!last || at - last.at > COUNTING_TIME) return 'good';
  const [first = last] = counts;
  const bad = last.badFrames - first.badFrames;
  return bad > BAD_FRAMES_FAILING ? 'failing' : bad > BAD_FRAMES_WEAK ? 'weak' : 'good';
}

/** The fault of a supply, if any, and whether it stops the robot. */
export function supplyTrouble(
  state: SupplyState,
  at: Seconds,
): { readonly found: Found; readonly stops: boolean } | undefined {
  const battery = batteryLeft(state);
  if (battery === 'failing')
    return { found: { kind: 'batteryDead', what: 'the battery is empty' }, stops: true };
  const link = linkQuality(state, at);
  if (link === 'failing')
    return { found: { kind: 'linkPoor', what: 'more than 20 bad frames a second' }, stops: true };
  if (battery === 'weak')
    return { found: { kind: 'batteryLow', what: 'the battery is low: half the speed' }, stops: false };
  if (link === 'weak')
    return {
      found: { kind: 'linkPoor', what: 'more than 5 bad frames a second: half the speed' },
      stops: false,
    };
  return undefined;
}

/** Guards people: a divider that lies must not double the power. */
const MOST_BOOST = 1.25;

/**
 * V₀/V, the voltage for which the motors' figures hold by the averaged one, within 0.8 … 1.25; 1 if either is unknown.
 */
export const boostFor = ({ level }: SupplyState, voltage: Volts | undefined): number =>
  level === null || voltage === undefined
    ? 1
    : clamp(voltage / Math.max(level, 1e-3), 1 / MOST_BOOST, MOST_BOOST);
