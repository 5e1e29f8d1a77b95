/** The boards by name: their pins, and what each pin can do. */
import type { BoardName } from '../robot/robot.js';
import { fieldOf } from '../validation/values.js';

export interface Board {
  readonly digital: number;
  readonly analog: number;
  readonly pwm: readonly number[];
  /** The two wires that all I²C devices share: data, clock. */
  readonly bus: readonly [data: string, clock: string];
  /** Pins that can only measure a voltage. */
  readonly voltageOnly: readonly string[];
  /** Pins with edge interrupts; default all digital pins. */
  readonly interrupts?: readonly string[];
  /** Pins at which a pulse can be timed; default all digital pins. */
  readonly pulses?: readonly string[];
  /** Pins whose PWM needs the timer of the servo pulses, by firmware. */
  readonly servoTimer: Readonly<Record<string, readonly number[]>>;
}

/** On an ATmega328P both firmwares make servo pulses with timer 1. */
const ATMEGA328P = {
  digital: 14,
  pwm: [3, 5, 6, 9, 10, 11],
  bus: ['A4', 'A5'],
  servoTimer: { steerbot: [9, 10], 'standard-firmata': [9, 10] },
} as const;

export const BOARDS: Readonly<Record<BoardName, Board>> = {
  uno: { ...ATMEGA328P, analog: 6, voltageOnly: [] },
  nano: { ...ATMEGA328P, analog: 8, voltageOnly: ['A6', 'A7'] },
  mega: {
    digital: 54,
    analog: 16,
    pwm: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 44, 45, 46],
    bus: ['20', '21'],
    voltageOnly: [],
    interrupts: [
      ...[2, 3, 10, 11, 12, 13, 18, 19, 20, 21, 50, 51, 52, 53].map(String),
      ...[8, 9, 10, 11, 12, 13, 14, 15].map((channel) => `A${channel}`),
    ],
    // The others of those above have interrupts of another kind.
    pulses: [
      ...[10, 11, 12, 13, 50, 51, 52, 53].map(String),
      ...[8, 9, 10, 11, 12, 13, 14, 15].map((channel) => `A${channel}`),
    ],
    // Steerbot's firmware uses timer 1, Arduino's Servo library timer 5.
    servoTimer: { steerbot: [11, 12], 'standard-firmata': [44, 45, 46] },
  },
};

const isBoardName = (name: unknown): name is BoardName =>
  typeof name === 'string' && Object.hasOwn(BOARDS, name);

/** The board that a robot file names; undefined if it names none or an unknown one. */
export function boardOf(robot: unknown): { readonly name: BoardName; readonly board: Board } | undefined {
  const name = fieldOf(robot, 'board');
  return isBoardName(name) ? { name, board: BOARDS[name] } : undefined;
}

/** The firmware of a robot; default Steerbot's. */
export const firmwareNameOf = (robot: unknown): string => String(fieldOf(robot, 'firmware') ?? 'steerbot');
