/** The firmware on its emulated board: how late the dead-man is, how long a command takes, what the emulation costs. */

import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { simulate } from '../../sim/engine/run.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { ALL_DEATHS, type Death, Mortal } from '../support/deaths.js';
import { bootedBoard, type RawHost } from '../support/emulated.js';
import { measuredScene } from '../support/scenes.js';
import { median } from './clock.js';
import type { Figures } from './figures/figures.js';

const PHASES = 200;
const COMMANDS = 300;
const REPEATS = 7;
/** Without the firmware the same run is repeated so often, for times that can be compared. */
const FASTER = 10;

const ms = (time: Seconds): string => `${(1000 * time).toFixed(3)} ms`;

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return `p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, max ${ms(sorted.at(-1) ?? Number.NaN)}`;
}

/** What the docs call each death. */
const DEATH_IDS: Readonly<Record<Death, string>> = {
  'the host is killed': 'killed',
  'the host is frozen, and its old frames come later': 'frozen',
  'the cable is pulled': 'pulled',
  'the host dies inside a message': 'inMessage',
  'the host dies while the I²C bus is stuck': 'stuckBus',
  'the main loop hangs, and frames still come': 'hung',
};

/** @param phases random instants at which it dies @returns how long the motors had power after the last frame */
function stopTimes(death: Death, phases: number): Seconds[] {
  const robot = new Mortal(loadFirmware(), 7);
  return Array.from({ length: phases }, () => robot.live(death).off);
}

export async function benchFirmware(_: readonly string[], figures: Figures): Promise<void> {
  console.log(`last valid frame to every motor output off, virtual time, ${PHASES} random instants each:`);
  for (const death of ALL_DEATHS) {
    const offs = stopTimes(death, PHASES);
    console.log(`  ${ms(Math.min(...offs))} to ${ms(Math.max(...offs))}  when ${death}`);
    figures.exact(`firmware.stop.${DEATH_IDS[death]}.least`, 1000 * Math.min(...offs), 'ms');
    figures.exact(`firmware.stop.${DEATH_IDS[death]}.most`, 1000 * Math.max(...offs), 'ms');
  }
  console.log(`write to pin, virtual time, ${COMMANDS} commands 20 ms apart at random phases, 57 600 baud:`);
  const [analog, frames] = [writes(analogWrite, COMMANDS), writes(driveFrame, COMMANDS)];
  console.log(`  Firmata analog write, 3 bytes, to its PWM:   ${quantiles(analog)}`);
  console.log(`  DRIVE frame, 12 bytes with CRC, to the PWM: ${quantiles(frames)}`);
  figures.exact('firmware.write.analog', 1000 * median(analog), 'ms');
  figures.exact('firmware.write.frame', 1000 * median(frames), 'ms');
  await benchSpeed(figures);
}

/** A few of each. */
export function probeFirmware(figures: Figures): void {
  const sum = (times: readonly Seconds[]) => 1000 * times.reduce((all, time) => all + time, 0);
  for (const death of ['the host is killed', 'the main loop hangs, and frames still come'] as const)
    figures.probe(`firmware.probe.${DEATH_IDS[death]}`, sum(stopTimes(death, 5)));
  figures.probe('firmware.probe.frame', sum(writes(driveFrame, 5)));
}

/** The processor's time for a run of the square [µs]. */
async function squareTime(withFirmware: boolean): Promise<number> {
  const square = measuredScene('square');
  const bodyOf = withFirmware ? { bodyOf: await emulatedBodies(square) } : {};
  const times = withFirmware ? 1 : FASTER;
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const { passed } = await simulate(square, bodyOf);
    if (!passed) throw new Error('the square does not meet its criteria');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function benchSpeed(figures: Figures): Promise<void> {
  for (const withFirmware of [true, false]) await squareTime(withFirmware);
  const ratios: number[] = [];
  for (let i = 0; i < REPEATS; i++) ratios.push((await squareTime(true)) / (await squareTime(false)));
  figures.ratio('firmware.cost', ratios, 'the same square without the firmware');
  console.log(
    `the square with its firmware, in times of one without: ${ratios.map((one) => one.toFixed(1)).join(', ')}`,
  );
}

type Write = (host: RawHost, i: number) => void;

const PWM_MODE = [0xf4, 6, 3];
const analogWrite: Write = (host, i) => host.sendBytes([0xe6, i % 2 === 0 ? 100 : 50, 0]);
const driveFrame: Write = (host, i) => host.drive(i % 2 === 0 ? 500 : 250, i % 2 === 0 ? 500 : 250);

/** From a write to the first change of an output. */
function writes(write: Write, commands: number): Seconds[] {
  const host = bootedBoard();
  const chance = resumeRandom(seedRandom(5));
  host.arm();
  host.sendBytes(PWM_MODE);
  host.drive(250, 250);
  host.run(0.05);
  return Array.from({ length: commands }, (_, i) => {
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
