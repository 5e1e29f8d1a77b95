/**
 * Hold-to-run as a pure state machine: keys, a stick and a gamepad come in, the teleop command goes out.
 *
 * Shares of what teleop allows, −1 … 1; linear: forward positive, angular: left positive.
 */
import { clamp } from '../../../math/geometry.js';

export interface TeleopDemand {
  readonly linear: number;
  readonly angular: number;
}

export type Direction = 'forward' | 'back' | 'left' | 'right';

export interface PadState {
  readonly on: boolean;
  readonly keys: readonly Direction[];
  /** null while the stick is not touched. */
  readonly stick: TeleopDemand | null;
  readonly pad: TeleopDemand;
  /** Guards people: a pad that was held while the page was hidden must return to its center before it counts. */
  readonly padLocked: boolean;
}

export type TeleopEvent =
  | { readonly kind: 'switch'; readonly on: boolean }
  | { readonly kind: 'press' | 'release'; readonly direction: Direction }
  | { readonly kind: 'grab' | 'slide' | 'pad'; readonly to: TeleopDemand }
  /** `releaseAll`: no held control counts any more, for example when the page is hidden. */
  | { readonly kind: 'drop' | 'releaseAll' };

export const ZERO_DEMAND: TeleopDemand = { linear: 0, angular: 0 };

export const RELEASED_STATE: PadState = {
  on: false,
  keys: [],
  stick: null,
  pad: ZERO_DEMAND,
  padLocked: true,
};

const isZero = ({ linear, angular }: TeleopDemand): boolean => linear === 0 && angular === 0;

/** The state after an event. */
export function nextTeleopState(state: PadState, event: TeleopEvent): PadState {
  switch (event.kind) {
    case 'switch':
      return { ...RELEASED_STATE, on: event.on };
    case 'releaseAll':
      return { ...RELEASED_STATE, on: state.on };
    case 'press':
      return { ...state, keys: [...new Set([...state.keys, event.direction])] };
    case 'release':
      return { ...state, keys: state.keys.filter((key) => key !== event.direction) };
    case 'grab':
      return { ...state, stick: event.to };
    case 'slide':
      return state.stick ? { ...state, stick: event.to } : state;
    case 'drop':
      return { ...state, stick: null };
    case 'pad':
      return withPad(state, event.to);
  }
}

function withPad(state: PadState, pad: TeleopDemand): PadState {
  const padLocked = state.padLocked && !isZero(pad);
  const same = pad.linear === state.pad.linear && pad.angular === state.pad.angular;
  return same && padLocked === state.padLocked ? state : { ...state, pad, padLocked };
}

/** The operator's demand: the stick first, then the keys, then the pad; zero while teleop is off. */
export function demandOf({ on, keys, stick, pad, padLocked }: PadState): TeleopDemand {
  if (!on) return ZERO_DEMAND;
  if (stick) return clampDemand(stick);
  if (keys.length > 0) return demandOfKeys(keys);
  return padLocked ? ZERO_DEMAND : clampDemand(pad);
}

function demandOfKeys(keys: readonly Direction[]): TeleopDemand {
  const pull = (plus: Direction, minus: Direction): number =>
    Number(keys.includes(plus)) - Number(keys.includes(minus));
  return { linear: pull('forward', 'back'), angular: pull('left', 'right') };
}

/** Guards people: a non-finite demand counts as a released stick. */
function clampDemand({ linear, angular }: TeleopDemand): TeleopDemand {
  if (!Number.isFinite(linear) || !Number.isFinite(angular)) return ZERO_DEMAND;
  return { linear: clamp(linear, -1, 1), angular: clamp(angular, -1, 1) };
}

/** Whether a command must be sent: at each repeat while a control is held, and at once when that begins or ends. */
export function mustSend(before: TeleopDemand, after: TeleopDemand, beat: boolean): boolean {
  if (isZero(after)) return !isZero(before);
  return beat || isZero(before);
}

// The demand of a stick's or a gamepad's deflection. Screens and pads count right and down positive.

/** Gamepads hardly ever rest at zero. */
const PAD_DEAD_ZONE = 0.15;

/** A deflection of length 0 … 1; the dead zone is subtracted from its length, so that there is no jump. */
export function demandOfAxes(right: number, down: number, deadZone = PAD_DEAD_ZONE): TeleopDemand {
  const long = Math.hypot(right, down);
  if (!(long > deadZone)) return ZERO_DEMAND;
  const share = Math.min(1, (long - deadZone) / (1 - deadZone)) / long;
  // Never −0: a zero demand is exactly 0.
  return { linear: 0 - down * share, angular: 0 - right * share };
}

/** The demand of the most deflected left stick of all gamepads. */
export function demandOfPads(pads: readonly ({ readonly axes: readonly number[] } | null)[]): TeleopDemand {
  const demands = pads.map((pad) => demandOfAxes(pad?.axes[0] ?? 0, pad?.axes[1] ?? 0));
  const size = ({ linear, angular }: TeleopDemand): number => Math.hypot(linear, angular);
  return demands.reduce((most, demand) => (size(demand) > size(most) ? demand : most), ZERO_DEMAND);
}
