/** johnny-five, whose own types lack half of it: what we use of it, loaded only where a robot needs it. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Firmata } from './firmataIo.js';

export interface FiveBoard {
  once(event: 'ready', callback: () => void): void;
}

/** A motor as one of johnny-five's shields has it. */
export interface ShieldMotor {
  readonly pins: Readonly<Record<string, number | string>>;
  readonly controller?: string;
  readonly register?: object;
  readonly invertPWM?: boolean;
}

export interface FiveMotor {
  /** 0 … 255, in the direction it has. */
  speed(value: number): void;
  forward(value: number): void;
  reverse(value: number): void;
}

export interface FiveServo {
  to(degrees: number): void;
}

interface ServoOptions {
  readonly board: FiveBoard;
  readonly pin: number;
  readonly pwmRange: readonly [number, number];
  readonly type: 'continuous';
}

export interface JohnnyFive {
  readonly Board: new (options: { io: Firmata; repl: false; sigint: false; debug: false }) => FiveBoard;
  readonly Servo: new (options: ServoOptions) => FiveServo;
  readonly Motor: (new (
    options: ShieldMotor & { board: FiveBoard; threshold: number },
  ) => FiveMotor) & {
    readonly SHIELD_CONFIGS: Readonly<Record<string, Readonly<Record<string, ShieldMotor>>>>;
  };
}

const require = createRequire(import.meta.url);

/** The motors of the shields that it knows. */
export const shieldMotors = () => load().Motor.SHIELD_CONFIGS;

/** johnny-five on a board of its own. */
export interface Five {
  readonly five: JohnnyFive;
  readonly board: FiveBoard;
}

/**
 * @param io past its handshake
 *
 * Guards people: johnny-five keeps its first board, and the chips of shields by their address, as long as the process
 * lives; after a reconnection a stop would go to the board that was lost. So every connection loads it anew.
 */
export function ownFive(io: Firmata): Five {
  const folder = dirname(require.resolve('johnny-five'));
  for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
  const five = load();
  const board = new five.Board({ io, repl: false, sigint: false, debug: false });
  // It would hear this in its own time; we know already that the io is ready.
  io.emit('connect');
  io.emit('ready');
  return { five, board };
}

const load = (): JohnnyFive => require('johnny-five') as JohnnyFive;
