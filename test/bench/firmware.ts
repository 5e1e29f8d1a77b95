/** The firmware on its emulated board: how late the dead-man is, how long a command takes, how fast all that runs. */
import { AvrBoard } from '../../sim/avr/board.js';
import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { wallTime } from '../../src/control/clock.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { Avr8jsBoard } from '../support/boards/avr8jsBoard.js';
import { ALL_DEATHS, Mortal } from '../support/deaths.js';
import { bootedBoard, type RawHost } from '../support/emulated.js';
import { fuzzBoard } from '../support/lineFuzz.js';
import { codecFuzz } from './codecFuzz.js';

const PHASES = 200;
const COMMANDS = 300;
const REPEATS = 5;

const ms = (time: Seconds): string => `${(1000 * time).toFixed(3)} ms`;

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return `p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, max ${ms(sorted.at(-1) ?? Number.NaN)}`;
}

export async function benchFirmware(): Promise<void> {
  console.log(`last valid frame to every motor output off, virtual time, ${PHASES} random instants each:`);
  for (const death of ALL_DEATHS) {
    const robot = new Mortal(loadFirmware(), 7);
    const offs = Array.from({ length: PHASES }, () => robot.live(death).off);
    console.log(`  ${ms(Math.min(...offs))} to ${ms(Math.max(...offs))}  when ${death}`);
  }
  console.log(`write to pin, virtual time, ${COMMANDS} commands 20 ms apart at random phases, 57 600 baud:`);
  console.log(`  Firmata analog write, 3 bytes, to its PWM:   ${quantiles(writes(analogWrite))}`);
  console.log(`  DRIVE frame, 12 bytes with CRC, to the PWM: ${quantiles(writes(driveFrame))}`);
  await benchSpeed();
}

/** Corrupted motor frames, on the host's codec and on the firmware. */
export async function benchFuzz(): Promise<void> {
  console.log(`corrupted motor frames accepted by the codec: ${JSON.stringify(codecFuzz(1e7, 1))}`);
  const count = await fuzzBoard(new Avr8jsBoard(loadFirmware(), 1), 1e5, 1);
  console.log(`corrupted motor frames acted upon by the firmware: ${JSON.stringify(count)}`);
}

async function benchSpeed(): Promise<void> {
  const square = loadScenario('square');
  const ratios = [];
  for (let i = 0; i < REPEATS; i++) {
    const { simulatedSeconds, wallSeconds, passed } = await simulate(square, {
      bodyOf: await emulatedBodies(square),
    });
    if (!passed) throw new Error('the square with its firmware does not meet its criteria');
    ratios.push(simulatedSeconds / wallSeconds);
  }
  const [least, , median, , most] = ratios.sort((a, b) => a - b).map((ratio) => ratio.toFixed(1));
  console.log(`the square with its firmware: ${median} × real time (${least} to ${most} in ${REPEATS} runs)`);
  const board = new AvrBoard(loadFirmware());
  const began = wallTime.now();
  board.runUntil(20);
  console.log(`an idle board: ${(20 / (wallTime.now() - began)).toFixed(0)} × real time`);
}

type Write = (host: RawHost, i: number) => void;

const PWM_MODE = [0xf4, 6, 3];
const analogWrite: Write = (host, i) => host.sendBytes([0xe6, i % 2 === 0 ? 100 : 50, 0]);
const driveFrame: Write = (host, i) => host.drive(i % 2 === 0 ? 500 : 250, i % 2 === 0 ? 500 : 250);

/** From a write to the first change of an output. */
function writes(write: Write): Seconds[] {
  const host = bootedBoard();
  const chance = resumeRandom(seedRandom(5));
  host.arm();
  host.sendBytes(PWM_MODE);
  host.drive(250, 250);
  host.run(0.05);
  return Array.from({ length: COMMANDS }, (_, i) => {
    let changed: Seconds | undefined;
    const watch = host.board.outputs.changes$.subscribe(() => {
      changed ??= host.board.now;
    });
    const written = host.board.now;
    write(host, i);
    host.run(0.018 + 0.004 * chance.uniform());
    watch.unsubscribe();
    if (changed === undefined) throw new Error(`command ${i} was lost`);
    // The dead-man is fed while other pins are written.
    if (write === analogWrite) host.drive(250, 250);
    host.run(0.005);
    return changed - written;
  });
}
