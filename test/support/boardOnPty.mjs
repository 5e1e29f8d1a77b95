/**
 * Scout on an empty floor, with the firmware on its emulated Arduino, in a process of its own and in real time: what
 * comes in on standard input is its serial line, and so is what goes out. Behind socat it is a device like any other.
 *
 * The first argument is another hex than the project's own. With BOARD_NAME, of eight letters, the firmware says that name in
 * place of its own, and so is taken for one without a dead-man.
 *
 * On standard error, a line of JSON for every change at the motors' PWM pins: `{ at, boardAt, heardAt, duties: [] }`, that
 * is when it was [ms since the epoch], by the board's own clock [s], and when bytes had last come, by that clock.
 */
import { openSync, writeSync } from 'node:fs';
import { NEVER } from 'rxjs';
import { AvrBoard } from '../../dist/sim/avr/board.js';
import { EmulatedPort } from '../../dist/sim/avr/emulatedPort.js';
import { onEmptyFloor } from '../../dist/sim/avr/loadEmulated.js';
import { loadFirmware } from '../../dist/sim/avr/loadFirmware.js';
import { loadRobot } from '../../dist/src/config/loadDefinition.js';

const robot = loadRobot('scout');
const pins = [robot.motors.left.pwm, robot.motors.right.pwm];
const board = new AvrBoard(loadFirmware(process.argv[2] || undefined));
const port = new EmulatedPort(board);

/**
 * A busy machine that does not run the host, or socat between them, must not have the board stop its motors: while they
 * have power, its time goes on for no longer than this after the host's last byte, unless the host is silent for so long
 * that it is surely dead. A host whose robot is stopped has nothing to say, and still wants to hear the board.
 */
const MOST_AHEAD_MS = 100;
const DEAD_AFTER_MS = 2000;
/** Time that the machine takes away from the board does not pass. */
const LONGEST_MS = 20;
const wall = performance.now.bind(performance);
const time = Float64Array.of(wall());
let [seen, ahead, heardAtMs] = [wall(), 0, wall()];
let powered = false;
const clock = process.env.BOARD_CLOCK === undefined ? undefined : openSync(process.env.BOARD_CLOCK, 'w');
performance.now = () => {
  const now = wall();
  const passed = Math.min(now - seen, LONGEST_MS);
  seen = now;
  const isHeld = powered && ahead > MOST_AHEAD_MS && now - heardAtMs < DEAD_AFTER_MS;
  if (isHeld) return time[0];
  time[0] += passed;
  ahead += passed;
  if (clock !== undefined) writeSync(clock, time, 0, 8, 0);
  return time[0];
};
performance.now();

/** As Firmata tells it: each letter in two bytes. */
const letters = (name) => [...name].map((letter) => `${letter}\0`).join('');
const own = letters('Steerbot');
/** The begin of its name, which waits for the rest. */
let held = '';
const called = (bytes) => {
  const name = process.env.BOARD_NAME;
  if (!name) return bytes;
  const said = (held + Buffer.from(bytes).toString('latin1')).replace(own, letters(name));
  let length = Math.min(own.length - 1, said.length);
  while (!own.startsWith(said.slice(said.length - length))) length -= 1;
  held = said.slice(said.length - length);
  return Buffer.from(said.slice(0, said.length - length), 'latin1');
};
port.listen({ bytes: (bytes) => process.stdout.write(called(bytes)) });
let heardAt = 0;
process.stdin
  .on('data', (bytes) => {
    heardAt = board.now;
    heardAtMs = wall();
    ahead = 0;
    port.write(bytes);
  })
  .on('end', () => process.exit(0));

// A test that is killed, or fails before it can clean up, leaves no board running: its end of this pipe is closed.
process.stderr.on('error', () => process.exit(1));
setInterval(() => process.stderr.write('\n'), 2000);

let shown = '';
function show() {
  const duties = pins.map((pin) => board.outputs.dutyOf(pin));
  if (`${duties}` === shown) return;
  shown = `${duties}`;
  powered = duties.some((duty) => duty > 0);
  process.stderr.write(`${JSON.stringify({ at: Date.now(), boardAt: board.now, heardAt, duties })}\n`);
}
show();
board.outputs.changes$.subscribe(show);

// The driver is at the other end of the line.
onEmptyFloor(robot, board, {
  readings$: NEVER,
  arm: async () => {},
  drive() {},
  stop() {},
  close: async () => {},
});
