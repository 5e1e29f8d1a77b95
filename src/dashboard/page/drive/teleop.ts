/**
 * Hold to run, as a pure machine: keys, a stick and a pad come in, what to say goes out.
 *
 * Shares of what teleop allows, −1 … 1; linear forward, angular left positive.
 */
import { clamp } from '../../../math/geometry.js';

export interface Demand {
  readonly linear: number;
  readonly angular: number;
}

export type Direction = 'forward' | 'back' | 'left' | 'right';

export interface Teleop {
  readonly on: boolean;
  readonly keys: readonly Direction[];
  /** null while nobody touches it. */
  readonly stick: Demand | null;
  readonly pad: Demand;
  /** Guards people: a pad held while nobody looked must come back to its middle before it counts. */
  readonly padBarred: boolean;
}

export type TeleopEvent =
  | { readonly kind: 'switch'; readonly on: boolean }
  | { readonly kind: 'press' | 'release'; readonly direction: Direction }
  | { readonly kind: 'grab' | 'slide' | 'pad'; readonly to: Demand }
  /** `letGo`: whatever is held counts no more, such as when nobody looks. */
  | { readonly kind: 'drop' | 'letGo' };

export const STILL: Demand = { linear: 0, angular: 0 };

export const RELEASED: Teleop = { on: false, keys: [], stick: null, pad: STILL, padBarred: true };

const isStill = ({ linear, angular }: Demand): boolean => linear === 0 && angular === 0;

/** What goes on, after an event. */
export function teleop(state: Teleop, event: TeleopEvent): Teleop {
  switch (event.kind) {
    case 'switch':
      return { ...RELEASED, on: event.on };
    case 'letGo':
      return { ...RELEASED, on: state.on };
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
      return padded(state, event.to);
  }
}

function padded(state: Teleop, pad: Demand): Teleop {
  const padBarred = state.padBarred && !isStill(pad);
  const same = pad.linear === state.pad.linear && pad.angular === state.pad.angular;
  return same && padBarred === state.padBarred ? state : { ...state, pad, padBarred };
}

/** What the hand asks for: the stick before the keys before the pad; nothing while it is switched off. */
export function demandOf({ on, keys, stick, pad, padBarred }: Teleop): Demand {
  if (!on) return STILL;
  if (stick) return bounded(stick);
  if (keys.length > 0) return byKeys(keys);
  return padBarred ? STILL : bounded(pad);
}

function byKeys(keys: readonly Direction[]): Demand {
  const pull = (plus: Direction, minus: Direction): number =>
    Number(keys.includes(plus)) - Number(keys.includes(minus));
  return { linear: pull('forward', 'back'), angular: pull('left', 'right') };
}

/** Guards people: what is no number asks for nothing. */
function bounded({ linear, angular }: Demand): Demand {
  if (!Number.isFinite(linear) || !Number.isFinite(angular)) return STILL;
  return { linear: clamp(linear, -1, 1), angular: clamp(angular, -1, 1) };
}

/** When something must be said: at each beat while it is held, and at once when it begins or ends. */
export function mustSay(before: Demand, after: Demand, beat: boolean): boolean {
  if (isStill(after)) return !isStill(before);
  return beat || isStill(before);
}
