/**
 * Loaded before a program that is tested in real time: time that a busy machine takes away from it does not pass.
 *
 * A program whose loop looks at the clock every 20 ms, and was not run for 300 ms, would find its board silent for that
 * long, and stop the robot, as it should; but then the test is of the machine. With an emulated board on a pseudo-terminal
 * (boardOnPty.mjs) both have one clock, the board's: it stands beside the port's device, or in the file `BOARD_CLOCK`. What is
 * tested against the wall
 * clock itself, such as a computer that sleeps, does without.
 */
import { existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LONGEST_MS = 30;
/** A board whose clock stands for so long is gone. */
const GONE_AFTER_MS = 2000;

const wall = performance.now.bind(performance);
let last = wall();
let own = last;

const port = process.argv[process.argv.indexOf('--port') + 1];
const clock = process.env.BOARD_CLOCK ?? (port?.startsWith('/') ? join(dirname(port), 'clock') : '');
const board = clock !== '' && existsSync(clock) ? openSync(clock, 'r') : undefined;
const milliseconds = new Float64Array(1);
let boardLast = 0;
let boardMovedAt = last;

/** How far the board's clock has gone on since it was looked at [ms]. */
function boardsShare(now) {
  readSync(board, milliseconds, 0, 8, 0);
  const [time] = milliseconds;
  const passed = boardLast === 0 ? 0 : time - boardLast;
  boardLast = time;
  if (passed > 0) boardMovedAt = now;
  return passed;
}

performance.now = () => {
  const now = wall();
  const passed = board === undefined ? undefined : boardsShare(now);
  const isAlone = passed === undefined || now - boardMovedAt > GONE_AFTER_MS;
  own += isAlone ? Math.min(now - last, LONGEST_MS) : passed;
  last = now;
  return own;
};
