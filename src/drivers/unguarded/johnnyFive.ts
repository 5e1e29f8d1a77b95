/**
 * johnny-five, whose own types lack half of it: what we use of it, loaded only where a robot needs it. The build bundles
 * it into one file, which package.json calls `#johnny-five`.
 */
import { createRequire } from 'node:module';
import type { Hertz } from '../../math/units.js';
import type { Firmata } from '../firmata/firmataIo.js';

export interface FiveBoard {
  once(event: 'ready', callback: () => void): void;
}

/** A motor as johnny-five is told of it: its pins, and the chip that they are on where it is not the board. */
export interface MotorConfig {
  readonly pins: { readonly pwm?: number; readonly dir?: number; readonly cdir?: number };
  readonly controller?: string;
  readonly register?: object;
  readonly pwmRange?: readonly [number, number];
  readonly frequency?: Hertz;
}

export interface FiveMotor {
  /** 0 … 255, in the direction it has. */
  speed(value: number): void;
  forward(value: number): void;
  reverse(value: number): void;
}

export interface JohnnyFive {
  readonly Board: new (options: { io: Firmata; repl: false; sigint: false; debug: false }) => FiveBoard;
  readonly Motor: (new (
    options: MotorConfig & { board: FiveBoard; threshold: number },
  ) => FiveMotor) & {
    /** Its shields by name, and their motors by their names. */
    readonly SHIELD_CONFIGS: Readonly<Record<string, Readonly<Record<string, MotorConfig>>>>;
  };
}

const require = createRequire(import.meta.url);

/** johnny-five on a board of its own. */
export interface JohnnyFiveOnBoard {
  readonly five: JohnnyFive;
  readonly board: FiveBoard;
}

/**
 * @param io past its handshake
 *
 * Guards people: johnny-five keeps its first board, and the chips of shields by their address, as long as the process
 * lives; after a reconnection a stop would go to the board that was lost. So every connection loads it anew.
 */
export function loadJohnnyFive(io: Firmata): JohnnyFiveOnBoard {
  delete require.cache[require.resolve('#johnny-five')];
  const five = require('#johnny-five') as JohnnyFive;
  const board = new five.Board({ io, repl: false, sigint: false, debug: false });
  // It would hear this in its own time; we know already that the io is ready.
  io.emit('connect');
  io.emit('ready');
  return { five, board };
}
