/** What a robot lives on: its battery and its link. A weak one halves the speed; a failing one stops it. */

import type { Seconds, Volts } from '../math/units.js';
import type { BatteryReading, LinkReading } from '../signals/signals.js';
import type { Found } from './supervisor.js';

/** `weak`: half the speed. `failing`: a latched fault. */
type Supply = 'good' | 'weak' | 'failing';

export interface SupplyState {
  readonly volts: Volts | null;
  /** How many of the last readings in a row were below `low`, and below `dead`. */
  readonly low: number;
  readonly dead: number;
  /** Bad frames of the last second, the oldest first. */
  readonly badFrames: readonly Pick<LinkReading, 'at' | 'badFrames'>[];
}

export interface Battery {
  readonly low: Volts;
  readonly dead: Volts;
}

export const startSupply: SupplyState = { volts: null, low: 0, dead: 0, badFrames: [] };

/** A motor that starts pulls the voltage down for a moment: so many readings in a row count. */
const READINGS_IN_A_ROW = 3;
/** Below this share of `low` it is dead unless the robot's file says otherwise: 3.15 V of a cell that is low at 3.5 V. */
export const DEAD_SHARE = 0.9;
/** Charged again it must be this much above `low`, so that the speed does not flutter. */
const RECOVERY_FACTOR = 1.02;

/** Bad frames a second beyond which the robot drives at half its speed, and beyond which it stops. */
const BAD_FRAMES_WEAK = 5;
const BAD_FRAMES_FAILING = 20;
const COUNTING_TIME: Seconds = 1;

export function measureBattery(state: SupplyState, { volts }: BatteryReading, battery: Battery): SupplyState {
  const isLow = volts < (state.low >= READINGS_IN_A_ROW ? RECOVERY_FACTOR : 1) * battery.low;
  return {
    ...state,
    volts,
    low: isLow ? state.low + 1 : 0,
    dead: volts < battery.dead ? state.dead + 1 : 0,
  };
}

/** Counts over the last second; a counter that begins anew is a new link. */
export function countBadFrames(state: SupplyState, { at, badFrames }: LinkReading): SupplyState {
  const last = state.badFrames.at(-1);
  if (last && badFrames < last.badFrames) return { ...state, badFrames: [{ at, badFrames }] };
  const before = state.badFrames.findLastIndex((count) => at - count.at >= COUNTING_TIME);
  return { ...state, badFrames: [...state.badFrames.slice(Math.max(0, before)), { at, badFrames }] };
}

export const batteryLeft = ({ low, dead }: SupplyState): Supply =>
  dead >= READINGS_IN_A_ROW ? 'failing' : low >= READINGS_IN_A_ROW ? 'weak' : 'good';

/** By the bad frames of the last second; what was counted longer ago no longer speaks. */
export function linkQuality({ badFrames }: SupplyState, at: Seconds): Supply {
  const [first] = badFrames;
  const last = badFrames.at(-1);
  if (!first || !last || at - last.at > COUNTING_TIME) return 'good';
  const bad = last.badFrames - first.badFrames;
  return bad > BAD_FRAMES_FAILING ? 'failing' : bad > BAD_FRAMES_WEAK ? 'weak' : 'good';
}

/** What is to be noted of it, and whether it stops the robot. */
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
