/**
 * An emulated Arduino with a boot loader and no program, in a process of its own and in real time: what comes in on
 * standard input is its serial line, and so is what goes out. Behind socat it is a device like any other.
 *
 * A pseudo-terminal has no line that could reset it, so it resets itself when it hears something after a silence.
 */
import { BootableBoard } from '../../dist/sim/avr/bootableBoard.js';
import { EmulatedPort } from '../../dist/sim/avr/emulatedPort.js';

/** Longer than a programmer ever waits, shorter than between two of its tries. */
const SILENCE = 0.45;
const STEP_MS = 2;

const board = new BootableBoard();
const port = new EmulatedPort(board);
let heard = Number.NEGATIVE_INFINITY;

port.bytes$.subscribe((bytes) => process.stdout.write(bytes));
process.stdin
  .on('data', (bytes) => {
    if (board.now - heard > SILENCE) board.reset('external');
    heard = board.now;
    port.write(bytes);
  })
  .on('end', () => process.exit(0));

const start = performance.now();
setInterval(() => board.runUntil((performance.now() - start) / 1000), STEP_MS);
process.stderr.write('ready\n');
