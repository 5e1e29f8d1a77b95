/**
 * Types for what we use of johnny-five, because its own lack half of it; loaded only where a robot needs it. The build
 * bundles it into one file, which package.json calls `#johnny-five`.
 */
import { createRequire } from 'node:module';
import type { Hertz } from '../../math/units.js';
import type { Firmata } from '../firmata/firmataIo.js';
import type { FiveMotor } from '../onFive/fiveParts.js';

export interface BundledBoard {
  once(event: 'ready', callback: () => void): void;
}

/** A motor in johnny-five's words: its pins, and the chip that they are on unless they are the board's. */
export interface MotorConfig {
  readonly pins: { readonly pwm?: number; readonly dir?: number; readonly cdir?: number };
  readonly controller?: string;
  readonly register?: object;
  readonly pwmRange?: readonly [number, number];
  readonly frequency?: Hertz;
}

export interface JohnnyFive {
  readonly Board: new (options: { io: Firmata; repl: false; sigint: false; debug: false }) => BundledBoard;
  readonly Motor: (new (
    options: MotorConfig & { board: BundledBoard; threshold: number },
  ) => FiveMotor) & {
    /** The shields by name, and their motors by name. */
    readonly SHIELD_CONFIGS: Readonly<Record<string, Readonly<Record<string, MotorConfig>>>>;
  };
}

const require = createRequire(import.meta.url);

/** johnny-five with its own board object. */
export interface JohnnyFiveOnBoard {
  readonly five: JohnnyFive;
  readonly board: BundledBoard;
}

/**
 * @param io after its handshake
 *
 * Guards people: johnny-five keeps its first board, and the shields' chips by address, as long as the process lives;
 * after a reconnection a stop would go to the lost board. So every connection loads it again.
 */
export function loadJohnnyFive(io: Firmata): JohnnyFiveOnBoard {
  delete require.cache[require.resolve('#johnny-five')];
  const five = require('#johnny-five') as JohnnyFive;
  const board = new five.Board({ io, repl: false, sigint: false, debug: false });
  // It would notice this later by itself; we know already that the io is ready.
  io.emit('connect');
  io.emit('ready');
  return { five, board };
}
