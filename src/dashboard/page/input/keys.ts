/** What each key does: one table for the keyboard and for the help. */
import type { Direction } from '../drive/teleopState.js';

/**
 * Where the focus is: `text` takes every key but Space, `sentence` every key, `range` its arrows, `dialog` every key but STOP.
 */
export type FocusKind = 'page' | 'text' | 'sentence' | 'range' | 'dialog';

interface KeyPress {
  /** The key's position on the keyboard, and its character. */
  readonly code: string;
  readonly key: string;
  /** With Ctrl, Alt or Meta held. */
  readonly modified: boolean;
  readonly focus: FocusKind;
}

export type KeyAction =
  | { readonly kind: 'stop' | 'forces' | 'marks' | 'pause' | 'step' | 'restart' | 'help' }
  /** Of a recording. */
  | { readonly kind: 'back' | 'on' | 'anchor' }
  | { readonly kind: 'choose'; readonly mission: number }
  | { readonly kind: 'drive'; readonly direction: Direction };

const DRIVE_KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'forward',
  ArrowDown: 'back',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  KeyW: 'forward',
  KeyS: 'back',
  KeyA: 'left',
  KeyD: 'right',
};

const LETTER_ACTIONS: Readonly<Record<string, KeyAction>> = {
  f: { kind: 'forces' },
  g: { kind: 'marks' },
  p: { kind: 'pause' },
  '.': { kind: 'step' },
  r: { kind: 'restart' },
  '?': { kind: 'help' },
};

const RECORDING_KEYS: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: { kind: 'back' },
  ArrowRight: { kind: 'on' },
  KeyA: { kind: 'anchor' },
};

interface KeyContext {
  /** While teleop is on, arrows and letters drive. */
  readonly teleopOn: boolean;
  /** In a recording, arrows go from tick to tick. */
  readonly inRecording: boolean;
}

export function keyAction(press: KeyPress, { teleopOn, inRecording }: KeyContext): KeyAction | undefined {
  const { code, key, modified, focus } = press;
  // One writes beside a simulation only: see `focusOf`.
  if (focus === 'sentence') return undefined;
  if (isStop(press)) return { kind: 'stop' };
  if (modified || focus === 'text' || focus === 'dialog') return undefined;
  const direction = DRIVE_KEYS[code];
  if (direction && teleopOn && !(focus === 'range' && code.startsWith('Arrow')))
    return { kind: 'drive', direction };
  const inTime = RECORDING_KEYS[code];
  if (inTime && inRecording && focus === 'page') return inTime;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return (
    LETTER_ACTIONS[key.toLowerCase()] ?? (digit ? { kind: 'choose', mission: Number(digit) - 1 } : undefined)
  );
}

/** Guards people: Space stops, whatever else is held, and wherever the focus is but in a sentence. */
export const isStop = ({ code, key }: { readonly code: string; readonly key: string }): boolean =>
  code === 'Space' || key === ' ';

/** The direction that a released key lets go of, wherever the focus is by then. */
export const directionOf = (code: string): Direction | undefined => DRIVE_KEYS[code];

/** For the help: the keys, and what they do. */
export const PAGE_KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [
    ['Space'],
    'STOP every robot; only Arm lets them drive again (beside a simulation, a space where one writes)',
  ],
  [['1', '…', '9'], 'give a mission of the scene'],
  [['F'], 'show or hide forces'],
  [['G'], 'show or hide the marks of the behaviors'],
  [['P'], 'pause or play'],
  [['.'], 'one step, while paused'],
  [['R'], 'restart the scene'],
  [['←', '→'], 'a tick back or on, in a recording'],
  [['A'], 'keep this instant of a recording as A, and compare others with it'],
  [['↑', '↓', '←', '→'], 'drive while held, with “Drive by hand” on'],
  [['W', 'A', 'S', 'D'], 'drive while held, with “Drive by hand” on'],
  [['?'], 'this help'],
];
