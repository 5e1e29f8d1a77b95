import { afterEach, beforeAll, describe, expect } from 'vitest';
import { buildInto } from '../support/builtFirmware.js';
import {
  DEAD_WITHIN,
  driveOnPty,
  endDrives,
  offAfterSilence,
  offForGood,
  preload,
} from '../support/drivenOnPty.js';
import { itThorough as it } from '../support/effort.js';
import type { RobotOnPty } from '../support/pty.js';
import { isMissing } from '../support/tools.js';
import { folderWith } from './steerbot.js';

/** From the kill to both motor outputs off [ms], by the wall clock. */
const OFF_WITHIN = 300;

/** A mistake that nothing catches, when the test says so. */
const BREAK = [
  ...preload(
    `process.on('message', () => setImmediate(() => { throw new Error('planted'); })); process.channel.unref()`,
  ),
];

afterEach(endDrives);

const driving = (hex?: string) => driveOnPty({ ...(hex !== undefined && { hex }), node: BREAK });

/** How long they took after an instant. */
const offAfter = async (robot: RobotOnPty, instant: number): Promise<number> =>
  (await offForGood(robot)).at - instant;

const cannotBuild = isMissing('avr-gcc', 'gcc-avr');

describe.skipIf(isMissing('socat') || cannotBuild)(
  'a board that would never stop by itself is stopped by the host',
  () => {
    let hex = '';
    beforeAll(() => {
      hex = buildInto(folderWith({}), 'steerbot', '--define', 'STEERBOT_NO_DEADMAN');
    });

    it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP'] as const)('on %s', async (signal) => {
      const { robot, child, ended } = await driving(hex);
      const killed = Date.now();
      child.kill(signal);
      expect(await offAfter(robot, killed)).toBeLessThan(OFF_WITHIN);
      expect(await ended).toBe(130);
    });

    it('on a mistake that nothing catches', async () => {
      const { robot, child, ended } = await driving(hex);
      const killed = Date.now();
      child.send('break');
      expect(await offAfter(robot, killed)).toBeLessThan(OFF_WITHIN);
      expect(await ended).toBe(4);
    });
  },
);

describe.skipIf(isMissing('socat'))('steerbot drive over a serial line, killed', () => {
  // A terminal that closes signals more than once, and so does a hurried user.
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP'] as const)(
    'by %s again and again until it is gone: its motors are off, and its exit code is 130',
    async (signal) => {
      const { robot, child, ended } = await driving();
      const [killed, again] = [Date.now(), setInterval(() => child.kill(signal), 1)];
      const end = ended.finally(() => clearInterval(again));
      expect(await offAfter(robot, killed)).toBeLessThan(OFF_WITHIN);
      expect(await end).toBe(130);
    },
  );

  it('frozen and thawed: the board has stopped, and nothing goes on; it ends with 4', async () => {
    const { robot, child, ended } = await driving();
    child.kill('SIGSTOP');
    expect(await offAfterSilence(robot)).toBeLessThan(DEAD_WITHIN);
    child.kill('SIGCONT');
    expect(await ended).toBe(4);
    expect(robot.isPowered()).toBe(false);
  });

  it('the cable pulled: it ends with 3', async () => {
    const { robot, ended } = await driving();
    robot.end();
    expect(await ended).toBe(3);
  });
});
