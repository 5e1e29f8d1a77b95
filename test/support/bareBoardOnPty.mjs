/**
 * An emulated Arduino with a boot loader and no program, in a process of its own and in real time: what comes in on
 * standard input is its serial line, and so is what goes out. Behind socat it is a device like any other.
 *
 * A pseudo-terminal has no line that could reset it, so it resets itself at the question with which a programmer begins
 * when it comes after a silence: on a busy machine other words come after one, too.
 */
import { BootableBoard } from '../../dist/sim/avr/bootableBoard.js';
import { EmulatedPort } from '../../dist/sim/avr/emulatedPort.js';

/** Longer than between two of a programmer's first questions, shorter than before them. */
const SILENCE = 0.45;
/** Whether it is there: STK500's `0`, and the end of every command. */
const isFirstQuestion = (bytes) => bytes[0] === 0x30 && bytes[1] === 0x20;
const STEP_MS = 2;

const board = new BootableBoard();
const port = new EmulatedPort(board);
let heard = Number.NEGATIVE_INFINITY;

port.listen({ bytes: (bytes) => process.stdout.write(bytes) });
process.stdin
  .on('data', (bytes) => {
    if (board.now - heard > SILENCE && isFirstQuestion(bytes)) board.reset('external');
    heard = board.now;
    port.write(bytes);
  })
  .on('end', () => process.exit(0));

const start = performance.now();
setInterval(() => board.runUntil((performance.now() - start) / 1000), STEP_MS);
process.stderr.write('ready\n');
